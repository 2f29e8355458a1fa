/** The end of a help page. Files that the lines name stand in docs/examples. */
export function examples(lines: readonly string[]): string {
  if (lines.length === 0) return "";
  const named = lines.some((line) => /\.(json|hdag|ya?ml|csv)\b/.test(line.replace(/(>|--out|--svg|--certificates) \S+/g, "")));
  const where = named ? " (files that are read: docs/examples)" : "";
  return `\nExamples${where}:\n${lines.map((line) => `  ${line}`).join("\n")}\n`;
}
