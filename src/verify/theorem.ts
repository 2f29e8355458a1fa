import type { Fields } from "./shared/fields.js";
import type { Verified } from "./verified.js";

/** What a check establishes beside the name of the theorem. */
export type Established = Omit<Verified, "theorem">;

/** One theorem as the checker knows it: a table of its own, which shares nothing with the one that bounds are derived by. */
export interface CheckedTheorem {
  readonly scope: "total" | "busiest" | "class";
  readonly proof: string;
  readonly status: string;
  /** Forms of the theorem, as certificates name them, where they differ: by a proof of their own, say. */
  readonly forms?: Readonly<Record<string, Partial<Omit<CheckedTheorem, "check" | "forms">>>>;
  /** Certificates that only the paper proof reaches, of a theorem that is machine-checked for others. */
  readonly onPaper?: (certificate: Fields) => boolean;
  /** Beside what every bound requires, and what partial sums and interfaces add (required.ts). */
  readonly requires: readonly string[];
  /** Holds only where an accumulator that left comes back by a load: always, or for such certificates. */
  readonly countsReturns?: true | ((certificate: Fields, verified: Established) => boolean);
  /** Counts partial sums of an intermediate as wide as those of the output. */
  readonly widensIntermediates?: true;
  /** Whether words are counted wider than what is stored of a partial sum, where the instance does not say so. */
  readonly countsWide?: (certificate: Fields, verified: Established) => boolean;
  /** Needs several products with one left operand to read its words in the same places. */
  readonly needsOneLeftOperand?: true;
  /** Needs elements of the intermediate in the same places for both products. */
  readonly needsIntermediateInPlace?: true;
  /** @throws Refused with the path of the first field that is wrong */
  readonly check: (fields: Fields, path: string) => Established;
}
