// Mutants that no test can tell from the code as it was, with reasons: test/mutation/equivalents.json.
import { readFileSync } from "node:fs";

/**
 * Whether a mutant is among the known ones. An entry has a `file`, `in`, a whole line of it or, where that opens a block, all of the
 * block, and the `reason`; with `from` and `to`, only that change is meant.
 * So are comparisons that pick the least or the most of two, `<` for `<=`.
 */
export function equivalence(path) {
  const known = JSON.parse(readFileSync(path, "utf8")).map((entry) => ({ ...entry, lines: linesOf(entry, path) }));
  return ({ file, line, endLine, mutator, from, to, after }) =>
    (mutator === "EqualityOperator" && picksOne(from, to, after)) ||
    known.some((entry) => {
      if (entry.file !== file || line < entry.lines.first || endLine > entry.lines.last) return false;
      return entry.from === undefined || (entry.from === from && entry.to === to);
    });
}

/** `x < y ? x : y`: the least or the most of two is the same where they are equal. */
function picksOne(from, to, after) {
  const sides = / [<>]=? /;
  const [one, other] = from.split(sides);
  const isAlike = to.split(sides).join() === [one, other].join() && from.match(sides)[0][1] === to.match(sides)?.[0][1];
  const picked = [`? ${one} : ${other}`, `? ${other} : ${one}`].find((text) => after.startsWith(text));
  return isAlike && picked !== undefined && /^[),;\]]|^$/.test(after.slice(picked.length));
}

/** The line and, where it opens a block, all up to the next line that is indented no farther, which closes it. */
function linesOf({ file, in: text }, path) {
  const lines = readFileSync(file, "utf8").split("\n");
  const index = lines.findIndex((line) => line.trim() === text);
  if (index < 0) throw new Error(`${path}: ${file} has no line ${text}`);
  if (!text.endsWith("{")) return { first: index + 1, last: index + 1 };
  const indent = (line) => line.length - line.trimStart().length;
  const length = lines.slice(index + 1).findIndex((line) => line !== "" && indent(line) <= indent(lines[index]));
  return { first: index + 1, last: index + length + 2 };
}
