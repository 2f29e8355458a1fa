import { expect, test } from "vitest";
import type { ValidatedLaunch } from "../../src/measured/index.js";
import { parseMeasuredLaunches, rankings, rankingTable } from "../../src/measured/index.js";

/** A launch with its counters in bytes and ns, and what a replay says of both. */
function row(label: string, measured: readonly [bytes: number, ns: number], replayed: readonly [bytes: bigint, ns: number]) {
  const text = `workload,kernel,dram_read_bytes,dram_write_bytes,duration_ns\n${label},k,${measured[0]},0,${measured[1]}\n`;
  const [launch] = parseMeasuredLaunches(text, "rows.csv");
  const traffic = { reads: replayed[0], writes: 0n };
  const errors = { dramReadError: 0, smReadError: 0, seconds: replayed[1] / 1e9, durationError: replayed[1] / measured[1] - 1 };
  return { launch, dram: traffic, sm: traffic, ...errors } as ValidatedLaunch;
}

const ROWS = [
  row("triton-mm|M=8|N=8|K=8|order=row|BM=64|BN=64|BK=64", [100, 50], [90n, 60]),
  row("triton-split-k|M=8|N=8|K=8|order=col|splits=2|BM=64|BN=64|BK=64", [120, 40], [80n, 70]),
  row("triton-mm|M=8|N=8|K=16|order=row|BM=64|BN=64|BK=64", [1, 1], [1n, 1]),
  row("triton-chain|M=8|K1=8|N1=8|N2=8|order=separate|rows=0|BM=64|BN=64|BK=64", [10, 10], [10n, 10]),
  row("triton-chain|M=8|K1=8|N1=8|N2=8|order=band|rows=2|BM=64|BN=64|BK=64", [20, 20], [20n, 20]),
];

test("launches of one computation are ranked together, whatever their kernel, order and tile", () => {
  const found = rankings(ROWS);
  expect(found.map(({ computation, launches }) => [computation, launches.length])).toEqual([
    ["product: M=8 N=8 K=8", 2],
    ["chain: M=8 K1=8 N1=8 N2=8", 2],
  ]);
  const [product, chain] = found;
  expect([product?.dram.regret, product?.time?.regret].map((share) => share?.toFixed(3))).toEqual(["0.200", "0.250"]);
  expect([chain?.dram.regret, chain?.time?.regret]).toEqual([0, 0]);
  expect(product?.dram.best.launch.kind).toBe("triton-mm");
});

test("the table has the regret of each family and of all, and no time where a launch was not timed", () => {
  expect(rankingTable(rankings(ROWS)).split("\n").slice(2)).toEqual([
    "| product | 1 | 2 | 20.00 / 20.00 / 20.00 | 25.00 / 25.00 / 25.00 |",
    "| chain | 1 | 2 | 0.00 / 0.00 / 0.00 | 0.00 / 0.00 / 0.00 |",
    "| all | 2 | 4 | 20.00 / 20.00 / 20.00 | 25.00 / 25.00 / 25.00 |",
  ]);
  const [first, second, ...others] = ROWS;
  const { seconds: _, durationError: __, ...untimed } = second as ValidatedLaunch;
  expect(rankings([first as ValidatedLaunch, untimed, ...others])[0]?.time).toBeUndefined();
});
