import { describe, expect, test } from "vitest";
import { certificateToJson } from "../../src/bounds/certificates/json.js";
import type { AccumulatorPotential } from "../../src/bounds/potentials/accumulators.js";
import { accumulatorPotentials } from "../../src/bounds/potentials/accumulators.js";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { convWorkload } from "../../src/computation/conv.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import type { Workload } from "../../src/computation/workload.js";
import { coqCertificate } from "../../src/verify/coq/certificates.js";
import { coqFile } from "../../src/verify/coq/proof-file.js";
import type { CoqCertificate, CoqTable, Term } from "../../src/verify/coq/terms.js";
import { acceptsFigures, extractedAccepts } from "../../src/verify/extracted/extracted-checker.js";

const SETTING = { interface: "l2-sm", unit: "words", capacity: 16384n, memories: 1n, fastMemory: "any" } as const;
type Proven = object & { readonly value: number };
/** The certificate with holding costs of a workload. */
function proven(workload: Workload): Proven {
  const found = proveBoundsInSetting(workload, SETTING).find(({ id }) => id.endsWith("-holding-cost"));
  return certificateToJson((found ?? expect.fail("no bound")).certificate) as Proven;
}
const GOOD = proven(gemmWorkload({ m: 4096, n: 4096, k: 512 }));
/** Of one class of taps, and of four. */
const CONVOLUTIONS = [1, 2].map((stride) =>
  proven(convWorkload({ batch: 8, inChannels: 96, outChannels: 256, height: 56, kernel: 3, stride, padding: 1 })),
);
const read = (json: object): CoqCertificate => coqCertificate(json) ?? expect.fail("no checker");
const [TABLE] = read(GOOD).tables as readonly [CoqTable];
const FIELDS = "price credit below holding0 holding1 holding2 holding3 knots sums ceiling values".split(" ");

/** What the checker of tables says of a table with some of its fields changed. */
function passes(change: Readonly<Record<string, (field: Term) => Term>>, table = TABLE): boolean {
  const { name, args } = table.term as { readonly name: string; readonly args: readonly Term[] };
  const other = { ...table, term: { name, args: args.map((arg, i) => change[FIELDS[i] as string]?.(arg) ?? arg) } };
  return acceptsFigures({ ...read(GOOD), check: table.check, term: { name: table.name, args: [] }, tables: [other] });
}

const plus = (more: bigint) => (field: Term) => (field as bigint) + more;
const lists = (field: Term) => field as readonly (readonly (readonly bigint[])[])[];
/** The values with the coefficient of a row, of a column from it on and of a sum changed. */
const value = (row: number, column: number, sum: number, more: bigint) => (field: Term) =>
  lists(field).map((rows, i) =>
    rows.map((sums, j) => sums.map((own, k) => (i === row && j === column && k === sum ? own + more : own))),
  );
const ONE = 2n ** 20n;

test("a certificate of one more or one less than the tables prove is refused", () => {
  for (const good of [GOOD, ...CONVOLUTIONS]) {
    for (const [more, verdict] of [
      [0, true],
      [1, false],
      [-1, false],
    ] as const) {
      expect(acceptsFigures(read({ ...good, value: good.value + more }))).toBe(verdict);
    }
  }
});

test.each<readonly [string, Readonly<Record<string, (field: Term) => Term>>]>([
  ["a price below 0", { price: (field) => -(field as bigint) }],
  ["a price that words alone do not pay", { price: plus(2n * ONE) }],
  ["a credit below 0", { credit: () => -1n }],
  ["a credit over nothing", { below: () => 0n }],
  ["a holding cost that falls", { holding1: () => 0n }],
  ["a holding cost above 2", { holding3: () => 2n * ONE + 1n }],
  ["a holding cost above its chord", { holding1: plus(ONE), holding2: plus(ONE) }],
  ["a word's holding cost that turns again", { holding2: (field) => (field as bigint) - ONE / 4n }],
  ["knots out of order", { knots: (field) => [...(field as readonly bigint[])].reverse() }],
  ["knots that begin above 0", { knots: (field) => (field as readonly bigint[]).map((at) => at + 1n) }],
  ["sums out of order", { sums: (field) => [...(field as readonly bigint[])].reverse() }],
  ["too few sums", { sums: (field) => (field as readonly bigint[]).slice(0, 12) }],
  ["a ceiling below the values", { ceiling: plus(-ONE) }],
  ["a rise that an event does not bring", { values: value(0, 0, 1, -1000n) }],
  ["a fall with the sums", { values: value(0, 0, 1, ONE) }],
  ["a word that gains more than it costs", { values: value(2, 0, 0, -ONE) }],
])("a table with %s is refused", (_, change) => {
  expect(passes(change)).toBe(false);
});

test("a file of Coq defines each table once, and its bound asks that slow memory never adds", () => {
  const { text } = coqFile({
    schema: "redblue.bounds/2",
    bounds: [GOOD, GOOD, ...CONVOLUTIONS].map((certificate) => ({ id: "x", interface: "l2-sm", certificate })),
  });
  expect(text.split(`Definition ${TABLE.name} :`)).toHaveLength(2);
  expect(text).toContain(`Theorem ${TABLE.name}_passes : check_potential_table ${TABLE.name} = true.`);
  expect(text).toMatch(/legal sizes .* e ->\n {2}no_slow_adds e -> \d+ <= Z.of_nat \(traffic sizes e\)\./);
});

describe.runIf(process.env["REDBLUE_SLOW"] === "1")("tables, 20 s of a processor each", () => {
  test.each(accumulatorPotentials().map(({ id }: AccumulatorPotential) => id))("the extracted checker accepts %s", (id) => {
    const [table] = read({ ...GOOD, potentials: [{ potential: id, share: "1/1" }] }).tables as readonly [CoqTable];
    expect(passes({}, table)).toBe(true);
  });

  test("the extracted checker accepts a certificate with its tables", () => {
    expect(extractedAccepts(read(GOOD))).toBe(true);
  });
});
