import { Refused } from "../shared/fields.js";
import type { CheckedMultilayer } from "./chain.js";

/** Rows and widths of a multi-layer chain of the workload. */
export type MultilayerChainSubject = Pick<CheckedMultilayer, "m" | "widths">;

/** Refuses a certificate about another chain, other sizes of words or another memory. @throws Refused */
export function checkSameMultilayerChain(
  found: CheckedMultilayer,
  subjects: readonly MultilayerChainSubject[],
  sizes: { readonly operand: bigint; readonly accumulator: bigint; readonly output: bigint },
  { capacity, memories }: Readonly<Record<"capacity" | "memories", bigint>>,
  path: string,
): void {
  const at = `${path}.certificate.instance`;
  const shape = ({ m, widths }: MultilayerChainSubject): string => [m, ...widths].join();
  const subject = subjects.find((one) => shape(one) === shape(found)) ?? subjects[0];
  if (subject === undefined) throw new Refused(`${path}.certificate`, "no theorem about this workload");
  const between = sizes.operand < sizes.accumulator ? sizes.operand : sizes.accumulator;
  const right = { m: subject.m, operand: sizes.operand, between, output: sizes.output, capacity, memories };
  for (const [name, value] of Object.entries(right)) {
    const claimed = found[name as keyof typeof right];
    if (claimed !== value) throw new Refused(at, `${name} is ${value} for this workload and machine, not ${claimed}`);
  }
  if (found.widths.join() !== subject.widths.join())
    throw new Refused(at, `widths are ${subject.widths.join()} for this workload`);
}
