// Extracts the checked checkers (proofs/coq) to src/verify/extracted/checkers.js: npm run extract [-- --check]
//
// Every Check*.v file has certificates, records of counts, and checkers with a theorem check_…_sound: these theorems name what is extracted,
// so a new checker needs no line here. Needs the compiled proofs (proofs/coq/build.sh quick) and js_of_ocaml. With --check nothing is
// written: the exit status is 1 where the file is not what Coq extracts, 3 where it was made with other versions.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";

const proofs = fileURLToPath(new URL("../proofs/coq", import.meta.url));
const target = fileURLToPath(new URL("../src/verify/extracted/checkers.js", import.meta.url));

const sourceOf = (names) => names.map((name) => readFileSync(join(proofs, `${name}.v`), "utf8")).join("\n");
const project = readFileSync(join(proofs, "_CoqProject"), "utf8").match(/^\w+(?=\.v$)/gm);
const checks = project.filter((name) => name.startsWith("Check"));
const sources = sourceOf(checks);
/** Constructors without arguments that checkers speak of, by the file that has them. */
const named = project.flatMap((file) =>
  [...sourceOf([file]).matchAll(/^Inductive \w+ := (\w+(?: \| \w+)*)\.$/gm)].flatMap(([, names]) =>
    names.split(" | ").flatMap((name) => (new RegExp(`\\b${name}\\b`).test(sources) ? [{ file, name }] : [])),
  ),
);
const files = [...new Set([...named.map(({ file }) => file), ...checks])];
const checkers = [...sources.matchAll(/^Theorem (check_\w+)_sound\b/gm)].map(([, name]) => name);
const constructors = [
  ...[...sources.matchAll(/^Record \w+ := (\w+) \{/gm)].map(([, name]) => name),
  ...named.map(({ name }) => name),
];

const directives = readFileSync(join(proofs, "extraction/Directives.v"), "utf8");
/** Operations on integers, so that tests can hold them against Coq's. */
const operations = [...directives.matchAll(/^Extract Inlined Constant (\S+) => "(\S+)"\.$/gm)].map(([, name, value]) => [
  name,
  value,
]);

const COQ = `${directives}
From Redblue Require Import ${files.join(" ")}.
${constructors.map((name) => `Definition new_${name} := @${name}.`).join("\n")}
Extraction "checkers.ml" ${[...checkers, ...constructors.map((name) => `new_${name}`)].join(" ")}.
`;

const PROVIDED = [
  ...checkers.map((name) => [name, `Checkers.${name}`]),
  ...constructors.map((name) => [name, `Checkers.new_${name}`]),
  ...operations,
  ["nil", "[]"],
  ["cons", "(fun first rest -> first :: rest)"],
];
const OCAML = `external provide : string -> 'a -> unit = "redblue_provide"
${PROVIDED.map(([name, value]) => `let () = provide "${name}" ${value}`).join("\n")}
`;

const folder = mkdtempSync(join(tmpdir(), "redblue-extract-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const versions = [
  `Coq ${run("coqc", "--print-version").split(" ")[0]}`,
  `OCaml ${run("ocamlc", "-version").trim()}`,
  `js_of_ocaml ${run("js_of_ocaml", "--version").trim()}`,
].join(", ");
const heading = `// Made by scripts/extract.js from proofs/coq, with ${versions}; not to be edited.\n`;
const found = process.argv.includes("--check") ? readFileSync(target, "utf8") : undefined;
if (found !== undefined && !found.startsWith(heading)) {
  console.error(`${target}: made with other versions than ${versions}`);
  process.exit(3);
}
const text = heading + extracted();
if (found === undefined) writeFileSync(target, text);
else if (found !== text) {
  console.error(`${target}: not what Coq extracts; npm run extract writes it`);
  process.exit(1);
}
console.log(`${checkers.length} checkers, ${text.length} bytes`);

function extracted() {
  writeFileSync(join(folder, "Extract.v"), COQ);
  writeFileSync(join(folder, "program.ml"), OCAML);
  for (const name of ["integers.ml", "integers.js"]) copyFileSync(join(proofs, "extraction", name), join(folder, name));
  run("coqc", "-q", "-w", "-extraction", "-Q", proofs, "Redblue", "Extract.v");
  const modules = ["integers", "checkers", "program"];
  run("ocamlc", "-w", "-a", "-c", "integers.ml", "checkers.mli", "checkers.ml", "program.ml");
  // Nothing of OCaml's library is linked, and of js_of_ocaml's runtime only how functions are applied and tail calls made.
  const objects = modules.map((name) => `${name}.cmo`);
  run("ocamlc", "-nopervasives", "-no-check-prims", "-o", "program.byte", ...objects);
  const flags = ["--noruntime", "--disable", "genprim", "--enable", "use-js-string", "--wrap-with-fun=checkers"];
  run("js_of_ocaml", ...flags, "+stdlib.js", "+jslib.js", "integers.js", "program.byte", "-o", "program.js");
  const [body, tail] = readFileSync(join(folder, "program.js"), "utf8").split(/if\(typeof\s+module===/);
  if (tail === undefined) throw new Error("js_of_ocaml wrote no function of a module");
  const missing = /\bcaml_\w+/.exec(body);
  if (missing !== null) throw new Error(`${missing[0]} of js_of_ocaml's runtime is not linked`);
  const options = { minify: true, target: "es2023", format: "esm", lineLimit: 130, legalComments: "none" };
  return transformSync(`${body}\nexport { checkers };`, options).code;
}

function run(command, ...words) {
  return execFileSync(command, words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}
