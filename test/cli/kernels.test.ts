import { describe, expect, test } from "vitest";
import { redblue } from "./run.js";

const json = (
  words: string,
): Record<string, unknown> & { rows: readonly { schedule: { id: string }; interface: string; gap: number }[] } =>
  JSON.parse(redblue([...words.split(" "), "--json"]).stdout);

describe("gap sets every kernel that fits beside the bounds", () => {
  test.each([
    [
      "attention --heads 2 --queries 256 --dim 64 --gpu h200",
      [
        ...["flash-attention-2", "flash-attention-3", "persistent-attention", "flash-attention-1"],
        ...["attention-partial-softmax", "attention-unfused"],
      ],
    ],
    [
      "attention --heads 2 --queries 256 --dim 64 --gpu a100",
      ["flash-attention-2", "persistent-attention", "flash-attention-1", "attention-partial-softmax", "attention-unfused"],
    ],
    ["ffn --tokens 256 --model 128 --hidden 256 --gated --gpu h200", ["ffn-separate", "ffn-bands", "ffn-fused"]],
    [
      "chain --m 256 --k 64 --l 256 --n 64 --gpu h200",
      ["chain-separate", "chain-bands", "chain-fused-smem", "chain-fused-registers", "chain-recompute"],
    ],
    ["chain --m 256 --k 64 --l 65536 --n 64 --gpu h200", ["chain-separate", "chain-bands", "chain-recompute"]],
    // One part, yet the heads of a sequence share a tile: no second FlashAttention-2.
    [
      "mla --heads 128 --queries 1 --keys 512 --batch 66 --gpu h200",
      ["flash-attention-2", "flash-decoding", "persistent-attention", "flash-attention-1"],
    ],
  ])("%s", (words, ids) => {
    const { rows } = json(`gap ${words} --cache lru`);
    expect([...new Set(rows.map(({ schedule }) => schedule.id))].sort()).toEqual([...ids].sort());
    for (const row of rows) expect(row.gap).toBeGreaterThanOrEqual(1);
  });
});

test("a schedule named takes its own options, in replay as in gap", () => {
  const decoding = "attention --heads 8 --kv-heads 2 --queries 1 --keys 4096 --dim 64 --gpu h200 --schedule flash-decoding";
  expect(json(`replay ${decoding} --splits 4`)["schedule"]).toMatchObject({ id: "flash-decoding", splits: 4, combineRows: 8 });
  const flash = "attention --heads 2 --queries 256 --dim 64 --gpu h200 --schedule flash-attention-2";
  const lse = (words: string): unknown => (json(`replay ${words}`)["byArray"] as Record<string, unknown>)["LSE"];
  expect(lse(flash)).toMatchObject({ "l2-sm": { writeBytes: 2 * 256 * 4 } });
  expect(lse(`${flash} --no-lse`)).toBeUndefined();
  expect(json(`replay ${flash} --query-order longest-first`)["schedule"]).toMatchObject({ queryOrder: "longest-first" });
  expect(json(`replay ${flash} --key-order forward`)["schedule"]).toMatchObject({ keyOrder: "forward" });
  const sawtooth = flash.replace("--schedule flash-attention-2", "--key-order sawtooth");
  expect(json(`replay ${sawtooth}`)["schedule"]).toMatchObject({ id: "persistent-attention", keyOrder: "sawtooth", ctas: 4 });
  const chain = "chain --m 512 --k 64 --l 256 --n 64 --gpu h200 --cache lru";
  expect(json(`replay ${chain} --band 2 --serpentine`)["schedule"]).toMatchObject({
    id: "chain-bands",
    band: 2,
    serpentine: true,
  });
  const named = json(`gap ${chain} --schedule chain-recompute`).rows;
  expect(named.map(({ schedule, interface: interfaceId }) => `${schedule.id} ${interfaceId}`)).toEqual([
    "chain-recompute dram-l2",
    "chain-recompute l2-sm",
  ]);
});

test("a sawtooth of CTAs that share an SM is said to save less than replayed, one of CTAs alone is not", () => {
  const words = "attention --heads 1 --queries 512 --dim 128 --gpu h200 --schedule persistent-attention --cache lru";
  const says = (command: string): boolean => redblue(command.split(" ")).stdout.includes("drift apart");
  expect([says(`gap ${words}`), says(`replay ${words}`)]).toEqual([true, true]);
  expect([says(`gap ${words} --ctas-per-sm 1`), says(`replay ${words} --key-order forward`)]).toEqual([false, false]);
});

test("kernels that the execution cannot issue are named, and the others shown; alone, they are refused", () => {
  const words = "gap gemm --m 512 --n 384 --k 256 --gpu h200 --cache lru --execution longest-first";
  const text = redblue(words.split(" ")).stdout.replaceAll("\n", " ");
  const { rows, leftOut } = json(words) as ReturnType<typeof json> & { leftOut: { label: string; reason: string }[] };
  expect(leftOut.map(({ label }) => label.split(" ")[0])).toEqual(["split-k", "stream-k"]);
  expect(rows.some(({ schedule }) => schedule.id === "tiled-gemm")).toBe(true);
  for (const { label, reason } of leftOut) {
    expect(rows.some(({ schedule }) => schedule.id === label.split(" ")[0])).toBe(false);
    expect(text).toContain(reason);
  }
  // One line for one reason.
  const [labels, reason] = [leftOut.map(({ label }) => label).join(", "), leftOut[0]?.reason];
  expect(text).toContain(`${labels} are skipped: ${reason}`);
  expect(redblue([...words.split(" "), "--schedule", "stream-k"])).toMatchObject({ status: 2, stdout: "" });
  expect(json(words.replace(" --execution longest-first", ""))).not.toHaveProperty("leftOut");
});

test("the two-level memory model lists the partly fused strip and the fused tile of H, refereed", () => {
  const ids = json("gap chain --m 64 --k 7 --l 64 --n 28 --fast-words 100").rows.map(({ schedule }) => schedule.id);
  expect(ids).toEqual([
    "chain-separate",
    "chain-fused",
    "chain-recompute",
    "chain-partly-fused",
    "chain-partly-stored",
    "chain-tile-fused",
  ]);
  for (const id of ids.slice(3)) {
    const words = `replay chain --m 9 --k 3 --l 8 --n 6 --fast-words 30 --schedule ${id} --referee`;
    const { status, stdout } = redblue(words.split(" "));
    expect([status, stdout]).toEqual([0, expect.stringContaining("are legal within 30 words")]);
  }
});

test.each([
  [
    "attention --heads 1 --queries 8 --dim 4 --gpu a100 --schedule flash-attention-3",
    /^redblue: --schedule: expected a Hopper GPU.*NVIDIA A100/,
  ],
  [
    "attention --heads 1 --queries 8 --dim 4 --gpu h200 --schedule flash-attention-5",
    /--schedule: expected one of flash-attention-2, .*did you mean flash-attention/i,
  ],
  [
    "attention --heads 1 --queries 8 --dim 4 --gpu h200 --schedule flash-attention-4",
    /^redblue: --schedule: expected a data-center GPU of the Blackwell generation.*NVIDIA H200/,
  ],
  [
    "attention --heads 1 --queries 8 --dim 4 --gpu h200 --schedule flash-attention-2 --splits 2",
    /--splits: expected schedule flash-decoding for it/,
  ],
  ["attention --heads 1 --queries 8 --dim 4 --gpu h200 --query-order zig", /--query-order: expected one of ascending/],
  ["attention --heads 1 --queries 8 --dim 4 --gpu h200 --key-order sawtoth", /--key-order: .*did you mean sawtooth/i],
  [
    "attention --heads 1 --queries 8 --dim 4 --gpu h200 --schedule flash-attention-2 --key-order sawtooth",
    /--key-order: expected forward or backward for flash-attention-2/,
  ],
  [
    "attention --heads 1 --queries 8 --dim 4 --gpu h200 --schedule flash-attention-3 --key-order forward",
    /--key-order: expected schedule flash-attention-2 or persistent-attention for it/,
  ],
  ["chain --m 256 --k 64 --l 65536 --n 64 --gpu h200 --schedule chain-fused-smem", /--tile: .*16x65536 of H kept/],
  [
    "chain --m 256 --k 64 --l 64 --n 64 --gpu h200 --schedule chain-bands --band 3",
    /--band: expected a whole number from 1 to 2/,
  ],
  ["gemm --m 8 --n 8 --k 8 --gpu h200 --serpentine", /--serpentine: expected chain or ffn for it/],
])("replay %s is one line and status 2", (words, line) => {
  const { status, stdout, stderr } = redblue(["replay", ...words.split(" ")]);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(stderr).toMatch(line);
});

test.each([
  [
    "gap attention --heads 2 --queries 256 --dim 64 --causal --gpu h200 --cluster 2x1",
    /--cluster: expected attention without a mask/,
  ],
  ["gap attention --heads 2 --queries 64 --dim 32 --gpu h200 --splits 1000", /--splits: expected a whole number from 1 to/],
  ["gap chain --m 256 --k 64 --l 64 --n 64 --gpu h200 --band 1,999", /--band: expected a whole number from 1 to 2/],
  ["gap chain --m 64 --k 64 --l 64 --n 64 --gpu h200 --serpentine", /--serpentine: expected chain-bands among/],
  ["gap gemm --m 8 --n 8 --k 8 --fast-words 16 --tile 8x8x8", /--tile: expected a GPU for it, found --fast-words/],
  ["replay gemm --m 8 --n 8 --k 8 --fast-words 16 --cache lru", /--cache: expected a GPU for it, found --fast-words/],
  ["curve gemm --m 8 --n 8 --k 8 --fast-words 16:32 --order row", /--order: expected a GPU for it, found --fast-words/],
  ["gap gemm --m 64 --n 64 --k 64 --dtype int8 --gpu tpu-v1 --l2-bytes 1000", /--l2-bytes: expected a GPU for it, found tpu-v1/],
])("%s is refused: what no kernel takes is not passed over", (words, line) => {
  const { status, stdout, stderr } = redblue(words.split(" "));
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(line);
});

test("a kernel of half a block is not set beside bounds of the whole", () => {
  const { status, stderr } = redblue(
    "gap ffn --tokens 256 --model 64 --hidden 256 --gated --gpu h200 --schedule dual-gemm".split(" "),
  );
  expect([status, stderr.includes("a kernel of the whole block")]).toEqual([2, true]);
});
