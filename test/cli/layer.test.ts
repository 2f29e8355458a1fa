import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { redblue } from "./run.js";

const folder = mkdtempSync(join(tmpdir(), "redblue-layer-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const words = (text: string): readonly string[] => text.split(" ");

test("a layer's document verifies, and an edited one does not", () => {
  const { status, stdout, stderr } = redblue(words("layer llama3-8b --tokens 1024 --phase prefill --gpu h100 --json"));
  expect([status, stderr]).toEqual([0, ""]);
  const document = JSON.parse(stdout);
  expect(document.schema).toBe("redblue.layer/2");
  expect(document.plans.map(({ id }: { id: string }) => id)).toEqual([
    ..."eager elementwise partial-softmax flash kernl optimus streaming".split(" "),
    "best",
  ]);
  expect(redblue(["verify", file("layer.json", stdout)]).status).toBe(0);
  document.plans[3].bounds[1].value++;
  const verdict = redblue(["verify", file("edited.json", JSON.stringify(document)), "--json"]);
  expect(verdict.status).toBe(1);
  expect(JSON.parse(verdict.stdout)).toMatchObject({ valid: false, path: "plans[3].bounds[1].value" });
});

test("the text names every plan, the cache's share in decoding, and the bytes between GPUs", () => {
  const { status, stdout } = redblue(words("layer llama3-70b --phase decode --batch 4 --context 1000 --gpus 8 --gpu h200"));
  expect(status).toBe(0);
  for (const part of ["streaming", "best", "KV cache is the larger part", "Between 8 GPUs"]) expect(stdout).toContain(part);
  expect(redblue(words("layer llama3-8b --gpu sn40l --tokens 64")).status).toBe(0);
  for (const part of ["embedding", "head"]) {
    expect(redblue(words(`layer llama3-8b --gpu h100 --part ${part} --tokens 64`)).stdout).toContain(part);
  }
});

test("the search makes least what it is told to, and says how long plans take at least", () => {
  const least = ["l2-sm", "dram-l2", "time"].map((objective) => {
    const { status, stdout } = redblue(words(`layer gpt3-6.7b --gpu a40 --tokens 512 --objective ${objective} --json`));
    expect(status).toBe(0);
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({ objective, search: { proven: true } });
    expect(document.loopedBytes).toBeGreaterThan(32 * document.shares.weightBytes);
    for (const { kernels, leastTime } of document.plans) {
      expect(leastTime.seconds).toMatch(/^\d+\/\d+$/);
      expect(leastTime.kernels).toHaveLength(kernels.length);
    }
    return document.plans.at(-1).bounds.map(({ value }: { value: number }) => value);
  });
  const [atSms, atDram] = [least[0], least[1]];
  expect(atSms[1]).toBeLessThanOrEqual(atDram[1]);
  expect(atDram[0]).toBeLessThanOrEqual(atSms[0]);
});

test("a plan of one's own takes the place of the presets", () => {
  const { stdout } = redblue(words("layer gpt3-6.7b --gpu a100 --tokens 64 --json"));
  const [eager] = JSON.parse(stdout).plans;
  const path = file("plan.json", JSON.stringify({ kernels: eager.kernels }));
  const own = JSON.parse(redblue([...words("layer gpt3-6.7b --gpu a100 --tokens 64 --json --plan"), path]).stdout);
  expect(own.plans).toHaveLength(2);
  expect(own.plans[0].bounds.map(({ value }: { value: number }) => value)).toEqual(
    eager.bounds.map(({ value }: { value: number }) => value),
  );
});

test("bad input is one line", () => {
  const broken = file("broken.json", JSON.stringify({ kernels: [["scores"]] }));
  for (const [line, part] of [
    ["layer llama4 --gpu h100", "model: expected one of"],
    ["layer llama3-8b", "--gpu"],
    ["layer llama3-8b --fast-words 100", "fast-words"],
    ["layer llama3-8b --gpu h100 --phase training", "--phase: expected prefill or decode"],
    ["layer llama3-8b --gpu h100 --phase decode --tokens 5", "--tokens: expected 1"],
    ["layer llama3-8b --gpu h100 --gpus 7", "--gpus: expected a divisor"],
    ["layer sd15-unet --gpu h100 --context 7", "--context: expected a decoder"],
    [`layer llama3-8b --gpu h100 --plan ${broken}`, "a partition"],
    ["layer llama3-8b", "--gpu: expected a GPU or an accelerator (such as --gpu h200), found nothing"],
    ["layer llama3-8b --gpu tpu-v1 --replay", "--replay: expected a GPU"],
    ["layer llama3-8b --gpu h100 --objective times", "--objective: expected one of l2-sm, dram-l2, time (did you mean time?)"],
    ["layer llama3-8b --gpu sn40l --objective time", "--objective: expected a GPU for it"],
    ["layer sd15-residual --gpu h100 --tokens 100000", "--tokens: expected a square"],
    ["layer llama3-8b --gpu h100 --recompute full", "--recompute: expected --training beside it"],
    ["layer llama3-8b --gpu h100 --training --recompute half", "--recompute: expected none, attention, pointwise, full"],
    ["layer llama3-8b --gpu h100 --training --phase decode", "--phase: expected none with --training"],
    ["layer mamba2-1.3b --gpu h100 --training", "--training: expected a layer of softmax attention, products"],
    ["layer vit-l16 --gpu h100 --phase decode", "--phase: expected a decoder for it"],
    ["layer mamba2-2.7b --gpu h100 --phase decode --tokens 3", "--tokens: expected 1 in decoding"],
  ] as const) {
    const { status, stdout, stderr } = redblue(words(line));
    expect([status, stdout], line).toEqual([2, ""]);
    expect(stderr.trimEnd().split("\n"), line).toHaveLength(1);
    expect(stderr, line).toContain(part);
  }
});

test("an ONNX file takes the place of a model; its extents are bound by name", () => {
  const path = new URL("../layers/onnx/block-dynamo.onnx", import.meta.url).pathname;
  const document = redblue(["layer", path, ...words("--dim batch=1,tokens=128 --gpu a100 --json")]);
  expect(document.status).toBe(0);
  expect(redblue(["verify", file("onnx.json", document.stdout)]).status).toBe(0);
  for (const [more, part] of [
    ["--dim batch=1", "--dim tokens="],
    ["--dim batch=1,tokens=0", "--dim tokens"],
    ["--dim batch=1,tokens=128 --tokens 5", "--tokens"],
  ] as const) {
    const { status, stdout, stderr } = redblue(["layer", path, ...words(more), "--gpu", "a100"]);
    expect([status, stdout], more).toEqual([2, ""]);
    expect(stderr).toContain(part);
  }
  const contradiction = new URL("../layers/cases/outshape.onnx", import.meta.url).pathname;
  const { status, stderr } = redblue(["layer", contradiction, "--gpu", "a100"]);
  expect([status, stderr]).toEqual([2, "redblue: node y (MatMul): expected 'y' of shape [64, 128], found [1, 1] in the file\n"]);
  const absent = redblue(words("layer absent.onnx --gpu a100"));
  expect([absent.status, absent.stderr]).toEqual([2, "redblue: absent.onnx: expected a readable file, found no such file\n"]);
  expect(redblue(["layer", file("cut.onnx", "onnx?"), "--gpu", "a100"]).stderr).toMatch(/truncated|graph/);
});
