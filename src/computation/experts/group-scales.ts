import type { ScaleArray } from "../block-scales.js";
import { scaleArrays } from "../block-scales.js";
import type { GroupedGemmWorkload } from "./grouped-gemm.js";
import type { MoeWorkload } from "./moe.js";
import { tokensOf } from "./routing.js";

/** Scales, or zero points, of the input's rows or of one array of each group's weights. */
export interface ScalesOfGroups extends Pick<ScaleArray, "dataType" | "operand" | "block"> {
  /** `SA` and `SB` of products, `SX`, `SWg`, `SWu` and `SWd` of a mixture; zero points begin with Z. */
  readonly name: string;
  /** The array that they scale. */
  readonly of: string;
  /** Tokens or rows of the input, or groups with weights that are read. */
  readonly times: number;
  /** Blocks of one row of the input, or of one group's weights. */
  readonly blocks: readonly [rows: number, columns: number];
}

/** Words of an array of scales. */
export function scaleWords({ times, blocks }: ScalesOfGroups): bigint {
  return BigInt(times) * BigInt(blocks[0]) * BigInt(blocks[1]);
}

/** The arrays of scales of groups, then of zero points: those of the input's rows first. */
export function groupScales(w: GroupedGemmWorkload | MoeWorkload): readonly ScalesOfGroups[] {
  if (w.scales === undefined) return [];
  const [input, k, ...weights] =
    w.kind === "grouped-gemm"
      ? (["A", w.k, ["B", w.k, w.n]] as const)
      : ([
          "X",
          w.model,
          ...["Wg", "Wu"].slice(w.gated ? 0 : 1).map((name) => [name, w.model, w.hidden] as const),
          ["Wd", w.hidden, w.model],
        ] as const);
  const groups = w.rows.filter((rows) => rows > 0).length;
  return scaleArrays(w).flatMap(({ name, dataType, operand, block }) => {
    const scalesOf = (of: string, times: number, rows: number, columns: number): ScalesOfGroups => ({
      ...{ name: `${name.slice(0, 1)}${of}`, of, dataType, operand, block, times },
      blocks: [Math.ceil(rows / block[0]), Math.ceil(columns / block[1])],
    });
    return operand === "a"
      ? [scalesOf(input, tokensOf(w), 1, k)]
      : weights.map(([of, rows, columns]) => scalesOf(of, groups, rows, columns));
  });
}
