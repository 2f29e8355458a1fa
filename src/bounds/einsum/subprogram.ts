import { type Access, type ArrayRole, arrayNamed, type Computation } from "../../computation/computation.js";
import { BYTES_OF, type DataType } from "../../computation/data-types.js";
import { minimum } from "../../exact/integer.js";
import type { Setting } from "../bound.js";
import type { ChainInstance } from "../certificates/chain.js";
import type { MultilayerInstance } from "../certificates/multilayer.js";
import type { ChainExtents } from "../chain/shape.js";
import { statementChains } from "./statement-chains.js";

/**
 * Parts of a computation of several statements that are computations of their own (proofs/einsum-statements.md): leaving out every step of
 * the others turns an execution of the whole into one of the part that costs no more, so each bound of a part is one of the whole.
 */

/** The statements from inputs to an output, each alone. */
export function standaloneStatements(computation: Computation): readonly Computation[] {
  return computation.statements
    .filter(
      ({ output, operands }) => hasRole(computation, output, "output") && operands.every((x) => hasRole(computation, x, "input")),
    )
    .map((statement) => {
      const names = [...statement.operands, statement.output].map(({ array }) => array);
      return { ...computation, statements: [statement], arrays: computation.arrays.filter(({ name }) => names.includes(name)) };
    });
}

/** Chains of two statements as fused chains, H (m×l) = A (m×k) · B (k×l), E (m×n) = H · D (l×n). */
export function chainedStatements(computation: Computation, setting: Setting): readonly ChainInstance[] {
  const { capacity, memories } = setting;
  return statementChains(computation)
    .filter(({ weights }) => weights.length === 2)
    .map(({ x0, weights: [b = "", d = ""], intermediates: [h = ""], output, batch, rows: m, widths }) => {
      const [k, l, n] = widths as [bigint, bigint, bigint];
      const size = sizesOf(computation, setting);
      const weights = {
        a: size(x0),
        b: size(b),
        h: minimum(size(h), partialSize(computation, setting)),
        d: size(d),
        partial: partialSize(computation, setting),
        output: size(output),
      };
      const extents: ChainExtents = { batch, m, k, l, n, pairs: batch * m * l, factors: 1n };
      return { extents, weights, capacity, memories };
    });
}

/** Chains of three statements and more. Chains side by side count as one with their rows together: its W can only be fewer words. */
export function multilayerChainedStatements(computation: Computation, setting: Setting): readonly MultilayerInstance[] {
  const { capacity, memories } = setting;
  return statementChains(computation)
    .filter(({ weights }) => weights.length > 2)
    .map(({ x0, weights: w, intermediates, output, batch, rows, widths }) => {
      const size = sizesOf(computation, setting);
      const partial = partialSize(computation, setting);
      const operand = [x0, ...w].map(size).reduce(minimum);
      // The theorems count no form of an intermediate as wider than an operand.
      const between = intermediates.map(size).reduce(minimum, minimum(operand, partial));
      const weights = { operand, between, partial, output: size(output) };
      return { extents: { m: batch * rows, widths }, weights, capacity, memories };
    });
}

function sizesOf(computation: Computation, setting: Setting): (array: string) => bigint {
  return (array) => sizeOf(arrayNamed(computation, array).dataType, setting);
}

function partialSize(computation: Computation, setting: Setting): bigint {
  return sizeOf(computation.accumulator, setting);
}

function sizeOf(type: DataType, { unit }: Setting): bigint {
  return unit === "words" ? 1n : BigInt(BYTES_OF[type]);
}

function hasRole(computation: Computation, { array }: Access, role: ArrayRole): boolean {
  return arrayNamed(computation, array).role === role;
}
