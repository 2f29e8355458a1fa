// What became of a sample: scores with their intervals, survivors, and the table of docs/trust.md.

/** Quantile of the normal distribution for an interval of 95 %. */
const Z = 1.959964;

/** Of a folder's sample: how many were tried, how many died, and which did not. */
export function scoreOf({ mutants, equivalent, chosen }, verdicts) {
  const survivors = chosen.filter(({ key }) => verdicts.get(key).status !== "killed");
  return {
    mutants,
    equivalent,
    tried: chosen.length,
    killed: chosen.length - survivors.length,
    survivors: survivors.map(({ key, file, line, mutator, from, to }) => ({
      at: `${file}:${line}`,
      reached: verdicts.get(key).status === "survived",
      mutator,
      from: shortened(from),
      to: shortened(to),
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
export function asDiff({ file, line, mutator, from, to }, status) {
  return `${file}:${line} ${mutator}${status === "survived" ? "" : " (no test reaches it)"}\n- ${shortened(from)}\n+ ${shortened(to)}\n`;
}

const shortened = (code) => (code.length > 160 ? `${code.slice(0, 157)}...` : code);
