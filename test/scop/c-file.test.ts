import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { redblue } from "../cli/run.js";
import { KERNELS } from "./kernels.js";

const folder = mkdtempSync(join(tmpdir(), "redblue-c-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
const scop = (text: string, before = "double A[N][N], B[N][N], C[N][N], x[N], y[N];"): string =>
  `#include <stdio.h>\n${before}\nvoid kernel(int n) {\n  int i, j, k;\n#pragma scop\n${text}\n#pragma endscop\n}\n`;
const textOf = (name: string): string => KERNELS.find((kernel) => kernel.name === name)?.text ?? "";

const answer = (words: string): string => {
  const { status, stdout, stderr } = redblue(words.split(" "), folder);
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
};

describe("a file in C", () => {
  write(
    "sizes.h",
    `#ifndef SIZES
#define SIZES
#if !defined(SMALL) && !defined(LARGE)
#define LARGE
#endif
#ifdef SMALL
#define N 100
#elif defined(LARGE)
#define N (2 * 1000)
#endif
#define _PB_N POLYBENCH_LOOP_BOUND(N, n)
#endif
#define DATA_TYPE float
`,
  );
  write("lu.c", scop(textOf("lu").replaceAll("< N", "< _PB_N"), '#include "sizes.h"\nDATA_TYPE A[N][N];'));
  write("ludcmp.c", scop(textOf("ludcmp"), "double A[N][N], b[N], x[N], y[N], w;"));
  write("doitgen.c", scop(textOf("doitgen"), "double A[NR][NQ][NP], C4[NP][NP], sum[NP];"));
  write("mixed.c", scop(`${textOf("gemm")}\nfor (i = 1; i < NI; i++) if (x[i] > 0) x[i] = x[i - 1];`));

  test("has its sizes and types from its own header, or from --define", () => {
    expect(answer("bound lu.c --fast-words 4096")).toMatch(/^lu.c, lines 7 to 13\nL·U = A without pivoting, n = 2000, fp32, /);
    expect(answer("bound lu.c --fast-words 4096 -D SMALL")).toContain("n = 100, fp32");
    expect(answer("bound lu.c --fast-words 4096 --define N=300 --dtype fp64")).toContain("n = 300, fp64");
  });

  test("gives bounds, schedules and curves of each part, and says where parts end", () => {
    const bounds = answer("bound ludcmp.c --define N=400 --fast-words 1024");
    expect(bounds).toContain("ludcmp.c, lines 6 to 17, part 1 of 3\nL·U = A");
    expect(bounds).toContain("ludcmp.c, line 18, part 2 of 3\nL·X = B, L a lower triangle, n = 399, m = 1");
    expect(bounds).toContain("Each part is a kernel of its own here");
    const gap = answer("gap ludcmp.c -D N=400 --fast-words 1024 --part 1");
    expect(gap).toContain("result-tiles");
    expect(gap).not.toContain("line 18");
    expect(answer("curve mixed.c -D NI=64,NJ=64,NK=64 --fast-words 256")).toContain("mixed.c, lines 6 to 9");
  });

  test("has a document that verify accepts", () => {
    const document = answer("bound doitgen.c --define NR=32,NQ=32 --define NP=64 --fast-words 1024 --json");
    expect(JSON.parse(document).workload.text).toBe("sum[r,q,p] += A[r,q,s] * C4[s,p]");
    write("doitgen.json", document);
    expect(answer("verify doitgen.json")).toContain("certificate(s) hold");
  });

  test("names the lines that no workload covers", () => {
    const text = answer("bound mixed.c -D NI=64,NJ=64,NK=64 --fast-words 100");
    expect(text).toContain("C (64×64) = A (64×64) · B (64×64), fp64");
    expect(text).toMatch(/Not covered: line 10, .*\.\n$/);
  });
});

describe("refuses in one line", () => {
  const nested = (count: number): string => `${"{".repeat(count)}x[0] = 1;${"}".repeat(count)}`;
  const loops = Array.from({ length: 20 }, (_, at) => `for (int i${at} = 0; i${at} < 2; i${at}++)`).join(" ");
  write("none.c", "int main(void) { return 0; }\n");
  write("binary.c", "#pragma scop\n\u0001\u0002 ??? [[[\n#pragma endscop\n");
  write("open.c", "void f() {\n#pragma scop\nfor (i = 0; i < 4; i++) {\n#pragma endscop\n}}\n");
  write("size.c", scop("for (i = 0; i < n; i++) for (j = 0; j < n; j++) y[i] += A[i][j] * x[j];"));
  write("giant.c", scop("for (i = 0; i < 9007199254740993; i++) for (j = 0; j < 4; j++) y[i] += A[i][j] * x[j];"));
  write("squares.c", scop("for (i = 0; i < 4; i++) for (j = 0; j < i * i; j++) y[i] += A[i][j] * x[j];"));
  write("indirect.c", scop("for (i = 0; i < 4; i++) for (j = 0; j < 4; j++) y[i] += A[i][j] * x[c[j]];"));
  write(
    "macro.c",
    scop("for (i = 0; i < 4; i++) for (j = 0; j < 4; j++) y[i] += AT(i, j) * x[j];", "#define AT(i, j) A[i][j]\ndouble y[4];"),
  );
  write("circle.c", scop("for (i = 0; i < P; i++) for (j = 0; j < 4; j++) y[i] += A[i][j] * x[j];", "#define P Q\n#define Q P"));
  const doubled = Array.from({ length: 60 }, (_, at) => `#define P${at} (P${at + 1} + P${at + 1})`).join("\n");
  write("doubled.c", scop("for (i = 0; i < P0; i++) for (j = 0; j < 4; j++) y[i] += A[i][j] * x[j];", doubled));
  write("deep.c", scop(nested(5000)));
  write("brackets.c", scop(`for (i = 0; i < 4; i++) y[i] += ${"(".repeat(5000)}x[i]${")".repeat(5000)};`));
  write("loops.c", scop(`${loops} x[0] += A[i0][i1] * x[i2];`));
  write("step.c", scop("for (i = 0; i < 8; i += 2) for (j = 0; j < 8; j++) y[i] += A[i][j] * x[j];"));
  write("while.c", scop("while (1) x[0] = 1;"));
  write("untyped.c", scop(textOf("gemm"), "DATA_TYPE C[NI][NJ];"));
  write("unlike.c", scop(textOf("gemm"), "double C[NI][NJ]; float A[NI][NK], B[NK][NJ];"));
  write("two.c", scop(textOf("ludcmp"), "double A[N][N], x[N], y[N];"));

  test.each([
    ["none.c", "none.c: expected loops between #pragma scop and #pragma endscop, found none"],
    ["binary.c", "binary.c, line 2: expected statements in C after #pragma scop, found others"],
    ["open.c", "open.c, line 3: expected statements in C after #pragma scop, found others"],
    ["size.c", "size n: expected a #define of it, or --define n=1000, found none"],
    ["giant.c", "found a whole number beyond 9007199254740991"],
    ["squares.c", "found i * i, which is no sum of loop indices and whole numbers"],
    ["indirect.c", "found c[j], which is no sum of loop indices and whole numbers"],
    ["macro.c", "found AT(i, j), a macro that is not read here"],
    ["circle.c", "found an expression too deep to read"],
    ["doubled.c", "found an expression too deep to read"],
    ["deep.c", "found more than 100 levels of nesting"],
    ["brackets.c", "found an expression of more than 200 levels"],
    ["loops.c", "found more than 16 loops in each other"],
    ["step.c", "found i += 2, which is no step of one"],
    ["while.c", "which is neither a loop nor an assignment"],
    ["untyped.c -D NI=4,NJ=4,NK=4", "expected declarations of its arrays, all double or all float, or --dtype fp64, found none"],
    ["unlike.c -D NI=4,NJ=4,NK=4", "expected declarations of its arrays, all double or all float, or --dtype fp64, found none"],
    [
      "two.c -D N=8 --json",
      "--part: expected one of the 3 parts of two.c (1: lines 6 to 17; 2: line 18; 3: line 19), found none",
    ],
    ["two.c -D N=8 --part 4", "--part: expected a number from 1 to 3, found 4"],
    ["two.c -D N=8;", "--define: expected a name or name=value, such as N=2000"],
    ["two.c -D N=8 -D N=9", "--define: expected each name once, found N again"],
    ["lu.json --part 1", "--part: expected a .c file for it"],
    ["missing.c", "missing.c: expected a readable file, found no such file"],
  ])("%s", (words, message) => {
    const { status, stdout, stderr } = redblue(["bound", ...words.split(" "), "--fast-words", "64"], folder);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/^redblue: .*\n$/);
    expect(stderr).not.toContain("internal error");
  });
});
