import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";

/** Files beside each other, of text lines, of source lines: what a reader can hold. */
const MOST_FILES = 25;
const MOST_LINES = 300;
const LONGEST_LINE = 160;

const sources = ["src", "explorer"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
);

describe("the house", () => {
  test("no source file has more than 300 lines or a line of more than 160 characters", () => {
    const wrong = sources.flatMap((name) => {
      const lines = readFileSync(name, "utf8").trimEnd().split("\n");
      const long = lines.flatMap((line, i) => ([...line].length > LONGEST_LINE ? [`${name}:${i + 1} is too long`] : []));
      return lines.length > MOST_LINES ? [`${name} has ${lines.length} lines`, ...long] : long;
    });
    expect(wrong).toEqual([]);
  });

  test("no folder of sources has more than 25 files", () => {
    const counts = new Map<string, number>();
    for (const name of sources) counts.set(dirname(name), (counts.get(dirname(name)) ?? 0) + 1);
    expect([...counts].filter(([, files]) => files > MOST_FILES)).toEqual([]);
  });
});
