import { loadPotentials, missedPotentials } from "../src/bounds/potentials/tables.js";
import type { AnswerKind } from "./answers/answer.js";
import { answer, errorLine } from "./answers/answer.js";
import { keepFiles } from "./node/files.js";

/** What a page asks of a worker. */
export interface Asked {
  readonly id: number;
  readonly kind: AnswerKind;
  readonly words: readonly string[];
  /** The files dropped so far, by name. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** What a worker says: a part of an answer, how far it is, an error, or that it is done. */
export type Said =
  | { readonly id: number; readonly name: string; readonly part: unknown }
  | { readonly id: number; readonly progress: string }
  | { readonly id: number; readonly error: string }
  | { readonly id: number; readonly done: true };

const scope = self as unknown as {
  onmessage: (event: { readonly data: Asked }) => void;
  readonly postMessage: (said: Said) => void;
};

async function fetched(file: string): Promise<Uint8Array> {
  const response = await fetch(new URL(`./${file}`, location.href));
  if (!response.ok) throw new Error(`${file}: status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

scope.onmessage = async ({ data: { id, kind, words, files } }) => {
  try {
    keepFiles(files);
    const progress = (text: string): void => scope.postMessage({ id, progress: text });
    const say = (name: string, part: unknown): void => scope.postMessage({ id, name, part });
    // Bounds say which tables of potentials they could use: these are fetched then, and stay for what follows.
    const first = kind === "kernel" ? "bounds" : kind;
    await answer(first, { words, progress }, first === kind ? say : () => undefined);
    if (missedPotentials().length > 0) {
      progress("loading tables of potentials");
      await loadPotentials(fetched, missedPotentials());
      if (first === kind) await answer(kind, { words, progress }, say);
    }
    if (first !== kind) await answer(kind, { words, progress }, say);
    scope.postMessage({ id, done: true });
  } catch (error) {
    scope.postMessage({ id, error: errorLine(error) });
  }
};
