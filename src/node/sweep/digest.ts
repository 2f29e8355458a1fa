import { createHash } from "node:crypto";

/** First 128 bits of SHA-256 in hexadecimal: the id of a certificate, of a plan. */
export function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
