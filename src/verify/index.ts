/** The checker of certificates and documents, which shares no code with what derives bounds. */

export { loadPotentials } from "../bounds/potentials/tables.js";
export { InputError } from "../errors.js";
export { verifyCertificate } from "./certificate.js";
export { type CoqFile, coqFile } from "./coq/proof-file.js";
export { type Verdict, verifyDocument } from "./document.js";
export { type ExtractedVerdict, verifyExtracted } from "./extracted/extracted-document.js";
export type { Verified } from "./verified.js";
