/** Lines up the columns of a table of texts: the first to the left, the others to the right. */
export function printTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows) {
    const cells = row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])));
    console.log(`  ${cells.join("  ")}`);
  }
}

/** Millions a second. */
export function millionsPerSecond(count, seconds) {
  return (count / seconds / 1e6).toFixed(1);
}

/**
 * Rates of several contestants, and how many times as fast as each the first is in this very run.
 *
 * @param results of `interleave`, ours first
 */
export function printRates(results, count, what) {
  const [ours] = results;
  printTable([
    ["", `best M ${what}/s`, `median M ${what}/s`, "ratio of best", "median ratio"],
    ...results.map(({ name, best, median, ratio }) => [
      name,
      millionsPerSecond(count, best),
      millionsPerSecond(count, median),
      `${(best / ours.best).toFixed(2)}×`,
      `${ratio.toFixed(2)}×`,
    ]),
  ]);
}
