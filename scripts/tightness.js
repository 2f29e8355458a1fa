// Best bound beside the best schedule known here over a fixed grid: npm run tightness [-- --every N] prints the points as CSV.
// --write puts them into docs/data/tightness.csv, and the tables into docs/tightness.md.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { gridPoints, measure } from "./tightness/grid.js";
import { attentionTable, csv, summary, tables } from "./tightness/page.js";

const { values } = parseArgs({
  options: { every: { type: "string", default: "1" }, write: { type: "boolean", default: false } },
});
if (!/^[1-9]\d{0,3}$/.test(values.every)) {
  console.error(`tightness: --every: expected a whole number from 1 to 9999, found '${values.every}'`);
  process.exit(2);
}
const every = Number(values.every);
if (values.write && every > 1) {
  console.error("tightness: --write needs every point: leave --every out");
  process.exit(2);
}
const points = gridPoints()
  .filter((_, index) => index % every === 0)
  .map(measure);
if (values.write) {
  writeFileSync(new URL("../docs/data/tightness.csv", import.meta.url), csv(points));
  write({ summary: summary(points), attention: attentionTable(points), points: tables(points) });
} else process.stdout.write(csv(points));

function write(blocks) {
  const page = new URL("../docs/tightness.md", import.meta.url);
  const text = Object.entries(blocks).reduce(
    (before, [name, block]) =>
      before.replace(new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- end -->)`), (_, open, close) => `${open}${block}\n${close}`),
    readFileSync(page, "utf8"),
  );
  writeFileSync(page, text);
}
