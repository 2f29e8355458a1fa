import { groupOf } from "../../computation/recurrence/scan.js";
import { expandScan } from "../../pebble/layered/expand-scan.js";
import { type Move, slideMove } from "../../pebble/rules.js";
import { type ScanWords, totalScanWords } from "../../schedules/two-level/scan.js";
import { checkListed, type LiftedReplay, MAXIMUM_LIFTED_VERTICES, range, storeAndDrop, vertexNamed } from "../lifted.js";
import { during, twoLevelReplay } from "./listing.js";

/** The moves of a scan in tiles of its states. @throws InputError when there are too many states to list. */
export function liftScanWords(schedule: ScanWords, fastWords: number): LiftedReplay {
  const { workload: w, rows, columns } = schedule;
  const heads = w.batch * w.heads;
  checkListed(heads * w.tokens * w.state * w.dim, "states to lift");
  const graph = expandScan(w, { maximumVertices: MAXIMUM_LIFTED_VERTICES });
  const named = vertexNamed(graph);
  const moves: Move[] = [];
  for (const head of range(0, heads)) {
    for (let i = 0; i < w.state; i += rows) {
      for (let j = 0; j < w.dim; j += columns) {
        const tile = { rows: range(i, Math.min(i + rows, w.state)), columns: range(j, Math.min(j + columns, w.dim)) };
        listTile({ schedule, named, moves }, head, tile);
      }
    }
  }
  return twoLevelReplay(graph, fastWords, moves, totalScanWords(schedule));
}

interface Listing {
  readonly schedule: ScanWords;
  readonly named: (name: string) => number;
  readonly moves: Move[];
}

interface StateTile {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

/** All tokens pass one tile of the state of a head. */
function listTile({ schedule: { workload: w }, named, moves }: Listing, head: number, { rows, columns }: StateTile): void {
  const lead = `${Math.floor(head / w.heads)},${head % w.heads}`;
  const shared = `${Math.floor(head / w.heads)},${groupOf(w, head) % w.groups}`;
  const cells = rows.flatMap((i) => columns.map((j) => [i, j] as const));
  const hasPast = (t: number): boolean => t > 0 || w.initialState;
  const stateAt = (t: number, i: number, j: number): number => {
    if (t < 0) return named(`H0[${lead},${i},${j}]`);
    return named(t === w.tokens - 1 && w.finalState ? `HT[${lead},${i},${j}]` : `H[${lead},${t},${i},${j}]`);
  };
  const result = (t: number, i: number, j: number): number =>
    named(i === w.state - 1 ? `Y[${lead},${t},${j}]` : `Y[${lead},${t},${j}]#${i}`);
  const table =
    w.decay === "channel" && hasPast(w.tokens - 1) ? cells.map(([i, j]) => named(`A[${head % w.heads},${i},${j}]`)) : [];
  during(table, moves, () => {
    if (w.initialState) for (const [i, j] of cells) moves.push(["load", stateAt(-1, i, j)]);
    for (const t of range(0, w.tokens)) {
      const steps = w.decay === "channel" ? columns.map((j) => named(`D[${lead},${t},${j}]`)) : [];
      const ofHead = w.decay === "head" && hasPast(t) ? [named(`D[${lead},${t},0]`)] : [];
      const first = rows[0] as number;
      if (first > 0) for (const j of columns) moves.push(["load", result(t, first - 1, j)]);
      during([...columns.map((j) => named(`V[${lead},${t},${j}]`)), ...steps, ...ofHead], moves, () => {
        for (const i of rows) {
          const ofRow = w.decay === "state" && hasPast(t) ? [named(`D[${lead},${t},${i}]`)] : [];
          during([named(`K[${shared},${t},${i}]`), ...ofRow], moves, () => {
            for (const j of columns)
              moves.push(
                hasPast(t) ? slideMove(stateAt(t, i, j), stateAt(t - 1, i, j), undefined) : ["compute", stateAt(t, i, j)],
              );
          });
          during([named(`Q[${shared},${t},${i}]`)], moves, () => {
            for (const j of columns)
              moves.push(i > 0 ? slideMove(result(t, i, j), result(t, i - 1, j), undefined) : ["compute", result(t, i, j)]);
          });
        }
      });
      for (const j of columns) storeAndDrop(result(t, rows.at(-1) as number, j), moves);
    }
    for (const [i, j] of cells) {
      const last = stateAt(w.tokens - 1, i, j);
      if (w.finalState) storeAndDrop(last, moves);
      else moves.push(["delete", last]);
    }
  });
}
