import { BACKWARD_THEOREMS } from "./chain/backward.js";
import { CHAIN_THEOREMS } from "./chain/theorems.js";
import { CONV_THEOREMS } from "./conv/theorems.js";
import { EINSUM_THEOREMS } from "./einsum/theorems.js";
import { FINER_UNITS } from "./finer-units.js";
import { GEMM_THEOREMS } from "./gemm/theorems.js";
import { LAYERED_THEOREMS } from "./layered/theorems.js";
import { MULTILAYER_THEOREMS } from "./multilayer/theorems.js";
import { PARTS_THEOREMS } from "./parts/theorems.js";
import { FUSION_PLAN } from "./plan-theorem.js";
import { RECURRENCE_THEOREMS } from "./recurrence/theorems.js";
import { ROWS_THEOREMS } from "./rows/theorems.js";
import { SPREAD_ARRAYS } from "./spread-arrays.js";
import { type Theorem, type TheoremOf, theoremAmong } from "./theorem.js";
import { TRIANGULAR_THEOREMS } from "./triangular/theorems.js";
import { WARM_START } from "./warm-start.js";

/** Every theorem behind the bounds, with its statement, proof and source. */
export const THEOREMS: readonly Theorem[] = [
  ...ROWS_THEOREMS,
  ...GEMM_THEOREMS,
  ...CHAIN_THEOREMS,
  ...BACKWARD_THEOREMS,
  ...MULTILAYER_THEOREMS,
  ...EINSUM_THEOREMS,
  ...CONV_THEOREMS,
  ...TRIANGULAR_THEOREMS,
  ...LAYERED_THEOREMS,
  ...RECURRENCE_THEOREMS,
  FINER_UNITS,
  WARM_START,
  SPREAD_ARRAYS,
  ...PARTS_THEOREMS,
  FUSION_PLAN,
];

/** The theorem in the form that the certificate names. */
export const theoremOf: TheoremOf = theoremAmong(THEOREMS);
