import { describe, expect, test } from "vitest";
import type { Json } from "../../src/bounds/certificates/json.js";
import { layerDocument } from "../../src/layers/layer-document.js";
import type { LayerOptions } from "../../src/layers/layer-report.js";
import { layerReport } from "../../src/layers/layer-report.js";
import type { ModelLayerOptions } from "../../src/layers/models/model-layer.js";
import { modelLayer } from "../../src/layers/models/model-layer.js";
import { H100 } from "../../src/machines/known/h100.js";
import { SN40L } from "../../src/machines/known/sn40l.js";
import type { Accelerator, Gpu } from "../../src/machines/machine.js";
import { verifyDocument } from "../../src/verify/document.js";
import { edited, type Path } from "../bounds/edited.js";
import { expectRefusal } from "../bounds/forgeries/refusal.js";

/** Plans, times and searches of layers that are none, or not those of the document. */

type Fields = Readonly<Record<string, Json>>;
interface Plan {
  readonly id: string;
  readonly title: string;
  readonly kernels: readonly (readonly string[])[];
  readonly bounds: readonly {
    readonly interface: string;
    readonly value: number;
    readonly certificate: { readonly kernels?: readonly Json[] };
  }[];
  readonly traffic?: readonly { readonly bytes?: Readonly<Record<string, number>>; readonly smReadBytes?: number }[];
  readonly leastTime?: { readonly kernels: readonly Json[] };
  readonly fusions?: readonly Json[];
}

const documentOf = (
  model: string,
  layer: ModelLayerOptions,
  machine: Gpu | Accelerator = H100,
  options: LayerOptions = {},
): Fields => {
  const { workload, graph, parallel, cacheBytesPerToken } = modelLayer(model, layer);
  const report = layerReport(workload, graph, machine, { parallel, cacheBytesPerToken, ...options });
  return JSON.parse(JSON.stringify(layerDocument(report))) as Fields;
};

const decode = documentOf("llama3-8b", { phase: "decode", batch: 4, context: 1000 });
const prefill = documentOf("llama3-8b", { tokens: 64 });
const windowed = documentOf("mistral-7b", { phase: "decode", context: 8192 });
const several = documentOf("llama3-70b", { tokens: 64, gpus: 8 }, H100, { replay: true });
const head = without(documentOf("llama3-8b", { part: "head", phase: "decode" }), "cacheLeadsAt");
const accelerator = documentOf("llama3-8b", { tokens: 64 }, SN40L);
const plansOf = (document: Fields) => document["plans"] as unknown as readonly Plan[];
const planWith = (document: Fields, isWanted: (plan: Plan) => boolean): readonly [number, Plan] => {
  const index = plansOf(document).findIndex(isWanted);
  return [index, plansOf(document)[index] ?? expect.fail("no such plan")];
};

const set = (document: Fields, path: Path, value: unknown): Json => edited(document as Json, path, () => value as Json);
function without(document: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(document).filter(([name]) => !names.includes(name)));
}

/** A document without what rests on the bounds of its plans. */
const bare = (document: Fields, change: (plan: Plan) => object): Json => ({
  ...without(document, "search", "timeShares"),
  plans: plansOf(document)
    .slice(0, 1)
    .map((plan) => {
      const { leastTime: _, fusions: __, traffic: ___, ...rest } = plan as Plan & Fields;
      return { ...rest, ...change(plan) };
    }) as unknown as Json,
});

const [timedAt, timed] = planWith(prefill, ({ leastTime }) => leastTime !== undefined);
const [movedAt, moved] = planWith(several, ({ traffic }) => traffic?.some(({ bytes }) => bytes !== undefined) === true);
const row = moved.traffic?.findIndex(({ bytes }) => bytes !== undefined) ?? -1;
const [fusedAt, fused] = planWith(prefill, ({ fusions }) => fusions !== undefined);
const [bestAt, best] = planWith(prefill, ({ id }) => id === "best");
const [{ kernels }] = plansOf(prefill) as unknown as readonly [Plan];
const named = (id: string) => plansOf(prefill).findIndex((plan) => plan.id === id);

describe("facts of a layer", () => {
  const { graph } = prefill as unknown as { readonly graph: { readonly operators: readonly { readonly name: string }[] } };
  test.each<[string, Json, string, string | RegExp]>([
    [
      "a cache that leads while there is no decoding",
      { ...prefill, cacheLeadsAt: 1 },
      "workload.phase",
      /^the phase in which the cache may lead is decode, not prefill$/,
    ],
    [
      "a cache that leads beyond its window",
      { ...windowed, cacheLeadsAt: 106504 },
      "cacheLeadsAt",
      "beyond the window, which the cache does not outgrow",
    ],
    ["a cache that leads where there is none", { ...head, cacheLeadsAt: 1 }, "cacheLeadsAt", "of no cache"],
    ["several tokens of a head in decoding", set(head, ["workload", "tokens"], 2), "workload.tokens", "not one in decoding"],
    ["another context at which it leads", set(decode, ["cacheLeadsAt"], 7), "cacheLeadsAt", /^the context is \d+, not 7$/],
    [
      "operators that are not known",
      { ...prefill, unsupported: [graph.operators[0]?.name ?? ""] },
      "unsupported",
      "not the operators that are not known",
    ],
    ["weights of another type", set(prefill, ["workload", "dataType"], "fp32"), "workload.dataType", /^not the type of '.*'$/],
    ["a type that is none", set(prefill, ["workload", "dataType"], "fp99"), "workload.dataType", "an unknown type"],
    [
      "several tokens in decoding",
      set(without(decode, "context") as Fields, ["workload", "tokens"], 2),
      "workload",
      /^'.*' has queries 1, not 2$/,
    ],
    ["several GPUs of which nothing is said", without(several, "tensorParallel"), "tensorParallel", "nothing of several GPUs"],
    [
      "fewer bytes between them",
      set(several, ["tensorParallel", "sentBytes"], 7),
      "tensorParallel.sentBytes",
      /^sentBytes is \d+, not 7$/,
    ],
  ])("%s", (_, document, path, reason) => expectRefusal(document, path, reason));
});

describe("plans", () => {
  const least = moved.traffic?.[row]?.bytes?.["l2-sm"] ?? 0;
  const dram = plansOf(prefill)[0]?.bounds.findIndex((bound) => bound.interface === "dram-l2") ?? -1;
  const sms = plansOf(prefill)[0]?.bounds.findIndex((bound) => bound.interface === "l2-sm") ?? -1;
  const spilled = (spills: readonly object[]) =>
    bare(prefill, ({ bounds }) => ({
      bounds: bounds.map((bound, i) => (i === dram ? { ...bound, certificate: { ...bound.certificate, spills } } : bound)),
    }));
  const { graph } = prefill as unknown as {
    readonly graph: {
      readonly operators: readonly { readonly outputs: readonly string[] }[];
      readonly tensors: readonly { readonly name: string; readonly kind: string }[];
    };
  };
  const weight = graph.tensors.find(({ kind }) => kind === "weight")?.name;
  const laterWeight = graph.tensors.findLast(({ kind }) => kind === "weight")?.name;
  const spillsAt = `plans[0].bounds[${dram}].certificate.spills`;
  const certificates = `plans[0].bounds[${sms}].certificate.kernels`;

  test.each<[string, Json, string, string | RegExp]>([
    [
      "an operator in no kernel",
      bare(prefill, () => ({ kernels: kernels.slice(1) })),
      "plans[0].kernels",
      /^'.*' is in no kernel$/,
    ],
    [
      "an operator in two kernels",
      bare(prefill, () => ({ kernels: [...kernels, ...kernels.slice(0, 1)] })),
      `plans[0].kernels[${kernels.length}]`,
      /^'.*' is unknown or in two kernels$/,
    ],
    [
      "kernels in the wrong order",
      bare(prefill, () => ({ kernels: kernels.toReversed() })),
      "plans[0].kernels",
      /^'.*' runs before the kernel that makes '.*'$/,
    ],
    [
      "a kernel without a bound",
      bare(prefill, ({ bounds }) => ({
        bounds: bounds.map((bound, i) =>
          i === sms ? { ...bound, certificate: { ...bound.certificate, kernels: bound.certificate.kernels?.slice(1) } } : bound,
        ),
      })),
      certificates,
      `the number of kernels is ${kernels.length}, not ${kernels.length - 1}`,
    ],
    [
      "a weight between kernels",
      spilled([{ after: 1, tensors: [weight], bytes: 0 }]),
      `${spillsAt}[0].tensors`,
      `'${weight}' is not alive there`,
    ],
    [
      "a weight that a later kernel reads",
      spilled([{ after: 1, tensors: [laterWeight], bytes: 0 }]),
      `${spillsAt}[0].tensors`,
      `'${laterWeight}' is not alive there`,
    ],
    [
      "a result that is not made yet",
      spilled([{ after: 0, tensors: [graph.operators[0]?.outputs[0]], bytes: 0 }]),
      `${spillsAt}[0].tensors`,
      /^'.*' is not alive there$/,
    ],
    ["no bound at all", { ...(bare(prefill, () => ({ bounds: [] })) as Fields) }, "plans", "no bound"],
    [
      "traffic of a kernel too few",
      set(several, ["plans", movedAt, "traffic"], moved.traffic?.slice(1)),
      `plans[${movedAt}].traffic`,
      /^the number of kernels is \d+, not \d+$/,
    ],
    [
      "traffic below the bound",
      set(several, ["plans", movedAt, "traffic", row, "bytes", "l2-sm"], 1),
      `plans[${movedAt}].traffic[${row}].bytes.l2-sm`,
      /^below the bound \d+$/,
    ],
    [
      "loads below the bound",
      set(several, ["plans", movedAt, "traffic", row, "smReadBytes"], 1),
      `plans[${movedAt}].traffic[${row}].smReadBytes`,
      "below the bound",
    ],
    [
      "times without bounds",
      set(prefill, ["plans", timedAt, "bounds"], timed.bounds.slice(0, 1)),
      `plans[${timedAt}].bounds`,
      "lack an interface that times rest on",
    ],
    [
      "times of a kernel too few",
      set(prefill, ["plans", timedAt, "leastTime", "kernels"], timed.leastTime?.kernels.slice(1)),
      `plans[${timedAt}].leastTime.kernels`,
      /^the number of kernels is \d+, not \d+$/,
    ],
    ["times on a machine without peaks", { ...accelerator, time: {} }, "time", "of a machine whose peaks are not known here"],
    [
      "times of its plans",
      set(accelerator, ["plans", 0, "leastTime"], {}),
      "plans[0].leastTime",
      "of a machine whose peaks are not known here",
    ],
    [
      "a pair of neighbours too few",
      set(prefill, ["plans", fusedAt, "fusions"], fused.fusions?.slice(1)),
      `plans[${fusedAt}].fusions`,
      /^the number of neighbours is \d+, not \d+$/,
    ],
  ])("%s", (_, document, path, reason) => expectRefusal(document, path, reason));

  test("a tensor that is stored and loaded twice", () => {
    const held = graph.operators.flatMap(({ outputs }) => outputs);
    const twice = held
      .map((name) => verifyDocument(spilled([1, 1].map(() => ({ after: kernels.length - 1, tensors: [name], bytes: 0 })))))
      .filter((verdict) => !verdict.valid && verdict.reason.endsWith("is counted already"));
    expect(twice[0]).toMatchObject({ path: expect.stringMatching(/spills\[[01]\]\.tensors$/) });
    expect(least).toBeGreaterThan(0);
  });
});

describe("searches", () => {
  const titled = named("best");
  const other = plansOf(prefill).findIndex(({ id }) => id !== "best" && id !== "best-known");
  const { search } = prefill as unknown as { readonly search: Fields };
  /** Another plan under the name of the best one. */
  const asBest = (plan: Plan | undefined): Json => {
    const plans = plansOf(prefill).map((own, i) => (i === bestAt ? { ...plan, id: "best", title: best.title } : own));
    return { ...without(prefill, "timeShares"), plans: plans as unknown as Json };
  };
  const illegal = plansOf(prefill).find((plan) => "objections" in plan);

  test.each<[string, Json, string, string | RegExp]>([
    [
      "an objective that is none",
      set(prefill, ["objective"], "energy"),
      "objective",
      "nothing that a search on this machine makes least",
    ],
    [
      "bytes into SMs that there are not",
      set(accelerator, ["objective"], "l2-sm"),
      "objective",
      "nothing that a search on this machine makes least",
    ],
    [
      "another title of a plan found",
      set(prefill, ["plans", titled, "title"], "found here: the best"),
      `plans[${titled}].title`,
      /^the title is found here: .*, not found here: the best$/,
    ],
    ["a plan found that goes beyond what fits", asBest(illegal), `plans[${bestAt}].objections`, "a legal plan without any"],
    ["a plan that is best of no search", without(prefill, "search"), "search", "none, beside the plan best"],
    ["a search that is proven by word", set(prefill, ["search", "proven"], "yes"), "search.proven", "not true or false"],
    [
      "a search of no plan",
      { ...without(prefill, "timeShares"), plans: plansOf(prefill).filter(({ id }) => id !== "best") as unknown as Json },
      "search",
      "of no plan, or of several",
    ],
    [
      "fewer legal kernels",
      set(prefill, ["search", "legalKernels"], 7),
      "search.legalKernels",
      /^the number of legal kernels is \d+, not 7$/,
    ],
    [
      "fewer legal plans",
      set(prefill, ["search", "legalPlans"], 7),
      "search.legalPlans",
      /^the number of launch sequences is \d+, not 7$/,
    ],
  ])("%s", (_, document, path, reason) => expectRefusal(document, path, reason));

  test("a plan that is said to be best, beside one that costs less", () => {
    expect(search["proven"]).toBe(true);
    expect(verifyDocument(asBest(plansOf(prefill)[other]))).toEqual({
      valid: false,
      path: expect.stringMatching(/^plans\[\d\]\.kernels$/),
      reason: "a legal plan that costs less than the one said to be best",
    });
  });

  test("a plan of which nothing is said that the search makes least", () => {
    const sms = best.bounds.filter((bound) => bound.interface !== "l2-sm");
    const { leastTime: _, fusions: __, traffic: ___, ...rest } = best as Plan & Fields;
    const plans = plansOf(prefill).map((plan, i) => (i === bestAt ? { ...rest, bounds: sms } : plan));
    const { plan } = (prefill["timeShares"] ?? {}) as { readonly plan?: string };
    const document = plan === "best" ? without(prefill, "timeShares") : prefill;
    expectRefusal(
      { ...document, plans: plans as unknown as Json },
      `plans[${bestAt}]`,
      /^nothing of its .*, which the best plan is said to have least$/,
    );
  });
});

test("the documents hold as they are", () => {
  for (const document of [decode, prefill, several, accelerator]) expect(verifyDocument(document)).toMatchObject({ valid: true });
});
