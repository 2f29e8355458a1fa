import { extentOf } from "./place.js";
import type { Access, EinsumStatement } from "./products.js";
import type { Loop } from "./statement.js";
import type { Fields } from "./templates.js";

/** The fields of statements: `gemm` and `chain` where they are one product or two in a row, else `einsum`. */
export function fieldsOfStatements(statements: readonly EinsumStatement[]): Fields {
  return productFields(statements) ?? chainFields(statements) ?? einsumFields(statements);
}

const extent = (loop: Loop): number => extentOf(loop) ?? 1;

/** Of a matrix product: the rows of the left operand, what is summed over, the columns of the right one. */
interface Extents {
  readonly m: Loop;
  readonly k: Loop;
  readonly n: Loop;
}

function matrixProduct({ output, operands }: EinsumStatement, [a, b] = operands): Extents | undefined {
  if (a === undefined || b === undefined || operands.length !== 2 || a.array === b.array) return undefined;
  const [[m, ...rows], [k, ...sums], [n, ...columns], batch] = [
    output.loops.filter((loop) => a.loops.includes(loop) && !b.loops.includes(loop)),
    a.loops.filter((loop) => b.loops.includes(loop) && !output.loops.includes(loop)),
    output.loops.filter((loop) => b.loops.includes(loop) && !a.loops.includes(loop)),
    output.loops.filter((loop) => a.loops.includes(loop) && b.loops.includes(loop)),
  ];
  const isPlain = rows.length + sums.length + columns.length + batch.length === 0;
  const isAll = [output, a, b].every(({ loops }) => loops.length === 2);
  return m === undefined || k === undefined || n === undefined || !isPlain || !isAll ? undefined : { m, k, n };
}

function productFields(statements: readonly EinsumStatement[]): Fields | undefined {
  const [first, second] = statements;
  const product = first === undefined || second !== undefined ? undefined : matrixProduct(first);
  return product && { workload: "gemm", m: extent(product.m), n: extent(product.n), k: extent(product.k) };
}

function chainFields(statements: readonly EinsumStatement[]): Fields | undefined {
  const [first, second, third] = statements;
  if (first === undefined || second === undefined || third !== undefined) return undefined;
  const between = second.operands.find(({ array }) => array === first.output.array);
  const other = second.operands.find((one) => one !== between);
  const arrays = new Set([...first.operands, ...second.operands].map(({ array }) => array));
  if (between === undefined || other === undefined || arrays.size !== 4) return undefined;
  const [inner, outer] = [matrixProduct(first), matrixProduct(second, [between, other])];
  if (inner === undefined || outer === undefined) return undefined;
  // The result's dimension that stays, and the one that is summed over.
  const l = first.output.loops[between.loops.indexOf(outer.k)] as Loop;
  const m = first.output.loops[between.loops.indexOf(outer.m)] as Loop;
  return { workload: "chain", m: extent(m), k: extent(inner.k), l: extent(l), n: extent(outer.n) };
}

/** The text and extents; a dimension of an array has one index in all statements, where no statement has two loops of it. */
function einsumFields(statements: readonly EinsumStatement[]): Fields {
  const accesses = statements.map(({ output, operands }) => [...operands, output]);
  const loopsOf = accesses.map((all) => new Set(all.flatMap(({ loops }) => loops)));
  /** Loops of one index; those of one place are joined where they may be. */
  let groups: readonly ReadonlySet<Loop>[] = [...new Set(loopsOf.flatMap((loops) => [...loops]))].map((loop) => new Set([loop]));
  const groupOf = (loop: Loop): ReadonlySet<Loop> => groups.find((group) => group.has(loop)) as ReadonlySet<Loop>;
  const places = new Map<string, Loop>();
  for (const { array, loops } of accesses.flat())
    loops.forEach((loop, dimension) => {
      const place = `${array} ${dimension}`;
      const first = places.get(place);
      places.set(place, first ?? loop);
      if (first === undefined || groupOf(first) === groupOf(loop)) return;
      const both = new Set([...groupOf(first), ...groupOf(loop)]);
      if (loopsOf.some((inside) => [...both].filter((one) => inside.has(one)).length > 1)) return;
      groups = [...groups.filter((group) => ![first, loop].some((one) => group.has(one))), both];
    });
  const extents: Record<string, number> = {};
  const names = new Map<Loop, string>();
  for (const loop of loopsOf.flatMap((loops) => [...loops])) {
    if (names.has(loop)) continue;
    const name = fresh(identifier(loop.index), (one) => Object.hasOwn(extents, one));
    extents[name] = extent(loop);
    for (const one of groupOf(loop)) names.set(one, name);
  }
  const arrays = new Map<string, string>();
  const array = (name: string): string => {
    if (!arrays.has(name))
      arrays.set(
        name,
        fresh(identifier(name), (one) => [...arrays.values()].includes(one)),
      );
    return arrays.get(name) as string;
  };
  const written = (access: Access): string => `${array(access.array)}[${access.loops.map((loop) => names.get(loop)).join(",")}]`;
  const lines = statements.map(({ output, operands }) => `${written(output)} += ${operands.map(written).join(" * ")}`);
  return { workload: "einsum", text: lines.join("; "), extents };
}

/** Names in einsums begin with a letter. */
function identifier(name: string): string {
  return /^[A-Za-z]/.test(name) ? name : `a${name}`;
}

function fresh(name: string, isTaken: (name: string) => boolean): string {
  let [found, number] = [name, 1];
  while (isTaken(found)) {
    number++;
    found = `${name}${number}`;
  }
  return found;
}
