import { coqCertificate } from "../coq/certificates.js";
import { type Verdict, verifyDocument } from "../document.js";
import type { Fields } from "../shared/fields.js";
import { extractedAccepts } from "./extracted-checker.js";

/** A verdict that also says which certificates an extracted checker accepted, and for which there is none: each as theorem and interface. */
export type ExtractedVerdict =
  | (Extract<Verdict, { readonly valid: true }> & {
      readonly extracted: readonly string[];
      readonly notExtracted: readonly string[];
    })
  | Extract<Verdict, { readonly valid: false }>;

/**
 * Checks a document with `verifyDocument`, and each certificate in it with the checker that Coq proves sound, where there is one.
 * What surrounds certificates (that they are about the document's workload and machine, numbers beside them) is checked by
 * `verifyDocument` alone.
 *
 * @throws InputError when the value is no document with certificates.
 */
export function verifyExtracted(json: unknown, origin = "document"): ExtractedVerdict {
  const verdict = verifyDocument(json, origin);
  if (!verdict.valid) return verdict;
  const extracted = new Map<string, number>();
  const notExtracted = new Map<string, number>();
  for (const { certificate, path, label } of certificatesIn(json)) {
    const coq = certificate["schema"] === "redblue.certificate/2" ? coqCertificate(certificate, path) : undefined;
    const found = coq === undefined ? notExtracted : extracted;
    found.set(label, (found.get(label) ?? 0) + 1);
    if (coq !== undefined && !extractedAccepts(coq)) {
      return { valid: false, path, reason: `refused by ${coq.check}, which Coq proves sound` };
    }
  }
  return { ...verdict, extracted: counted(extracted), notExtracted: counted(notExtracted) };
}

interface Found {
  readonly certificate: Fields;
  readonly path: string;
  readonly label: string;
}

/** Every certificate of a document, those within another included, named by the bound that holds it. */
function certificatesIn(value: unknown, path = "", holder: Fields = {}): readonly Found[] {
  if (typeof value !== "object" || value === null) return [];
  const fields = value as Fields;
  const inside = (key: string): string => (Array.isArray(value) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`);
  const inner = Object.entries(fields).flatMap(([key, entry]) => certificatesIn(entry, inside(key), fields));
  if (typeof fields["theorem"] !== "string") return inner;
  return [{ certificate: fields, path: path === "" ? "certificate" : path, label: labelOf(fields, holder) }, ...inner];
}

function labelOf(certificate: Fields, { id, interface: interfaceId }: Fields): string {
  return typeof id === "string" && typeof interfaceId === "string" ? `${id} on ${interfaceId}` : String(certificate["theorem"]);
}

const counted = (labels: ReadonlyMap<string, number>): readonly string[] =>
  [...labels].map(([label, times]) => (times === 1 ? label : `${label} (${times} times)`));
