import { expect, test } from "vitest";
import { loadParserOfC } from "../../src/node/c-parser.js";
import { readScops } from "../../src/scop/scop.js";

const parse = await loadParserOfC("file.c");
const ARRAYS = "double A[100][100], B[100][100], C[100][100], x[100], y[100];";
const PRODUCT = "for (i = 0; i < N; i++) for (j = 0; j < N; j++) for (k = 0; k < N; k++) C[i][j] += A[i][k] * B[k][j];";

/** Fields of the parts, or why there are none. */
function read(before: string, scop: string, defines = {}, header?: string): readonly object[] | string {
  const text = `${before}\n${ARRAYS}\nvoid kernel() {\n#pragma scop\n${scop}\n#pragma endscop\n}\n`;
  try {
    const { parts, uncovered } = readScops(text, { path: "file.c", parse, defines, include: () => header });
    return parts.length > 0 ? parts.map(({ fields }) => fields) : String(uncovered[0]?.reason);
  } catch (error) {
    return String(error);
  }
}

/** Other sizes than the preprocessor's would be other bounds. */
test.each([
  ["macros of arguments are defined", "#define SMALL(x) x\n#ifdef SMALL\n#define N 5\n#else\n#define N 100\n#endif"],
  [
    "blanks and comments",
    "#define N 100\n# undef N\n#define M 1\n#undef M // smaller\n#ifndef N\n#define N 5 /* five */\n#endif\n#ifdef M\n#error\n#endif",
  ],
  ["values over several lines", "#define N \\\n 5"],
])("sizes behind %s are read", (_, before) => {
  expect(read(before, PRODUCT)).toEqual([{ workload: "gemm", m: 5, n: 5, k: 5, dtype: "fp64" }]);
});

test("a file is included as often as lines say", () => {
  const header = "#ifdef SECOND\n#undef N\n#define N 5\n#endif";
  const before = '#define N 100\n#include "other.h"\n#define SECOND\n#include "other.h"';
  expect(read(before, PRODUCT, {}, header)).toEqual([expect.objectContaining({ m: 5 })]);
  expect(read('#include "other.h"', PRODUCT, {}, '#include "other.h"')).toMatch(/more than 32 lines that include a file/);
});

test.each([
  ["#define N 10 + 40", PRODUCT, /N, a macro that is no number, name or expression in brackets/],
  ["#define N 0100", PRODUCT, /0100, which is no sum/],
  ["#define N ((unsigned char)300)", PRODUCT, /\(unsigned char\)300, which is no sum/],
  ["#define V 0x5\n#if V >= 0x10\n#define N 5\n#else\n#define N 100\n#endif", PRODUCT, /a condition that is not read: 0x/],
  ["#ifdef X\n#elifdef Y\n#define N 5\n#endif\n#define N 100", PRODUCT, /#elifdef/],
  ["#define N 100\nstruct s {\n#undef N\n#define N 5\nint q; };", PRODUCT, /within a declaration/],
  ["#define N 100", `#undef N\n#define N 5\n${PRODUCT}`, /inside a scop/],
  ["#define N 100", `#include "five.h"\n${PRODUCT}`, /inside a scop/],
  ["", `N = 5;\n${PRODUCT}`, /N/],
  ["#define N 100\n#define B A", PRODUCT, /B\[k\]\[j\], which is no array by its name/],
  ["#define N 100\n#define C B2", PRODUCT, /C\[i\]\[j\], which is no array by its name/],
  ["#define N 100\n#define ZERO 0.0e0", PRODUCT.replace("+= ", "+= ZERO * "), /which is not read here/],
  ["#define N 100", PRODUCT.replace("+= ", "+= (1 - 1) * "), /which is not read here/],
  [
    "#define N 100\n#define F(a, b) (0.5 * (b))",
    "for (i = 1; i < N; i++) y[i] = F(x[i - 1], x[i]);",
    /a macro that is not read here/,
  ],
  ["#define N 100\n#define Z(w) ((w) = 0)", "for (i = 0; i < N; i++) y[i] = Z(x[i]);", /a macro that is not read here/],
  [
    "#define N 100\n#define MODE 0",
    "for (i = 1; i < N; i++) y[i] = MODE == 1 ? x[i - 1] + x[i] : x[i];",
    /a condition that reads no word/,
  ],
])("%s: refused", (before, scop, reason) => {
  expect(read(before, scop, before === "" ? { N: "100" } : {})).toMatch(reason);
});

test("macros that pass their arguments on, scales and other types", () => {
  const scaled = PRODUCT.replace("+= ", "+= SCALAR_VAL(1.5) * ALPHA * ");
  const before = "#define N 100\n#define SCALAR_VAL(x) x##f\n#define ALPHA 2.0";
  expect(read(before, scaled)).toEqual([{ workload: "gemm", m: 100, n: 100, k: 100, dtype: "fp64" }]);
  // Of unlike types none is taken.
  const short = read("#define N 100\nsigned char B[100][100];", PRODUCT);
  expect(short).toEqual([{ workload: "gemm", m: 100, n: 100, k: 100 }]);
});

test("a number of 300,000 digits is read at once", () => {
  expect(read("#define N 100", PRODUCT.replace("+= ", `+= 1.${"0".repeat(300_000)}1 * `))).toEqual([
    expect.objectContaining({ workload: "gemm" }),
  ]);
});
