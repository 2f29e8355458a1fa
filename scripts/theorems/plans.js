// Cases of the theorems about fusion plans: a random layer cut into kernels at random, and what the plan costs by schedules known.

import { layerDocument } from "../../build/layers/layer-document.js";
import { sharesOf } from "../../build/layers/models/shares.js";
import { fusionPlan } from "../../build/layers/plan/fusion-plan.js";
import { objection } from "../../build/layers/plan/legality.js";
import { PlanBounder } from "../../build/layers/plan/plan-bound.js";
import { H100 } from "../../build/machines/known/h100.js";
import { verifyDocument } from "../../build/verify/document.js";
import { KernelCosts } from "./kernels.js";
import { drawLayer } from "./layers.js";

/** Bytes of a place of fast memory: a word of any type of the layers, or an partial sum. */
const PLACE = 4;

/** Numbers that the graph settles: sizes of what a core computes and of what cannot stay. */
const OF_GRAPH =
  /^(bytes|unstoredBytes|batch|[mnkl]|tokens|model|hidden|heads|kvHeads|queries|keys|dim|\w+Channels|height|width)$/;

/** A layer, its kernels in launch order, and a GPU whose SMs have `places` registers each and nothing else. */
function drawPlan(random) {
  const index = drawLayer(random);
  const { operators, tensors } = index.graph;
  const fused = random.of([0, 0.5, 0.8, 1]);
  const kernels = [];
  for (const operator of operators) {
    if (kernels.length > 0 && random.unit() < fused) kernels.at(-1).push(operator);
    else kernels.push([operator]);
  }
  const places = random.scale(8, random.of([12, 40, 400]));
  const sms = random.of([1, 1, 2, 3]);
  const most = tensors.reduce((sum, { words }) => sum + words, 0) * PLACE;
  const gpu = {
    ...H100,
    sms,
    registersPerSm: places,
    l1AndSharedMemoryPerSmBytes: 0,
    l2Bytes: random.scale(1, random.of([64, most])),
  };
  const names = kernels.map((kernel) => kernel.map(({ name }) => name));
  const plan = fusionPlan(index, { id: "drawn", title: "drawn", kernels: names });
  return { index, kernels, places, gpu, plan, bounder: new PlanBounder(index, gpu) };
}

/** What a case claims: the bound, in a document of its own, and which numbers of its certificate are settled by the rest. */
function claimOf({ index, gpu, plan, bounder }, bound) {
  const operators = plan.kernels.map((kernel) => index.graph.operators.filter(({ name }) => kernel.includes(name)));
  const objections = operators.flatMap((kernel) => objection(index, gpu, kernel) ?? []);
  const floor = bounder.floor();
  const report = {
    workload: { kind: "layer", model: "drawn", title: "drawn", source: "drawn" },
    machine: gpu,
    graph: index.graph,
    shares: sharesOf(index),
    floorBytes: floor.value,
    floor,
    rows: [{ plan, bounds: [bound], objections, steps: [] }],
    objective: "l2-sm",
    unsupported: index.graph.operators.filter(({ work }) => work.kind === "unsupported").map(({ name }) => name),
  };
  const document = JSON.parse(JSON.stringify(layerDocument(report)));
  return {
    value: bound.value,
    json: document,
    settled: document.plans[0].bounds[0].certificate,
    also: OF_GRAPH,
    accepts: () => {
      const { valid } = verifyDocument(document);
      return valid ? BigInt(document.plans[0].bounds[0].value) : undefined;
    },
  };
}

/** Every kernel from an empty fast memory; the other SMs stay idle. */
function planCase(random) {
  const drawn = drawPlan(random);
  const { index, kernels, places, plan, bounder } = drawn;
  const costs = new KernelCosts(index);
  const [cost, loads] = [1, 0].map((stores) => kernels.reduce((sum, kernel) => sum + costs.of(kernel, places, stores), 0));
  if (cost === Number.POSITIVE_INFINITY) return { claims: [], cost: 0n };
  const reads = plan.kernels.reduce((sum, kernel) => sum + bounder.kernel(kernel).reads, 0n);
  if (reads > BigInt(loads)) throw new RangeError(`${reads} bytes loaded at least, a schedule loads ${loads}`);
  return { claims: [claimOf(drawn, bounder.atSms(plan))], cost: BigInt(cost) };
}

/** All of the chip is one memory while a kernel runs; between kernels the L2 keeps what it can of what is read later. */
function dramCase(random) {
  const drawn = drawPlan(random);
  const { kernels, gpu, plan, bounder } = drawn;
  const costs = new KernelCosts(drawn.index);
  let cost = Number.POSITIVE_INFINITY;
  for (const keep of [() => 0, (most) => most, (most) => random.whole(0, most), (most) => random.of([0, most])]) {
    const kept = keptTensors(drawn, random, keep);
    const total = kernels.reduce((sum, kernel, i) => {
      const here = kept.filter(({ first, last }) => first <= i && i <= last);
      const room = gpu.l2Bytes + gpu.sms * gpu.registersPerSm * PLACE - here.reduce((bytes, one) => bytes + one.bytes, 0);
      return sum + costs.of(kernel, Math.floor(room / PLACE));
    }, 0);
    const saved = kept.reduce((sum, { bytes, moves }) => sum + bytes * moves, 0);
    cost = Math.min(cost, total - saved);
  }
  return cost === Number.POSITIVE_INFINITY
    ? { claims: [], cost: 0n }
    : { claims: [claimOf(drawn, bounder.atDram(plan))], cost: BigInt(cost) };
}

/**
 * Whole words of tensors that stay from the kernel that makes them to the last that reads them. Each spares a store, unless the layer
 * must leave it in memory, and a load in each kernel that reads it.
 */
function keptTensors({ index, kernels, gpu }, random, keep) {
  const used = kernels.map(() => 0);
  const kernelOf = new Map(kernels.flatMap((kernel, i) => kernel.map(({ name }) => [name, i])));
  const tensors = index.graph.tensors.filter(({ name }) => index.producer.has(name)).sort(() => random.unit() - 0.5);
  return tensors.flatMap(({ name, words, dataType, output }) => {
    const first = kernelOf.get(index.producer.get(name).name);
    const readers = new Set((index.consumers.get(name) ?? []).map((one) => kernelOf.get(one.name)).filter((i) => i > first));
    const last = Math.max(first, ...readers);
    const word = { bf16: 2, fp8: 1, fp32: 4 }[dataType];
    // `used[i]`: bytes that the L2 holds between kernels i and i + 1.
    const free = gpu.l2Bytes - Math.max(0, ...used.slice(first, last));
    const bytes = word * keep(Math.min(words, Math.floor(free / word)));
    if (readers.size === 0 || bytes === 0) return [];
    for (let i = first; i < last; i++) used[i] += bytes;
    return [{ first, last, bytes, moves: readers.size + (output ? 0 : 1) }];
  });
}

/** Half of the cases into the SMs, half on DRAM. */
export const PLAN_CASES = { "fusion-plan": (random) => (random.unit() < 0.5 ? planCase(random) : dramCase(random)) };
