/** The commands in the order of the help, a line each. Kept apart from them, so that the help of all loads none. */
export const SUMMARIES = {
  gap: "set proven bounds and the traffic of schedules side by side",
  bound: "prove lower bounds on the bytes that must move, with certificates",
  time: "bound the run time from below, name what binds, and estimate the energy of the traffic",
  replay: "count the traffic of one schedule, interface by interface and array by array",
  curve: "traffic and bound against the size of the fast memory",
  optimize: "search the schedule of least time (or bytes, or energy), until no change improves it",
  report: "one self-contained HTML page: the breakdown, curves, roofline, launch order, shares, certificates",
  pebble: "find the least I/O of an explicit graph: optimum or interval, pebbling, bounds",
  graph: "write the CDAG of a workload or a graph file as JSON, HyperDAG or DOT",
  layer: "a whole layer: operators, fusion plans, what each must move",
  ncu: "set a profiler's counters beside bounds and replays, kernel by kernel",
  sweep: "bounds and traffic of many points, from a plan file",
  explore: "serve the explorer, pages for a browser, on this machine alone",
  verify: "check certificates with code that shares nothing with the theorems",
  gpus: "list machines, or show one with the source of every figure",
  schedules: "list the schedules that can be replayed, or show one",
  bounds: "list the theorems behind the bounds, or show one",
  caches: "list the cache models of a replay, or show one",
  completion: "print a script that completes commands, flags and names in a shell",
} as const;

export type CommandName = keyof typeof SUMMARIES;
