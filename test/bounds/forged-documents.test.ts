import { describe, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import type { Json } from "../../src/bounds/certificates/json.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { trafficCurve } from "../../src/gap/curve.js";
import { curveDocument } from "../../src/gap/curve-document.js";
import { gapReport } from "../../src/gap/gap.js";
import { gapDocument } from "../../src/gap/gap-document.js";
import { H100 } from "../../src/machines/known/h100.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { edited, type Path } from "./edited.js";
import { asRead, boundAlone } from "./forgeries/about.js";
import { expectRefusal } from "./forgeries/refusal.js";

/** What stands beside bounds: each claim changed to what a report could say that forgets why it may not. */

type Change = readonly [path: Path, value: unknown];

const changed = (document: Json, ...changes: readonly Change[]): Json =>
  changes.reduce((before, [path, value]) => edited(before, path, () => value as Json), document);

const WORDS = abstractMachine(200);
const product = gemmWorkload({ m: 64, n: 48, k: 32 });

describe("bounds", () => {
  const held = boundAlone(gemmWorkload({ m: 512, n: 512, k: 256 }), abstractMachine(4096), "gemm-holding-cost", "slow-fast");
  const chain = asRead(boundsDocument(boundWorkload(chainWorkload({ m: 64, k: 8, l: 64, n: 8 }), WORDS)));
  const few = asRead(boundsDocument(boundWorkload(chainWorkload({ m: 14, k: 8, l: 64, n: 8 }), WORDS)));
  const fusion = { "slow-fast": { sides: 16, capacityWords: 200, pays: true } };
  const bare = asRead(boundsDocument(boundWorkload(product, WORDS)));
  const at = "bounds[0].certificate";

  test.each<[string, Json, string, string]>([
    [
      "loads that a certificate does not prove",
      changed(held, [["bounds", 0, "reads"], 1]),
      "bounds[0].reads",
      "not proven by the certificate",
    ],
    ["stores that it does not", changed(held, [["bounds", 0, "writes"], 1]), "bounds[0].writes", "not proven by the certificate"],
    [
      "a certificate of no theorem",
      changed(held, [["bounds", 0, "certificate", "theorem"], "gemm"]),
      `${at}.theorem`,
      "no theorem 'gemm'",
    ],
    [
      "a certificate of another schema",
      changed(held, [["bounds", 0, "certificate", "schema"], "redblue.certificate/3"]),
      `${at}.schema`,
      "the schema is redblue.certificate/2, not redblue.certificate/3",
    ],
    ["a count as a text", changed(held, [["bounds", 0, "certificate", "value"], "7"]), `${at}.value`, "not a whole number"],
    ["no bound", changed(held, [["bounds"], []]), "bounds", "empty"],
    ["another unit", changed(held, [["bounds", 0, "unit"], "bytes"]), "bounds[0].unit", "the unit is words, not bytes"],
    [
      "another id",
      changed(held, [["bounds", 0, "id"], "gemm-segments"]),
      "bounds[0].id",
      "the id is gemm-holding-cost, not gemm-segments",
    ],
    [
      "another proof",
      changed(held, [["bounds", 0, "proof"], "proofs/compulsory.md"]),
      "bounds[0].proof",
      "the proof is proofs/gemm-holding-cost.md, not proofs/compulsory.md",
    ],
    [
      "another status",
      changed(held, [["bounds", 0, "status"], "paper proof"]),
      "bounds[0].status",
      "the proof status is machine-checked, not paper proof",
    ],
    ["another scope", changed(held, [["bounds", 0, "scope"], "busiest"]), "bounds[0].scope", "the scope is total, not busiest"],
    [
      "a bound that is not the best",
      changed(bare, [["best", "slow-fast", "id"], "compulsory"]),
      "best.slow-fast.id",
      "no bound 'compulsory' of this value",
    ],
    ["a best bound of no interface", changed(bare, [["best"], {}]), "best.slow-fast", "not an object"],
    [
      "a best bound of another interface",
      changed(bare, [["best", "l2-sm"], { id: "compulsory", value: 1 }]),
      "best.l2-sm",
      "no bound of this interface",
    ],
    ["fusion of so few rows that they stay", { ...few, fusion }, "fusion.slow-fast", "says nothing of so few rows"],
    [
      "fusion by other sides",
      changed(chain, [["fusion", "slow-fast", "sides"], 17]),
      "fusion.slow-fast.sides",
      "the sum of both inner sides is 16, not 17",
    ],
    [
      "fusion in another memory",
      changed(chain, [["fusion", "slow-fast", "capacityWords"], 201]),
      "fusion.slow-fast.capacityWords",
      "the capacity in words is 200, not 201",
    ],
    [
      "fusion that pays",
      changed(chain, [["fusion", "slow-fast", "pays"], false]),
      "fusion.slow-fast.pays",
      "not what sides and capacity give",
    ],
    ["fusion of one product", { ...bare, fusion }, "fusion.slow-fast", "no two products"],
    [
      "a machine without the interface",
      changed(held, [["bounds", 0, "interface"], "l2-sm"]),
      "bounds[0].interface",
      "a machine of kind 'abstract' has no interface 'l2-sm'",
    ],
  ])("%s", (_, document, path, reason) => expectRefusal(document, path, reason));
});

describe("traffic beside bounds", () => {
  const gap = asRead(gapDocument(gapReport(product, WORDS)));
  const [row] = gap["rows"] as unknown as readonly Record<string, number>[];
  const { traffic = 0, bound = 0, readWords = 0 } = row ?? {};
  const curve = asRead(curveDocument(trafficCurve(product, abstractMachine(1))));
  const own = gemmWorkload({ m: 4096, n: 4096, k: 4096 });
  const range = { from: 2 ** 20, to: 2 ** 20 };
  const l2 = asRead(curveDocument(trafficCurve(own, { ...H100, sms: 2 }, { schedule: "tiled-gemm", range, perDoubling: 1 })));
  const atSms = asRead(boundsDocument(boundWorkload(own, { ...H100, sms: 2, l2Bytes: 2 ** 20 })));

  test.each<[string, Json, string, string]>([
    [
      "parts that do not add up",
      changed(gap, [["rows", 0, "traffic"], traffic + 1]),
      "rows[0].traffic",
      `the sum of its parts is ${traffic}, not ${traffic + 1}`,
    ],
    [
      "a larger bound",
      changed(gap, [["rows", 0, "bound"], bound + 1]),
      "rows[0].bound",
      `the bound is ${bound}, not ${bound + 1}`,
    ],
    [
      "another quotient",
      changed(gap, [["rows", 0, "gap"], (traffic / bound) * 1.001]),
      "rows[0].gap",
      "not the traffic over the bound",
    ],
    [
      "less than the bound",
      changed(
        gap,
        [["rows", 0, "readWords"], readWords - traffic + bound - 1],
        [["rows", 0, "traffic"], bound - 1],
        [["rows", 0, "gap"], (bound - 1) / bound],
      ),
      "rows[0].traffic",
      `below the bound ${bound}`,
    ],
    [
      "a curve of another interface",
      changed(
        l2,
        [["interface"], "l2-sm"],
        [["interfaces"], { "l2-sm": (atSms["interfaces"] as Record<string, Json>)["l2-sm"] }],
      ),
      "points[0].bounds[0].interface",
      "the interface of the curve is l2-sm, not dram-l2",
    ],
    [
      "traffic of a capacity that no point has",
      changed(curve, [["curves", 0, "points", 0, "fastWords"], 7_777_777]),
      "curves[0].points[0].fastWords",
      "no point of this capacity",
    ],
    ["a curve without points", changed(curve, [["points"], []], [["curves"], []]), "points", "empty"],
  ])("%s", (_, document, path, reason) => expectRefusal(document, path, reason));
});
