import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { CachePolicy } from "../../src/caches/cache-policy.js";
import { CACHE_POLICIES } from "../../src/caches/cache-policy.js";
import { formatCachePolicy, parseCachePolicy } from "../../src/caches/parse-cache-policy.js";
import { InputError } from "../../src/errors.js";
import { parameters } from "../properties/arbitraries.js";

test("the text forms mean what they say", () => {
  const forms: readonly (readonly [string, CachePolicy])[] = [
    ["lru", { policy: "lru" }],
    ["fifo", { policy: "fifo" }],
    ["opt", { policy: "opt" }],
    ["random", { policy: "random", seed: 1 }],
    ["random:0", { policy: "random", seed: 0 }],
    ["set:16", { policy: "set", ways: 16, replacement: "lru", index: "modulo" }],
    ["set:16:hashed", { policy: "set", ways: 16, replacement: "lru", index: "hashed" }],
    ["set:4:random:9", { policy: "set", ways: 4, replacement: "random", seed: 9, index: "modulo" }],
    [
      "set:4:sectored:fifo:no-allocate:write-through:hashed",
      {
        policy: "set",
        ways: 4,
        replacement: "fifo",
        index: "hashed",
        sectorBytes: 32,
        write: "through",
        writeAllocation: "never",
      },
    ],
  ];
  for (const [text, policy] of forms) expect(parseCachePolicy(text)).toEqual(policy);
});

test("what is written is read back", () => {
  const words = fc.record({
    replacement: fc.constantFrom("lru", "fifo", "random", "random:5"),
    index: fc.constantFrom("", ":hashed"),
    more: fc.subarray([":sectored", ":write-through", ":no-fetch"]),
    ways: fc.integer({ min: 1, max: 1024 }),
  });
  fc.assert(
    fc.property(words, ({ replacement, index, more, ways }) => {
      const policy = parseCachePolicy(`set:${ways}:${replacement}${index}${more.join("")}`);
      expect(parseCachePolicy(formatCachePolicy(policy))).toEqual(policy);
    }),
    parameters(100),
  );
  for (const text of ["lru", "fifo", "opt", "random:3", "set:16", "set:2:random:no-allocate"]) {
    expect(formatCachePolicy(parseCachePolicy(text))).toBe(text);
  }
});

test("anything else is refused with the accepted forms", () => {
  const wrong = ["", "LRU", "lru:1", "opt:", "random:", "random:-1", "random:4294967296", "random:1:2", "set", "set:", "set:0"];
  wrong.push(
    "set:1025",
    "set:16:",
    "set:16:mru",
    "set:16:lru:fifo",
    "set:16:hashed:hashed",
    "set:16:3",
    "set:16:fifo:3",
    "set:+4",
  );
  wrong.push("set:16:no-fetch:no-allocate", "set:4:random:1:2", "toString");
  for (const text of wrong) {
    expect(() => parseCachePolicy(text), text).toThrow(InputError);
    expect(() => parseCachePolicy(text)).toThrow(/^cache: expected one of lru, fifo, opt, random\[:SEED\], set:WAYS/);
  }
});

test("the list of forms has a source for each", () => {
  for (const { form, title, source } of CACHE_POLICIES) expect([form, title, source].every((text) => text.length > 0)).toBe(true);
});
