import { modelFields } from "../bounds/bounds-document.js";
import { certificateToJson, type Json, toJson } from "../bounds/certificates/json.js";
import { FUSION_PLAN } from "../bounds/plan-theorem.js";
import { formatRational } from "../exact/rational.js";
import { trafficFields } from "../replay/traffic-document.js";
import { timeFields } from "../time/time-document.js";
import type { KernelBound } from "./kernels/kernel-bound.js";
import type { KernelTime } from "./kernels/kernel-time.js";
import type { KernelTraffic } from "./kernels/kernel-traffic.js";
import type { FusionStep, LayerReport, PlanRow } from "./layer-report.js";
import { estimatedSeconds } from "./layer-report.js";
import type { PlanBound } from "./plan/plan-bound.js";
import { fastMemoryOfPlan, requirementsOfPlan } from "./plan/plan-theorem.js";
import type { WarmPlan } from "./warm-plan.js";

/** The `redblue.layer/2` document: the graph, and each plan with its bounds and what the checker needs. */
export function layerDocument(report: LayerReport): Json {
  const { graph, machine, shares, rows } = report;
  return {
    schema: "redblue.layer/2",
    workload: toJson(report.workload),
    machine: toJson(machine),
    ...modelFields(machine, machine.kind === "gpu" ? ["dram-l2", "l2-sm"] : ["dram-l2"]),
    graph: { name: graph.name, tensors: toJson(graph.tensors), operators: toJson(graph.operators) },
    shares: toJson(shares),
    ...(report.timeShares === undefined ? {} : { timeShares: timeSharesJson(report.timeShares) }),
    ...(report.loopedBytes === undefined ? {} : { loopedBytes: toJson(report.loopedBytes) }),
    objective: report.objective,
    floor: floorJson(report),
    ...(report.time === undefined ? {} : { time: timeFields(report.time) }),
    ...(report.cacheLeadsAt === undefined ? {} : { cacheLeadsAt: toJson(report.cacheLeadsAt) }),
    ...(report.search === undefined ? {} : { search: toJson(report.search) }),
    ...(report.unsupported.length === 0 ? {} : { unsupported: toJson(report.unsupported) }),
    ...(report.parallel === undefined ? {} : { tensorParallel: toJson(report.parallel) }),
    plans: rows.map((row) => planJson(row, report)),
  };
}

function timeSharesJson({ plan, ...shares }: NonNullable<LayerReport["timeShares"]>): Json {
  return { plan, ...Object.fromEntries(Object.entries(shares).map(([kind, seconds]) => [kind, formatRational(seconds)])) };
}

function trafficJson(traffic: KernelTraffic): Json {
  const { schedule, basis, bytes, replayedBytes, smReadBytes, recomputed, phases } = traffic;
  return {
    schedule,
    basis,
    bytes: toJson(Object.fromEntries(bytes)),
    replayedBytes: toJson(Object.fromEntries(replayedBytes)),
    smReadBytes: toJson(smReadBytes),
    ...(recomputed.length === 0 ? {} : { recomputed: toJson(recomputed) }),
    ...(phases === undefined ? {} : { phases: toJson(phases) }),
  };
}

function warmJson({ total, kernels, cold }: WarmPlan): Json {
  const each = kernels.map((kernel, at) => ({
    ...(trafficFields(kernel, "Bytes") as object),
    cold: trafficFields(cold[at] as WarmPlan["total"], "Bytes"),
  }));
  return { ...(trafficFields(total, "Bytes") as object), kernels: each };
}

/** Least times are exact, as texts `p/q` in seconds; the certificate is of what the kernel must move at DRAM from an empty chip. */
function timeJson({ binds, seconds, terms }: KernelTime, chip: KernelBound): Json {
  return {
    certificate: kernelJson(chip),
    binds,
    seconds: formatRational(seconds),
    terms: Object.fromEntries(Object.entries(terms).map(([term, time]) => [term, formatRational(time)])),
  };
}

function fusionJson({ bounds, ...step }: FusionStep): Json {
  const certificates = Object.fromEntries(Object.entries(bounds).map(([name, bound]) => [name, kernelJson(bound)]));
  return { ...(toJson(step) as Record<string, Json>), certificates };
}

function leastTimeJson({ times, chipBounds, seconds }: PlanRow): Record<string, Json> {
  if (times === undefined || chipBounds === undefined || seconds === undefined) return {};
  const kernels = times.map((time, i) => timeJson(time, chipBounds[i] as KernelBound));
  return { leastTime: { seconds: formatRational(seconds), kernels } };
}

/** Estimates, a kernel each; none where its products have no schedule known here. */
function estimateJson(row: PlanRow): Record<string, Json> {
  if (row.estimates === undefined) return {};
  const seconds = estimatedSeconds(row);
  const kernels = row.estimates.map((one) =>
    one === undefined ? {} : { estimatedSeconds: one.seconds, binds: one.binds, schedule: one.schedule },
  );
  return { estimate: { ...(seconds === undefined ? {} : { estimatedSeconds: seconds }), kernels } };
}

function planJson(row: PlanRow, report: LayerReport): Json {
  const { plan, bounds, traffic, objections, steps } = row;
  return {
    id: plan.id,
    title: plan.title,
    kernels: toJson(plan.kernels),
    bounds: bounds.map((bound) => planBoundJson(bound, report)),
    ...(objections.length === 0 ? {} : { objections: toJson(objections) }),
    ...(traffic === undefined
      ? {}
      : {
          traffic: traffic.map((kernel) => (kernel === undefined ? {} : trafficJson(kernel))),
        }),
    ...(row.warm === undefined ? {} : { warm: warmJson(row.warm) }),
    ...leastTimeJson(row),
    ...estimateJson(row),
    ...(steps.length === 0 ? {} : { fusions: steps.map(fusionJson) }),
  };
}

function floorJson({ floor, machine }: LayerReport): Json {
  const whole = { interface: "dram-l2", value: floor.value, layer: floor, spills: [] } as const;
  return {
    interface: whole.interface,
    value: toJson(whole.value),
    requires: toJson(requirementsOfPlan(whole)),
    fastMemory: fastMemoryOfPlan(whole, machine),
    certificate: kernelJson(floor),
  };
}

function planBoundJson(bound: PlanBound, { machine }: LayerReport): Json {
  const certificate: Json =
    bound.interface === "l2-sm"
      ? { theorem: FUSION_PLAN.id, kernels: bound.kernels.map(kernelJson), value: toJson(bound.value) }
      : { theorem: FUSION_PLAN.id, layer: kernelJson(bound.layer), spills: toJson(bound.spills), value: toJson(bound.value) };
  return {
    id: FUSION_PLAN.id,
    interface: bound.interface,
    scope: "total",
    unit: "bytes",
    value: toJson(bound.value),
    requires: toJson(requirementsOfPlan(bound)),
    fastMemory: fastMemoryOfPlan(bound, machine),
    proof: FUSION_PLAN.proof,
    status: FUSION_PLAN.status,
    certificate,
  };
}

function kernelJson({ operators, cores, value }: KernelBound): Json {
  return {
    operators: toJson(operators),
    cores: cores.map((core) => ({
      operators: toJson(core.operators),
      left: toJson(core.left),
      right: toJson(core.right),
      middle: toJson(core.middle),
      outputs: toJson(core.outputs),
      workload: toJson(core.workload),
      unstoredBytes: toJson(core.unstoredBytes),
      certificate: certificateToJson(core.bound.certificate),
      ...(core.readsBound && { readsCertificate: certificateToJson(core.readsBound.certificate) }),
    })),
    value: toJson(value),
  };
}
