// Makes the JSON Schema files of schemas/ from the types of schemas/documents.ts: npm run schemas [-- FOLDER]
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  createFormatter,
  createParser,
  createProgram,
  DEFAULT_CONFIG,
  DefinitionType,
  NumberType,
  SchemaGenerator,
  StringType,
  UnionType,
} from "ts-json-schema-generator";
import ts from "typescript";

const root = fileURLToPath(new URL("../", import.meta.url));
const folder = process.argv[2] ?? join(root, "schemas");

const config = {
  ...DEFAULT_CONFIG,
  path: join(root, "schemas/documents.ts"),
  tsconfig: join(root, "tsconfig.json"),
  type: "*",
  // `npm run typecheck` does it.
  skipTypeCheck: true,
};

/** A node parser for the one kind of node that is an exact number, which JSON has in this form. */
const exact = (name, supportsNode, form) => ({ supportsNode, createType: () => new DefinitionType(name, form) });
const isRational = (node) => ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName) && node.typeName.text === "Rational";

const program = createProgram(config);
const parser = createParser(program, config, (chain) => {
  const count = new UnionType([new NumberType(), new StringType()]);
  chain.addNodeParser(exact("Count", (node) => node.kind === ts.SyntaxKind.BigIntKeyword, count));
  chain.addNodeParser(exact("Fraction", isRational, new StringType()));
});
const schema = new SchemaGenerator(program, parser, createFormatter(config), config).createSchema("*");
const write = (name, json) => writeFileSync(join(folder, name), `${JSON.stringify(json, null, 1)}\n`);
const { $schema, definitions } = schema;
write("definitions.json", { $schema, definitions });
for (const type of Object.keys(definitions)) {
  const [, words] = /^(.+)Document$/.exec(type) ?? [];
  if (words === undefined) continue;
  const name = words.replace(/(?<=.)[A-Z]/g, "-$&").toLowerCase();
  const { description } = definitions[type];
  write(`${name}.json`, { $schema, title: `redblue.${name}/2`, description, $ref: `definitions.json#/definitions/${type}` });
}
