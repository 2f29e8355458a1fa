/**
 * The arguments of the first template of that name, as they stand between its brackets, without casts and suffixes of numbers:
 * `(int)128`, `128u`, `cute::C<128>` and `(bool)1`, `true` are `128` and `1`. Undefined for a name without it, or one that is cut off.
 */
export function templateArguments(name: string, template: string): readonly string[] | undefined {
  const start = name.indexOf(`${template}<`);
  if (start < 0) return undefined;
  const list: string[] = [];
  let [depth, from] = [0, start + template.length + 1];
  for (let at = from; at < name.length; at++) {
    const sign = name[at];
    const ends = depth === 0 && (sign === "," || sign === ">");
    if (ends) {
      list.push(plainArgument(name.slice(from, at)));
      from = at + 1;
    }
    if (ends && sign === ">") return list;
    if (sign === "<" || sign === "(") depth++;
    else if (sign === ">" || sign === ")") depth--;
  }
  return undefined;
}

/** The numbers of `cute::tuple<cute::C<128>, cute::C<64>>`. */
export function numbersOf(argument: string): readonly number[] {
  return [...argument.matchAll(/\d+/g)].map(Number);
}

function plainArgument(text: string): string {
  return text
    .trim()
    .replace(/\((?:unsigned )?(?:int|long|bool)\)/g, "")
    .replace(/\bcute::(?:_|C<)(\d+)>?/g, "$1")
    .replace(/\b(\d+)(?:ul|u|l)\b/g, "$1")
    .replace(/^true$/, "1")
    .replace(/^false$/, "0");
}
