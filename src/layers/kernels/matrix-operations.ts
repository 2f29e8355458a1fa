import { chainShape } from "../../bounds/chain/shape.js";
import { valueDimOf } from "../../computation/attention.js";
import { convProducts } from "../../computation/conv.js";
import type { DataType } from "../../computation/data-types.js";
import { forwardOf } from "../../computation/fused/attention-backward.js";
import { scanProducts } from "../../time/scan-products.js";
import { type GraphIndex, type Operator, tensorNamed } from "../operator-graph.js";
import { productSides } from "./kernel-core.js";
import { attentionGradientsOf, convolutionOf, scanOf } from "./single-cores.js";

/** Operations of one operator on matrix units, multiply-adds counted as two, and the type of their operands. Masked scores are not counted. */
export interface MatrixOperations {
  readonly count: bigint;
  readonly dataType: DataType;
}

/** Undefined for operators that are no product: all else is small beside them. */
export function matrixOperations(index: GraphIndex, { work, inputs, outputs }: Operator): MatrixOperations | undefined {
  const [first = ""] = inputs;
  switch (work.kind) {
    case "product": {
      const { batch, m, n, k } = productSides(work);
      return { count: 2n * BigInt(batch) * BigInt(m) * BigInt(n) * BigInt(k), dataType: tensorNamed(index, first).dataType };
    }
    case "grouped-product":
    case "grouped-gradient": {
      const products = BigInt(work.inner) * BigInt(work.columns) * work.rows.reduce((sum, rows) => sum + BigInt(rows), 0n);
      return { count: 2n * products, dataType: tensorNamed(index, first).dataType };
    }
    case "scores":
    case "values":
    case "transposed-values": {
      const pairs = tensorNamed(index, work.kind === "scores" ? (outputs[0] ?? "") : first).words;
      return {
        count: 2n * BigInt(pairs) * BigInt(work.kind === "scores" ? work.dim : valueDimOf(work)),
        dataType: tensorNamed(index, first).dataType,
      };
    }
    case "attention-backward": {
      const { k, n, pairs } = chainShape(forwardOf(attentionGradientsOf(work, "bf16")), "words").extents;
      return { count: 2n * pairs * (3n * k + 2n * n), dataType: tensorNamed(index, first).dataType };
    }
    case "convolution": {
      return { count: 2n * convProducts(convolutionOf(work, "bf16")), dataType: tensorNamed(index, first).dataType };
    }
    case "scan":
      return { count: 2n * scanProducts(scanOf(work, "bf16")), dataType: tensorNamed(index, first).dataType };
    default:
      return undefined;
  }
}
