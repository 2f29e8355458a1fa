import { BYTES_OF } from "../../computation/data-types.js";
import { rowWords } from "../../computation/row-workloads.js";
import type { Gpu } from "../../machines/machine.js";
import type { OperatorCall, Producer } from "../../measured/index.js";
import { callsAround, wordsOf } from "../../measured/index.js";
import type { ProfiledRow } from "../profiled.js";

/**
 * Launches one after another, each of which only walks rows (element by element, or with statistics): all over as many words, or over a
 * word of each row that an SM holds. One kernel could do them.
 */
export interface FusionRun {
  /** Of the first and the last launch. */
  readonly first: string;
  readonly last: string;
  readonly operators: readonly string[];
  readonly launches: number;
  readonly seconds: number;
  /** Bytes that were counted between L2 and DRAM. */
  readonly measuredBytes: bigint;
  /** Tensors that come from outside and results that others read, each once: what one kernel would move. */
  readonly fusedBytes: number;
  /** Of these bytes at the rated bandwidth of DRAM. */
  readonly fusedSeconds: number;
}

/** Runs of at least two launches that fusing would make shorter, the largest saving first. */
export function fusionRuns(rows: readonly ProfiledRow[], gpu: Gpu): readonly FusionRun[] {
  const launches = throughPow(
    rows.map((row): Launch => {
      const calls = callsAround(row.kernel);
      return { row, calls, words: wordsOfRows(row, calls) };
    }),
  );
  const runs: Launch[][] = [];
  let run: Launch[] = [];
  for (const launch of launches) {
    if (!joins(launch, run, gpu.sharedMemoryPerSmBytes)) {
      run = [];
      runs.push(run);
    }
    if (launch.words !== undefined) run.push(launch);
  }
  const longer = runs.filter(({ length }) => length > 1);
  const readers = readersOf(longer, launches);
  return longer
    .map((list) => fusionOf(list, readers, gpu.dramBytesPerSecond))
    .filter(({ seconds, fusedSeconds }) => fusedSeconds < seconds)
    .sort((a, b) => b.seconds - b.fusedSeconds - (a.seconds - a.fusedSeconds));
}

/** Of what launches of the runs make, by the call. */
function readersOf(runs: readonly (readonly Launch[])[], launches: readonly Launch[]): ReadonlyMap<number, readonly Launch[]> {
  const readers = new Map<number, Launch[]>();
  for (const { calls } of runs.flat()) for (const { id } of calls) if (id !== undefined) readers.set(id, []);
  for (const launch of launches) {
    for (const { producers } of launch.calls)
      for (const producer of producers) if (producer !== undefined) readers.get(producer.id)?.push(launch);
  }
  return readers;
}

interface Launch {
  readonly row: ProfiledRow;
  readonly calls: readonly OperatorCall[];
  readonly words: number | undefined;
}

/**
 * `pow` makes its argument again under one of the two numbers after its own, which no kernel has: whoever reads that reads the argument.
 */
function throughPow(launches: readonly Launch[]): readonly Launch[] {
  const calls = launches.flatMap((launch) => launch.calls);
  const known = new Set(calls.map(({ id }) => id));
  const argumentOf = new Map<number, Producer | undefined>();
  for (const { name, id, producers } of calls) {
    if (name !== "pow" || id === undefined) continue;
    for (let within = id + 1; within <= id + 2 && !known.has(within); within++) argumentOf.set(within, producers[0]);
  }
  const resolved = (producer: Producer | undefined): Producer | undefined =>
    producer !== undefined && argumentOf.has(producer.id) ? argumentOf.get(producer.id) : producer;
  const isMadeByPow = (producer: Producer | undefined): boolean => producer !== undefined && argumentOf.has(producer.id);
  return launches.map((launch) =>
    launch.calls.some(({ producers }) => producers.some(isMadeByPow))
      ? { ...launch, calls: launch.calls.map((call) => ({ ...call, producers: call.producers.map(resolved) })) }
      : launch,
  );
}

/**
 * Over as many words as a launch of the run; or over a word of each row (or over the rows of which the run has words), where it reads what
 * the run made and an SM holds a row.
 */
function joins({ row, words, calls }: Launch, run: readonly Launch[], sharedMemoryPerSmBytes: number): boolean {
  if (words === undefined || row.kernel.process !== run[0]?.row.kernel.process) return false;
  if (run.some((launch) => launch.words === words)) return true;
  const made = new Set(run.flatMap((launch) => launch.calls.flatMap(({ id }) => id ?? [])));
  if (!calls.some(({ producers }) => producers.some((producer) => producer !== undefined && made.has(producer.id)))) return false;
  return run.every((launch) => {
    const [small, large] = [words, launch.words ?? 0].sort((a, b) => a - b) as [number, number];
    return large % small === 0 && (large / small) * BYTES_OF.fp32 <= sharedMemoryPerSmBytes;
  });
}

/** Operators whose kernels hand results on to one another, or whose results have other extents than what they read. */
const OTHER_RESULTS = /convolution|pool|upsample|embedding|attention|attn/;

/** Kernels of which a pass through words is the least that they do, or that are fused already. */
const LEAST_KNOWN = /^triton_|FusedParams|GammaBeta|update_stats|GroupNormBackward/;

/** Words of the largest tensor of a kernel of rows; undefined for any other kernel. */
function wordsOfRows({ kernel, meaning }: ProfiledRow, calls: readonly OperatorCall[]): number | undefined {
  const workload = meaning?.workload;
  if (meaning?.recognised === undefined || workload === undefined || OTHER_RESULTS.test(calls.at(-1)?.name ?? ""))
    return undefined;
  if (LEAST_KNOWN.test(kernel.name) || (workload.kind === "elementwise" && workload.inputs === 0)) return undefined;
  switch (workload.kind) {
    case "elementwise":
    case "softmax":
    case "rmsnorm":
    case "layernorm":
    case "rotary":
      return workload.rows * rowWords(workload);
    case "einsum":
      // A reduction, as recognition writes it.
      return workload.extents["i"] === 1 ? workload.extents["j"] : undefined;
    default:
      return undefined;
  }
}

function fusionOf(run: readonly Launch[], readers: ReadonlyMap<number, readonly Launch[]>, bandwidth: number): FusionRun {
  const made = new Set(run.flatMap(({ calls }) => calls.flatMap(({ id }) => id ?? [])));
  const bytesOf = ({ row }: Launch, words: number, which: "dataType" | "outputType"): number =>
    words * BYTES_OF[row.meaning?.workload[which] ?? "bf16"];
  const outside = new Map<string, number>();
  run.forEach((launch, at) => {
    const call = launch.calls.at(-1);
    call?.sizes.forEach((size, argument) => {
      const producer = call.producers[argument];
      if (size.length === 0 || (call.name === "copy_" && argument === 0)) return;
      if (producer !== undefined && made.has(producer.id)) return;
      // Where ranges name no producers, it may be the result of the launch before.
      if (at > 0 && call.producers.length === 0) return;
      const name = producer === undefined ? `${at} ${argument}` : `${producer.id} ${producer.place}`;
      outside.set(name, Math.max(outside.get(name) ?? 0, bytesOf(launch, wordsOf(size), "dataType")));
    });
  });
  const leaves = (launch: Launch): boolean =>
    launch === run.at(-1) ||
    launch.calls.some(({ id }) => id !== undefined && readers.get(id)?.some((reader) => !run.includes(reader)));
  const results = run
    .filter((launch) => launch.row.meaning?.workload.kind !== "einsum" && leaves(launch))
    .reduce((bytes, launch) => bytes + bytesOf(launch, launch.words ?? 0, "outputType"), 0);
  const fusedBytes = [...outside.values()].reduce((total, bytes) => total + bytes, results);
  const rows = run.map(({ row }) => row);
  return {
    first: rows[0]?.kernel.id ?? "",
    last: rows.at(-1)?.kernel.id ?? "",
    operators: rows.map(({ meaning }) => meaning?.recognised?.operator ?? ""),
    launches: run.length,
    seconds: rows.reduce((total, { counters }) => total + Number(counters.nanoseconds?.most ?? 0n) / 1e9, 0),
    measuredBytes: rows.reduce((total, { counters }) => {
      const dram = counters.traffic.get("dram-l2");
      return total + (dram?.reads?.most ?? 0n) + (dram?.writes?.most ?? 0n);
    }, 0n),
    fusedBytes,
    fusedSeconds: fusedBytes / bandwidth,
  };
}
