import fc from "fast-check";
import { expect, test } from "vitest";
import { answer } from "../../explorer/answers/answer.js";
import type { BoundsParts } from "../../explorer/answers/bounds.js";
import type { KernelParts } from "../../explorer/answers/kernel.js";
import type { LayerParts } from "../../explorer/answers/layer.js";
import { formatCount } from "../../src/report/units.js";
import { wordsOf } from "../../src/text/shell-words.js";
import { redblue } from "../cli/run.js";
import { parameters } from "../properties/arbitraries.js";

/** Everything that a page would be sent. */
async function partsOf<Parts>(kind: Parameters<typeof answer>[0], text: string): Promise<Partial<Parts>> {
  const parts: Record<string, unknown> = {};
  await answer(kind, { words: wordsOf(text), progress: () => undefined }, (name, part) => {
    parts[name] = part;
  });
  return parts as Partial<Parts>;
}

const side = fc.integer({ min: 1, max: 8 }).map((tiles) => 32 * tiles);
const gpu = fc.constantFrom("h100", "h200", "a100", "rtx4090", "a40").map((name) => `--gpu ${name}`);
const words = fc.integer({ min: 64, max: 20_000 }).map((size) => `--fast-words ${size}`);
const type = fc.constantFrom("", "", " --dtype fp16", " --dtype int8");
const order = fc.constantFrom("", "", " --order row", " --order group:4,morton");
const small = fc.integer({ min: 1, max: 20 });

const text = fc.oneof(
  fc.tuple(side, side, side, gpu, type, order).map(([m, n, k, on, as, by]) => `gemm --m ${m} --n ${n} --k ${k} ${on}${as}${by}`),
  fc.tuple(small, small, small, words).map(([m, n, k, on]) => `gemm --m ${m} --n ${n} --k ${k} ${on}`),
  fc.tuple(side, side, side, side, gpu).map(([m, k, l, n, on]) => `chain --m ${m} --k ${k} --l ${l} --n ${n} ${on}`),
  fc
    .tuple(fc.integer({ min: 1, max: 2 }), side, fc.constantFrom(64, 128), gpu, fc.boolean())
    .map(
      ([heads, keys, dim, on, causal]) =>
        `attention --heads ${heads} --queries ${keys} --dim ${dim} ${on}${causal ? " --causal" : ""}`,
    ),
  fc.tuple(side, side, gpu).map(([rows, columns, on]) => `softmax --rows ${rows} --columns ${columns} ${on}`),
  fc.tuple(small, small, words).map(([rows, columns, on]) => `rmsnorm --rows ${rows} --columns ${columns} ${on}`),
);

// In parts, each well within what a test may take: 200 in `npm run verify`.
const PARTS = process.env["REDBLUE_SLOW"] === undefined ? 1 : 10;

test.each(Array.from({ length: PARTS }, (_, part) => part + 1))(
  "a kernel's page has the numbers of the command line to the digit, or its refusal: part %d",
  async (part) => {
    const cases = parameters(4, 20);
    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        const { status, stdout, stderr } = redblue(["gap", ...wordsOf(given), "--explain", "--json"]);
        if (status === 2) {
          await expect(partsOf("kernel", given)).rejects.toThrow();
          expect(stderr).toMatch(/^redblue: /);
          return;
        }
        const printed = JSON.parse(stdout) as { readonly bounds: readonly { readonly value: number }[] };
        const { document } = await partsOf<KernelParts>("kernel", given);
        expect(JSON.parse(JSON.stringify(document))).toEqual(printed);
        // What is shown before the replays is proven of the same numbers.
        const { bounds } = await partsOf<BoundsParts>("bounds", given);
        const unit = given.includes("--fast-words") ? "words" : "bytes";
        const proven = printed.bounds.map(({ value }) => formatCount(BigInt(value), unit));
        expect(bounds?.interfaces.length).toBeGreaterThan(0);
        for (const { least } of bounds?.interfaces ?? []) expect(proven).toContain(least);
      }),
      { ...cases, ...(cases.seed === undefined ? {} : { seed: cases.seed + part }) },
    );
  },
);

test("a layer's page has the numbers of the command line", async () => {
  const given = "gemma-2b --tokens 256 --gpu a100";
  const { document } = await partsOf<LayerParts>("layer", given);
  expect(JSON.parse(JSON.stringify(document))).toEqual(JSON.parse(redblue(["layer", ...wordsOf(given), "--json"]).stdout));
});

test.each([
  ["gemm --m 64 --n 64 --gpu h100", /--k: /],
  ["gemm --m 64 --n 64 --k 64", /--gpu: /],
  ["gemn --m 64", /gemm/],
  ["gemm --m 64 --n 64 --k 64 --gpu my.json", /no such file|h100/],
])("refuses %s in the words of the command line", async (given, expected) => {
  await expect(partsOf("bounds", given)).rejects.toThrow(expected);
  expect(redblue(["gap", ...wordsOf(given)]).stderr).toMatch(expected);
});
