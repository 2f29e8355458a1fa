import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Equivalent {
  readonly file: string;
  /** A line of the file, without its indent. */
  readonly in: string;
  readonly from?: string;
  readonly to?: string;
  readonly reason: string;
}

const known = JSON.parse(readFileSync("test/mutation/equivalents.json", "utf8")) as readonly Equivalent[];

test("every mutant said to be equivalent changes code that is there, on a line that is there once, and has a reason", () => {
  expect(known.length).toBeGreaterThan(0);
  for (const { file, in: line, from, to, reason } of known) {
    const lines = readFileSync(file, "utf8").split("\n");
    expect(
      lines.filter((text) => text.trim() === line),
      `${file}: ${line}`,
    ).toHaveLength(1);
    if (from !== undefined) expect(line).toContain(from);
    expect(from === undefined).toBe(to === undefined);
    expect(reason).not.toBe("");
  }
});
