import type { Computation } from "../../computation/computation.js";
import type { BlockScalesCertificate, ProductTotalCertificate } from "../certificates/gemm.js";
import type { CompulsoryCertificate } from "../certificates/others.js";

/** A statement with operands scaled in blocks, and the same without its scales. */
export interface ScaledStatement {
  readonly unscaled: Computation;
  /** Names of the arrays of scales. */
  readonly scales: ReadonlySet<string>;
}

/** Undefined where no operand of the one statement is a scale of blocks. */
export function scaledStatement(computation: Computation): ScaledStatement | undefined {
  const [statement] = computation.statements;
  if (statement === undefined || computation.statements.length !== 1) return undefined;
  const isScale = ({ dimensions }: (typeof statement.operands)[number]): boolean =>
    dimensions.some(({ block }) => block !== undefined);
  const scales = new Set(statement.operands.filter(isScale).map(({ array }) => array));
  if (scales.size === 0) return undefined;
  return {
    unscaled: {
      ...computation,
      statements: [{ ...statement, operands: statement.operands.filter((operand) => !isScale(operand)) }],
      arrays: computation.arrays.filter(({ name }) => !scales.has(name)),
    },
    scales,
  };
}

/**
 * A product with operands scaled in blocks (proofs/gemm-block-scales.md): loads of scales are no loads of operands, so what the product alone
 * must move comes on top of every scale once.
 */
export function proveBlockScales(
  product: ProductTotalCertificate,
  scales: CompulsoryCertificate["inputs"],
): BlockScalesCertificate {
  const moved = scales.reduce((sum, { words, wordSize }) => sum + words * wordSize, 0n);
  const parts = "reads" in product ? { reads: product.reads + moved, writes: product.writes } : {};
  return { theorem: "block-scales", product, scales, ...parts, value: product.value + moved };
}
