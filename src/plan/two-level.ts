import type { ChainWorkload } from "../computation/chain.js";
import { chainWorkload } from "../computation/chain.js";
import type { EinsumWorkload } from "../computation/einsum.js";
import { einsumComputation } from "../computation/einsum.js";
import type { FfnWorkload } from "../computation/ffn.js";
import type { Workload } from "../computation/workload.js";
import { checkWorkload } from "../computation/workload.js";
import { checkInteger, InputError } from "../errors.js";
import type { LiftedReplay } from "../lift/lifted.js";
import { liftWordChain } from "../lift/two-level/chain.js";
import { liftWordConv } from "../lift/two-level/conv.js";
import { liftStatements, liftWordEinsum } from "../lift/two-level/einsum.js";
import { liftWordFfn } from "../lift/two-level/ffn.js";
import { liftWordGemm } from "../lift/two-level/gemm.js";
import { liftWordLongChain } from "../lift/two-level/multilayer.js";
import { liftWordRows } from "../lift/two-level/rows.js";
import { liftWordSyrk } from "../lift/two-level/syrk.js";
import {
  wordChainTraffic,
  wordConvTraffic,
  wordEinsumTraffic,
  wordFfnTraffic,
  wordLongChainTraffic,
  wordRowTraffic,
  wordTraffic,
} from "../replay/replay.js";
import type { ReplayedTraffic } from "../replay/traffic.js";
import { describeWordChain, wordChains } from "../schedules/two-level/chain/schedules.js";
import { describeWordConv, wordConvs } from "../schedules/two-level/conv/schedules.js";
import { describeWordEinsum, tiledEinsum } from "../schedules/two-level/einsum.js";
import { describeWordFfn, wordFfns } from "../schedules/two-level/ffn/schedules.js";
import { describeWordProduct, wordGemms } from "../schedules/two-level/gemm/schedules.js";
import { describeWordSyrk, symmetricProduct, wordSyrks } from "../schedules/two-level/gemm/syrk.js";
import { describeWordLongChain, wordLongChains } from "../schedules/two-level/multilayer/schedules.js";
import { describeWordRows, rowsInWords } from "../schedules/two-level/rows.js";
import { describeStatements, separateStatements } from "../schedules/two-level/statements.js";
import { einsumForm } from "./einsum-forms.js";
import type { ScheduleFields } from "./planned-replay.js";

/** A schedule of the textbook machine: its counts are formulas, and its moves can be listed. */
export interface PlannedWords {
  readonly id: string;
  readonly fields: ScheduleFields;
  readonly traffic: ReplayedTraffic;
  /** As moves of the pebble game, at small sizes. */
  readonly lift: () => LiftedReplay;
}

/**
 * Every schedule known of a workload with `fastWords` words of fast memory, the usual one first.
 *
 * @throws InputError where none is known for the workload, or too few words for any.
 */
export function planWords(workload: Workload, fastWords: number): readonly PlannedWords[] {
  checkWorkload(workload);
  checkInteger("fast-words", fastWords, 1);
  switch (workload.kind) {
    case "gemm":
      return planned(wordGemms(workload, fastWords), describeWordProduct, wordTraffic, (one) => liftWordGemm(one, fastWords));
    case "chain":
      return planned(wordChains(workload, fastWords), describeWordChain, wordChainTraffic, (one) =>
        liftWordChain(one, fastWords),
      );
    case "long-chain":
      return planned(wordLongChains(workload, fastWords), describeWordLongChain, wordLongChainTraffic, (one) =>
        liftWordLongChain(one, fastWords),
      );
    case "ffn":
      // A plain block is a chain.
      if (!workload.gated) return planWords(plainBlock(workload), fastWords);
      return planned(wordFfns(workload, fastWords), describeWordFfn, wordFfnTraffic, (one) => liftWordFfn(one, fastWords));
    case "conv":
      return planned(wordConvs(workload, fastWords), describeWordConv, wordConvTraffic, (one) => liftWordConv(one, fastWords));
    case "einsum": {
      const symmetric = symmetricProduct(workload);
      if (symmetric !== undefined)
        return planned(wordSyrks(workload, symmetric, fastWords), describeWordSyrk, wordEinsumTraffic, liftWordSyrk);
      return planEinsum(workload, fastWords);
    }
    case "softmax":
    case "rmsnorm":
    case "layernorm":
      return planned([rowsInWords(workload, fastWords)], describeWordRows, wordRowTraffic, (one) => liftWordRows(one, fastWords));
  }
  const known = "gemm, chain, ffn, conv, einsum, softmax, rmsnorm or layernorm on the textbook machine";
  throw new InputError("workload", `${known} (bounds are: redblue bound)`, workload.kind);
}

/** In tiles, statement by statement, and where it is a product or a chain of products the schedules of those. */
function planEinsum(workload: EinsumWorkload, fastWords: number): readonly PlannedWords[] {
  const form = einsumForm(workload);
  const others = form === undefined ? [] : planWords(form.workload, fastWords).map((one) => renamed(one, form.names));
  if (einsumComputation(workload).statements.length > 1) {
    // A chain has the same, and better, as its own schedules of separate products.
    if (others.length > 0) return others;
    return planned([separateStatements(workload, fastWords)], describeStatements, wordEinsumTraffic, (one) =>
      liftStatements(one, fastWords),
    );
  }
  const tiles = planned([tiledEinsum(workload, fastWords)], describeWordEinsum, wordEinsumTraffic, (one) =>
    liftWordEinsum(one, fastWords),
  );
  return [...tiles, ...others];
}

/** The traffic by the einsum's names; the moves are listed on the graph of the workload that it is. */
function renamed(plan: PlannedWords, names: ReadonlyMap<string, string>): PlannedWords {
  const byArray = new Map([...plan.traffic.byArray].map(([array, faces]) => [names.get(array) ?? array, faces]));
  return { ...plan, traffic: { ...plan.traffic, byArray } };
}

function plainBlock({ tokens, model, hidden, dataType }: FfnWorkload): ChainWorkload {
  return chainWorkload({ m: tokens, k: model, l: hidden, n: model, dataType });
}

function planned<S extends { readonly id: string }>(
  schedules: readonly S[],
  fields: (schedule: S) => ScheduleFields,
  traffic: (schedule: S) => ReplayedTraffic,
  lift: (schedule: S) => LiftedReplay,
): readonly PlannedWords[] {
  return schedules.map((one) => ({ id: one.id, fields: fields(one), traffic: traffic(one), lift: () => lift(one) }));
}
