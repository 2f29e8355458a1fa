import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { InputError } from "../../errors.js";
import type { ProfiledKernel } from "../../measured/index.js";
import {
  hasNsightHeader,
  isSystemsTrace,
  NsightReader,
  readNsightKernels,
  readSystemsTrace,
  TraceReader,
} from "../../measured/index.js";
import { readPieces } from "../../node/input-file.js";

/** Tables of Nsight Systems are read whole: what fits in a text of Node's. */
const LONGEST_TABLE = 2 ** 28;
/** What a profiled program may print before a page that is read piece by piece. */
const LONGEST_HEAD = 2 ** 24;

/** The kernels of profiles of any kind known here, one after another; several files count as several processes. */
export async function readProfiles(paths: readonly string[]): Promise<readonly ProfiledKernel[]> {
  const [first, ...others] = paths;
  if (first === undefined) throw new InputError("file", "a profile", "nothing");
  if (others.length === 0) return readProfile(first);
  const kernels: ProfiledKernel[] = [];
  for (const [place, path] of paths.entries()) {
    const mostProcesses = 2 ** 10;
    for (const kernel of await readProfile(path)) {
      const own = kernel.process ?? 0;
      if (own >= mostProcesses) throw new InputError(path, `at most ${mostProcesses} processes in one of several files`, "more");
      const process = place * mostProcesses + own;
      kernels.push({ ...kernel, id: `${place + 1}:${kernel.id}`, process, origin: path });
    }
  }
  return kernels;
}

/**
 * A page of Nsight Compute, a table of launches of Nsight Systems, or a Chrome trace of the PyTorch profiler, packed by gzip or not; its
 * content says which.
 *
 * @throws InputError for a file of another kind, and one that is cut.
 */
async function readProfile(path: string): Promise<readonly ProfiledKernel[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let reader: TraceReader | NsightReader | undefined;
  const head: string[] = [];
  let length = 0;
  for await (const piece of unpacked(path)) {
    const text = decoded(decoder, piece, path);
    if (reader !== undefined) {
      reader.push(text);
      continue;
    }
    head.push(text);
    length += text.length;
    if (/^\s*[[{]/.test(head[0] ?? "")) reader = new TraceReader(path);
    else if (length < LONGEST_HEAD && hasNsightHeader(head.join(""))) reader = new NsightReader(path);
    else if (length > LONGEST_TABLE)
      throw new InputError(path, `a table of at most ${LONGEST_TABLE} characters (split it)`, "a longer one");
    reader?.push(head.splice(0).join(""));
  }
  if (reader !== undefined) return reader.end();
  const text = head.join("");
  return isSystemsTrace(text) ? readSystemsTrace(text, path) : readNsightKernels(text, path);
}

function decoded(decoder: InstanceType<typeof TextDecoder>, piece: Buffer, path: string): string {
  try {
    return decoder.decode(piece, { stream: true });
  } catch {
    const mark = piece.subarray(0, 2).toString("hex");
    // PowerShell's `>` writes it.
    if (mark === "fffe" || mark === "feff") throw new InputError(path, "a text in UTF-8", "one in UTF-16");
    throw new InputError(path, "a text in UTF-8", "bytes that are none");
  }
}

async function* unpacked(path: string): AsyncGenerator<Buffer, void> {
  const pieces = readPieces(path);
  const { value: first } = pieces.next();
  if (first === undefined) throw new InputError(path, "a profile", "an empty file");
  const whole = (function* () {
    yield first;
    yield* pieces;
  })();
  if (first[0] !== 0x1f || first[1] !== 0x8b) return yield* whole;
  const source = Readable.from(whole);
  const unzipped = createGunzip();
  source.on("error", (error) => unzipped.destroy(error));
  try {
    for await (const piece of source.pipe(unzipped)) yield piece as Buffer;
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(path, "a whole file packed by gzip (is it truncated?)", (error as Error).message);
  }
}
