import { availableParallelism } from "node:os";
import Tinypool from "tinypool";
import { currentLimits } from "../../budget.js";
import type { SweepPoint } from "../../sweep/point.js";
import type { StateHeader } from "./state.js";
import { SweepState } from "./state.js";
import type { NumberedResult } from "./worker.js";

/** The i-th of n deterministic shards, i from 1: the points whose number is i − 1 modulo n. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

export interface SweepProgress {
  readonly done: number;
  readonly all: number;
  /** Seconds that the rest may take, from the pace of this run; undefined before the first results. */
  readonly secondsLeft?: number;
}

export interface SweepRun {
  readonly points: number;
  readonly pointAt: (point: number) => SweepPoint;
  readonly shard: Shard;
  readonly statePath: string;
  readonly header: StateHeader;
  /** Worker threads; default: as many as the machine has cores. */
  readonly workers?: number | undefined;
  readonly onProgress?: ((progress: SweepProgress) => void) | undefined;
  /** Stops the run; what has been written stays. */
  readonly signal?: AbortSignal | undefined;
}

/** A task holds few points, so that little is lost when a run is killed, and enough of them to outweigh the post. */
const POINTS_PER_TASK = 8;

/** Evaluates every point of a shard that its state does not hold yet, on worker threads. Returns whether all are there now. */
export async function runSweep(run: SweepRun): Promise<boolean> {
  const { points, pointAt, shard, signal } = run;
  const state = SweepState.open(run.statePath, run.header);
  const all = Math.max(0, Math.ceil((points - (shard.index - 1)) / shard.count));
  const todo = pending(points, shard, state.done);
  // No more than there are handfuls of points.
  const left = Math.ceil((all - state.done.size) / POINTS_PER_TASK);
  const workers = Math.max(1, Math.min(run.workers ?? availableParallelism(), left));
  const pool = new Tinypool({
    filename: new URL("./worker.js", import.meta.url).href,
    runtime: "worker_threads",
    minThreads: 1,
    maxThreads: workers,
  });
  let done = state.done.size;
  const [start, before] = [performance.now(), done];
  /** One lane a worker, each taking the next handful when it is done with the last. */
  const lane = async (): Promise<void> => {
    for (let task = take(todo); task.length > 0 && signal?.aborted !== true; task = take(todo)) {
      const results = (await pool.run(
        { points: task.map(pointAt), limits: currentLimits() },
        signal === undefined ? {} : { signal },
      )) as readonly NumberedResult[];
      state.append(results);
      done += results.length;
      const pace = (done - before) / (performance.now() - start);
      run.onProgress?.({ done, all, ...(pace > 0 ? { secondsLeft: (all - done) / pace / 1000 } : {}) });
    }
  };
  try {
    await Promise.all(Array.from({ length: workers }, lane));
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  } finally {
    state.close();
    await pool.destroy();
  }
  return done === all;
}

function* pending(points: number, { index, count }: Shard, done: ReadonlySet<number>): Generator<number, void> {
  for (let point = index - 1; point < points; point += count) if (!done.has(point)) yield point;
}

function take(todo: Generator<number, void>): readonly number[] {
  const task: number[] = [];
  while (task.length < POINTS_PER_TASK) {
    const next = todo.next();
    if (next.done === true) break;
    task.push(next.value);
  }
  return task;
}
