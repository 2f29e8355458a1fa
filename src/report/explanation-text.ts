import type { ReplayExplanation } from "../replay/explain.js";
import { textTable } from "./table.js";
import { formatBytes, formatCapacity } from "./units.js";

/** Three tables: what the steps hit, how far reuses are, which array evicted which. */
export function explanationText({ steps, reuse, evictions }: ReplayExplanation, heading: (text: string) => string): string {
  const columns = (titles: readonly string[]): Parameters<typeof textTable>[0] =>
    titles.map((title, i) => ({ title, align: i === 0 ? "left" : "right" }));
  const share = (part: number, all: number): string => `${((100 * part) / all).toFixed(1)}%`;
  const hits = textTable(
    columns(["steps that read", "steps", "all in the L2", "some", "none"]),
    steps.map(({ reads, steps, allHit, someHit, noneHit }) => [
      ...[reads.join(" and "), String(steps)],
      ...[allHit, someHit, noneHit].map((count) => share(count, steps)),
    ]),
  );
  const distances = textTable(
    columns(["array", "read first", "read again", "a quarter within", "half", "three quarters", "all"]),
    reuse.map(({ array, firstBytes, againBytes, quartiles }) => [
      ...[array, formatBytes(BigInt(firstBytes)), formatBytes(BigInt(againBytes))],
      ...(quartiles ?? []).map((bytes) => formatCapacity(bytes)),
    ]),
  );
  const comers = [...new Set(evictions.map(({ comer }) => comer))];
  const matrix = textTable(
    columns(["evicted", ...comers.map((comer) => `by ${comer}`)]),
    [...new Set(evictions.map(({ array }) => array))].map((array) => [
      array,
      ...comers.map((comer) => {
        const found = evictions.find((entry) => entry.array === array && entry.comer === comer);
        return found === undefined ? "" : formatBytes(BigInt(found.bytes));
      }),
    ]),
  );
  return [
    ...[heading("What the steps saw"), hits, ""],
    ...[heading("Reuse distances: the LRU that would hit"), distances, ""],
    ...[heading("Evictions"), evictions.length === 0 ? "nothing was evicted" : matrix],
  ].join("\n");
}
