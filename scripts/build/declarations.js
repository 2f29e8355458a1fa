import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import ts from "typescript";

const [FROM, TO] = ["build", "dist"].map((folder) => `${resolve(folder)}/`);

/** Writes to dist what the entries' names lead to: of each declaration file in build the statements that a user's compiler can reach. */
export function shipDeclarations(entries) {
  const roots = entries.map((path) => resolve(path).replace(TO, FROM));
  const { NodeNext } = ts.ModuleKind;
  const resolution = { module: NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext };
  const program = ts.createProgram(roots, { ...resolution, lib: ["lib.es2023.d.ts"], types: [] });
  const kept = reached(program, roots);
  for (const file of program.getSourceFiles()) {
    const text = file.fileName.startsWith(FROM)
      ? file.statements
          .map((statement) => textOf(statement, kept))
          .join("")
          .trim()
      : "";
    if (text === "") continue;
    const path = file.fileName.replace(FROM, TO);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${text}\n`);
  }
}

/** Statements, and single names of imports and exports, on the way from what the roots export. */
function reached(program, roots) {
  const checker = program.getTypeChecker();
  const kept = new Set();
  const follow = (symbol) => {
    for (const declaration of symbol?.declarations ?? []) keep(declaration);
    if (symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias) follow(checker.getImmediateAliasedSymbol(symbol));
  };
  const keep = (declaration) => {
    if (!declaration.getSourceFile().fileName.startsWith(FROM) || ts.isSourceFile(declaration)) return;
    const part = ts.isImportSpecifier(declaration) || ts.isExportSpecifier(declaration) ? declaration : statementOf(declaration);
    if (kept.has(part)) return;
    kept.add(part);
    visit(part);
  };
  const visit = (node) => {
    if (ts.isIdentifier(node)) follow(checker.getSymbolAtLocation(node));
    ts.forEachChild(node, visit);
  };
  const keepExports = (file) => {
    for (const statement of file.statements) if (isStar(statement)) keepStar(statement);
    for (const symbol of checker.getExportsOfModule(checker.getSymbolAtLocation(file))) follow(symbol);
  };
  const keepStar = (statement) => {
    kept.add(statement);
    keepExports(checker.getSymbolAtLocation(statement.moduleSpecifier).valueDeclaration);
  };
  for (const root of roots) keepExports(program.getSourceFile(root));
  return kept;
}

const isStar = (statement) => ts.isExportDeclaration(statement) && statement.exportClause === undefined;

function statementOf(node) {
  return ts.isSourceFile(node.parent) ? node : statementOf(node.parent);
}

function textOf(statement, kept) {
  const list = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause;
  if (kept.has(statement)) return statement.getFullText();
  if (list === undefined || !("elements" in list)) return "";
  const names = list.elements.filter((name) => kept.has(name));
  if (names.length === 0 && list.elements.length > 0) return "";
  const [start, end] = [statement.getFullStart(), statement.getEnd()].map((place) => place - statement.getFullStart());
  const [open, close] = [list.getStart(), list.getEnd()].map((place) => place - statement.getFullStart());
  const text = statement.getFullText();
  return `${text.slice(start, open)}{ ${names.map((name) => name.getText()).join(", ")} }${text.slice(close, end)}`;
}
