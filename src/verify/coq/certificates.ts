import type { Fields } from "../shared/fields.js";
import { list, record, text } from "../shared/fields.js";
import { productCertificate } from "./products.js";
import type { CoqCertificate, Figures } from "./terms.js";
import { applied, counts, instanceFigures, PARTS } from "./terms.js";

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
    case "chain-transients": {
      const instance = chainFigures(fields, path);
      const segments = Object.fromEntries(["first", "later"].map((name) => [name, segmentTerm(fields, name, path)]));
      const parts = counted("laterSegments", "clock", ...PARTS);
      const chain = { instance: `(${applied("ChainInstance", instance)})` };
      const term = applied("ChainTransientsCertificate", chain, counted("cut"), segments, parts);
      return {
        theorem,
        files: ["Chain", "CheckChain"],
        ...named("chain_transients"),
        term,
        figures: { ...instance, ...parts, ...chain },
      };
    }
    case "chain-transients-steady": {
      const instance = chainFigures(fields, path);
      const later = { later: segmentTerm(fields, "later", path) };
      const parts = counted("clock", ...PARTS);
      const chain = { instance: `(${applied("ChainInstance", instance)})` };
      const term = applied("ChainSteadyCertificate", chain, counted("cut"), later, parts);
      const [type, check] = ["chain_steady_certificate", "check_chain_transients_steady"];
      const files = ["Chain", "CheckChain", "CheckChainSteady"];
      return { theorem, files, type, check, term, figures: { ...instance, ...parts, ...chain } };
    }
    case "chain-births": {
      const instance = chainFigures(fields, path);
      const chain = { instance: `(${applied("ChainInstance", instance)})` };
      const parts = counted("wordSize", "capacityWords", "cut", "laterSegments", "clockWords", "value");
      const term = applied("ChainBirthsCertificate", chain, parts);
      const files = ["Chain", "CheckChain", "CheckBirths"];
      return { theorem, files, ...named("chain_births"), term, figures: { ...instance, ...parts, ...chain } };
    }
    case "chain-births-weighted": {
      const instance = chainFigures(fields, path);
      const chain = { instance: `(${applied("ChainInstance", instance)})` };
      const parts = counted("cut", "laterSegments", "clock", "value");
      const term = applied("ChainBirthsWeightedCertificate", chain, parts);
      const files = ["Chain", "CheckChain", "CheckBirthsWeighted"];
      return { theorem, files, ...named("chain_births_weighted"), term, figures: { ...instance, ...parts, ...chain } };
    }
    case "chain-births-steady":
    case "chain-births-weighted-steady": {
      const instance = chainFigures(fields, path);
      const chain = { instance: `(${applied("ChainInstance", instance)})` };
      const weighted = theorem === "chain-births-weighted-steady";
      const parts = weighted
        ? counted("cut", "clock", "value")
        : counted("wordSize", "capacityWords", "cut", "clockWords", "value");
      const term = applied(weighted ? "ChainBirthsWeightedSteadyCertificate" : "ChainBirthsSteadyCertificate", chain, parts);
      const files = ["Chain", "CheckChain", weighted ? "CheckBirthsWeighted" : "CheckBirths"];
      return { theorem, files, ...named(theorem.replaceAll("-", "_")), term, figures: { ...instance, ...parts, ...chain } };
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

function segmentTerm(fields: Fields, name: string, path: string): string {
  const at = `${path}.${name}`;
  return `(${applied("ChainSegment", counts(record(fields[name], at), ["stored", "transient"], at))})`;
}

/** `[:: Array words wordSize; …]` */
function arrayList(fields: Fields, name: string, path: string): string {
  const terms = list(fields[name], `${path}.${name}`).map((entry, i) => {
    const at = `${path}.${name}[${i}]`;
    return applied("Array", counts(record(entry, at), ["words", "wordSize"], at));
  });
  return `[:: ${terms.join("; ")}]`;
}
