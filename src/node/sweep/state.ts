import { closeSync, existsSync, fsyncSync, openSync, renameSync, truncateSync } from "node:fs";
import { toJson } from "../../bounds/certificates/json.js";
import { InputError, refuseOlder, shown } from "../../errors.js";
import { readLines } from "../input-file.js";
import { appendAll, attempt } from "../output-file.js";
import type { StoredResult } from "./stored-result.js";
import { checkRows, readResult } from "./stored-result.js";
import type { NumberedResult } from "./worker.js";

/** What a state file belongs to: its first line. Results of another plan, version or shard are never mixed in. */
export interface StateHeader {
  readonly schema: "redblue.sweep-state/2";
  readonly plan: string;
  readonly points: number;
  /** `i/n`, or `search` for what a search has tried. */
  readonly shard: string;
}

/** A state and what it must be of. */
export interface StateFile {
  readonly path: string;
  readonly header: StateHeader;
}

/**
 * Results on disk while a sweep runs: a header, then a line a point, in the order in which points finish. A process that is
 * killed, or meets a full disk, leaves whole lines and at most one torn line at the end, which the next one drops.
 */
export class SweepState {
  readonly done: ReadonlySet<number>;
  readonly #path: string;
  readonly #descriptor: number;

  private constructor(path: string, descriptor: number, done: ReadonlySet<number>) {
    this.#path = path;
    this.#descriptor = descriptor;
    this.done = done;
  }

  /** Opens or starts the file. @throws InputError where it belongs to another plan, or holds what no run stores. */
  static open(path: string, header: StateHeader): SweepState {
    const done = new Set<number>();
    let end = 0;
    if (existsSync(path)) {
      for (const line of storedLines({ path, header })) {
        if (line.torn) break;
        end = line.end;
        if (line.result !== undefined) done.add(line.result.point);
      }
      attempt(path, () => truncateSync(path, end));
    }
    const descriptor = attempt(path, () => openSync(path, "a"));
    if (end === 0) appendAll(path, descriptor, `${JSON.stringify(header)}\n`);
    return new SweepState(path, descriptor, done);
  }

  append(results: readonly NumberedResult[]): void {
    const lines = results.map((result) => `${JSON.stringify(toJson(result))}\n`);
    appendAll(this.#path, this.#descriptor, lines.join(""));
  }

  close(): void {
    try {
      attempt(this.#path, () => fsyncSync(this.#descriptor));
    } finally {
      closeSync(this.#descriptor);
    }
  }
}

/** Ends a state: from here on the file under its final name holds every point of the shard. */
export function finishState(partial: string, complete: string): void {
  attempt(complete, () => renameSync(partial, complete));
}

/** @throws InputError where the file under a shard's final name does not hold every point of it. */
export function checkFinished(file: StateFile): void {
  checkComplete(file, new Set(storedResults(file).map(({ point }) => point)));
}

/**
 * The results of complete state files, each point once and in order.
 *
 * @throws InputError where a file is missing or of another plan, a point is missing, or is there twice with other rows.
 */
export function readStates(files: readonly StateFile[]): readonly StoredResult[] {
  const results = new Map<number, StoredResult>();
  for (const file of files) {
    if (!existsSync(file.path)) throw new InputError(file.path, "a finished shard", "no such file");
    for (const result of storedResults(file)) {
      // A shard that was run twice at the same time may hold a point twice, with the same rows.
      const before = results.get(result.point);
      if (before !== undefined && JSON.stringify(before) !== JSON.stringify(result))
        throw new InputError(file.path, "each point once", `point ${result.point} again, with other rows`);
      results.set(result.point, result);
    }
    checkComplete(file, results);
  }
  return [...results.values()].sort((x, y) => x.point - y.point);
}

/** What a state holds so far. */
export function storedResults(file: StateFile): readonly StoredResult[] {
  const results: StoredResult[] = [];
  for (const { result, torn } of storedLines(file)) {
    if (torn) throw new InputError(file.path, "whole lines", "a torn one at its end (remove the file to start again)");
    if (result !== undefined) results.push(result);
  }
  return results;
}

function checkComplete({ path, header }: StateFile, there: { has(point: number): boolean }): void {
  const [index, count] = shardOf(header);
  for (let point = index - 1; point < header.points; point += count) {
    if (there.has(point)) continue;
    throw new InputError(path, "a finished shard (remove the file to start again)", `no result of point ${point}`);
  }
}

interface StoredLine {
  readonly end: number;
  readonly torn: boolean;
  /** Absent in the header and in a torn line. */
  readonly result?: StoredResult;
}

function* storedLines({ path, header }: StateFile): Generator<StoredLine, void> {
  const [index, count] = shardOf(header);
  let number = 0;
  for (const { text, end, torn } of readLines(path)) {
    number++;
    if (torn || number === 1) {
      refuseOlder(path, /^{"schema":"([^"]*)"/.exec(text)?.[1]);
      if (!torn && text !== JSON.stringify(header))
        throw new InputError(path, "the state of this plan and shard (remove the file to start again)", shown(text));
      yield { end, torn };
      continue;
    }
    const at = `${path}: line ${number}`;
    const result = readResult(text, at);
    if (header.shard !== "search") {
      const { point } = result;
      if (point < 0 || point >= header.points || point % count !== index - 1)
        throw new InputError(at, `a point of shard ${header.shard}, of ${header.points} points`, String(point));
      checkRows(result, at);
    }
    yield { end, torn, result };
  }
}

/** Index and count of the shard; a search has one. */
function shardOf({ shard }: StateHeader): readonly [index: number, count: number] {
  const [index, count] = shard.split("/").map(Number);
  return [index !== undefined && index >= 1 ? index : 1, count ?? 1];
}
