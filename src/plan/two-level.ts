import type { ChainWorkload } from "../computation/chain.js";
import { chainWorkload } from "../computation/chain.js";
import { arrayNames, type ConvWorkload, isDense } from "../computation/conv.js";
import type { EinsumWorkload } from "../computation/einsum.js";
import { einsumComputation } from "../computation/einsum.js";
import type { FfnWorkload } from "../computation/ffn.js";
import type { LayeredWorkload } from "../computation/layered/layered.js";
import type { TriangularWorkload } from "../computation/linear-algebra/triangular.js";
import { TRIANGULAR_KINDS } from "../computation/linear-algebra/triangular.js";
import type { ScanWorkload } from "../computation/recurrence/scan.js";
import type { StatisticsWorkload } from "../computation/row-workloads.js";
import type { Workload } from "../computation/workload.js";
import { checkWorkload } from "../computation/workload.js";
import { checkInteger, InputError } from "../errors.js";
import type { LiftedReplay } from "../lift/lifted.js";
import { liftWordChain } from "../lift/two-level/chain.js";
import { liftWordConv } from "../lift/two-level/conv.js";
import { liftStatements, liftWordEinsum } from "../lift/two-level/einsum.js";
import { liftWordFfn } from "../lift/two-level/ffn.js";
import { liftWordGemm } from "../lift/two-level/gemm.js";
import { liftLayered } from "../lift/two-level/layered.js";
import { liftTriangular } from "../lift/two-level/linear-algebra/triangular.js";
import { liftWordMultilayerChain } from "../lift/two-level/multilayer.js";
import { liftWordRows } from "../lift/two-level/rows.js";
import { liftScanWords } from "../lift/two-level/scan.js";
import { liftWordSyrk } from "../lift/two-level/syrk.js";
import type { ReplayedTraffic } from "../replay/traffic.js";
import { describeWordChain, wordChains } from "../schedules/two-level/chain/schedules.js";
import { describeWordConv, wordConvs } from "../schedules/two-level/conv/schedules.js";
import { describeWordEinsum, tiledEinsum } from "../schedules/two-level/einsum.js";
import type { WordFfn } from "../schedules/two-level/ffn/schedules.js";
import { describeWordFfn, wordFfns } from "../schedules/two-level/ffn/schedules.js";
import { describeWordProduct, wordGemms } from "../schedules/two-level/gemm/schedules.js";
import type { WordSyrk } from "../schedules/two-level/gemm/syrk.js";
import { describeWordSyrk, symmetricProduct, wordSyrks } from "../schedules/two-level/gemm/syrk.js";
import type { LayeredWords } from "../schedules/two-level/layered.js";
import { describeLayered, layeredWords } from "../schedules/two-level/layered.js";
import { describeWordMultilayerChain, wordMultilayerChains } from "../schedules/two-level/multilayer/schedules.js";
import type { WordRows } from "../schedules/two-level/rows.js";
import { describeWordRows, rowsInWords } from "../schedules/two-level/rows.js";
import type { ScanWords } from "../schedules/two-level/scan.js";
import { describeScanWords, scanInWords } from "../schedules/two-level/scan.js";
import { describeStatements, separateStatements } from "../schedules/two-level/statements.js";
import type { TriangularWords } from "../schedules/two-level/triangular.js";
import { describeTriangular, triangularWords } from "../schedules/two-level/triangular.js";
import { forwardOf } from "./conv.js";
import { einsumForm } from "./einsum-forms.js";
import type { ScheduleFields } from "./planned-replay.js";
import {
  wordChainTraffic,
  wordConvTraffic,
  wordEinsumTraffic,
  wordFfnTraffic,
  wordLayeredTraffic,
  wordMultilayerChainTraffic,
  wordRowTraffic,
  wordScanTraffic,
  wordTraffic,
} from "./two-level-traffic.js";

/** A schedule in the two-level memory model: its counts are formulas, and its moves can be listed. */
export interface PlannedWords {
  readonly id: string;
  readonly fields: ScheduleFields;
  readonly traffic: ReplayedTraffic;
  /** As moves of the pebble game, at small sizes. */
  readonly lift: () => LiftedReplay;
}

/** Two-level schedules of some kinds of workloads. */
export interface TwoLevelSchedules {
  readonly kinds: readonly Workload["kind"][];
  /** Those that fit so many words; none where the family has others for such a workload. */
  readonly plan: (workload: Workload, fastWords: number) => readonly PlannedWords[];
}

/** How the schedules of a family are made, described, counted and listed as moves. */
export interface TwoLevelParts<W extends Workload, S extends { readonly id: string }> {
  readonly make: (workload: W, fastWords: number) => readonly S[];
  readonly describe: (schedule: S) => ScheduleFields;
  readonly traffic: (schedule: S) => ReplayedTraffic;
  readonly lift: (schedule: S, fastWords: number) => LiftedReplay;
}

/** A family of the schedules that `parts` make, count and lift. */
export function twoLevelSchedules<W extends Workload, S extends { readonly id: string }>(
  kinds: readonly W["kind"][],
  parts: TwoLevelParts<W, S>,
): TwoLevelSchedules {
  return { kinds, plan: (workload, fastWords) => planned(parts, workload as W, fastWords) };
}

function planned<W extends Workload, S extends { readonly id: string }>(
  { make, describe, traffic, lift }: TwoLevelParts<W, S>,
  workload: W,
  fastWords: number,
): readonly PlannedWords[] {
  return make(workload, fastWords).map((one) => ({
    id: one.id,
    fields: describe(one),
    traffic: traffic(one),
    lift: () => lift(one, fastWords),
  }));
}

/** Every two-level schedule known here. */
export const TWO_LEVEL: readonly TwoLevelSchedules[] = [
  twoLevelSchedules(["gemm"], { make: wordGemms, describe: describeWordProduct, traffic: wordTraffic, lift: liftWordGemm }),
  twoLevelSchedules(["chain"], { make: wordChains, describe: describeWordChain, traffic: wordChainTraffic, lift: liftWordChain }),
  twoLevelSchedules(["multilayer-chain"], {
    make: wordMultilayerChains,
    describe: describeWordMultilayerChain,
    traffic: wordMultilayerChainTraffic,
    lift: liftWordMultilayerChain,
  }),
  // A plain block is a chain.
  { kinds: ["ffn"], plan: (w, fastWords) => (w.kind === "ffn" && !w.gated ? planWords(plainBlock(w), fastWords) : []) },
  twoLevelSchedules<FfnWorkload, WordFfn>(["ffn"], {
    make: (w, fastWords) => (w.gated ? wordFfns(w, fastWords) : []),
    describe: describeWordFfn,
    traffic: wordFfnTraffic,
    lift: liftWordFfn,
  }),
  { kinds: ["conv"], plan: (w, fastWords) => (w.kind === "conv" ? planConv(w, fastWords) : []) },
  { kinds: ["einsum"], plan: (w, fastWords) => (w.kind === "einsum" ? planEinsum(w, fastWords) : []) },
  twoLevelSchedules<StatisticsWorkload, WordRows>(["softmax", "rmsnorm", "layernorm"], {
    make: (w, fastWords) => [rowsInWords(w, fastWords)],
    describe: describeWordRows,
    traffic: wordRowTraffic,
    lift: liftWordRows,
  }),
  twoLevelSchedules<TriangularWorkload, TriangularWords>(
    TRIANGULAR_KINDS.map(({ kind }) => kind as TriangularWorkload["kind"]),
    {
      make: triangularWords,
      describe: describeTriangular,
      traffic: wordEinsumTraffic,
      lift: liftTriangular,
    },
  ),
  twoLevelSchedules<LayeredWorkload, LayeredWords>(["stencil", "fft"], {
    make: (w, fastWords) => [layeredWords(w, fastWords)],
    describe: describeLayered,
    traffic: wordLayeredTraffic,
    lift: liftLayered,
  }),
  twoLevelSchedules<ScanWorkload, ScanWords>(["scan"], {
    make: (w, fastWords) => [scanInWords(w, fastWords)],
    describe: describeScanWords,
    traffic: wordScanTraffic,
    lift: liftScanWords,
  }),
];

/**
 * Every schedule known of a workload with `fastWords` words of fast memory, the usual one first.
 *
 * @param families those that are asked; default: all known here
 * @throws InputError where none is known for the workload, or too few words for any.
 */
export function planWords(
  workload: Workload,
  fastWords: number,
  families: readonly TwoLevelSchedules[] = TWO_LEVEL,
): readonly PlannedWords[] {
  checkWorkload(workload);
  checkInteger("fast-words", fastWords, 1);
  const own = families.filter(({ kinds }) => kinds.includes(workload.kind));
  if (own.length > 0) return own.flatMap(({ plan }) => plan(workload, fastWords));
  const known = "gemm, chain, ffn, conv, einsum, stencil, fft, scan, softmax, rmsnorm or layernorm in the two-level memory model";
  throw new InputError("workload", `${known} (bounds are: redblue bound)`, workload.kind);
}

const CONV = { make: wordConvs, describe: describeWordConv, traffic: wordConvTraffic, lift: liftWordConv };

/** A gradient that is a convolution has its schedules, by names of its own. @throws InputError for groups, dilated kernels and other gradients. */
function planConv(w: ConvWorkload, fastWords: number): readonly PlannedWords[] {
  const forward = forwardOf(w);
  if (!isDense(w))
    throw new InputError("workload", "one group and no dilation in the two-level memory model (bounds: redblue bound)", "others");
  const plans = planned(CONV, forward, fastWords);
  const names = arrayNames(w.pass);
  const turned = new Map([
    ["In", names.Out],
    ["Out", names.In],
  ]);
  return forward === w ? plans : plans.map((one) => renamed(one, turned));
}

const EINSUM = { make: (w: EinsumWorkload, words: number) => [tiledEinsum(w, words)], describe: describeWordEinsum };
const STATEMENTS = { make: (w: EinsumWorkload, words: number) => [separateStatements(w, words)], describe: describeStatements };

/**
 * A product of an array with itself has schedules of its own; others are in tiles, statement by statement, and where they are a product
 * or a chain of products have the schedules of those.
 */
function planEinsum(workload: EinsumWorkload, fastWords: number): readonly PlannedWords[] {
  const symmetric = symmetricProduct(workload);
  const traffic = wordEinsumTraffic;
  if (symmetric !== undefined) {
    const make = (w: EinsumWorkload, words: number): readonly WordSyrk[] => wordSyrks(w, symmetric, words);
    return planned({ make, describe: describeWordSyrk, traffic, lift: liftWordSyrk }, workload, fastWords);
  }
  const form = einsumForm(workload);
  const others = form === undefined ? [] : planWords(form.workload, fastWords).map((one) => renamed(one, form.names));
  if (einsumComputation(workload).statements.length === 1) {
    return [...planned({ ...EINSUM, traffic, lift: liftWordEinsum }, workload, fastWords), ...others];
  }
  // A chain has the same, and better, as its own schedules of separate products.
  return others.length > 0 ? others : planned({ ...STATEMENTS, traffic, lift: liftStatements }, workload, fastWords);
}

/** The traffic by the einsum's names; the moves are listed on the graph of the workload that it is. */
function renamed(plan: PlannedWords, names: ReadonlyMap<string, string>): PlannedWords {
  const byArray = new Map([...plan.traffic.byArray].map(([array, interfaceIds]) => [names.get(array) ?? array, interfaceIds]));
  return { ...plan, traffic: { ...plan.traffic, byArray } };
}

function plainBlock({ tokens, model, hidden, dataType }: FfnWorkload): ChainWorkload {
  return chainWorkload({ m: tokens, k: model, l: hidden, n: model, dataType });
}
