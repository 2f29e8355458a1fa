import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, truncateSync, writeSync } from "node:fs";
import { toJson } from "../../bounds/certificate-json.js";
import { InputError, shown } from "../../errors.js";
import type { NumberedResult } from "./worker.js";

/** What a state file belongs to: its first line. Results of another plan, version or shard are never mixed in. */
export interface StateHeader {
  readonly schema: "redblue.sweep-state/1";
  readonly plan: string;
  readonly points: number;
  readonly shard: string;
}

/** A row as stored: counts above 2^53 − 1 are decimal strings. */
export type StoredRow = Readonly<Record<string, string | number | boolean>>;

export interface StoredResult {
  readonly point: number;
  readonly rows: readonly StoredRow[];
  readonly certificates: readonly { readonly id: string; readonly certificate: unknown }[];
}

/**
 * Results on disk while a sweep runs: a header, then a line a point, in the order in which points finish. A line is written in
 * one call, so a process that is killed leaves whole lines and at most one torn line at the end, which the next one drops.
 */
export class SweepState {
  readonly done: ReadonlySet<number>;
  readonly #descriptor: number;

  private constructor(descriptor: number, done: ReadonlySet<number>) {
    this.#descriptor = descriptor;
    this.done = done;
  }

  /** Opens or starts the file. @throws InputError where it belongs to another plan. */
  static open(path: string, header: StateHeader): SweepState {
    const first = `${JSON.stringify(header)}\n`;
    if (!existsSync(path)) {
      const descriptor = opened(path, "ax");
      writeSync(descriptor, first);
      return new SweepState(descriptor, new Set());
    }
    dropTornLine(path);
    const text = readFileSync(path, "utf8");
    if (text !== "" && !text.startsWith(first)) {
      throw new InputError(path, "the state of this plan and shard (remove the file to start again)", shown(text.split("\n")[0]));
    }
    const descriptor = opened(path, "a");
    if (text === "") writeSync(descriptor, first);
    return new SweepState(descriptor, new Set(storedLines(text).map(({ point }) => point)));
  }

  append(results: readonly NumberedResult[]): void {
    writeSync(this.#descriptor, results.map((result) => `${JSON.stringify(toJson(result))}\n`).join(""));
  }

  close(): void {
    fsyncSync(this.#descriptor);
    closeSync(this.#descriptor);
  }
}

/** Ends a state: from here on the file under its final name holds every point of the shard. */
export function finishState(partial: string, complete: string): void {
  renameSync(partial, complete);
}

/**
 * The results of complete state files, each point once and in order.
 *
 * @throws InputError where a file is missing or of another plan, or a point is missing.
 */
export function readStates(paths: readonly string[], header: Omit<StateHeader, "shard">): readonly StoredResult[] {
  const results = new Map<number, StoredResult>();
  for (const path of paths) {
    if (!existsSync(path)) throw new InputError(path, "a finished shard", "no such file");
    const text = readFileSync(path, "utf8");
    const found = text === "" ? undefined : (JSON.parse(text.slice(0, text.indexOf("\n"))) as StateHeader);
    if (found?.plan !== header.plan || found.points !== header.points) {
      throw new InputError(path, "a shard of this plan", shown(text.split("\n")[0]));
    }
    // A shard that was run twice at the same time may hold a point twice, with the same rows.
    for (const result of storedLines(text)) results.set(result.point, result);
  }
  for (let point = 0; point < header.points; point++) {
    if (!results.has(point)) throw new InputError(`point ${point}`, "a result in one of the shards", "none");
  }
  return [...results.values()].sort((x, y) => x.point - y.point);
}

/** What a state holds so far, after `SweepState.open` has checked whose it is. */
export function resultsSoFar(path: string): readonly StoredResult[] {
  return storedLines(readFileSync(path, "utf8"));
}

function storedLines(text: string): readonly StoredResult[] {
  const lines = text.split("\n").slice(1);
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as StoredResult);
}

function opened(path: string, mode: "ax" | "a"): number {
  try {
    return openSync(path, mode);
  } catch (error) {
    throw new InputError(path, "a file that can be written", (error as NodeJS.ErrnoException).code);
  }
}

function dropTornLine(path: string): void {
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf(0x0a) + 1;
  if (end < bytes.length) truncateSync(path, end);
}
