import { expect, test } from "vitest";
import { redblue } from "./run.js";

/** Words of a line, quoted ones whole. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
}

const GEMM = "bound gemm --m 512 --n 1024 --k 8192 --gpu h100";

test.each([
  ["bound --gpu h100 gemm --m 512 --n 1024 --k 8192", GEMM],
  ["bound --gpu h100 --m 512 gemm --n 1024 --k 8192", GEMM],
  ["bound gemm --M 512 -n 1k --K=8K --GPU H100", GEMM],
  ["bound GEMM 512 1024 8192 --gpu h100", GEMM],
  ["bound matmul 512x1024x8k --gpu=h100", GEMM],
  ["bound 512x1024x8192 --gpu h100", GEMM],
  ["bound --gpu h100 512 1024 8192", GEMM],
  ["--gpu h100 bound mm 512 1024 8192", GEMM],
  ["bound linear --m 512 --n 1024 --k 8192 --gpu h100 --dtype bfloat16", GEMM],
  ["bound gemv 512 8192 --gpu h100", "bound gemm --m 512 --n 1 --k 8192 --gpu h100"],
  ["bound bmm 64 64 64 --batch-size 7 --gpu h100", "bound gemm --m 64 --n 64 --k 64 --batch 7 --gpu h100"],
  ["gemm 64 64 64 --gpu h100", "gap gemm --m 64 --n 64 --k 64 --gpu h100"],
  ["64x64x64 --gpu h100", "gap gemm --m 64 --n 64 --k 64 --gpu h100"],
  ["--gpu h100 matmul 64 64 64", "gap gemm --m 64 --n 64 --k 64 --gpu h100"],
  [
    "bound mlp --tokens 64 --d-model 32 --d-ff 96 --swiglu --gpu h100",
    "bound ffn --tokens 64 --model 32 --hidden 96 --gated --gpu h100",
  ],
  ["bound swiglu 64 32 96 --gpu h100", "bound ffn --tokens 64 --model 32 --hidden 96 --gated --gpu h100"],
  [
    "bound flash-attention --heads 8 --seq 256 --head-dim 64 --gpu h100",
    "bound attention --heads 8 --queries 256 --dim 64 --gpu h100",
  ],
  [
    "bound SDPA --num_heads 8 --kv_heads 2 --seqlen 256 --head_dim 64 --gpu h100",
    "bound attention --heads 8 --kv-heads 2 --queries 256 --dim 64 --gpu h100",
  ],
  [
    "bound flash-decoding --heads 8 --keys 256 --dim 64 --gpu h100",
    "bound attention --heads 8 --queries 1 --keys 256 --dim 64 --gpu h100",
  ],
  [
    "bound MLA --heads 8 --queries 1 --keys 256 --gpu h100",
    "bound attention --heads 8 --kv-heads 1 --queries 1 --keys 256 --dim 576 --value-dim 512 --values-in-keys --gpu h100",
  ],
  [
    "bound mla --heads 8 --seq 64 --head-dim 320 --kv-lora-rank=256 --gpu h100",
    "bound attention --heads 8 --kv-heads 1 --queries 64 --dim 320 --value-dim 256 --values-in-keys --gpu h100",
  ],
  [
    "bound gemm 64 64 64 --a-dtype fp16 --weight-dtype u4 --gpu h100",
    "bound gemm --m 64 --n 64 --k 64 --dtype fp16 --b-dtype int4 --gpu h100",
  ],
  [
    "bound gemm 64 64 64 --dtype nvfp4 --gpu h100",
    "bound gemm --m 64 --n 64 --k 64 --dtype fp4 --scales a:1x16,b:16x1 --scale-dtype fp8 --gpu h100",
  ],
  [
    "bound gemm 64 64 64 --dtype W4A16 --group-size 32 --gpu h100",
    "bound gemm --m 64 --n 64 --k 64 --dtype bf16 --b-dtype int4 --scales b:32x1 --gpu h100",
  ],
  [
    "bound conv2d --cin 8 --cout 8 --H 14 --kernel-size 5x3 --padding same --groups 1 --gpu h100",
    "bound conv --in-channels 8 --out-channels 8 --height 14 --kernel 5x3 --padding 2x1 --gpu h100",
  ],
  ["bound rope --rows 64 --head-dim 64 --gpu h100", "bound rotary --rows 64 --dim 64 --gpu h100"],
  ["bound layer_norm 64 512 --gpu h100", "bound layernorm --rows 64 --columns 512 --gpu h100"],
  [
    'bound einsum "ij,jk->ik" --i 64 --j 32 --k 16 --gpu h100',
    'bound einsum "C[i,k] += A[i,j] * B[j,k]" --extent i=64,k=16,j=32 --gpu h100',
  ],
  [
    'bound --gpu h100 einsum "bij,bjk" --extent b=2,i=64,j=32,k=16',
    'bound einsum "bij,bjk->ik" --extent b=2,i=64,k=16,j=32 --gpu h100',
  ],
  ["graph matmul 2 2 2", "graph gemm --m 2 --n 2 --k 2"],
  ["pebble --fast 4 mm 1 2 2", "pebble gemm --m 1 --n 2 --k 2 --fast 4"],
  ["layer meta-llama/Meta-Llama-3-8B --gpu H100", "layer llama3-8b --gpu h100"],
  ["layer --list", "layer list"],
])("%s says what %s says", (typed, plain) => {
  const answer = redblue(wordsOf(plain));
  expect(answer).toMatchObject({ status: 0, stderr: "" });
  expect(redblue(wordsOf(typed))).toEqual(answer);
});

test("a flag that changes no count is taken, with a remark", () => {
  const { status, stdout, stderr } = redblue(wordsOf(`${GEMM} --trans-b`));
  expect([status, stdout]).toEqual([0, redblue(wordsOf(GEMM)).stdout]);
  expect(stderr).toBe("--trans-b: changes no count here: an operand has as many bytes in either layout\n");
});

const ATTENTION = "gap attention --heads 8 --seq 64 --dim 64 --gpu h100";
const CONV = "gap conv --in-channels 8 --out-channels 8 --height 14 --kernel 3 --gpu h100";

test.each([
  [`${CONV} --dtype int4`, "types below 8 bits are for the operands of gemm, chain, ffn and attention"],
  [`${GEMM} --dtype nf4`, "a type counts by its bits: int4 and fp4 have four, fp6 six"],
  [`${GEMM} --dtype w4a16 --b-dtype int8`, "b-dtype: expected none beside w4a16"],
  ["gap ffn --tokens 8 --model 8 --hidden 8 --dtype int4 --gpu h100", "the weights alone may be packed"],
  ["bound mla --heads 8 --seq 64 --kv-dtype fp8 --gpu h100", "kv-dtype: expected the type of the queries"],
  ["bound gemm 8 8 8 --gpu L40", "--gpu FILE.json"],
  ["bound gemm 8 8 8 --gpu sm_90", "one of h100, h100-pcie, h200, h20, gh200, the GPUs of compute capability 9.0"],
  [`${GEMM} --bias`, "--bias: a bias is --epilogue bias"],
  [`${ATTENTION} --window 32`, "--window: expected a causal mask beside it"],
  [`${CONV} --kernel 3 --groups 3`, "groups: expected a divisor of the 8 input channels, found 3"],
  [`${CONV} --kernel 3 --pass backward`, "pass: expected forward, data-gradient, weight-gradient, found 'backward'"],
  [`${CONV} --kernel 3 --pass weight-gradient`, "pass: expected forward, or data-gradient at stride 1"],
  [`${CONV} --stride 2 --padding same`, "--padding: expected a number beside a stride above 1, found same"],
  ["gap mlp --tokens 8 --hidden-size 8 --hidden 8 --gpu h100", "--hidden-size: --model: model cards call its width so"],
  ["gap group-gemm --m 8 --gpu h100", "--m: --rows, rows of each group (one A for all groups is a wider product"],
  ["gap gemv --m 8 --n 8 --gpu h100", "--n: expected none beside gemv, which is gemm --n 1"],
  ["gap gemm 8 8 --gpu h100", "gemm: expected 3 numbers (m, n, k), found 8 8"],
  ["gap gemm 8 8 8 --m 8 --gpu h100", "--m: expected numbers or flags, found both"],
  ["gap attention 8 8 8 --gpu h100", "attention: expected its extents as flags: --heads, --queries, --dim"],
  [`${ATTENTION} --queries 8`, "--queries: expected --queries once, found --seq too"],
  ['gap einsum "ij,jk->ik" --gpu h100', "expected extents of the indices i, k, j, such as i=64,k=64,j=64, found none"],
  ['gap einsum "...ij,jk->ik" --gpu h100', "subscripts that name every index"],
  ["gap matmull 8 8 8 --gpu h100", "did you mean matmul?"],
  ["gap gemm --m 8 --gpu h100", "--n: expected a whole number of at least 1, found nothing (see redblue gap gemm --help)"],
  ["gap gemm --warps 8 --gpu h100", "unknown option '--warps' (see redblue gap gemm --help)"],
  ["gap docs/examples/layer.yaml 8 --gpu h100", "gap: expected one file, found '8' too"],
  ["layer meta-llama/Llama-9-1B --gpu h100", "model: expected one of llama2-7b"],
  ["layer", "redblue layer --list"],
])("%s is refused with one line that says what to type", (typed, line) => {
  const { status, stdout, stderr } = redblue(wordsOf(typed));
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(line);
  expect(stderr).toMatch(/^redblue: .*\n$/);
});
