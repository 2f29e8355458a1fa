import type { ExecutionParameters } from "../event-driven/parameters.js";

/**
 * The parameters as clusters of `size` SMs see them: a cluster computes and reads like its SMs together, on their side of the L2. SMs
 * that do not fill a cluster stay idle.
 */
export function clusteredParameters(parameters: ExecutionParameters, size: number): ExecutionParameters {
  const { sms, launchRuns, l2BytesPerSecond, coalescing, peakOperationsPerSecond } = parameters;
  const clusters = Math.floor(sms / size);
  const used = (clusters * size) / sms;
  let [passed, placed] = [0, 0];
  return {
    ...parameters,
    sms: clusters,
    launchRuns: launchRuns.map((run) => {
      passed += run.sms;
      const before = placed;
      placed = Math.floor(passed / size);
      return { ...run, sms: placed - before };
    }),
    l2BytesPerSecond: l2BytesPerSecond * used,
    portBytesPerSecond: parameters.portBytesPerSecond * used,
    ...(coalescing && { coalescing: { ...coalescing, leavingBytesPerSecond: coalescing.leavingBytesPerSecond * used } }),
    specialOperationsPerSecond: parameters.specialOperationsPerSecond * used,
    sharedMemoryBytesPerSecond: parameters.sharedMemoryBytesPerSecond * used,
    addBytesPerSecond: parameters.addBytesPerSecond * used,
    peakOperationsPerSecond: Object.fromEntries(
      Object.entries(peakOperationsPerSecond).map(([type, rate]) => [type, rate * used]),
    ),
  };
}
