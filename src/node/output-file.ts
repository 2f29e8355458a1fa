import type { Stats } from "node:fs";
import { accessSync, constants, realpathSync, renameSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { InputError, shown } from "../errors.js";

/** Refuses, before the work, a path that the result could not be written to. @throws InputError naming the path. */
export function checkWritable(path: string): void {
  try {
    const there = statSync(path, { throwIfNoEntry: false });
    if (there?.isDirectory() === true) throw unwritable(path, { code: "EISDIR" });
    const folder = dirname(path);
    if (!statSync(folder).isDirectory()) throw unwritable(path, { code: "ENOTDIR" });
    accessSync(there === undefined || there.isFile() ? folder : path, constants.W_OK);
    if (there !== undefined) accessSync(path, constants.W_OK);
  } catch (error) {
    throw error instanceof InputError ? error : unwritable(path, error);
  }
}

/** Refuses a path to write to that another of the command's files stands at. @throws InputError naming `subject`. */
export function checkApart(subject: string, path: string, others: readonly string[]): void {
  if (path === "" || others.some((other) => isSameFile(path, other)))
    throw new InputError(subject, "a file of its own", shown(path));
}

function isSameFile(path: string, other: string): boolean {
  if (placeOf(path) === placeOf(other)) return true;
  const [one, two] = [statsOf(path), statsOf(other)];
  return one !== undefined && two !== undefined && one.isFile() && one.dev === two.dev && one.ino === two.ino;
}

/** The place of a file that need not exist: its folder through all links. */
function placeOf(path: string): string {
  const folder = dirname(resolve(path));
  try {
    return join(realpathSync(folder), basename(path));
  } catch {
    return resolve(path);
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Writes the whole file or nothing. @throws InputError when it cannot be written. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const there = statsOf(path);
  // A pipe or a device has no other name to come under.
  if (there !== undefined && !there.isFile()) {
    attempt(path, () => writeFileSync(path, content));
    return;
  }
  // A link stays a link, and the draft's name is short: the file's own may be as long as names can be.
  const target = there === undefined ? path : realpathSync(path);
  const draft = join(dirname(target), `.redblue-${process.pid}.draft`);
  try {
    attempt(path, () => {
      writeFileSync(draft, content);
      renameSync(draft, target);
    });
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Appends all of a text, which one call may write in part. @throws InputError naming `path` when it cannot be written. */
export function appendAll(path: string, descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  attempt(path, () => {
    for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
  });
}

/** Runs a call that writes to `path`. @throws InputError naming the path when the system refuses it. */
export function attempt<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw unwritable(path, error);
  }
}

function unwritable(path: string, error: unknown): InputError {
  const { code } = error as NodeJS.ErrnoException;
  return new InputError(path, "a file that can be written", UNWRITABLE[code ?? ""] ?? code ?? "an error");
}

const UNWRITABLE: Readonly<Record<string, string>> = {
  ENOENT: "no folder to put it in",
  ENOTDIR: "a file where its folder should be",
  EISDIR: "a folder",
  EACCES: "no permission to write",
  EROFS: "a read-only file system",
  ENOSPC: "no space left",
  EDQUOT: "no space left",
  EFBIG: "more bytes than a file may have",
  ENAMETOOLONG: "too long a name",
};
