const TOKEN: RegExp = /[{}[\],:]|"(?:[^"\\]+|\\.)*"|[^\s{}[\],:"]+/g;

/** The line on which a field of the top object of a JSON text stands, or an entry of its list: `edges`, `edges[3]`. */
export function lineOf(text: string, path: string): number | undefined {
  const [, field, index] = /^([a-z]+)(?:\[(\d+)\])?$/.exec(path) ?? [];
  let [depth, entry, before] = [0, 0, ""];
  let at: "elsewhere" | "name" | "entries" = "elsewhere";
  for (const { 0: token, index: position } of text.matchAll(TOKEN)) {
    const isValue = at === "name" && token !== ":";
    const isEntry = at === "entries" && depth === 2 && entry === Number(index) && token !== ",";
    if ((isValue && index === undefined) || isEntry) return text.slice(0, position).split("\n").length;
    if (isValue) at = "entries";
    if (depth === 1 && /^[{,]$/.test(before) && token === `"${field}"`) at = "name";
    if (at === "entries" && depth === 2 && token === ",") entry++;
    if (token === "{" || token === "[") depth++;
    if (token === "}" || token === "]") depth--;
    before = token;
  }
  return undefined;
}
