import type { Json } from "../../src/bounds/certificates/json.js";
import { verifyCertificate } from "../../src/verify/certificate.js";
import { Refused } from "../../src/verify/shared/fields.js";

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
