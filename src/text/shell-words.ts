/** A text as a shell cuts it into words: at blanks, but not inside quotes. */
export function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  for (const [piece] of text.matchAll(/(?:"[^"]*"?|'[^']*'?|[^\s"'])+/g))
    words.push(
      piece.replace(
        /"([^"]*)"?|'([^']*)'?/g,
        (_, double: string | undefined, single: string | undefined) => double ?? single ?? "",
      ),
    );
  return words;
}

/** Words as a shell takes them back. */
export function textOf(words: readonly string[]): string {
  return words.map((word) => (/^[\w.,:=/×*+@%-]+$/.test(word) ? word : `"${word.replaceAll('"', "'")}"`)).join(" ");
}
