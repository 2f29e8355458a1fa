// The mutants that Stryker finds in a folder, without those of texts, and a sample of them.
import { readdirSync, readFileSync } from "node:fs";
import { commonTokens } from "@stryker-mutator/api/plugin";
import { createInstrumenter } from "@stryker-mutator/instrumenter";
import { createInjector } from "typed-inject";

const OPTIONS = { plugins: null, excludedMutations: [], ignorers: [] };
const silent = new Proxy({}, { get: (_, name) => (String(name).startsWith("is") ? () => false : () => {}) });

/** One line of code, blanks collapsed: what a mutant is recognised by, whatever its line. */
const inOneLine = (code) => code.replace(/\s+/g, " ").trim();

/**
 * Every mutant under a folder or of a file, in order of place, and the mutated `code` by file. A mutant has its `id` in that code, a `key`
 * that it keeps from run to run, `file`, `line` and `endLine` from 1, `mutator`, `from`, `to`, and
 * what stands `after` it. Texts for people, which have a blank, are not
 * mutated.
 */
export async function instrumented(folder) {
  const names = folder.endsWith(".ts")
    ? [folder]
    : readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts"))
        .map((name) => `${folder}/${name}`);
  const files = names.sort().map((name) => ({ name, content: readFileSync(name, "utf8"), mutate: true }));
  const instrumenter = createInjector().provideValue(commonTokens.logger, silent).injectFunction(createInstrumenter);
  const found = await instrumenter.instrument(files, OPTIONS);
  const contents = new Map(files.map(({ name, content }) => [name, content]));
  const mutants = found.mutants
    .map((mutant) => described(mutant, mutant.fileName, contents.get(mutant.fileName)))
    .filter((mutant) => !isText(mutant, contents.get(mutant.file)));
  return { mutants, code: new Map(found.files.map(({ name, content }) => [name, content])) };
}

/** What a person reads: it has a blank, or is the place that a refusal names, or stands beside the error that says it. */
function isText({ mutator, from, line }, content) {
  if (mutator !== "StringLiteral") return false;
  return /\s|^`\$\{(path|at)\}/.test(from) || /Error\(|Refused\(|OverLimit\(|check\w+\(/.test(content.split("\n")[line - 1]);
}

function described(mutant, file, content) {
  const { start, end } = mutant.location;
  const lines = content.split("\n").slice(start.line, end.line + 1);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column);
  lines[0] = lines[0].slice(start.column);
  const change = { mutator: mutant.mutatorName, from: inOneLine(lines.join("\n")), to: inOneLine(mutant.replacement) };
  const after = content.split("\n")[end.line].slice(end.column).trimStart();
  const place = `${start.line}:${start.column}-${end.line}:${end.column}`;
  const key = [file, place, change.mutator, change.to].join("|");
  return { id: Number(mutant.id), key, file, line: start.line + 1, endLine: end.line + 1, after, ...change };
}

/**
 * A sample in which each file has its share, from a place that the seed picks: steps of the golden section spread any number of mutants
 * evenly. A larger sample of the same seed holds the smaller one.
 */
export function sampled(mutants, size, seed) {
  const golden = (Math.sqrt(5) - 1) / 2;
  const chosen = new Set();
  for (let i = seed * mutants.length; chosen.size < Math.min(size, mutants.length); i++) {
    chosen.add(mutants[Math.floor(((i * golden) % 1) * mutants.length)]);
  }
  return [...chosen];
}
