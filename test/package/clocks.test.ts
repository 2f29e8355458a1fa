import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** What makes a result depend on how busy the machine is: clocks, limits of time in the library, limits of one test's own. */
const CLOCKS = [
  /\bDate\.now\b|\bnew Date\(\)|\bperformance\.\w|\bhrtime\b/,
  /\bset(Timeout|Interval|Immediate)\(|\bwaitFor\b|\bpoll\(/,
  /\b(interrupt|skipAll)AfterTimeLimit\b|\b\w*[mM]illiseconds: \d/,
  /--seconds\b/,
  /\btimeout: |^\s*\}, \d{3,}[\d_]*\);|^\s*\}, \d[\d_]*_000\);/m,
];

/** Where a clock is the subject, or drives nothing that is compared. */
const ALLOWED: Readonly<Record<string, string>> = {
  "test/browser/explorer.test.ts": "what a page shows is waited for, however long it takes",
  "test/cli/limits.test.ts": "a search of an hour, which a signal ends",
  "test/cli/until.ts": "a pause between two questions, whose number is limited",
  "test/package/clocks.test.ts": "the patterns themselves",
  "test/pebble/heuristic/heuristic.test.ts": "a clock that the test gives, one tick a look",
  "test/replay/random-schedule.ts": "phases of a schedule that wait for counters",
};

test("no test looks at a clock or sets itself a limit of time: cases are counted", () => {
  const found = readdirSync("test", { recursive: true, encoding: "utf8" })
    .filter((name) => /\.[jt]s$/.test(name))
    .map((name) => join("test", name))
    .filter((name) => CLOCKS.some((clock) => clock.test(readFileSync(name, "utf8"))));
  expect(found.sort()).toEqual(Object.keys(ALLOWED));
});

test.each([
  "const start = performance.now();",
  "const end = Date.now() + 1000;",
  "await new Promise((go) => setTimeout(go, 20));",
  "fc.assert(property, { interruptAfterTimeLimit: 400 });",
  "findOptimum(graph, game, { maxMilliseconds: 400 });",
  'redblue(["optimize", "gemm", "--seconds", "1"]);',
  'test("slow", { timeout: 300_000 }, () => {',
  "}, 300_000);",
  "  }, 5000);",
])("%s would be refused", (line) => {
  expect(CLOCKS.some((clock) => clock.test(line))).toBe(true);
});
