import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A retired word, and what to say instead (docs/glossary.md). */
const RETIRED: Readonly<Record<string, readonly [RegExp, string]>> = {
  textbook: [/textbook/i, "two-level memory model"],
  rent: [/\b[Rr]ents?\b|[a-z]Rent\b/, "holding cost"],
  "words held": [/\bwords held pay/i, "holding cost"],
  births: [/\bbirths?\b/i, "accumulator starts, or recomputation of the intermediate"],
  "wide sums": [/\bunfinished sums?\b|\bwide[- ]sums\b|WideSums/i, "partial sums, or wide accumulators"],
  "long chain": [/\blong[- ]chains?\b|longChain/i, "multi-layer chain"],
  "blocks in time": [/\bblocks in time\b/i, "event-driven replay"],
  face: [/\bfaces?\b/i, "interface"],
  trust: [/\bproven on paper\b|\bTrust\b|\.trust\b|\btrust:|\{ trust\b/, "proof status: machine-checked, paper proof"],
  rung: [/\brungs?\b|\bladders?\b/i, "level or step, breakdown of the gap"],
  "dirty at end": [/\bdirty at end\b/i, "still dirty in the L2 at the end"],
  "left out": [/\bleft out\b/i, "skipped"],
  "speaks about": [/\bspeaks? about\b/i, "bounds, holds for"],
  hearsay: [/\bhearsay\b/i, "unchecked claims"],
  "left to save": [/\bleft (for any kernel )?to save\b/i, "no kernel can move less"],
  "slice ends": [/\bslice[- ]ends\b|SliceEnds/i, "holding cost"],
  "product-*": [
    /\bproduct-(segments|steady|resident|passes|busiest|memory-independent|wave-class|sums-in-place|intervals|slices|room|random)/,
    "gemm-*",
  ],
  "chain-*": [
    /\bchain-(transients|births|slices|mixed|resident)/,
    "chain-fused, chain-recomputation, chain-near-capacity, chain-holding-cost",
  ],
  "convolution-*": [
    /\bconvolution-(steady|borders|passes|busiest|memory-independent)|\b(theorem|id): "convolution"|`convolution`(?! with `)/,
    "conv-*",
  ],
  projective: [/["`]projective["`]/, "einsum-projective"],
  "block-scales": [/["`]block-scales["`]/, "gemm-block-scales"],
  "fusion-plan-dram": [/\bfusion-plan-dram\b/, "fusion-plan"],
  "steady, cold": [/[a-z]-(steady|cold)\b(?!-)/, 'the forms "amortized" and "empty-start"'],
  "old documents": [
    /\b(steady|cold-start|long-chain-clock|norm-product)\.md\b/,
    "amortized.md, empty-start.md, multilayer-stages.md, gemm-norm.md",
  ],
};

/** Names and texts of the files below some folders. */
function filesOf(folders: readonly string[], ending: RegExp): readonly (readonly [string, string])[] {
  return folders.flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
      .map((name) => `${folder}/${name}`)
      .filter((name) => ending.test(name) && !EXEMPT.test(name))
      .map((name) => [name, readFileSync(`${root}${name}`, "utf8")] as const),
  );
}

/** What names retired theorems on purpose, and what the tools of Coq leave behind. */
const EXEMPT = /^proofs\/retired\.md$|^test\/package\/words\.test\.ts$|^docs\/api\/|\/node_modules\//;
/** Blocks that scripts write. */
const GENERATED = /^```text\n[\s\S]*?^```$|^<!-- (?!end)[\s\S]*?^<!-- end.*-->$/gm;

const pages = [
  ...["README.md", "CONTRIBUTING.md"].map((name) => [name, readFileSync(`${root}${name}`, "utf8")] as const),
  ...filesOf(["docs", "proofs"], /\.md$/),
];
// Blocks keep their lines, so that the lines of the rest are those of the file.
const blank = (text: string): string => text.replace(/[^\n]/g, "");
const PLACES = {
  pages: pages.map(([name, text]) => [name, text.replace(GENERATED, blank)] as const),
  "generated blocks": [
    ...pages.map(([name, text]) => [name, (text.match(GENERATED) ?? []).join("\n")] as const),
    ...filesOf(["docs"], /\.(csv|svg)$/),
  ],
  src: filesOf(["src"], /\.ts$/),
  scripts: filesOf(["scripts"], /\.(js|ts|py|cu|sh)$/),
  test: filesOf(["test"], /\.(ts|js)$/),
};

/** Where a word is still said; line 0 is the name of the file. */
function found(files: readonly (readonly [string, string])[], [pattern, instead]: readonly [RegExp, string]): readonly string[] {
  return files.flatMap(([name, text]) =>
    [name, ...text.split("\n")].flatMap((line, i) => {
      const [word] = pattern.exec(line) ?? [];
      return word === undefined ? [] : [`${name}:${i}: '${word}', say: ${instead}`];
    }),
  );
}

describe.each(Object.entries(PLACES))("%s", (_, files) => {
  test.each(Object.entries(RETIRED))("nothing says '%s'", (_, entry) => {
    expect(found(files, entry).join("\n")).toBe("");
  });
});
