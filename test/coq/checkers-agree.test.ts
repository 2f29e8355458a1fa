import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../src/bounds/certificates/json.js";
import { coqCertificate } from "../../src/verify/coq/certificates.js";
import type { CoqCertificate } from "../../src/verify/coq/terms.js";
import { acceptsFigures } from "../../src/verify/extracted/extracted-checker.js";
import { accepted } from "./accepted.js";
import { coqMissing, coqVerdicts } from "./coq.js";
import { FORGERIES, type Forgeries, theoremOf } from "./forgeries.js";

const missing = coqMissing();
if (missing !== undefined) console.warn(`SKIPPED: the checkers of Coq and TypeScript side by side (${missing})`);

const families = Object.entries(FORGERIES);
const inFull = process.env["REDBLUE_SLOW"] !== undefined;
const seed = Number(process.env["REDBLUE_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

test.each(families)("the extracted checkers and `redblue verify` accept and refuse the same certificates of %s", (_, family) => {
  hold(family, inFull ? 50_000 : 400, (certificates) => certificates.map(acceptsFigures));
});

test.skipIf(missing !== undefined).each(families)(
  "Coq and `redblue verify` accept and refuse the same certificates of %s",
  (_, family) => {
    // Coq evaluates a table for a minute: in the default suite the extracted checker alone does.
    const asked = inFull ? family : { ...family, theorems: family.theorems.filter((theorem) => !isTabled(theorem)) };
    hold(asked, inFull ? 20_000 : 100, coqVerdicts);
  },
);

/** At least `wanted` certificates of a family, some of each theorem accepted and some refused, and by both checkers the same. */
function hold(
  { certificates, theorems }: Forgeries,
  wanted: number,
  verdictsOf: (all: readonly CoqCertificate[]) => readonly boolean[],
): void {
  const good = new Set<string>();
  const missed = (): readonly string[] => theorems.filter((theorem) => !good.has(theorem));
  let [held, refused] = [0, 0];
  for (let part = 0; held < wanted || (missed().length > 0 && part < 40); part++) {
    const known = fc
      .sample(certificates, { numRuns: inFull ? 60 : 6, seed: seed + part })
      .flatMap((all) => all.flatMap(readable))
      .filter(([json]) => theorems.some(isTabled) || !isTabled(theoremOf(json)));
    const verdicts = verdictsOf(known.map(([, coq]) => coq));
    expect(verdicts).toHaveLength(known.length);
    const disputed = known.filter(([json], i) => accepted(json) !== verdicts[i]).map(([json]) => JSON.stringify(json));
    expect(disputed, `seed ${seed}`).toEqual([]);
    for (const [json] of known.filter((_, i) => verdicts[i])) good.add(theoremOf(json));
    held += known.length;
    refused += verdicts.filter((verdict) => !verdict).length;
  }
  expect(missed(), "theorems of which no certificate was accepted").toEqual([]);
  expect(refused).toBeGreaterThan(held / 10);
}

/** Whose certificates name a table of potentials. */
function isTabled(theorem: string): boolean {
  return theorem.includes("holding-cost");
}

function readable(json: Json): readonly (readonly [Json, CoqCertificate])[] {
  const coq = coqCertificate(json);
  return coq === undefined ? [] : [[json, coq]];
}
