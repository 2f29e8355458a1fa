import type { DataType } from "../../computation/data-types.js";
import { dataTypeNamed, MIXED_TYPES } from "../../computation/data-types.js";
import { routing } from "../../computation/experts/routing.js";
import { withFormats } from "../../computation/scaled-formats.js";
import { checkInteger } from "../../errors.js";
import type { WeightFormat } from "../graph-writer.js";
import type { ExpertsCard } from "./model-card.js";

/** What a router sends to the experts, and how their weights are stored. */
export interface ExpertLoads {
  /** Rows of each expert, 0 for those whose weights are not read. */
  readonly rows: readonly number[];
  readonly format: WeightFormat;
}

/** Loads as a user states them. */
export interface LoadOptions {
  /** `zipf:S`: the i-th expert's load goes as i^-S; default equal loads. */
  readonly skew?: string | undefined;
  /** Experts that get tokens; default as many as equal loads reach. */
  readonly touched?: number | undefined;
  /** Type of the experts' weights, or a format with scales; default as published, else `dataType`. */
  readonly expertType?: string | undefined;
}

/** @throws InputError naming `skew`, `touched` or `expert-dtype` */
export function expertLoads(card: ExpertsCard, tokens: number, dataType: DataType, options: LoadOptions): ExpertLoads {
  const { count, topK } = card;
  const most = Math.min(count, tokens * topK);
  const touched = checkInteger("touched", options.touched ?? count, topK, options.touched === undefined ? count : most);
  const loads = routing({ experts: touched, topK, tokens, skew: options.skew });
  const rows = [...loads.rows, ...Array.from({ length: count - touched }, () => 0)];
  return { rows, format: weightFormat(options.expertType ?? card.weights, dataType) };
}

function weightFormat(named: string | undefined, dataType: DataType): WeightFormat {
  const { operands, scales } = withFormats({ dataType, rightType: named });
  const type = dataTypeNamed("expert-dtype", operands.rightType ?? dataType, MIXED_TYPES);
  const [words] = scales?.b ?? [];
  return {
    dataType: type,
    ...(scales === undefined || words === undefined ? {} : { scales: { words, dataType: scales.dataType } }),
  };
}

/**
 * An estimate: the experts that get a token on average where each token chooses apart from the others, an expert as often as its load
 * says. Loads that are equal or stated for more tokens reach more.
 */
export function expectedExperts(rows: readonly number[], topK: number): number {
  const tokens = rows.reduce((sum, count) => sum + count, 0) / topK;
  return rows.reduce((sum, count) => sum + 1 - (1 - Math.min(1, count / tokens)) ** tokens, 0);
}
