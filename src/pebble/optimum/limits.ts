import { currentLimits } from "../../budget.js";

/** What a search may use. Without a time limit the same input gives the same result on every machine. */
export interface SearchLimits {
  /** States kept, at most. */
  readonly maxStates: number;
  /** Bytes of the state table, at most (it doubles in size; the old half is freed after the copy). */
  readonly maxBytes: number;
  readonly maxMilliseconds?: number;
}

/** Graphs with more vertices than this (on paths to outputs) are not searched: one expansion would take seconds. */
export const LARGEST_SEARCHED_GRAPH: number = 1024;

/** Why a search gave up: the limit it hit and its value. */
export interface StopReason {
  readonly limit: "vertices" | "states" | "memory" | "time";
  readonly value: number;
}

/** `time limit of 60 s`, `states limit of 50`. */
export function describeStop({ limit, value }: StopReason): string {
  const amount = limit === "time" ? `${value / 1000} s` : limit === "memory" ? `${value} bytes` : String(value);
  return `${limit} limit of ${amount}`;
}

/** Without others: so many states in the memory that anything here may take. */
export function usualLimits(): SearchLimits {
  return { maxStates: 20_000_000, maxBytes: currentLimits().memory };
}

/** The limit that is passed, if any. */
export function limitHit(limits: SearchLimits, states: number, bytes: number, startedAt: number): StopReason | undefined {
  if (states > limits.maxStates) return { limit: "states", value: limits.maxStates };
  if (bytes > limits.maxBytes) return { limit: "memory", value: limits.maxBytes };
  if (limits.maxMilliseconds !== undefined && performance.now() - startedAt > limits.maxMilliseconds) {
    return { limit: "time", value: limits.maxMilliseconds };
  }
  return undefined;
}
