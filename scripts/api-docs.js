// Reads the docstrings of everything that src/index.ts exports. scripts/update-docs.js makes docs/api.md of it.
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("../", import.meta.url));
const LONGEST_SIGNATURE = 400;

/** Every exported name: `{ name, kind, room, signature, doc }`, by the folder of src that owns it, in the order of the files. */
export function exportedNames() {
  const config = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile).config;
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const program = ts.createProgram([`${root}src/index.ts`], options);
  const checker = program.getTypeChecker();
  const index = checker.getSymbolAtLocation(program.getSourceFile(`${root}src/index.ts`));
  return checker.getExportsOfModule(index).map((symbol) => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const declaration = target.declarations[0];
    const path = declaration.getSourceFile().fileName.slice(`${root}src/`.length);
    const doc = ts.displayPartsToString(target.getDocumentationComment(checker)).replace(/\s+/g, " ").trim();
    return { name: symbol.name, room: path.replace(/[/.].*$/, ""), doc, ...described(declaration) };
  });
}

/** What it is, and for what can be called or read its type, as the source has it. */
function described(declaration) {
  const text = (node) => node?.getText().replace(/\s+/g, " ") ?? "";
  if (ts.isFunctionDeclaration(declaration)) {
    const parameters = declaration.parameters.map(text).join(", ");
    return { kind: "function", signature: `(${parameters}): ${text(declaration.type)}` };
  }
  if (ts.isVariableDeclaration(declaration)) return { kind: "value", signature: `: ${text(declaration.type)}` };
  if (ts.isClassDeclaration(declaration)) return { kind: "class", signature: "" };
  return { kind: "type", signature: "" };
}

/** docs/api.md: a line a name. */
export function apiPage(names = exportedNames()) {
  const rooms = [...new Set(names.map(({ room }) => room))].sort();
  const lines = [
    "# API",
    "",
    'Everything that `import … from "redblue"` offers, from the docstrings of the source (`node scripts/update-docs.js` rewrites this page). Types come with the package, every field with its own docstring.',
    "Worked uses: [cookbook.md](cookbook.md). Where things live: [architecture.md](architecture.md).",
  ];
  for (const room of rooms) {
    lines.push("", `## ${room}`, "");
    const own = names.filter((entry) => entry.room === room).sort((x, y) => (x.name < y.name ? -1 : 1));
    for (const { name, kind, signature, doc } of own) {
      const shown = signature.length > LONGEST_SIGNATURE ? "" : signature;
      lines.push(`* \`${name}${shown}\`${kind === "type" || kind === "class" ? ` (${kind})` : ""}: ${doc}`);
    }
  }
  return `${lines.join("\n")}\n`;
}
