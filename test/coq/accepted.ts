import type { Json } from "../../src/bounds/certificate-json.js";
import { verifyCertificate } from "../../src/bounds/verify/certificate.js";
import { Refused } from "../../src/bounds/verify/fields.js";

/** What `redblue verify` says of a certificate. @throws Error where it fails for another reason than the certificate. */
export function accepted(json: Json): boolean {
  try {
    verifyCertificate(json);
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}
