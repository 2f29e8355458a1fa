/** The value of a flag among the words; the empty text where it has none. */
export function flagOf(words: readonly string[], flag: string): string | undefined {
  const at = placeOf(words, flag);
  if (at === -1) return undefined;
  const [, given] = /^--[^=]+=(.*)$/s.exec(words[at] ?? "") ?? [];
  return given ?? (isValue(words[at + 1]) ? words[at + 1] : "");
}

/** The words with a flag set to a value, to nothing for a switch (the empty text), or without it (undefined). */
export function withFlag(words: readonly string[], flag: string, value: string | undefined): readonly string[] {
  const at = placeOf(words, flag);
  const added = value === undefined ? [] : value === "" ? [`--${flag}`] : [`--${flag}`, value];
  if (at === -1) return [...words, ...added];
  const length = (words[at] ?? "").includes("=") || !isValue(words[at + 1]) ? 1 : 2;
  return [...words.slice(0, at), ...added, ...words.slice(at + length)];
}

function placeOf(words: readonly string[], flag: string): number {
  return words.findIndex((word) => word === `--${flag}` || word.startsWith(`--${flag}=`));
}

function isValue(word: string | undefined): boolean {
  return word !== undefined && !word.startsWith("--");
}
