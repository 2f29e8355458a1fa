import { checkText, InputError, shown } from "../errors.js";
import { didYouMean, plainName } from "../text/nearest-name.js";
import type { CachePolicy } from "./cache-policy.js";
import { CACHE_POLICIES, DEFAULT_SEED, MAXIMUM_WAYS } from "./cache-policy.js";
import type { LineOptions, WriteAllocation, WritePolicy } from "./lines/line-options.js";
import type { SetIndex } from "./lines/set-index.js";
import type { ReplacementKind } from "./replacement.js";

const SECTOR_BYTES = 32;
const LARGEST_SEED = 2 ** 32 - 1;

interface Words {
  replacement?: ReplacementKind;
  seed?: number;
  index?: SetIndex;
  sectorBytes?: number;
  write?: WritePolicy;
  writeAllocation?: WriteAllocation;
}

const WORDS: ReadonlyMap<string, Words> = new Map<string, Words>([
  ["lru", { replacement: "lru" }],
  ["fifo", { replacement: "fifo" }],
  ["random", { replacement: "random" }],
  ["modulo", { index: "modulo" }],
  ["hashed", { index: "hashed" }],
  ["sectored", { sectorBytes: SECTOR_BYTES }],
  ["write-through", { write: "through" }],
  ["no-fetch", { writeAllocation: "no-fetch" }],
  ["no-allocate", { writeAllocation: "never" }],
]);

/**
 * Reads `lru`, `fifo`, `opt`, `random:SEED`, `set:16`, `set:16:fifo:hashed:sectored` and so on; the words after the ways may come
 * in any order.
 *
 * @param others what the caller reads beside these
 * @throws InputError naming `cache`, with the accepted forms.
 */
export function parseCachePolicy(text: string, others: readonly string[] = []): CachePolicy {
  checkText("cache", text);
  const refuse = (): never => {
    const forms = [...others, ...CACHE_POLICIES.map(({ form }) => form)];
    const names = forms.map(plainName);
    const slip = names.includes(plainName(text)) ? "" : didYouMean(plainName(text), names);
    throw new InputError("cache", `one of ${forms.join(", ")}${slip}`, shown(text));
  };
  const [policy, ...words] = text.split(":");
  if (policy === "lru" || policy === "fifo" || policy === "opt") return words.length === 0 ? { policy } : refuse();
  if (policy === "random") {
    if (words.length === 0) return { policy, seed: DEFAULT_SEED };
    return words.length === 1 ? { policy, seed: wholeNumber(words[0], 0, LARGEST_SEED) ?? refuse() } : refuse();
  }
  if (policy !== "set") return refuse();
  const ways = wholeNumber(words[0], 1, MAXIMUM_WAYS) ?? refuse();
  const { replacement = "lru", index = "modulo", ...rest } = readWords(words.slice(1)) ?? refuse();
  return { policy, ways, replacement, index, ...rest };
}

/** Undefined for an unknown word, a property given twice, or a seed not after `random`. */
function readWords(words: readonly string[]): Words | undefined {
  let found: Words = {};
  for (const [at, word] of words.entries()) {
    const seed = words[at - 1] === "random" ? wholeNumber(word, 0, LARGEST_SEED) : undefined;
    const more = seed === undefined ? WORDS.get(word) : { seed };
    if (more === undefined || Object.keys(more).some((key) => Object.hasOwn(found, key))) return undefined;
    found = { ...found, ...more };
  }
  return found;
}

function wholeNumber(text: string | undefined, low: number, high: number): number | undefined {
  if (text === undefined || !/^(0|[1-9]\d{0,9})$/.test(text)) return undefined;
  const value = Number(text);
  return value >= low && value <= high ? value : undefined;
}

/** The text that `parseCachePolicy` reads back; what the text form has no word for (`sets`, other lines or sectors) is skipped. */
export function formatCachePolicy(policy: CachePolicy): string {
  switch (policy.policy) {
    case "lru":
    case "fifo":
    case "opt":
      return policy.policy;
    case "random":
      return `random:${policy.seed}`;
    case "set": {
      const words = ["set", String(policy.ways)];
      if (policy.replacement !== "lru") words.push(policy.replacement);
      if (policy.seed !== undefined && policy.replacement === "random") words.push(String(policy.seed));
      if (policy.index !== "modulo") words.push(policy.index);
      return [...words, ...lineWords(policy)].join(":");
    }
  }
}

function lineWords(options: LineOptions): readonly string[] {
  const words: string[] = [];
  if (options.sectorBytes === SECTOR_BYTES) words.push("sectored");
  if (options.write === "through") words.push("write-through");
  if (options.writeAllocation === "no-fetch") words.push("no-fetch");
  if (options.writeAllocation === "never") words.push("no-allocate");
  return words;
}
