import { checkInteger, InputError, shown } from "../errors.js";

/** Blocks take turns, without a clock; longest-first, they are issued by falling length. */
export type WalkedExecution =
  | { readonly kind: "lock-step" }
  | { readonly kind: "longest-first" }
  /** A turn is up to `steps` steps of one block, so that blocks of a wave are up to that far apart; 1 is lock step. */
  | { readonly kind: "drift"; readonly steps: number };

/**
 * How the blocks that run at once share time: by events with the noise of a seed, or in turns. Longest-first is by events where the
 * model keeps time.
 */
export type Execution = { readonly kind: "events"; readonly seed: number } | WalkedExecution;

/** The forms that `parseExecution` reads, for help and errors. */
export const EXECUTIONS = "events, events:SEED, lock-step, drift:STEPS, longest-first";

const MOST_STEPS = 1_000_000;
const MOST_SEED = 2 ** 31 - 1;

/** Reads `events`, `events:7`, `lock-step`, `drift:8` or `longest-first`. @throws InputError naming `execution`. */
export function parseExecution(text: string): Execution {
  const [, kind, digits] = /^(events|lock-step|drift|longest-first)(?::(\d{1,10}))?$/.exec(text) ?? [];
  const number = digits === undefined ? undefined : Number(digits);
  if ((kind === "lock-step" || kind === "longest-first") && number === undefined) return { kind };
  if (kind === "events" && (number ?? 0) <= MOST_SEED) return { kind, seed: number ?? 0 };
  if (kind === "drift" && number !== undefined && number >= 1 && number <= MOST_STEPS) return { kind, steps: number };
  throw new InputError("execution", `one of ${EXECUTIONS} (STEPS from 1 to ${MOST_STEPS}, SEED to ${MOST_SEED})`, shown(text));
}

/** An execution that may have been put together by hand. @throws InputError naming `execution`. */
export function checkExecution(execution: Execution): Execution {
  if (execution.kind === "drift") checkInteger("execution", execution.steps, 1, MOST_STEPS);
  else if (execution.kind === "events") checkInteger("execution", execution.seed, 0, MOST_SEED);
  else if (execution.kind !== "lock-step" && execution.kind !== "longest-first")
    throw new InputError("execution", `one of ${EXECUTIONS}`, shown(execution));
  return execution;
}

/** The execution as `--execution` writes it. */
export function formatExecution(execution: Execution): string {
  switch (execution.kind) {
    case "events":
      return `events:${execution.seed}`;
    case "drift":
      return `drift:${execution.steps}`;
    case "lock-step":
    case "longest-first":
      return execution.kind;
  }
}

/** Steps that a block takes in a turn. */
export function stepsOfTurn(execution: WalkedExecution | undefined): number {
  return execution?.kind === "drift" ? execution.steps : 1;
}
