import type { Gpu } from "../../machines/machine.js";
import type { ArrayPlace } from "../../replay/sequence/array-place.js";
import type { SequencedKernel } from "../../replay/sequence/sequence.js";
import { type StreamedTensor, streamedOnce, withStreamed } from "../../schedules/tiles/streamed-tensors.js";
import type { TiledArray, TileSchedule } from "../../schedules/tiles/tile-schedule.js";
import { type GraphIndex, type Tensor, tensorBytes, tensorNamed } from "../operator-graph.js";
import { FormPaths } from "../plan/form-paths.js";
import type { KernelWorkload } from "./kernel-replays.js";
import { type KernelTraffic, type Sources, statisticsSources } from "./replayed-kernel.js";

/** Blocks of a kernel without products that an SM holds. */
const STREAMING_BLOCKS = 4;

/**
 * The launches of a kernel as its traffic was counted, for a replay beside others: arrays of its schedule stand for tensors of the layer;
 * tensors that are no operand pass once.
 */
export function launchesOf(
  index: GraphIndex,
  kernel: readonly string[],
  traffic: KernelTraffic,
  gpu: Gpu,
): readonly SequencedKernel[] {
  if (traffic.parts !== undefined) {
    return traffic.parts.flatMap((part) => launchesOf(index, part.operators, part.traffic, gpu));
  }
  const paths = new FormPaths(index, kernel);
  const { chosen } = traffic;
  const streamed = (tensors: readonly Tensor[], isWritten: boolean): readonly StreamedTensor[] =>
    tensors.map((tensor) => ({ name: tensor.name, bytes: Number(tensorBytes(tensor)), isWritten }));
  const { inputs, outputs } = paths.boundary;
  if (chosen === undefined) {
    return [streaming([...streamed(inputs, false), ...streamed(outputs, true)], gpu)];
  }
  const { found, planned, sources } = chosen;
  const layout = planned.layOut();
  const places = placesOf(index, found, sources, layout);
  const named = new Set([...places.values()].flat().map(({ name }) => name));
  const beside = [
    ...streamed(
      inputs.filter(({ name }) => !named.has(name) && !isOperand(sources, name)),
      false,
    ),
    ...streamed(
      outputs.filter(({ name }) => !named.has(name)),
      true,
    ),
  ];
  const schedule = withStreamed(layout, beside);
  for (const { name } of beside) places.set(name, [{ name }]);
  const statistics = statisticsSources(paths, [...found.leftOperands, ...found.rightOperands]).map((name) =>
    tensorNamed(index, name),
  );
  return [
    ...(statistics.length === 0 ? [] : [streaming(streamed(statistics, false), gpu)]),
    { schedule, places, slots: planned.slots, timing: planned.timing?.() },
  ];
}

/** Right operands of attention's backward pass with a row for each query. */
const OF_QUERIES: readonly string[] = ["dO", "L", "D"];

/** Matrices of an array that lie side by side in the rows of its tensor: those of heads. */
function sideBySide({ workload, left, result }: KernelWorkload, array: string): number {
  if (workload.kind === "scan") return array === "Q" || array === "K" ? workload.groups : workload.heads;
  if (workload.kind !== "attention" && workload.kind !== "attention-backward") return 1;
  return [left, result, ...OF_QUERIES].includes(array) ? workload.heads : workload.kvHeads;
}

function isOperand({ left, right }: Sources, name: string): boolean {
  return left.includes(name) || right.includes(name);
}

function streaming(tensors: readonly StreamedTensor[], gpu: Gpu): SequencedKernel {
  const schedule = streamedOnce(tensors);
  const places = new Map(tensors.map(({ name }) => [name, [{ name }]] as const));
  return { schedule, places, slots: STREAMING_BLOCKS * gpu.sms };
}

/** Tensors of the arrays of a schedule, where they have as many bytes; the result is nowhere where the kernel stores another tensor. */
function placesOf(
  index: GraphIndex,
  found: KernelWorkload,
  sources: Sources,
  schedule: TileSchedule,
): Map<string, readonly ArrayPlace[]> {
  const places = new Map<string, readonly ArrayPlace[]>();
  const arrayNamed = (name: string): TiledArray | undefined => schedule.arrays.find((array) => array.name === name);
  const put = (name: string, tensors: readonly string[]): void => {
    const interleaved = sideBySide(found, name);
    const array = arrayNamed(name);
    if (array === undefined || tensors.some((tensor) => bytesOf(index, tensor) !== bytesOfArray(array, schedule))) return;
    places.set(
      name,
      tensors.map((tensor) => ({ name: tensor, interleaved: array.grid === undefined ? 1 : interleaved })),
    );
  };
  put(found.left, sources.left);
  found.right.forEach((name, at) => {
    const tensor = found.right.length === sources.right.length ? sources.right[at] : undefined;
    if (tensor !== undefined) put(name, [tensor]);
  });
  const results = found.results;
  const [only] = results;
  if (found.otherResults !== undefined) {
    [found.result, ...found.otherResults].forEach((name, at) => {
      const tensor = results[at];
      if (tensor !== undefined) put(name, [tensor]);
      if (!places.has(name)) places.set(name, []);
    });
  } else if (results.length === 1 && only !== undefined) put(found.result, [only]);
  else {
    const array = arrayNamed(found.result);
    const columns = array === undefined ? undefined : columnsOf(index, results, array);
    if (columns !== undefined) places.set(found.result, columns);
  }
  if (!places.has(found.result)) places.set(found.result, []);
  return places;
}

/** Results that lie side by side in the columns of one. */
function columnsOf(
  index: GraphIndex,
  results: readonly (string | undefined)[],
  { grid }: TiledArray,
): readonly ArrayPlace[] | undefined {
  if (grid === undefined || grid.matrices !== 1 || grid.heights !== undefined) return undefined;
  let from = 0;
  const places = results.map((name): ArrayPlace | undefined => {
    if (name === undefined) return undefined;
    const width = bytesOf(index, name) / grid.rows[0];
    from += width;
    return { name, columns: [from - width, from] };
  });
  if (from !== grid.columns[0] || !Number.isInteger(from)) return undefined;
  return places.every((place) => place?.columns?.every(Number.isInteger) === true) ? (places as ArrayPlace[]) : undefined;
}

function bytesOf(index: GraphIndex, name: string): number {
  return Number(tensorBytes(tensorNamed(index, name)));
}

function bytesOfArray({ firstTile, tileCount }: TiledArray, { tileBytes }: TileSchedule): number {
  return tileBytes.subarray(firstTile, firstTile + tileCount).reduce((sum, bytes) => sum + bytes, 0);
}
