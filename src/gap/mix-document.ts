import type { Json } from "../bounds/certificates/json.js";
import { toJson } from "../bounds/certificates/json.js";
import { toApproximateNumber } from "../exact/rational.js";
import { definitionsOf } from "../machines/interfaces.js";
import type { Interface } from "../machines/machine.js";
import type { Traffic } from "../replay/traffic.js";
import { trafficFields } from "../replay/traffic-document.js";
import type { MixReport } from "./mix.js";
import type { MixBounds, MixQuestion } from "./mix-bounds.js";
import { mixBounds } from "./mix-bounds.js";

/** The `redblue.mix/2` document. */
export function mixDocument(question: MixQuestion, report: MixReport): Json {
  const { workloads, gpu, cache } = question;
  const { total, seconds, kernels } = report;
  const proven = mixBounds(question, report);
  const interfaceIds = (map: ReadonlyMap<Interface, Traffic>): Json =>
    Object.fromEntries([...map].map(([interfaceId, traffic]) => [interfaceId, trafficFields(traffic, "Bytes")]));
  return {
    schema: "redblue.mix/2",
    machine: toJson(gpu),
    interfaces: toJson(definitionsOf(total.keys())),
    cache: toJson(cache),
    traffic: interfaceIds(total),
    ...(seconds === undefined ? {} : { estimatedSeconds: seconds }),
    ...(proven === undefined ? {} : boundFields(proven)),
    kernels: kernels.map(({ planned, ctasPerSm, shared, alone }, index) => ({
      workload: toJson(workloads[index]),
      schedule: planned.fields,
      ctasPerSm,
      traffic: interfaceIds(shared.total),
      byArray: Object.fromEntries([...shared.byArray].map(([array, map]) => [array, interfaceIds(map)])),
      alone: interfaceIds(alone.total),
      ...(alone.seconds === undefined ? {} : { aloneSeconds: alone.seconds }),
    })),
  };
}

function boundFields({ bounds, least }: MixBounds): Record<string, Json> {
  const parts = [...bounds].map(
    ([interfaceId, { value, parts }]) =>
      [interfaceId, toJson({ value, parts: parts.map(({ id, value }) => ({ id, value })) })] as const,
  );
  return { bounds: Object.fromEntries(parts), leastSeconds: toApproximateNumber(least.seconds), leastBinds: least.id };
}
