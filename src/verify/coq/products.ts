import { isGeneral } from "../conv/instance.js";
import { type Fields, list, Refused, record, text } from "../shared/fields.js";
import { mixtureFigures, mixtureTables } from "./potential-tables.js";
import { applied, type CoqCertificate, type CoqTable, counts, type Figures, instanceFigures, PARTS, type Term } from "./terms.js";

/** A record of the development: its constructor, its type, its checker and the file of both, and what it has beside its instance. */
interface CoqRecord {
  readonly name: string;
  readonly type: string;
  readonly check: string;
  readonly file: string;
  /** Arguments between the instance and the parts of the bound. */
  readonly terms: (fields: Fields, path: string) => Figures;
  readonly parts: readonly string[];
  readonly tables?: (fields: Fields, path: string) => readonly CoqTable[];
}

const SHARE = ["share", "value"];
const VALUE = ["value"];
const none = (): Figures => ({});
const RESIDENTS: Figures = { a: applied("ResidentA"), b: applied("ResidentB"), c: applied("ResidentC") };
const passes = (fields: Fields, path: string): Figures => ({
  resident: oneOf(RESIDENTS, fields, "resident", path),
  ...counts(fields, ["fits"], path),
});
const mixture = (fields: Fields, path: string): Figures => ({
  ...counts(fields, ["room"], path),
  ...mixtureFigures(fields, path),
});
const productCut = (fields: Fields, path: string): Figures => ({ cut: cutTerm(fields, path) });
const prices = (fields: Fields, path: string): Figures => {
  const given = list(fields["prices"], `${path}.prices`);
  return { prices: given.flatMap((_, i) => Object.values(counts(given as unknown as Fields, [String(i)], `${path}.prices`))) };
};
const convCut = (fields: Fields, path: string): Figures => ({
  ...prices(fields, path),
  cut: applied("ConvCut", counts(fields, ["cut", "firstSegmentWorth", "segmentWorth", "laterSegments", "clock"], path)),
});
const counted =
  (...names: readonly string[]) =>
  (fields: Fields, path: string): Figures =>
    counts(fields, names, path);

const row = (name: string, check: string, file: string, terms: CoqRecord["terms"], parts: readonly string[]): CoqRecord => ({
  name: `${name}Certificate`,
  type: `${name.replace(/(?!^)[A-Z]/g, (capital) => `_${capital}`).toLowerCase()}_certificate`,
  check,
  file,
  terms,
  parts,
});

/** By theorem, and form where there is more than one. */
const PRODUCTS: Readonly<Record<string, CoqRecord>> = {
  "gemm-segments per-memory": row("Segments", "check_product_segments", "CheckProduct", productCut, PARTS),
  "gemm-segments amortized": row(
    "Steady",
    "check_product_steady",
    "CheckSteady",
    counted("cut", "segmentProducts", "clock"),
    PARTS,
  ),
  "gemm-per-processor": row("Busiest", "check_product_busiest", "CheckProduct", productCut, SHARE),
  "gemm-memory-independent": row("MemoryIndependent", "check_product_memory_independent", "CheckProduct", none, SHARE),
  "gemm-whole-passes": row("WholePasses", "check_product_whole_passes", "CheckPasses", passes, VALUE),
  "gemm-holding-cost two-arrays": {
    ...row("HoldingCost", "check_product_holding_cost", "CheckHoldingCost", mixture, VALUE),
    tables: mixtureTables,
  },
};

const CONVOLUTIONS: Readonly<Record<string, CoqRecord>> = {
  "conv-segments per-memory": row("Convolution", "check_convolution", "CheckConvolution", convCut, PARTS),
  "conv-segments amortized": row(
    "ConvolutionSteady",
    "check_convolution_steady",
    "CheckConvolution",
    (fields, path) => ({ ...prices(fields, path), ...counts(fields, ["cut", "segmentWorth", "clock"], path) }),
    PARTS,
  ),
  "conv-per-processor": row("ConvolutionBusiest", "check_convolution_busiest", "CheckConvolution", convCut, SHARE),
  "conv-memory-independent": row(
    "ConvolutionMemoryIndependent",
    "check_convolution_memory_independent",
    "CheckConvolution",
    prices,
    SHARE,
  ),
  "conv-holding-cost": {
    ...row("ConvHoldingCost", "check_convolution_holding_cost", "CheckConvHolding", mixture, VALUE),
    tables: mixtureTables,
  },
  "conv-whole-passes": row("ConvWholePasses", "check_convolution_whole_passes", "CheckConvPasses", counted("fits"), VALUE),
};

/** The term of a certificate about a product or a convolution; undefined where the development has no checker for the theorem. */
export function productCertificate(theorem: string, fields: Fields, path: string): CoqCertificate | undefined {
  const key = fields["form"] === undefined ? theorem : `${theorem} ${text(fields, "form", path)}`;
  const ofProduct = Object.hasOwn(PRODUCTS, key) ? PRODUCTS[key] : undefined;
  const own = ofProduct ?? (Object.hasOwn(CONVOLUTIONS, key) ? CONVOLUTIONS[key] : undefined);
  if (own === undefined || (ofProduct === undefined && isGeneral(fields))) return undefined;
  const { figures, terms, files } = ofProduct === undefined ? ofConvolution(fields, path) : ofGemm(fields, path);
  const parts = counts(fields, own.parts, path);
  const { name, type, check, file } = own;
  const term = applied(name, terms, own.terms(fields, path), parts);
  const tables = own.tables?.(fields, path);
  const certificate = { theorem, files: [...files, file], type, check, term, figures: { ...figures, ...parts } };
  return tables === undefined ? certificate : { ...certificate, tables };
}

interface Subject {
  readonly figures: Figures;
  readonly terms: Figures;
  readonly files: readonly string[];
}

function ofGemm(fields: Fields, path: string): Subject {
  const sizes = instanceFigures(fields, ["batch", "m", "n", "k"], ["a", "b", "partial", "output"], path);
  const instance = { instance: applied("ProductInstance", sizes) };
  return { figures: { ...sizes, ...instance }, terms: instance, files: ["Product"] };
}

/** A convolution's counts, those of its axes under `rows.` and `columns.`, and its record. */
function ofConvolution(fields: Fields, path: string): Subject {
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
  const [rows, columns] = axes.map((axis) => applied("ConvAxis", axis)) as [Term, Term];
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
    terms: { instance: applied("ConvInstance", channels, { rows, columns }, weights, memory) },
    files: ["Window", "Convolution"],
  };
}

const METHODS: Figures = { real: applied("Real"), whole: applied("OverWhole") };

function cutTerm(fields: Fields, path: string): Term {
  const methods = ["method", "firstMethod"].map((name) => [name, oneOf(METHODS, fields, name, path)] as const);
  const rest = counts(fields, ["firstSegmentProducts", "segmentProducts", "laterSegments", "clock"], path);
  return applied("CutCertificate", counts(fields, ["cut"], path), Object.fromEntries(methods), rest);
}

/** The constructor that a name in the certificate stands for. */
function oneOf(constructors: Figures, fields: Fields, name: string, path: string): Term {
  const found = text(fields, name, path);
  const term = Object.hasOwn(constructors, found) ? constructors[found] : undefined;
  if (term !== undefined) return term;
  throw new Refused(`${path}.${name}`, `none of ${Object.keys(constructors).join(", ")}`);
}
