import type { Json } from "../../bounds/certificates/json.js";
import { boundToJson, toJson } from "../../bounds/certificates/json.js";
import { toApproximateNumber } from "../../exact/rational.js";
import { definitionsOf } from "../../machines/interfaces.js";
import type { Interface } from "../../machines/machine.js";
import type { ReplayedTraffic, Traffic } from "../../replay/traffic.js";
import { trafficFields } from "../../replay/traffic-document.js";
import type { SequenceReport } from "./sequence.js";

/** The `redblue.sequence/2` document. */
export function sequenceDocument({ gpu, cache, kernels, traffic, unprefetched, cold, bound }: SequenceReport): Json {
  const interfaceIds = (map: ReadonlyMap<Interface, Traffic>): Json =>
    Object.fromEntries([...map].map(([interfaceId, moved]) => [interfaceId, trafficFields(moved, "Bytes")]));
  const seconds = (name: string, of: { readonly seconds?: number } | undefined): Record<string, Json> =>
    of?.seconds === undefined ? {} : { [name]: of.seconds };
  return {
    schema: "redblue.sequence/2",
    machine: toJson(gpu),
    interfaces: toJson(definitionsOf(["dram-l2", "l2-sm"])),
    cache: toJson(cache),
    traffic: trafficFields(traffic.total, "Bytes"),
    byArray: Object.fromEntries([...traffic.byArray].map(([array, moved]) => [array, trafficFields(moved, "Bytes")])),
    ...seconds("estimatedSeconds", traffic),
    ...(unprefetched === undefined
      ? {}
      : { unprefetched: { traffic: trafficFields(unprefetched.total, "Bytes"), ...seconds("estimatedSeconds", unprefetched) } }),
    ...(bound === undefined ? {} : { bound: toJson(bound.value), leastSeconds: toApproximateNumber(bound.seconds) }),
    kernels: kernels.map(({ workload, planned, places, prefetch }, at) => {
      const own = bound?.kernels[at];
      return {
        workload: toJson(workload),
        schedule: planned.fields,
        ...(places === undefined ? {} : { arrays: toJson(places) }),
        ...(prefetch === undefined ? {} : { prefetch: toJson(prefetch) }),
        traffic: interfaceIds((traffic.kernels[at] as ReplayedTraffic).total),
        ...seconds("estimatedSeconds", traffic.kernels[at]),
        cold: interfaceIds((cold[at] as ReplayedTraffic).total),
        ...seconds("coldSeconds", cold[at]),
        ...(own === undefined
          ? {}
          : { bound: { value: toJson(own.value), heldBytes: toJson(own.heldBytes), cold: boundToJson(own.bound) } }),
      };
    }),
  };
}
