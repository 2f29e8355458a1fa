// Writes docs/certificates.md from the types of certificates and their docstrings: node scripts/certificates-page.js [--check]
// A docstring `T: a segment ends when …` says that the field is the T of the proof.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("../", import.meta.url));
/** Fields of all certificates, which their tables leave to the head of the page. */
const COMMON = new Set(["theorem", "form", "instance", "reads", "writes", "value"]);
/** What fields of many certificates mean where no docstring says it. */
const USUAL = {
  capacity: "S: what one fast memory holds.",
  memories: "P: the number of fast memories.",
  extents: "The extents of the arrays.",
  weights: "Sizes of the words of each array, in the unit of the capacity.",
  cut: "T: a segment ends when the clock has grown by this much.",
  clock: "E: what the segments come to, at least.",
  laterSegments: "Segments after the first that the products need, over all memories.",
  potentials: "Potentials, each with its share.",
  wordSize: "Bytes (or words) counted for one word: the smallest weight.",
  capacityWords: "S: the capacity in such words.",
  clockWords: "The clock in such words.",
  firstSegmentWorth: "V0: what the products of a memory's first segment are worth, at most.",
};

/** A section a theorem, then the parts that certificates share. @returns Markdown, and the fields without a docstring */
function certificatesPage() {
  const program = ts.createProgram([`${root}src/bounds/bound.ts`], {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  });
  const checker = program.getTypeChecker();
  const parts = new Map();
  const undocumented = [];
  const literal = (type, name) => {
    const property = type.getProperty(name);
    return property && checker.getTypeOfSymbol(property).value;
  };
  const textOf = (symbol) => {
    const text = ts.displayPartsToString(symbol?.getDocumentationComment(checker)).replaceAll(/\s*\n\s*/g, " ");
    return text.replaceAll("|", "\\|");
  };

  /** The type as JSON has it, with links to the parts; notes parts that are met for the first time. */
  function typeText(type) {
    const ids = type.isUnion() ? [...new Set(type.types.map((one) => literal(one, "theorem")))] : [undefined];
    if (!ids.includes(undefined)) return ids.map((id) => `[${id}](#${id})`).join(" or ");
    for (const one of mentioned(type)) if (!parts.has(one.symbol.name)) parts.set(one.symbol.name, one);
    const flags = ts.TypeFormatFlags.NoTruncation | (type.isUnion() ? ts.TypeFormatFlags.InTypeAlias : 0);
    const text = checker
      .typeToString(type, undefined, flags)
      .replaceAll("readonly ", "")
      .replaceAll(/;? \}/g, " }")
      .replaceAll(" | undefined", "");
    const named = text.replaceAll("bigint", "count").replaceAll("|", "\\|");
    return named.replaceAll(/\b[A-Z]\w+\b/g, (name) => (parts.has(name) ? `[${name}](#${name.toLowerCase()})` : name));
  }

  /** Interfaces of the project in a type: itself, or what its lists and choices are of. */
  function mentioned(type) {
    if (type.isUnion()) return type.types.flatMap(mentioned);
    const elements = checker.isArrayType(type) || checker.isTupleType(type) ? checker.getTypeArguments(type) : [];
    if (elements.length > 0) return elements.flatMap(mentioned);
    const isOurs = type.symbol?.declarations?.some(
      (at) => ts.isInterfaceDeclaration(at) && at.getSourceFile().fileName.startsWith(`${root}src/`),
    );
    return isOurs ? [type] : [];
  }

  /** Fields of some types with their docstrings, a field once for each; `only` names the forms that have it where not all do. */
  function fieldsOf(types) {
    const fields = new Map();
    for (const type of types)
      for (const property of checker.getPropertiesOfType(type)) {
        const { name } = property;
        const own = textOf(property);
        const text = own || (USUAL[name] ?? "");
        const field = fields.get(`${name}: ${text}`) ?? { name, property, own, text, forms: [] };
        field.forms.push(literal(type, "form"));
        fields.set(`${name}: ${text}`, field);
      }
    return [...fields.values()].map((field) => ({
      ...field,
      only: field.forms.length < types.length ? ` (${field.forms.join(", ")} only)` : "",
    }));
  }

  function row({ name, property, text, only }) {
    const [, symbol = "", meaning = text] = /^([^\s:]{1,9}(?: and \S{1,4})?): (.*)$/s.exec(text) ?? [];
    const optional = property.flags & ts.SymbolFlags.Optional ? "?" : "";
    const of = typeText(checker.getNonNullableType(checker.getTypeOfSymbol(property)));
    return `| \`${name}\`${optional} | ${symbol} | ${of} | ${sentence(meaning)}${only} |`;
  }

  const table = (fields) => (fields.length === 0 ? [] : [...HEAD, ...fields.map(row), ""]);
  const HEAD = ["| field | symbol | type | meaning |", "|---|---|---|---|"];
  const module = checker.getSymbolAtLocation(program.getSourceFile(`${root}src/bounds/bound.ts`));
  const union = checker.getDeclaredTypeOfSymbol(checker.getExportsOfModule(module).find(({ name }) => name === "Certificate"));
  const ids = [...new Set(union.types.map((type) => literal(type, "theorem")))].sort();
  const proofs = proofsById();
  const theorems = ids.flatMap((id) => {
    const types = union.types.filter((type) => literal(type, "theorem") === id);
    const forms = types.map((type) => literal(type, "form")).filter((form) => form !== undefined);
    const instance = types[0].getProperty("instance");
    const notes = [...new Set(types.map((type) => textOf(type.aliasSymbol ?? type.symbol)))].filter((text) => text !== "");
    const facts = [
      existsSync(`${root}${proofs.get(id)}`) ? `[Proof](../${proofs.get(id)}).` : "",
      forms.length > 0 ? `Forms: ${[...new Set(forms)].map((form) => `\`${form}\``).join(", ")}.` : "",
      instance ? `Instance: ${typeText(checker.getTypeOfSymbol(instance))}.` : "",
    ];
    const fields = fieldsOf(types).filter(({ name, own }) => !COMMON.has(name) || own !== "");
    undocumented.push(...fields.filter(({ text }) => text === "").map(({ name }) => `${id}.${name}`));
    return [`### ${id}`, "", ...[...facts, ...notes].filter((text) => text !== "").flatMap(lines), "", ...table(fields)];
  });
  const shared = [];
  // Parts name further parts while they are written.
  for (const [name, type] of parts) {
    const fields = fieldsOf([type]);
    const plain = fields.filter(({ text }) => text === "").map((field) => `\`${field.name}\``);
    const list = plain.length > 0 ? [`Fields: ${plain.join(", ")}.`] : [];
    shared.push(
      `### ${name}`,
      "",
      ...lines(textOf(type.symbol)),
      ...list,
      "",
      ...table(fields.filter(({ text }) => text !== "")),
    );
  }
  return { text: ["## Theorems", "", ...theorems, "## Parts", "", ...shared].join("\n").trimEnd(), undocumented };
}

const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** A text in lines of at most 120 characters. */
const lines = (text) => text.match(/.{1,120}(?: |$)/g)?.map((line) => line.trimEnd()) ?? [];

/** The proof of each theorem, as its descriptor names it. */
function proofsById() {
  const files = readdirSync(`${root}src/bounds`, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const texts = files.map((name) => readFileSync(`${root}src/bounds/${name}`, "utf8"));
  return new Map(
    texts.flatMap((text) =>
      [...text.matchAll(/\bid: "([a-z0-9-]+)",[\s\S]*?\bproof: "([^"]+)"/g)].map(([, id, proof]) => [id, proof]),
    ),
  );
}

const page = `${root}docs/certificates.md`;
const before = readFileSync(page, "utf8");
const { text, undocumented } = certificatesPage();
const after = before.replace(/<!-- certificates -->[\s\S]*?<!-- end -->/, () => `<!-- certificates -->\n${text}\n<!-- end -->`);
if (process.argv[2] !== "--check") writeFileSync(page, after);
else {
  const complaints = [
    ...undocumented.map((field) => `${field} has no docstring (src/bounds/certificates)`),
    ...(after === before ? [] : ["docs/certificates.md is stale (node scripts/certificates-page.js)"]),
  ];
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length > 0) process.exit(1);
}
