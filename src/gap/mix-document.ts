import type { Json } from "../bounds/certificates/json.js";
import { toJson } from "../bounds/certificates/json.js";
import type { CacheModel } from "../caches/index.js";
import type { Workload } from "../computation/workload.js";
import { definitionsOf } from "../machines/interfaces.js";
import type { Gpu, Interface } from "../machines/machine.js";
import type { Traffic } from "../replay/traffic.js";
import { trafficFields } from "../replay/traffic-document.js";
import type { MixReport } from "./mix.js";

/** Everything that went into a replay of two kernels at once. */
export interface MixQuestion {
  readonly workloads: readonly [Workload, Workload];
  readonly gpu: Gpu;
  readonly cache: CacheModel;
}

/** The `redblue.mix/2` document. */
export function mixDocument({ workloads, gpu, cache }: MixQuestion, { total, seconds, kernels }: MixReport): Json {
  const interfaceIds = (map: ReadonlyMap<Interface, Traffic>): Json =>
    Object.fromEntries([...map].map(([interfaceId, traffic]) => [interfaceId, trafficFields(traffic, "Bytes")]));
  return {
    schema: "redblue.mix/2",
    machine: toJson(gpu),
    interfaces: toJson(definitionsOf(total.keys())),
    cache: toJson(cache),
    traffic: interfaceIds(total),
    ...(seconds === undefined ? {} : { estimatedSeconds: seconds }),
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
