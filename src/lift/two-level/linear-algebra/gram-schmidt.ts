import { range, runs } from "../../lifted.js";
import type { FastMemory } from "./fast-memory.js";

interface Extents {
  readonly n: number;
  readonly m: number;
}

/** Panel by panel: the columns of Q before it pass, each for all columns of the panel; then its own, in their places. */
export function listPanels(memory: FastMemory, { n, m }: Extents, columns: number): void {
  const rows = range(0, m);
  const update = (k: number, j: number): void => {
    const along = `R[${k},${j}]`;
    addRows(memory, along, m);
    memory.store(along);
    for (const i of rows) memory.compute(version(k + 1, i, j), version(k, i, j));
    memory.drop(along);
  };
  for (const [first, beyond] of runs(n, columns)) {
    const own = range(first, beyond);
    for (const j of own) for (const i of rows) memory.load(`A[${i},${j}]`);
    for (const k of range(0, first)) {
      memory.during(
        rows.map((i) => `Q[${i},${k}]`),
        () => {
          for (const j of own) update(k, j);
        },
      );
    }
    for (const k of own) {
      const sum = `S[${k}]`;
      addRows(memory, sum, m);
      const norm = `R[${k},${k}]`;
      memory.compute(norm, sum);
      memory.store(norm);
      for (const i of rows) memory.compute(`Q[${i},${k}]`, version(k, i, k));
      memory.drop(norm);
      for (const j of range(k + 1, beyond)) update(k, j);
    }
    for (const k of own) {
      for (const i of rows) {
        memory.store(`Q[${i},${k}]`);
        memory.drop(`Q[${i},${k}]`);
      }
    }
  }
}

/** The process as it is written: a pass for the norm, one for Q, and two for each few columns behind. */
export function listPasses(memory: FastMemory, { n, m }: Extents, columns: number): void {
  const rows = range(0, m);
  for (const k of range(0, n)) {
    const norm = `R[${k},${k}]`;
    for (const i of rows) memory.during([version(k, i, k)], () => addRow(memory, `S[${k}]`, i, m));
    memory.compute(norm, `S[${k}]`);
    memory.store(norm);
    for (const i of rows) {
      memory.load(version(k, i, k));
      memory.compute(`Q[${i},${k}]`, version(k, i, k));
      memory.store(`Q[${i},${k}]`);
      memory.drop(`Q[${i},${k}]`);
    }
    memory.drop(norm);
    for (const [first, beyond] of runs(n - k - 1, columns)) {
      const own = range(k + 1 + first, k + 1 + beyond);
      const pass = (use: (i: number, j: number) => void): void => {
        for (const i of rows) {
          memory.during([`Q[${i},${k}]`], () => {
            for (const j of own) use(i, j);
          });
        }
      };
      pass((i, j) => memory.during([version(k, i, j)], () => addRow(memory, `R[${k},${j}]`, i, m)));
      for (const j of own) memory.store(`R[${k},${j}]`);
      pass((i, j) => {
        memory.load(version(k, i, j));
        memory.compute(version(k + 1, i, j), version(k, i, j));
        memory.store(version(k + 1, i, j));
        memory.drop(version(k + 1, i, j));
      });
      for (const j of own) memory.drop(`R[${k},${j}]`);
    }
  }
}

/** A sum over all rows, one term after another. */
function addRows(memory: FastMemory, sum: string, rows: number): void {
  for (const i of range(0, rows)) addRow(memory, sum, i, rows);
}

function addRow(memory: FastMemory, sum: string, row: number, rows: number): void {
  const partial = (i: number): string => (i === rows - 1 ? sum : `${sum}#${i}`);
  memory.compute(partial(row), row === 0 ? undefined : partial(row - 1));
}

/** A word of A after so many steps. */
function version(step: number, i: number, j: number): string {
  return step === 0 ? `A[${i},${j}]` : `A${step}[${i},${j}]`;
}
