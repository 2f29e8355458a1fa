import { InputError, oneLine } from "../../src/errors.js";
import type { Emit, Question } from "./view.js";

/** What a page may ask. */
export type AnswerKind = "catalogue" | "bounds" | "kernel" | "launch" | "layer" | "data" | "game" | "hint" | "proof" | "check";

type Answerer = (question: Question, emit: Emit<Record<string, unknown>>) => Promise<void>;

/** Each in a chunk of its own, loaded when a page first asks. */
const ANSWERERS: Readonly<Record<AnswerKind, () => Promise<unknown>>> = {
  catalogue: async () => (await import("./catalogue.js")).catalogueAnswer,
  bounds: async () => (await import("./bounds.js")).boundsAnswer,
  kernel: async () => (await import("./kernel.js")).kernelAnswer,
  launch: async () => (await import("./launch.js")).launchAnswer,
  layer: async () => (await import("./layer.js")).layerAnswers,
  data: async () => (await import("./data.js")).dataAnswer,
  game: async () => (await import("./game.js")).gameAnswer,
  hint: async () => (await import("./game.js")).hintAnswer,
  proof: async () => (await import("./proof.js")).proofAnswer,
  check: async () => (await import("./check.js")).checkAnswer,
};

/** Answers a question of a page, part by part. @throws InputError and errors of the command line's parser for bad words */
export async function answer(kind: AnswerKind, question: Question, emit: Emit<Record<string, unknown>>): Promise<void> {
  await ((await ANSWERERS[kind]()) as Answerer)(question, emit);
}

/** What a page says of an error: a line as the command line prints it. */
export function errorLine(error: unknown): string {
  const message = oneLine((error instanceof Error ? error.message : String(error)).replace(/^error: /, ""));
  const isInput = error instanceof InputError || (error as { readonly code?: unknown } | null)?.code !== undefined;
  return isInput ? message : `internal error: ${message}`;
}
