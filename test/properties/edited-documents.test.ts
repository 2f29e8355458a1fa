import * as fc from "fast-check";
import { expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import type { Json } from "../../src/bounds/certificates/json.js";
import { proveOneCtaPerTileBound } from "../../src/bounds/prove.js";
import { attentionWorkload } from "../../src/computation/attention.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { convWorkload } from "../../src/computation/conv.js";
import { einsumWorkload } from "../../src/computation/einsum.js";
import { ffnWorkload } from "../../src/computation/ffn.js";
import type { GemmWorkload } from "../../src/computation/gemm.js";
import { gemmComputation, gemmWorkload } from "../../src/computation/gemm.js";
import { multilayerChainWorkload } from "../../src/computation/multilayer-chain.js";
import { normGemmWorkload } from "../../src/computation/norm-gemm.js";
import { elementwiseWorkload, normWorkload, rotaryWorkload, softmaxWorkload } from "../../src/computation/row-workloads.js";
import type { Workload } from "../../src/computation/workload.js";
import { InputError } from "../../src/errors.js";
import { breakdownJson } from "../../src/gap/breakdown/breakdown.js";
import { explainGap } from "../../src/gap/breakdown/explained-gap.js";
import { trafficCurve } from "../../src/gap/curve.js";
import { curveDocument } from "../../src/gap/curve-document.js";
import { gapReport } from "../../src/gap/gap.js";
import { gapDocument } from "../../src/gap/gap-document.js";
import { hierarchyDocument, workloadHierarchyReport } from "../../src/gap/hierarchy-pebbling.js";
import { pebblingDocument, workloadPebblingReport } from "../../src/gap/pebbling.js";
import { layerDocument } from "../../src/layers/layer-document.js";
import { layerReport } from "../../src/layers/layer-report.js";
import type { ModelLayerOptions } from "../../src/layers/models/model-layer.js";
import { modelLayer } from "../../src/layers/models/model-layer.js";
import { H100 } from "../../src/machines/known/h100.js";
import { H200 } from "../../src/machines/known/h200.js";
import type { Gpu, Machine } from "../../src/machines/machine.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { hierarchyGame, twoLevelGame } from "../../src/pebble/rules.js";
import { chooseL2 } from "../../src/replay/l2/l2-model.js";
import { energyEstimate } from "../../src/time/energy.js";
import { operationCounts } from "../../src/time/operation-counts.js";
import { timeBound } from "../../src/time/time-bound.js";
import { timeDocument } from "../../src/time/time-document.js";
import { verifyDocument } from "../../src/verify/document.js";
import { parameters } from "./arbitraries.js";

/** No edit of a document makes the checker accept a larger claim than the theorems give, or break: fields one by one, and claims with all that goes with them. */

type Fields = Record<string, unknown>;
type Path = readonly (string | number)[];

const TINY: Gpu = { ...H200, id: "tiny", name: "tiny", sms: 3, l2Bytes: 20_000, registersPerSm: 400 };
const SCALES = { dataType: "fp32", a: [1, 32], b: [32, 32] } as const;
const PAIR = "H[i,l] += A[i,k] * B[k,l]; O[i,j] += H[i,l] * D[l,j]";

const WORKLOADS: readonly ((a: number, b: number, c: number, d: number) => Workload)[] = [
  (m, n, k) => gemmWorkload({ m, n, k }),
  (m, n, k) => gemmWorkload({ m, n, k, dataType: "fp8", outputType: "bf16", scales: SCALES }),
  (m, k, l, n) => chainWorkload({ m, k, l, n }),
  (m, a, b, c) => multilayerChainWorkload({ m, widths: [a, b, c, a] }),
  (tokens, model, hidden) => ffnWorkload({ tokens, model, hidden, gated: true }),
  (queries, dim, more) => attentionWorkload({ heads: 2, kvHeads: 1, queries, keys: queries + more, dim, causal: true }),
  (a, b, side) => convWorkload({ inChannels: a, outChannels: b, height: side + 2, kernel: [3, 2], stride: 1, padding: 1 }),
  (i, j, k, l) => einsumWorkload({ text: "M[i,l] += X[i,j,k] * B[j,l] * C[k,l]", extents: { i, j, k, l } }),
  (i, j, k, l) => einsumWorkload({ text: PAIR, extents: { i, j, k, l } }),
  (m, n, k) => normGemmWorkload({ m, n: 2 * n, k, headDim: 2 }),
  (rows, columns) => softmaxWorkload({ rows, columns }),
  (rows, columns) => normWorkload("layernorm", { rows, columns }),
  (rows, columns) => elementwiseWorkload({ rows, columns, inputs: 2 }),
  (rows, half) => rotaryWorkload({ rows, dim: 2 * half }),
];

const bounds = (workload: Workload, machine: Machine): Json => boundsDocument(boundWorkload(workload, machine));

const timed = (workload: Workload, gpu: Gpu): Json => {
  const time = timeBound(workload, gpu);
  return timeDocument(time, energyEstimate(time.bounds, operationCounts(workload), gpu));
};

const side = fc.integer({ min: 2, max: 300 });
const anyBounds = fc
  .tuple(fc.constantFrom(...WORKLOADS), side, side, side, side, fc.oneof(fc.integer({ min: 6, max: 2000 }), fc.constant(TINY)))
  .map(([make, a, b, c, d, memory]) => bounds(make(a, b, c, d), typeof memory === "number" ? abstractMachine(memory) : memory));

const anyTime = fc
  .tuple(fc.constantFrom(...WORKLOADS), side, side, side, side, fc.constantFrom(H100, H200, TINY))
  .map(([make, a, b, c, d, gpu]) => timed(make(a, b, c, d), gpu));

/** Tiled products with the bound on all launch orders of their blocks, explained. */
const classes = (m: number, n: number, k: number, cache: "lru" | "partitioned"): Json => {
  const workload = gemmWorkload({ m: 32 * m, n: 32 * n, k: 16 * k });
  const gpu = { ...H200, sms: 4, l2Bytes: 2 ** 17 };
  const options = { tile: "32x32x16", orders: [{ kind: "row" }], l2: chooseL2(gpu, "bf16", cache) } as const;
  const report = gapReport(workload, gpu, options);
  const breakdown = explainGap(report, options).map((one) => breakdownJson(one, "bytes"));
  return { ...(gapDocument(report) as object), breakdown } as unknown as Json;
};
const few = fc.integer({ min: 2, max: 12 });
const anyClass = fc
  .tuple(few, few, few, fc.constantFrom("lru" as const, "partitioned" as const))
  .map((sizes) => classes(...sizes));

const layerOf = (model: string, options: ModelLayerOptions): Json => {
  const { workload, graph, parallel, cacheBytesPerToken } = modelLayer(model, options);
  return layerDocument(layerReport(workload, graph, H100, { parallel, cacheBytesPerToken }));
};

const product = gemmWorkload({ m: 2, n: 2, k: 2 });
const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};
const OTHERS: readonly (() => Json)[] = [
  once(() => gapDocument(gapReport(chainWorkload({ m: 64, k: 8, l: 64, n: 8 }), abstractMachine(200)))),
  once(() => curveDocument(trafficCurve(gemmWorkload({ m: 64, n: 48, k: 32 }), abstractMachine(1)))),
  once(() => pebblingDocument(workloadPebblingReport(product, twoLevelGame(4, { recomputation: false })), true)),
  once(() => hierarchyDocument(workloadHierarchyReport(product, hierarchyGame([4, 8], { costs: [1, 10] })))),
  once(() => layerOf("llama3-8b", { phase: "decode", batch: 4, context: 1000 })),
  once(() => layerOf("llama3-70b", { tokens: 64, gpus: 8 })),
  once(() => layerOf("sd15-residual", {})),
];
const anyDocument = fc.oneof({ weight: 3, arbitrary: anyBounds }, { weight: 2, arbitrary: anyTime }, anyClass, {
  weight: 2,
  arbitrary: fc.constantFrom(...OTHERS).map((make) => make()),
});

/** Every place in a document, but where its machine's figures are from. */
function places(value: unknown, path: Path = []): Path[] {
  if (path.at(-1) === "sources") return [];
  if (typeof value !== "object" || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, part]) => places(part, [...path, Array.isArray(value) ? Number(key) : key]));
  return [path, ...inner];
}

const at = (document: unknown, path: Path): unknown =>
  path.reduce((part, key) => (part as Fields | null | undefined)?.[key], document);

/** The draw decides what a place becomes. */
function edited(value: unknown, draw: number): unknown {
  const pick = <T>(...choices: readonly T[]): T => choices[draw % choices.length] as T;
  if (typeof value === "number")
    return pick<unknown>(
      value + 1,
      value - 1,
      2 * value,
      Math.floor(value / 2),
      0,
      -value,
      `${value}`,
      `1${"0".repeat(250)}`,
      draw,
    );
  if (typeof value === "string") return pick<unknown>(`${value}1`, "", "words", "constructor", "bytes", "\n", null, draw, {});
  if (typeof value === "boolean") return !value;
  if (Array.isArray(value)) return pick<unknown>([...value, ...value.slice(-1)], value.slice(1), value.toReversed(), [], {});
  if (typeof value !== "object" || value === null) return draw;
  return pick<unknown>({ ...(value as Fields), added: draw }, Object.fromEntries(Object.entries(value).slice(1)), null);
}

function write(document: unknown, path: Path, change: (value: unknown) => unknown): void {
  const parent = at(document, path.slice(0, -1));
  const last = path.at(-1);
  if (last !== undefined && typeof parent === "object" && parent !== null)
    (parent as Fields)[last] = change((parent as Fields)[last]);
}

/** One edit or two, or two places exchanged, and perhaps every figure of the claim raised together: value, reads, clock, best, the bound beside a schedule. */
function mutant(document: Json, draws: readonly (readonly [number, number])[], raise: number): unknown {
  const copy = structuredClone(document) as unknown;
  const all = places(document).filter((path) => path.length > 0);
  if (raise > 0) {
    const claim = all.filter((path) =>
      ["value", "reads", "clock", "clockWords", "bound", "optimum", "amount", "sentBytes", "gainAtMostBytes"].includes(
        String(path.at(-1)),
      ),
    );
    for (const path of claim) write(copy, path, (value) => (typeof value === "number" ? value + raise : value));
  }
  const [[one = 0, draw = 1] = [], [other = 0] = []] = draws;
  const [path, elsewhere] = [all[one % all.length], all[other % all.length]];
  if (draws.length === 2 && draw % 4 === 0 && path !== undefined && elsewhere !== undefined) {
    const [first, second] = [structuredClone(at(document, path)), structuredClone(at(document, elsewhere))];
    write(copy, path, () => second);
    write(copy, elsewhere, () => first);
    return copy;
  }
  for (const [where, draw] of draws) {
    const path = all[where % all.length];
    if (path !== undefined) write(copy, path, (value) => edited(value, draw));
  }
  return copy;
}

/** What a document claims, each claim once: the largest value of its kind at its interface, with its unit, proof status and scope. */
function claims(document: unknown, certificates: Map<string, Fields> = new Map()): ReadonlyMap<string, bigint> {
  const found = new Map<string, bigint>();
  const visit = (value: unknown, place: string): void => {
    if (typeof value !== "object" || value === null) return;
    const fields = value as Fields;
    if (!Array.isArray(value) && fields["value"] !== undefined && place !== "certificate") {
      const named = ["id", "interface", "unit", "scope", "status", "proof", "level"].map((name) => `${fields[name]}`).join(" ");
      const conditions = ["requires", "readsRequire"].map((name) => [...((fields[name] ?? []) as string[])].sort());
      const { kernel, windows, home, sms, stages } = (fields["certificate"] ?? {}) as Fields;
      // Of bounds on the kernels of a class the certificate says which; in one window nothing depends on how blocks share time.
      const blocks = windows === 1 ? (kernel as Fields)["tile"] : kernel;
      const ofClass = fields["scope"] === "class" ? [blocks, home, sms, stages] : [];
      const ofBound = `${named} ${JSON.stringify([conditions, ofClass])}`;
      const key =
        place === "floor" ? "floor" : fields["interface"] === undefined && fields["kind"] === undefined ? "best" : ofBound;
      const own = BigInt(fields["value"] as number | string);
      if (own > (found.get(key) ?? -1n)) {
        found.set(key, own);
        certificates.set(key, (fields["certificate"] ?? {}) as Fields);
      }
    }
    for (const [name, part] of Object.entries(fields)) if (name !== "certificate") visit(part, name);
  };
  visit(document, "");
  return found;
}

/** Texts for people and what is the model's affair; bounds and certificates, which may be weaker ones that hold as well, are compared by value. */
const FREE = ["title", "model", "source", "layers", "loopedBytes", "proven", "bounds", "certificate", "certificates"];

/**
 * What a document of times or of a layer says, piece by piece: nothing of it may be other than derived, though pieces may be missing.
 * Plans go by their kernels, since their order and names are free.
 */
function said(document: Fields): ReadonlySet<string> {
  // Requirements are a set: their order says nothing.
  const ordered = (key: string, part: unknown): unknown =>
    /^(readsRequire|requires)$/.test(key) && Array.isArray(part) ? [...part].sort() : part;
  const shown = (value: unknown): string =>
    JSON.stringify(value, (key, part: unknown) => (FREE.includes(key) ? undefined : ordered(key, part)));
  const pieces = (fields: Fields, of: string): readonly string[] =>
    Object.entries(fields).flatMap(([name, value]) =>
      FREE.includes(name)
        ? []
        : name === "plans"
          ? (value as readonly Fields[]).flatMap((plan) => pieces({ ...plan, id: "" }, shown(plan["kernels"])))
          : [`${of} ${name} ${shown(ordered(name, value))}`],
    );
  const { timeShares, machine: _, ...rest } = document;
  const plans = (document["plans"] ?? []) as readonly Fields[];
  const { plan: detailed, ...shares } = (timeShares ?? {}) as Fields;
  const of = plans.find(({ id }) => id === detailed)?.["kernels"];
  return new Set([...pieces(rest, ""), ...(timeShares === undefined ? [] : pieces(shares, `shares of ${shown(of)}`))]);
}

/** What the theorems give for what an edited document says it is about; undefined where that is no workload or machine any more. */
function rightDocument(document: Fields): Fields | undefined {
  try {
    const [workload, machine] = [document["workload"] as Workload, document["machine"] as Machine];
    if (document["schema"] === "redblue.time/2") return JSON.parse(JSON.stringify(timed(workload, machine as Gpu))) as Fields;
    return document["schema"] === "redblue.bounds/2" ? (bounds(workload, machine) as unknown as Fields) : undefined;
  } catch {
    return undefined;
  }
}

/** What the theorem gives for the class of kernels that an edited certificate names: another class than the document's has a bound too. */
function rightOfClass({ workload }: Fields, { theorem, kernel, instance }: Fields): bigint | undefined {
  if (theorem !== "gemm-one-cta-per-tile") return undefined;
  const { tile, slots, inStep } = kernel as { tile: { bm: number; bn: number }; slots: number; inStep: boolean };
  const named = { tile: { bm: BigInt(tile.bm), bn: BigInt(tile.bn) }, slots: BigInt(slots), inStep };
  const capacity = BigInt((instance as { readonly capacity: number }).capacity);
  return proveOneCtaPerTileBound(gemmComputation(workload as unknown as GemmWorkload), named, capacity)?.value;
}

/** Edits of what a document is about change what is true of it; the theorems are asked anew about bounds and times, not about graphs and layers. */
const SUBJECT = ["graph", "game", "machine", "workload", "kernels", "expansion", "points"];
const isAbout = (path: Path, schema: unknown): boolean =>
  !["redblue.bounds/2", "redblue.time/2"].includes(String(schema)) &&
  SUBJECT.includes(String(path[0] === "plans" ? path[2] : path[0]));

test("no edit of a document is accepted that claims more than the theorems give, and none breaks the checker", () => {
  const draw = fc.tuple(fc.nat(1_000_000), fc.nat(1000));
  const edits = fc.array(fc.tuple(fc.array(draw, { minLength: 1, maxLength: 2 }), fc.constantFrom(0, 0, 1, 8)), {
    minLength: 20,
    maxLength: 20,
  });
  fc.assert(
    fc.property(anyDocument, edits, (document, mutants) => {
      const own = claims(document);
      const schema = (document as Fields)["schema"];
      const all = places(document).filter((path) => path.length > 0);
      expect(verifyDocument(document)).toMatchObject({ valid: true });
      for (const [draws, raise] of mutants) {
        if (draws.some(([where]) => isAbout(all[where % all.length] ?? [], schema))) continue;
        const changed = mutant(document, draws, raise) as Fields;
        let isAccepted = false;
        try {
          isAccepted = verifyDocument(changed).valid;
        } catch (error) {
          // A broken schema name is input that cannot be used.
          expect(error).toBeInstanceOf(InputError);
        }
        if (!isAccepted) continue;
        const derived = rightDocument(changed);
        const right = derived === undefined ? own : claims(derived);
        if (schema === "redblue.time/2" || schema === "redblue.layer/2") {
          const known = said(derived ?? (JSON.parse(JSON.stringify(document)) as Fields));
          for (const piece of said(changed))
            expect(known.has(piece), `${piece.slice(0, 300)}, ${JSON.stringify(draws)}`).toBe(true);
        }
        const certificates = new Map<string, Fields>();
        for (const [claim, value] of claims(changed, certificates)) {
          const most = right.get(claim) ?? own.get(claim) ?? rightOfClass(document as Fields, certificates.get(claim) ?? {});
          expect(most, `${claim}: never claimed, ${JSON.stringify(draws)}`).toBeDefined();
          expect(value <= (most ?? -1n), `${claim}: ${value} above ${most}, ${JSON.stringify(draws)}`).toBe(true);
        }
      }
    }),
    // The first document may have all potentials checked.
    parameters(25, 5000),
  );
});
