import type { PartsCertificate, PlainCertificate } from "../bound.js";

/**
 * The sum of bounds on parts that share no word (proofs/independent-parts.md): the moves of one part's words are an execution of that part
 * alone, in the same memories.
 */
export function proveIndependentParts(parts: readonly PlainCertificate[]): PartsCertificate {
  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((x, y) => x + y, 0n);
  const [reads, writes] = (["reads", "writes"] as const).map((side) => parts.flatMap((part) => amountOf(part, side) ?? []));
  const apart =
    reads?.length === parts.length && writes?.length === parts.length ? { reads: sum(reads), writes: sum(writes) } : {};
  return { theorem: "independent-parts", parts, ...apart, value: sum(parts.map(({ value }) => value)) };
}

/** What the certificate says of loads or stores alone, if it does. */
export function amountOf(certificate: PlainCertificate, side: "reads" | "writes"): bigint | undefined {
  return side in certificate ? (certificate as { readonly [Side in "reads" | "writes"]?: bigint })[side] : undefined;
}
