import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { InputError } from "../errors.js";

/** A pipe that nobody has opened to write is given up after this time. */
const LONGEST_WAIT_MS = 5000;
const CHUNK_BYTES = 2 ** 16;
const LONGEST_LINE_BYTES = 2 ** 26;

/**
 * Bytes of a file or pipe that the user named.
 *
 * @throws InputError for folders, devices, more than `limit` bytes, a pipe without a writer, and what cannot be read.
 */
export function readInputFile(path: string, limit: number): Buffer {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for (const chunk of chunksOf(path, limit, limit)) {
    bytes += chunk.length;
    if (bytes > limit) throw tooLarge(path, limit, `more than ${limit}`);
    chunks.push(chunk);
  }
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, bytes);
}

/** The bytes of a file of any length, piece by piece. @throws InputError as `readInputFile` does. */
export function readPieces(path: string): Generator<Buffer, void> {
  return chunksOf(path, Number.POSITIVE_INFINITY, 16 * CHUNK_BYTES);
}

/** A line of a text file; `end` is the number of the byte after it, and a torn line has no line end. */
export interface FileLine {
  readonly text: string;
  readonly end: number;
  readonly torn: boolean;
}

/** The lines of a text file of any length, one in memory at a time. @throws InputError as `readInputFile` does. */
export function* readLines(path: string): Generator<FileLine, void> {
  let [rest, waiting, before]: [Buffer[], number, number] = [[], 0, 0];
  for (const chunk of chunksOf(path, Number.POSITIVE_INFINITY, CHUNK_BYTES)) {
    let start = 0;
    for (let end = chunk.indexOf(0x0a) + 1; end > 0; end = chunk.indexOf(0x0a, start) + 1) {
      const text = Buffer.concat([...rest, chunk.subarray(start, end - 1)]).toString("utf8");
      [rest, waiting, start] = [[], 0, end];
      yield { text, end: before + end, torn: false };
    }
    before += chunk.length;
    if (start < chunk.length) rest.push(chunk.subarray(start));
    waiting += chunk.length - start;
    if (waiting > LONGEST_LINE_BYTES) throw new InputError(path, `lines of at most ${LONGEST_LINE_BYTES} bytes`, "a longer one");
  }
  if (rest.length > 0) yield { text: Buffer.concat(rest).toString("utf8"), end: before, torn: true };
}

/** What is yielded stays with the caller: each chunk has memory of its own. */
function* chunksOf(path: string, limit: number, mostAtOnce: number): Generator<Buffer, void> {
  let descriptor: number | undefined;
  try {
    // To open a device can change it, and to open a pipe can wait for ever: the kind is asked first, and again of what was opened.
    const kind = kindOf(path, statSync(path));
    descriptor = openSync(path, constants.O_RDONLY | (kind === "pipe" ? constants.O_NONBLOCK : 0));
    const stats = fstatSync(descriptor);
    if (kindOf(path, stats) === "file" && stats.size > limit) throw tooLarge(path, limit, String(stats.size));
    const file = descriptor;
    const read = kind === "pipe" ? pipeReader(path, file) : (chunk: Buffer): number => readSync(file, chunk);
    for (let size = Math.max(CHUNK_BYTES, Math.min(stats.size, mostAtOnce)); ; size = CHUNK_BYTES) {
      const chunk = Buffer.allocUnsafe(size);
      const bytes = read(chunk);
      if (bytes === 0) return;
      yield chunk.subarray(0, bytes);
    }
  } catch (error) {
    throw error instanceof InputError ? error : unreadable(path, error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Reads a pipe, which says 0 bytes before its first writer comes and after its last has gone. */
function pipeReader(path: string, descriptor: number): (chunk: Buffer) => number {
  const start = performance.now();
  const clock = new Int32Array(new SharedArrayBuffer(4));
  let hadWriter = false;
  return (chunk) => {
    for (;;) {
      try {
        const bytes = readSync(descriptor, chunk);
        hadWriter ||= bytes > 0;
        if (bytes > 0 || hadWriter) return bytes;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
        hadWriter = true;
      }
      if (!hadWriter && performance.now() - start > LONGEST_WAIT_MS)
        throw new InputError(path, "a pipe that something is written to", "none that writes");
      Atomics.wait(clock, 0, 0, 10);
    }
  };
}

function kindOf(path: string, stats: Stats): "file" | "pipe" {
  if (stats.isFile()) return "file";
  if (stats.isFIFO()) return "pipe";
  throw new InputError(path, "a readable file", stats.isDirectory() ? "a folder" : stats.isSocket() ? "a socket" : "a device");
}

function tooLarge(path: string, limit: number, found: string): InputError {
  return new InputError(path, `a file of at most ${limit} bytes`, found);
}

function unreadable(path: string, error: unknown): InputError {
  const { code } = error as NodeJS.ErrnoException;
  return new InputError(path, "a readable file", UNREADABLE[code ?? ""] ?? `an unreadable file (${code ?? "no reason given"})`);
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  ENOTDIR: "a file where its folder should be",
  EACCES: "no permission to read",
  ENAMETOOLONG: "too long a name",
  ELOOP: "links that lead in a circle",
  ENXIO: "nothing to read from",
  ERR_INVALID_ARG_VALUE: "a name that no file can have",
};
