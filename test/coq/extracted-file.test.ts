import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkers } from "../../src/verify/extracted/checkers.js";
import { coqc, coqFiles, coqMissing, PROOFS } from "./coq.js";

const script = fileURLToPath(new URL("../../scripts/extract.js", import.meta.url));
const provided: Record<string, unknown> = {};
checkers({ provided });

type Operation = (...operands: readonly bigint[]) => bigint | number;
const operation = (name: string): Operation => provided[name] as Operation;

const UNARY = ["Z.opp", "Z.sqrt", "Z.to_nat"];
const BINARY = ["Z.add", "Z.sub", "Z.mul", "Z.div", "Z.modulo", "Z.gcd", "Z.min", "Z.max", "Z.ltb", "Z.leb", "Z.eqb"];

const missing =
  coqMissing() ?? (spawnSync("js_of_ocaml", ["--version"]).status === 0 ? undefined : "js_of_ocaml is not installed");
if (missing !== undefined) console.warn(`SKIPPED: that the extracted checkers are what Coq extracts (${missing})`);

test("every checker that is proven sound is extracted", () => {
  const sources = coqFiles().map((name) => readFileSync(join(PROOFS, name), "utf8"));
  const sound = sources.flatMap((source) => [...source.matchAll(/^Theorem (check_\w+)_sound\b/gm)].map(([, name]) => name));
  expect(Object.keys(provided).filter((name) => name.startsWith("check_"))).toEqual(sound.filter((name) => name !== undefined));
});

test("the operations are those that the directives name", () => {
  const directives = readFileSync(join(PROOFS, "extraction/Directives.v"), "utf8");
  const named = [...directives.matchAll(/^Extract Inlined Constant (\S+) =>/gm)].map(([, name]) => name);
  const natural = ["Z.of_nat", "Nat.add", "Nat.mul"];
  expect(named.sort()).toEqual([...UNARY, ...BINARY, ...natural].sort());
});

test.each<readonly [string, readonly bigint[], bigint]>([
  ["Z.div", [-7n, 2n], -4n],
  ["Z.div", [7n, -2n], -4n],
  ["Z.div", [-7n, -2n], 3n],
  ["Z.div", [7n, 0n], 0n],
  ["Z.modulo", [-7n, 2n], 1n],
  ["Z.modulo", [7n, -2n], -1n],
  ["Z.modulo", [7n, 0n], 7n],
  ["Z.gcd", [-4n, 6n], 2n],
  ["Z.gcd", [0n, 0n], 0n],
  ["Z.sqrt", [-1n], 0n],
  ["Z.sqrt", [2n ** 52n - 1n], 2n ** 26n - 1n],
  ["Z.sqrt", [(10n ** 200n) ** 2n - 1n], 10n ** 200n - 1n],
  ["Z.sqrt", [(10n ** 200n) ** 2n], 10n ** 200n],
  ["Z.to_nat", [-3n], 0n],
])("%s of %o is Coq's %s", (name, operands, value) => {
  expect(operation(name)(...operands)).toBe(value);
});

describe.skipIf(missing !== undefined)("with Coq", () => {
  test("the extracted checkers are what Coq extracts", (context) => {
    const { status, stderr } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
    if (status === 3) context.skip(`SKIPPED: that the extracted checkers are what Coq extracts (${stderr.trim()})`);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test("operations on integers have the results of Coq's", () => {
    const seed = Number(process.env["REDBLUE_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
    const size = fc.oneof(fc.bigInt({ min: -9n, max: 9n }), fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }));
    const any = fc.oneof(
      size,
      fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n }),
      size.map((root) => root * root - 1n),
    );
    const pairs = fc.sample(fc.tuple(any, any), { numRuns: process.env["REDBLUE_SLOW"] === undefined ? 40 : 3_000, seed });
    const of = (name: string): string => {
      // A natural number is printed bit by bit only as a binary one.
      if (name === "Z.to_nat") return "Z.max 0 (fst p)";
      const applied = UNARY.includes(name) ? `${name} (fst p)` : `${name} (fst p) (snd p)`;
      return /b$/.test(name) && name !== "Z.sub" ? `if ${applied} then 1 else 0` : applied;
    };
    const { status, stdout } = coqc(
      [
        "From Coq Require Import ZArith List.",
        "Import ListNotations.",
        "Open Scope Z_scope.",
        `Definition pairs := [${pairs.map(([x, y]) => `((${x}), (${y}))`).join("; ")}].`,
        ...[...UNARY, ...BINARY].map((name) => `Eval vm_compute in map (fun p => ${of(name)}) pairs.`),
      ].join("\n"),
    );
    expect(status).toBe(0);
    const values = stdout.replaceAll(": list Z", "").match(/-?\d+/g);
    const wanted = [
      ...UNARY.flatMap((name) => pairs.map(([x]) => operation(name)(x))),
      ...BINARY.flatMap((name) => pairs.map(([x, y]) => operation(name)(x, y))),
    ];
    expect(values, `seed ${seed}`).toEqual(wanted.map(String));
  });
});
