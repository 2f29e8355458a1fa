// What became of a sample: scores with their intervals, survivors, and the table of docs/trust.md.
import { keyOf } from "./sample.js";

const DEAD = ["Killed", "Timeout"];
/** Quantile of the normal distribution for an interval of 95 %. */
const Z = 1.959964;

/** Stryker's results by the key of the mutant; they count lines and columns from 1. */
export function resultsByKey(results) {
  const from0 = ({ line, column }) => ({ line: line - 1, column: column - 1 });
  const key = ({ location: { start, end }, ...mutant }) =>
    keyOf({ ...mutant, location: { start: from0(start), end: from0(end) } });
  return new Map(results.map((result) => [key(result), result]));
}

/** Of a folder's sample: how many died, how many lived, and which; a mutant that Stryker could not try counts for neither. */
export function scoreOf({ mutants, equivalent, chosen }, results) {
  const statusOf = ({ key }) => results.get(key)?.status;
  const killed = chosen.filter((mutant) => DEAD.includes(statusOf(mutant))).length;
  const survivors = chosen.filter((mutant) => ["Survived", "NoCoverage"].includes(statusOf(mutant)));
  return {
    mutants,
    equivalent,
    tried: killed + survivors.length,
    killed,
    survivors: survivors.map((mutant) => ({
      at: `${mutant.file}:${mutant.line}`,
      reached: statusOf(mutant) === "Survived",
      mutator: mutant.mutator,
      from: mutant.from,
      to: mutant.to,
    })),
  };
}

/** Wilson's interval of 95 % for a share of `killed` among `tried`, which are not zero. */
function interval({ killed, tried }) {
  const share = killed / tried;
  const middle = share + Z ** 2 / (2 * tried);
  const half = Z * Math.sqrt((share * (1 - share)) / tried + Z ** 2 / (4 * tried ** 2));
  const scale = 1 + Z ** 2 / tried;
  return [(middle - half) / scale, (middle + half) / scale];
}

const percent = (share) => `${(100 * share).toFixed(0)} %`;

/** The scores as a Markdown table, a line a folder. */
export function table(scores) {
  const rows = Object.entries(scores).map(([folder, score]) => {
    const [low, high] = interval(score);
    const shares = `${percent(score.killed / score.tried)} | ${percent(low)} to ${percent(high)}`;
    return `| \`${folder}\` | ${score.mutants} | ${score.equivalent} | ${score.tried} | ${score.killed} | ${shares} |`;
  });
  return [
    "| folder | mutants | equivalent | tried | killed | score | interval of 95 % |",
    "|---|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}

/** A survivor in three lines: place, code, and what it became. */
export function asDiff({ at, reached, mutator, from, to }) {
  return `${at} ${mutator}${reached ? "" : " (no test reaches it)"}\n- ${shortened(from)}\n+ ${shortened(to)}\n`;
}

const shortened = (code) => (code.length > 160 ? `${code.slice(0, 157)}...` : code);
