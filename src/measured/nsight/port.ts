import type { ProfiledKernel } from "./kernels.js";

/**
 * Why the counters at the SMs' ports may miss words of a kernel; undefined where they count every word.
 *
 * On compute capability 9.0 they were measured (data/h100-sm-port.csv). They count words from and to another SM at both ports, a
 * multicast word at each receiver, and what is added in the L2. Before 9.0 there are no clusters: all words come from the L2 or go
 * to it. After 9.0 nothing was measured, so only a kernel without clusters is taken to be counted in full.
 */
export function uncountedAtPort({ computeCapability, clusterSize }: ProfiledKernel): string | undefined {
  if (/^([1-8]\.\d|9\.0)$/.test(computeCapability)) return undefined;
  const counters = `counters of compute capability ${computeCapability}`;
  const unknown = `whether ${counters} see words between the SMs of a cluster is not known`;
  if (clusterSize === undefined) {
    return `${unknown}, and the page does not say whether the launch has clusters (page raw does, or --section LaunchStats)`;
  }
  return clusterSize > 1 ? `${unknown}, and the launch has clusters of ${clusterSize}` : undefined;
}
