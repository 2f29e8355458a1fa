import { InputError, shown } from "../../errors.js";
import type { Interface } from "../../machines/machine.js";
import type { PrintedMetric, ProfiledKernel } from "./kernels.js";
import type { Dimension, Quantity } from "./quantity.js";
import { overTime, readQuantity, readUnit } from "./quantity.js";

/** What the profiler read at one interface. A direction that was not measured is skipped. */
export interface MeasuredTraffic {
  readonly reads?: Quantity;
  readonly writes?: Quantity;
  /** Both directions together, from a rate and the duration, where neither was counted. */
  readonly total?: Quantity;
  /** The metrics the figures were taken from. */
  readonly metrics: readonly string[];
}

/** What the counters of one kernel say: traffic by interface, and the duration where it was taken. */
export interface KernelCounters {
  readonly traffic: ReadonlyMap<Interface, MeasuredTraffic>;
  readonly nanoseconds?: Quantity;
}

/** Metrics that count an interface, the first that was taken wins. */
const READS: Readonly<Partial<Record<Interface, readonly string[]>>> = {
  "dram-l2": ["dram__bytes_read.sum", "dram__sectors_read.sum"],
  "l2-sm": ["l1tex__m_xbar2l1tex_read_bytes.sum", "l1tex__m_xbar2l1tex_read_sectors.sum"],
};
const WRITES: Readonly<Partial<Record<Interface, readonly string[]>>> = {
  "dram-l2": ["dram__bytes_write.sum", "dram__sectors_write.sum"],
  "l2-sm": ["l1tex__m_l1tex2xbar_write_bytes.sum", "l1tex__m_l1tex2xbar_write_sectors.sum"],
};
/** Page details of the full set has no byte counts, only this rate of both directions over DRAM. */
const DRAM_RATE = ["dram__bytes.sum.per_second", "Memory Throughput"];
const DURATION = ["gpu__time_duration.sum", "Duration"];

/** The metric list that makes every comparison possible, for `ncu --metrics`. */
export const NSIGHT_METRICS: readonly string[] = [
  ...["dram__bytes_read.sum", "dram__bytes_write.sum"],
  ...["l1tex__m_xbar2l1tex_read_bytes.sum", "l1tex__m_l1tex2xbar_write_bytes.sum"],
  "gpu__time_duration.sum",
];

/**
 * Bytes per interface and the duration of a profiled kernel.
 *
 * @throws InputError naming the file and line of a figure that is no number.
 */
export function countersOf(kernel: ProfiledKernel, origin: string): KernelCounters {
  const find = (names: readonly string[] = [], dimension: Dimension): Found | undefined => {
    for (const name of names) {
      for (const metric of kernel.metrics) {
        const found = metric.name === name ? readMetric(metric, dimension, origin) : undefined;
        if (found !== undefined) return found;
      }
    }
    return undefined;
  };
  const duration = find(DURATION, "nanoseconds");
  const traffic = new Map<Interface, MeasuredTraffic>();
  for (const interfaceId of ["dram-l2", "l2-sm"] as const) {
    const [reads, writes] = [find(READS[interfaceId], "bytes"), find(WRITES[interfaceId], "bytes")];
    const found = [reads, writes].filter((one) => one !== undefined);
    if (found.length === 0) continue;
    traffic.set(interfaceId, {
      ...(reads === undefined ? {} : { reads: reads.quantity }),
      ...(writes === undefined ? {} : { writes: writes.quantity }),
      metrics: found.map(({ metric }) => metric.name),
    });
  }
  const rate = find(DRAM_RATE, "bytes/s");
  if (!traffic.has("dram-l2") && rate !== undefined && duration !== undefined) {
    const total = overTime(rate.quantity, duration.quantity);
    traffic.set("dram-l2", { total, metrics: [rate.metric.name, duration.metric.name] });
  }
  return { traffic, ...(duration === undefined ? {} : { nanoseconds: duration.quantity }) };
}

interface Found {
  readonly metric: PrintedMetric;
  readonly quantity: Quantity;
}

/** Nothing where the unit is of another kind: page details has two metrics called Memory Throughput. */
function readMetric(metric: PrintedMetric, dimension: Dimension, origin: string): Found | undefined {
  const unit = readUnit(metric.unit);
  if (unit?.dimension !== dimension) return undefined;
  const quantity = readQuantity(metric.text, unit.scale);
  if (quantity === undefined) {
    throw new InputError(
      `${origin}: line ${metric.line}: ${metric.name}`,
      "a number such as 16,788,992, or 16.79 with a larger unit (write the file under LC_ALL=C)",
      shown(`${metric.text} ${metric.unit}`),
    );
  }
  return { metric, quantity };
}
