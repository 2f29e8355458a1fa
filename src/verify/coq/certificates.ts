import { type Fields, list, record, text } from "../shared/fields.js";
import { productCertificate } from "./products.js";
import { applied, type CoqCertificate, counts, type Figures, instanceFigures, PARTS, type Term } from "./terms.js";

/** Of a theorem about chains and its form: the record, its fields after the instance and the cut, the checker, and files of its own. */
const CHAINS: Readonly<
  Record<string, Record<"record" | "type" | "check", string> & Record<"segments" | "counts" | "files", readonly string[]>>
> = {
  "chain-fused per-memory": {
    record: "ChainTransientsCertificate",
    ...named("chain_transients"),
    segments: ["first", "later"],
    counts: ["laterSegments", "clock", ...PARTS],
    files: [],
  },
  "chain-fused amortized": {
    record: "ChainSteadyCertificate",
    type: "chain_steady_certificate",
    check: "check_chain_transients_steady",
    segments: ["later"],
    counts: ["clock", ...PARTS],
    files: ["CheckChainSteady"],
  },
  "chain-recomputation amortized": {
    record: "ChainBirthsWeightedSteadyCertificate",
    ...named("chain_births_weighted_steady"),
    segments: [],
    counts: ["clock", "value"],
    files: ["CheckBirthsWeighted"],
  },
};

/**
 * The term of a certificate, field by field. Nothing is checked but that counts are counts. Undefined where the development has no
 * checker for the theorem.
 *
 * @throws Refused with the path of a field that is not as certificates have it.
 */
export function coqCertificate(json: unknown, path = "certificate"): CoqCertificate | undefined {
  const fields = record(json, path);
  const theorem = text(fields, "theorem", path);
  const counted = (...names: readonly string[]): Figures => counts(fields, names, path);
  switch (theorem) {
    case "compulsory": {
      const arrays = { inputs: arrayList(fields, "inputs", path), outputs: arrayList(fields, "outputs", path) };
      const parts = counted(...PARTS);
      const term = applied("CompulsoryCertificate", arrays, parts);
      return { theorem, files: ["CheckCompulsory"], ...named("compulsory"), term, figures: { ...arrays, ...parts } };
    }
    case "chain-fused":
    case "chain-recomputation": {
      const found = CHAINS[`${theorem} ${text(fields, "form", path)}`];
      if (found === undefined) return undefined;
      const instance = chainFigures(fields, path);
      const chain = { instance: applied("ChainInstance", instance) };
      const segments = Object.fromEntries(found.segments.map((name) => [name, segmentTerm(fields, name, path)]));
      const parts = counted(...found.counts);
      const term = applied(found.record, chain, counted("cut"), segments, parts);
      const files = ["Chain", "CheckChain", ...found.files];
      return { theorem, files, type: found.type, check: found.check, term, figures: { ...instance, ...parts, ...chain } };
    }
    default:
      return productCertificate(theorem, fields, path);
  }
}

function named(name: string): Pick<CoqCertificate, "type" | "check"> {
  return { type: `${name}_certificate`, check: `check_${name}` };
}

function chainFigures(fields: Fields, path: string): Figures {
  const extents = ["batch", "m", "k", "l", "n", "pairs", "factors"];
  return instanceFigures(fields, extents, ["a", "b", "h", "d", "partial", "output"], path);
}

function segmentTerm(fields: Fields, name: string, path: string): Term {
  const at = `${path}.${name}`;
  return applied("ChainSegment", counts(record(fields[name], at), ["stored", "transient"], at));
}

function arrayList(fields: Fields, name: string, path: string): Term {
  return list(fields[name], `${path}.${name}`).map((entry, i) => {
    const at = `${path}.${name}[${i}]`;
    return applied("Array", counts(record(entry, at), ["words", "wordSize"], at));
  });
}
