import type { Fields } from "../shared/fields.js";
import { count, list, Refused, record, text } from "../shared/fields.js";

/** Fields of a certificate as Coq text: numerals, and the lists of arrays of a compulsory one. */
export type Figures = Readonly<Record<string, string>>;

/** A certificate as a term of the checked checkers (proofs/coq): its record, the checker, and the figures that a statement needs. */
export interface CoqCertificate {
  readonly theorem: string;
  /** Files of the development that define the computation, the record and the checker. */
  readonly files: readonly string[];
  readonly type: string;
  readonly term: string;
  readonly check: string;
  readonly figures: Figures;
}

const PARTS = ["reads", "writes", "value"];

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
    case "product-segments":
    case "product-busiest":
    case "product-memory-independent": {
      const short = theorem.slice("product-".length).replace("-", "_");
      const instance = instanceFigures(fields, ["batch", "m", "n", "k"], ["a", "b", "partial", "output"], path);
      const parts = short === "segments" ? counted(...PARTS) : counted("share", "value");
      const cut = short === "memory_independent" ? {} : { cut: `(${cutTerm(fields, path)})` };
      const name = `${short.replace(/(^|_)./g, (start) => start.slice(-1).toUpperCase())}Certificate`;
      const product = { instance: `(${applied("ProductInstance", instance)})` };
      const term = applied(name, product, cut, parts);
      const files = ["Product", "CheckProduct"];
      const [type, check] = [`${short}_certificate`, `check_product_${short}`];
      return { theorem, files, type, check, term, figures: { ...instance, ...parts, ...product } };
    }
    case "product-intervals": {
      const instance = instanceFigures(fields, ["batch", "m", "n", "k"], ["a", "b", "partial", "output"], path);
      const found = counted("wordSize", "capacityWords", "cut", "windowsOfGroup", "laterWindows", "clockWords");
      const parts = counted(...PARTS);
      const product = { instance: `(${applied("ProductInstance", instance)})` };
      const [type, check] = ["intervals_certificate", "check_product_intervals"];
      const term = applied("IntervalsCertificate", product, found, parts);
      return { theorem, files: ["Product", "CheckIntervals"], type, check, term, figures: { ...instance, ...parts, ...product } };
    }
    case "product-steady":
    case "product-intervals-steady": {
      const instance = instanceFigures(fields, ["batch", "m", "n", "k"], ["a", "b", "partial", "output"], path);
      const product = { instance: `(${applied("ProductInstance", instance)})` };
      const parts = counted(...PARTS);
      const [record, type, file, found] =
        theorem === "product-steady"
          ? (["SteadyCertificate", "steady_certificate", "CheckSteady", counted("cut", "segmentProducts", "clock")] as const)
          : ([
              "IntervalsSteadyCertificate",
              "intervals_steady_certificate",
              "CheckIntervals",
              counted("wordSize", "capacityWords", "cut", "windowsOfGroup", "clockWords"),
            ] as const);
      const check = `check_${theorem.replaceAll("-", "_")}`;
      const term = applied(record, product, found, parts);
      return { theorem, files: ["Product", file], type, check, term, figures: { ...instance, ...parts, ...product } };
    }
    case "chain-fused":
    case "chain-recomputation": {
      const found = CHAINS[`${theorem} ${text(fields, "form", path)}`];
      if (found === undefined) return undefined;
      const instance = chainFigures(fields, path);
      const chain = { instance: `(${applied("ChainInstance", instance)})` };
      const segments = Object.fromEntries(found.segments.map((name) => [name, segmentTerm(fields, name, path)]));
      const parts = counted(...found.counts);
      const term = applied(found.record, chain, counted("cut"), segments, parts);
      const files = ["Chain", "CheckChain", ...found.files];
      return { theorem, files, type: found.type, check: found.check, term, figures: { ...instance, ...parts, ...chain } };
    }
    case "convolution-steady": {
      const { figures, term: instance } = convolutionInstance(fields, path);
      const parts = counted(...PARTS);
      const found = counted("cut", "segmentWorth", "clock");
      const term = applied("ConvolutionSteadyCertificate", { instance, prices: countList(fields, "prices", path) }, found, parts);
      const files = ["Window", "Convolution", "CheckConvolution"];
      return { theorem, files, ...named("convolution_steady"), term, figures: { ...figures, ...parts } };
    }
    case "convolution":
    case "convolution-busiest":
    case "convolution-memory-independent": {
      const name = theorem.replaceAll("-", "_");
      const { figures, term: instance } = convolutionInstance(fields, path);
      const cut = theorem === "convolution-memory-independent" ? {} : { cut: `(${applied("ConvCut", worthCut(fields, path))})` };
      const parts = theorem === "convolution" ? counted(...PARTS) : counted("share", "value");
      const record = `${name.replace(/(^|_)./g, (start) => start.slice(-1).toUpperCase())}Certificate`;
      const term = applied(record, { instance, prices: countList(fields, "prices", path) }, cut, parts);
      return {
        theorem,
        files: ["Window", "Convolution", "CheckConvolution"],
        ...named(name),
        term,
        figures: { ...figures, ...parts },
      };
    }
    default:
      return undefined;
  }
}

/** The constructor of a record before its arguments in order. */
function applied(name: string, ...parts: readonly Figures[]): string {
  return [name, ...parts.flatMap((part) => Object.values(part))].join(" ");
}

function named(name: string): Pick<CoqCertificate, "type" | "check"> {
  return { type: `${name}_certificate`, check: `check_${name}` };
}

function instanceFigures(fields: Fields, extents: readonly string[], weights: readonly string[], path: string): Figures {
  const at = `${path}.instance`;
  const instance = record(fields["instance"], at);
  return {
    ...counts(record(instance["extents"], `${at}.extents`), extents, `${at}.extents`),
    ...counts(record(instance["weights"], `${at}.weights`), weights, `${at}.weights`),
    ...counts(instance, ["capacity", "memories"], at),
  };
}

function chainFigures(fields: Fields, path: string): Figures {
  const extents = ["batch", "m", "k", "l", "n", "pairs", "factors"];
  return instanceFigures(fields, extents, ["a", "b", "h", "d", "partial", "output"], path);
}

/** A convolution's counts, those of its axes under `rows.` and `columns.`, and its record. */
function convolutionInstance(fields: Fields, path: string): { readonly figures: Figures; readonly term: string } {
  const at = `${path}.instance`;
  const instance = record(fields["instance"], at);
  const sides = list(instance["axes"], `${at}.axes`);
  if (sides.length !== 2) throw new Refused(`${at}.axes`, "not two");
  const axes = sides.map((side, i) => {
    const where = `${at}.axes[${i}]`;
    return counts(record(side, where), ["extent", "kernel", "stride", "padding"], where);
  }) as [Figures, Figures];
  const channels = counts(record(instance["channels"], `${at}.channels`), ["batch", "input", "output"], `${at}.channels`);
  const weights = counts(record(instance["weights"], `${at}.weights`), ["input", "filter", "partial", "output"], `${at}.weights`);
  const memory = counts(instance, ["capacity", "memories"], at);
  const [rows, columns] = axes.map((axis) => `(${applied("ConvAxis", axis)})`) as [string, string];
  const under = (name: string, part: Figures): Figures =>
    Object.fromEntries(Object.entries(part).map(([key, count]) => [`${name}.${key}`, count]));
  return {
    figures: {
      ...under("channels", channels),
      ...under("rows", axes[0]),
      ...under("columns", axes[1]),
      ...under("weights", weights),
      ...memory,
    },
    term: `(${applied("ConvInstance", channels, { rows, columns }, weights, memory)})`,
  };
}

function worthCut(fields: Fields, path: string): Figures {
  return counts(fields, ["cut", "firstSegmentWorth", "segmentWorth", "laterSegments", "clock"], path);
}

function segmentTerm(fields: Fields, name: string, path: string): string {
  const at = `${path}.${name}`;
  return `(${applied("ChainSegment", counts(record(fields[name], at), ["stored", "transient"], at))})`;
}

const METHODS: Figures = { real: "Real", whole: "OverWhole" };

function cutTerm(fields: Fields, path: string): string {
  const methods = ["method", "firstMethod"].map((name) => {
    const method = METHODS[text(fields, name, path)];
    if (method === undefined) throw new Refused(`${path}.${name}`, "neither 'real' nor 'whole'");
    return [name, method] as const;
  });
  const rest = counts(fields, ["firstSegmentProducts", "segmentProducts", "laterSegments", "clock"], path);
  return applied("CutCertificate", counts(fields, ["cut"], path), Object.fromEntries(methods), rest);
}

/** `[:: Array words wordSize; …]` */
function arrayList(fields: Fields, name: string, path: string): string {
  const terms = list(fields[name], `${path}.${name}`).map((entry, i) => {
    const at = `${path}.${name}[${i}]`;
    return applied("Array", counts(record(entry, at), ["words", "wordSize"], at));
  });
  return `[:: ${terms.join("; ")}]`;
}

/** `[:: 12; 7]` */
function countList(fields: Fields, name: string, path: string): string {
  const at = `${path}.${name}`;
  const given = list(fields[name], at);
  return `[:: ${given.map((_, i) => count(given as unknown as Fields, String(i), at)).join("; ")}]`;
}

function counts(fields: Fields, names: readonly string[], path: string): Figures {
  return Object.fromEntries(names.map((name) => [name, String(count(fields, name, path))]));
}
