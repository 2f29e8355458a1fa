import type { SymbolicBounds, SymbolicBoundsHere } from "../bounds/symbolic/symbolic.js";
import { textTable } from "./table.js";
import { formatCount } from "./units.js";

/** Formulas of bounds with their conditions and theorems, at given sizes with what they come to, then what their symbols mean. */
export function symbolicText(
  { workload, symbols, bounds }: SymbolicBounds,
  heading: (text: string) => string,
  here?: SymbolicBoundsHere,
): string {
  const sizes = here === undefined ? [] : [{ title: "here", align: "right" as const }];
  const columns = [
    { title: "words moved, at least", align: "left" as const },
    { title: "where", align: "left" as const },
    ...sizes,
    { title: "theorem", align: "left" as const },
  ];
  const rows = bounds.map(({ formula, valid, theorem }, i) => {
    const one = here?.formulas[i];
    const value = one?.value === undefined ? "does not hold" : formatCount(one.value > 0n ? one.value : 0n, "words");
    const conditions = valid.map(({ plain }) => plain).join(", ");
    return [formula.plain, conditions, ...(here === undefined ? [] : [value]), theorem];
  });
  const width = Object.keys(symbols).reduce((most, name) => Math.max(most, name.length), 0);
  const meanings = Object.entries(symbols).map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`);
  const largest =
    here === undefined
      ? []
      : ["", `The largest bound with S = ${here.capacity}: ${formatCount(here.largest.value, "words")} by ${here.largest.id}.`];
  const title = `${workload}: loads and stores of one fast memory of S words that starts empty`;
  return [title, "", heading("Bounds"), textTable(columns, rows), ...largest, "", heading("Symbols"), ...meanings].join("\n");
}
