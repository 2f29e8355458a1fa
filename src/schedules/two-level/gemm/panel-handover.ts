import type { GemmWorkload } from "../../../computation/gemm.js";
import type { Corner } from "./corner.js";
import { cheapestCorner } from "./corner.js";
import type { WordGemm } from "./cosma.js";
import { cornerLines, equalPanels, linesForRoom, panelCount } from "./serpentine-tiles.js";

/**
 * Rows of A stay panel by panel, whole or all but a corner, while columns of B pass there and back: the last `handed` columns of a panel
 * are the first of the next, and are loaded once for both. They come as rows leave and go as rows come. Of `handed` rows all sums of
 * these columns stay meanwhile, and word by word of a row leaves for one of a column; the other rows follow one after another. So h
 * columns of k words take h² + h words of room for a moment, which is there where the sums of a passing column were.
 */
export interface PanelsGemm {
  readonly id: "panel-handover";
  readonly workload: GemmWorkload;
  /** Panels of rows, and corners of them that meet their words of B beforehand; of no lines where panels stay whole. */
  readonly corner: Corner;
  readonly handed: number;
  /** Columns of B stay instead, and rows of A pass. */
  readonly transposed?: true;
  readonly words: Required<WordGemm["words"]>;
}

/** Numbers of panels beyond the fewest that are tried. */
const PANELS_TRIED = 16;

type Shape = Pick<PanelsGemm, "corner" | "handed" | "words">;

/**
 * Cost mk + (pk + w)·n − (p − 1)·hk + mn + 2cn with p panels, h columns handed over and corners of w columns and c rows in all; or the
 * same with B held. Undefined where no panel hands a column over.
 */
export function panelHandoverGemm(workload: GemmWorkload, fastWords: number): PanelsGemm | undefined {
  const { m, n } = workload;
  const rows = heldLines(workload, m, n, fastWords);
  const columns = heldLines(workload, n, m, fastWords);
  if (rows !== undefined && (columns === undefined || total(rows.words) <= total(columns.words))) {
    return { id: "panel-handover", workload, ...rows };
  }
  if (columns === undefined) return undefined;
  const { a, b, ...sums } = columns.words;
  return { id: "panel-handover", workload, ...columns, transposed: true, words: { a: b, b: a, ...sums } };
}

function heldLines(workload: GemmWorkload, lines: number, passing: number, fastWords: number): Shape | undefined {
  const { batch, k } = workload;
  const shaped = (corner: Corner): Shape => {
    const handed = mostHanded(corner, k, passing, fastWords);
    const [products, inner, held, columns] = [batch, k, lines, passing].map(BigInt) as [bigint, bigint, bigint, bigint];
    const panels = BigInt(panelCount(corner.panels));
    const cLoads = products * BigInt(cornerLines(corner.panels)) * columns;
    const b = products * ((panels * inner + BigInt(corner.width)) * columns - (panels - 1n) * BigInt(handed) * inner);
    return { corner, handed, words: { a: products * held * inner, b, c: products * held * columns + cLoads, cLoads } };
  };
  const cornered = cheapestCorner({ lines, inner: k, beside: 0, passing: k, keptSums: 0 }, fastWords, (one) =>
    total(shaped(one).words),
  );
  const shapes = [...wholePanels(lines, k, fastWords), ...(cornered === undefined ? [] : [cornered])].map(shaped);
  return shapes
    .filter(({ handed }) => handed > 0)
    .reduce<Shape | undefined>(
      (best, next) => (best === undefined || total(next.words) < total(best.words) ? next : best),
      undefined,
    );
}

/** Panels that stay whole beside a passing column and its sums, from the fewest on. */
function wholePanels(lines: number, k: number, fastWords: number): readonly Corner[] {
  const most = Math.max(Math.floor((fastWords - 1) / (k + 1)), Math.floor((fastWords - 1 - k) / k));
  const fewest = Math.ceil(lines / most);
  if (most < 1 || fewest === 1) return [];
  const last = Math.min(lines, fewest + PANELS_TRIED);
  return Array.from({ length: last - fewest + 1 }, (_, more) => ({ panels: equalPanels(lines, fewest + more), width: 0 }));
}

/** The most columns that every panel can hand over and take over; 0 for one panel. */
function mostHanded({ panels, width }: Corner, k: number, passing: number, fastWords: number): number {
  if (panelCount(panels) < 2) return 0;
  const each = panels
    .filter(({ count }) => count > 0)
    .map(({ lines, corner }) => {
      const room = fastWords - (lines * k - corner * width);
      return Math.min(linesForRoom(room), lines - corner);
    });
  return Math.min(...each, Math.floor(passing / 2));
}

function total({ a, b, c, cLoads }: PanelsGemm["words"]): bigint {
  return a + b + c + cLoads;
}
