import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { AccumulatorPotential } from "../../src/bounds/potentials/accumulators.js";
import { type GridKnots, placeOf, shapeOf } from "../../src/bounds/potentials/coefficients.js";
import type { IntermediatePotential } from "../../src/bounds/potentials/intermediates.js";
import { parseTable, type TableName } from "../../src/bounds/potentials/tables.js";
import { checkEndsPotential } from "../../src/verify/potentials/accumulators.js";
import { checkPotential } from "../../src/verify/potentials/intermediates.js";

const script = fileURLToPath(new URL("../../scripts/potentials.js", import.meta.url));
const run = (...words: readonly string[]) => spawnSync(process.execPath, [script, ...words], { encoding: "utf8" });

test("potentials found on a few boxes are tables that the checker accepts, and not with one coefficient changed", () => {
  const folder = mkdtempSync(join(tmpdir(), "potentials-"));
  let [accumulator, intermediate]: [AccumulatorPotential?, IntermediatePotential?] = [];
  try {
    const { status, stderr } = run("--coarse", "--to", folder);
    expect([status, stderr]).toEqual([0, ""]);
    expect(readdirSync(folder).sort()).toEqual(["accumulators.bin", "intermediates.bin"]);
    // Read apart: what other tests of this process use is not touched.
    const first = (name: TableName): unknown => parseTable(name, readFileSync(join(folder, `${name}.bin`)))[0];
    accumulator = first("accumulators") as AccumulatorPotential;
    intermediate = first("intermediates") as IntermediatePotential;
  } finally {
    rmSync(folder, { recursive: true });
  }
  if (accumulator === undefined || intermediate === undefined) throw new Error("no potential was written");
  expect(checkEndsPotential(accumulator)).toMatchObject({ price: BigInt(accumulator.price) });
  expect(checkPotential(intermediate)).toMatchObject({ price: BigInt(intermediate.price) });
  expect(accumulator.price).toBeGreaterThan(1.6 * 2 ** 20);
  expect(intermediate.price).toBeGreaterThan(1.8 * 2 ** 20);

  // An empty slice that has met little: growth alone pays, and no more of it is there than a word dropped leaves.
  const changed = <Own extends GridKnots & { readonly values: Int32Array }>(potential: Own, by: number): Own => {
    const values = Int32Array.from(potential.values);
    (values[placeOf(shapeOf(potential), 0, 0, 1)] as number) += by;
    return { ...potential, values };
  };
  expect(checkEndsPotential(changed(accumulator, -1024))).toMatch(/^an event gains/);
  expect(checkEndsPotential(changed(accumulator, 1024))).toMatch(/^a word dropped gains/);
  expect(checkPotential(changed(intermediate, -1024))).toMatch(/^an element made gains/);
  expect(checkPotential(changed(intermediate, 1024))).toMatch(/^a word dropped gains/);
});

test("a potential of no table is refused, and a coarse one in place of the tables", () => {
  const { status, stdout, stderr } = run("credit 5/7");
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^potentials: expected one of credit 2\/3; .*, found 'credit 5\/7'\n$/);
  expect(run("--coarse")).toMatchObject({ status: 2, stdout: "" });
});
