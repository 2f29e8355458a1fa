import { fftWorkload, planWords, proveBoundsInSetting, stencilWorkload, triangularWorkload } from "../../build/index.js";
import { cheapest, inRoots, LARGE, largestBound, wordSetting } from "./point.js";

const ROOT = 128;
const S = ROOT * ROOT;
/** n/√S, and m/√S where there is another extent. */
const SIDES = [2, 4, 16, 64, 1024];
const KINDS = ["syrk", "syr2k", "symm", "trmm", "trsm", "cholesky", "lu", "floyd-warshall"];
/** Rows of gram-schmidt in S. */
const ROWS = [1 / 256, 1 / 64, 1 / 16, 1 / 8, 1 / 4];

const SUMS = "sums come and go with triangle blocks of A, and with tiles a word of A serves one product";
const PANELS = "sums behind a panel come and go, and panels are tiles";
const SHORT = "few tiles: their sides and inputs beside the products";
const COLUMNS = "updates at the ends of a segment, and columns of Q that take room beside the panel";
const BOXES = "tiles are boxes that lean, sets of the bound pyramids; what enters and what leaves counts half each";
const LAYERS = "whole layers of blocks, and sets of the hypercube that are no blocks";

/** Triangles and factorizations of `2√S` to `1024√S` rows. */
export function linearAlgebraPoints() {
  const dense = KINDS.flatMap((kind) => SIDES.map((side) => ofTriangle(kind, side)));
  const tall = ROWS.map((share) =>
    point({
      family: "linear algebra",
      label: `gram-schmidt: n = ${inRoots(1024 * ROOT, ROOT)}; m = S/${1 / share}`,
      workload: triangularWorkload("gram-schmidt", { n: 1024 * ROOT, m: share * S }),
      large: true,
      reason: COLUMNS,
    }),
  );
  return [...dense, ...tall];
}

function ofTriangle(kind, side) {
  const n = side * ROOT;
  const hasOneExtent = ["cholesky", "lu", "floyd-warshall"].includes(kind);
  const open = { symm: SUMS, cholesky: PANELS }[kind];
  return point({
    family: "linear algebra",
    label: `${kind}: ${hasOneExtent ? "n" : "n = m"} = ${inRoots(n, ROOT)}`,
    workload: triangularWorkload(kind, { n, ...(hasOneExtent ? {} : { m: n }) }),
    large: side >= LARGE,
    reason: side >= LARGE ? (open ?? SHORT) : SHORT,
  });
}

/** Stencils in one to three dimensions, over few steps and many. */
export function stencilPoints() {
  const grids = [
    [1, 3, 2 ** 24],
    [2, 5, 2 ** 14],
    [2, 9, 2 ** 14],
    [3, 7, 2 ** 12],
    [3, 27, 2 ** 12],
  ];
  return grids.flatMap(([dimensions, points, cells]) =>
    [16, 256, 4096].map((steps) =>
      point({
        family: "stencils",
        label: `${points} points, ${steps} steps of ${Array(dimensions).fill(cells).join("×")}`,
        workload: stencilWorkload({ dims: Array(dimensions).fill(cells), steps, points }),
        large: true,
        reason: BOXES,
      }),
    ),
  );
}

/** Transforms of as many points as the memory has words, and of up to the cube and more. */
export function transformPoints() {
  return [14, 20, 28, 40, 48].map((layers) =>
    point({
      family: "transforms",
      label: `FFT of 2^${layers} points`,
      workload: fftWorkload({ points: 2 ** layers }),
      fastWords: S + 1,
      large: true,
      reason: LAYERS,
    }),
  );
}

/** Schedules compute nothing twice, so bounds without recomputation hold for them. */
function point({ workload, fastWords = S, ...rest }) {
  return {
    ...rest,
    fastWords,
    best: () => {
      const schedules = planWords(workload, fastWords).map(({ id, traffic }) => {
        const { reads, writes } = traffic.total.get("slow-fast");
        return { schedule: id, cost: reads + writes };
      });
      return { ...largestBound(proveBoundsInSetting(workload, wordSetting(fastWords))), ...cheapest(schedules) };
    },
  };
}
