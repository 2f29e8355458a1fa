// The mutants that Stryker finds in a folder, without those of texts, and a sample of them.
import { readdirSync, readFileSync } from "node:fs";
import { commonTokens } from "@stryker-mutator/api/plugin";
import { createInstrumenter } from "@stryker-mutator/instrumenter";
import { createInjector } from "typed-inject";

const OPTIONS = { plugins: null, excludedMutations: [], ignorers: [] };
const silent = new Proxy({}, { get: (_, name) => (String(name).startsWith("is") ? () => false : () => {}) });

/** One line of code, blanks collapsed: what a mutant is recognised by, whatever its line. */
export const inOneLine = (code) => code.replace(/\s+/g, " ").trim();

/** Its file, place, mutator and replacement: Stryker's own ids differ from run to run. Lines from 0. */
export const keyOf = ({ fileName, location: { start, end }, mutatorName, replacement }, root = process.cwd()) =>
  [
    fileName.replace(`${root}/`, ""),
    `${start.line}:${start.column}-${end.line}:${end.column}`,
    mutatorName,
    inOneLine(replacement),
  ].join("|");

/**
 * Every mutant under a folder or of a file, in order of place: `key`, `file`, `line` and `endLine` from 1, columns from 0, `mutator`,
 * `from`, `to`. Texts for people, which have a blank, are not mutated.
 */
export async function mutantsIn(folder) {
  const names = folder.endsWith(".ts")
    ? [folder]
    : readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts"))
        .map((name) => `${folder}/${name}`);
  const instrumenter = createInjector().provideValue(commonTokens.logger, silent).injectFunction(createInstrumenter);
  const found = [];
  for (const file of names.sort()) {
    const content = readFileSync(file, "utf8");
    const { mutants } = await instrumenter.instrument([{ name: file, content, mutate: true }], OPTIONS);
    const ofFile = mutants.map((mutant) => described(mutant, file, content));
    found.push(...ofFile.filter((mutant) => !isText(mutant, content)));
  }
  return found;
}

/** What a person reads: it has a blank, or stands beside the error that says it. */
function isText({ mutator, from, line }, content) {
  return mutator === "StringLiteral" && (/\s/.test(from) || /Error\(|OverLimit\(|check\w+\(/.test(content.split("\n")[line - 1]));
}

function described(mutant, file, content) {
  const { start, end } = mutant.location;
  const lines = content.split("\n").slice(start.line, end.line + 1);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column);
  lines[0] = lines[0].slice(start.column);
  const place = { file, line: start.line + 1, column: start.column, endLine: end.line + 1, endColumn: end.column };
  const change = { mutator: mutant.mutatorName, from: inOneLine(lines.join("\n")), to: inOneLine(mutant.replacement) };
  return { key: keyOf(mutant), ...place, ...change };
}

/** A systematic sample: every so-many-th mutant from a place that the seed picks, so that each file has its share. */
export function sampled(mutants, size, seed) {
  if (size >= mutants.length) return mutants;
  const first = ((Math.imul(seed, 0x9e3779b1) >>> 0) / 2 ** 32) * (mutants.length / size);
  return Array.from({ length: size }, (_, i) => mutants[Math.floor(first + (i * mutants.length) / size)]);
}
