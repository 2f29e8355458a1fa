import { useEffect, useRef, useState } from "preact/hooks";
import { wordsOf } from "../src/text/shell-words.js";
import type { AnswerKind } from "./answers/answer.js";
import type { Asked, Said } from "./worker.js";

/** What is known of an answer so far. Parts of the answer before stay until their successors come. */
export interface Known<Parts> {
  readonly parts: Partial<Parts>;
  /** The text that the parts are of: another one than was asked where they are of the answer before. */
  readonly of: string;
  readonly progress?: string;
  readonly error?: string;
  readonly done: boolean;
  /** From the question to the first part. */
  readonly milliseconds?: number;
}

/** The files dropped into the page, by name; they stay in it. */
export const files: Map<string, Uint8Array> = new Map();

/** Documents that the pages write themselves, by name: before files of the same names. */
export const documents: Map<string, Uint8Array> = new Map();

let questions = 0;

/** One worker that answers one question at a time; a question that comes while it works ends it, and another takes its place. */
class Lane {
  #worker: Worker | undefined;
  #isBusy = false;

  ask(kind: AnswerKind, words: readonly string[], hear: (said: Said) => void): void {
    if (this.#isBusy) this.end();
    this.#worker ??= new Worker(new URL("worker.js", document.baseURI), { type: "module" });
    const worker = this.#worker;
    const id = ++questions;
    worker.onmessage = ({ data }: MessageEvent<Said>) => {
      if (data.id !== id) return;
      if ("done" in data || "error" in data) this.#isBusy = false;
      hear(data);
    };
    worker.onerror = () => {
      this.end();
      hear({ id, error: "the worker of this page could not start (is every file of the explorer served?)" });
    };
    this.#isBusy = true;
    worker.postMessage({ id, kind, words, files: new Map([...files, ...documents]) } satisfies Asked);
  }

  end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#isBusy = false;
  }
}

const lanes = new Map<string, Lane>();

/** The lane of a name, kept from page to page: what it has loaded stays loaded. */
function laneOf(name: string): Lane {
  const lane = lanes.get(name) ?? new Lane();
  lanes.set(name, lane);
  return lane;
}

/** How long a text has to rest before long work begins. */
const REST_MS = 250;

interface Options {
  /** Which worker: questions of one lane end each other. */
  readonly lane: string;
  /** Waits until the text rests; for what takes long. */
  readonly long?: boolean;
  /** Asked again where it changes: how many files there are, for instance. */
  readonly again?: unknown;
}

/** The answer to a text, asked anew whenever the text changes. */
export function useAnswer<Parts>(kind: AnswerKind, text: string, { lane, long = false, again }: Options): Known<Parts> {
  const [known, setKnown] = useState<Known<Parts>>({ parts: {}, of: "", done: false });
  const current = useRef(known);
  useEffect(() => {
    const keep = (next: Known<Parts>): void => {
      current.current = next;
      setKnown(next);
    };
    let isLeft = false;
    const start = performance.now();
    const ask = (): void => {
      let fresh: Partial<Parts> = {};
      laneOf(lane).ask(kind, wordsOf(text), (said) => {
        if (isLeft) return;
        const before = current.current;
        if ("part" in said) {
          fresh = { ...fresh, [said.name]: said.part };
          const milliseconds = before.of === text ? before.milliseconds : performance.now() - start;
          keep({
            ...before,
            parts: { ...before.parts, ...fresh },
            of: text,
            done: false,
            ...(milliseconds === undefined ? {} : { milliseconds }),
          });
        } else if ("progress" in said) keep({ ...before, progress: said.progress });
        else if ("error" in said) keep({ parts: fresh, of: text, error: said.error, done: true });
        else {
          const { milliseconds } = before;
          keep({ parts: fresh, of: text, done: true, ...(milliseconds === undefined ? {} : { milliseconds }) });
        }
      });
    };
    const { error: _, ...before } = current.current;
    keep({ ...before, done: false, progress: "…" });
    const timer = setTimeout(ask, long ? REST_MS : 0);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [kind, text, lane, long, again]);
  return known;
}
