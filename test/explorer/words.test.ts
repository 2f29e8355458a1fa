import fc from "fast-check";
import { expect, test } from "vitest";
import { flagOf, withFlag } from "../../explorer/words.js";
import { formatAddress, parseAddress } from "../../src/text/page-address.js";
import { textOf, wordsOf } from "../../src/text/shell-words.js";

test("an address gives back the page and the texts that it was made from", () => {
  const texts = fc.array(fc.string({ unit: "grapheme", minLength: 1 }), { maxLength: 3 });
  fc.assert(
    fc.property(fc.constantFrom("kernel", "launch", "layer"), texts, (page, given) => {
      expect(parseAddress(formatAddress({ page, texts: given }))).toEqual({ page, texts: given });
    }),
  );
});

test("the address of a product can be read by people", () => {
  expect(formatAddress({ page: "kernel", texts: ["gemm --m 64 --order row,group:8"] })).toBe(
    "#/kernel?gemm+--m+64+--order+row,group:8",
  );
  expect(parseAddress("")).toEqual({ page: "", texts: [] });
  expect(parseAddress("#/kernel?%zz")).toEqual({ page: "kernel", texts: ["%zz"] });
});

test("words survive being written as a text, whatever is in them but quotes", () => {
  const word = fc.string({ minLength: 1 }).filter((one) => !/["']/.test(one));
  fc.assert(
    fc.property(fc.array(word), (words) => {
      expect(wordsOf(textOf(words))).toEqual(words);
    }),
  );
  expect(wordsOf(`einsum "C[i,j] += A[i,k] * B[k,j]" --extent i=4 'x y'`)).toEqual([
    ...["einsum", "C[i,j] += A[i,k] * B[k,j]", "--extent", "i=4", "x y"],
  ]);
});

test("a flag is set in its place, at the end where it was not there, and taken away", () => {
  const words = wordsOf("gemm --m 64 --causal --n=8 --gpu h100");
  expect(textOf(withFlag(words, "m", "128"))).toBe("gemm --m 128 --causal --n=8 --gpu h100");
  expect(textOf(withFlag(words, "n", "16"))).toBe("gemm --m 64 --causal --n 16 --gpu h100");
  expect(textOf(withFlag(words, "tile", "128x128x64"))).toBe("gemm --m 64 --causal --n=8 --gpu h100 --tile 128x128x64");
  expect(textOf(withFlag(words, "causal", undefined))).toBe("gemm --m 64 --n=8 --gpu h100");
  expect(["m", "causal", "n", "k"].map((flag) => flagOf(words, flag))).toEqual(["64", "", "8", undefined]);
});
