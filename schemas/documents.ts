/**
 * What `--json` prints, as types: `npm run schemas` makes the JSON Schema files of this folder from them. A `bigint` stands for a count,
 * a `Rational` for an exact fraction; both are texts or numbers in JSON.
 */
import type { Bound, Certificate } from "../src/bounds/bound.js";
import type { FusionCriterion } from "../src/bounds/chain/fusion-criterion.js";
import type { Requirement } from "../src/bounds/requirements.js";
import type { SymbolicBound } from "../src/bounds/symbolic/symbolic.js";
import type { Theorem } from "../src/bounds/theorem.js";
import type { CacheModel } from "../src/caches/index.js";
import type { Resident } from "../src/computation/resident.js";
import type { Workload } from "../src/computation/workload.js";
import type { Rational } from "../src/exact/rational.js";
import type { AttainableTile } from "../src/gap/attainable.js";
import type { BreakdownStep, GapBreakdown, Level } from "../src/gap/breakdown/breakdown.js";
import type { RecordedExpansion } from "../src/gap/pebbling.js";
import type { ProfiledInterface } from "../src/gap/profiled.js";
import type { Binding, ScheduleTime } from "../src/gap/schedule-time.js";
import type { SearchObjective } from "../src/gap/search/choice-cost.js";
import type { SearchResult } from "../src/gap/search/schedule-search.js";
import type { StepSummary } from "../src/gap/step/step-summary.js";
import type { BoundedCore, KernelBound } from "../src/layers/kernels/kernel-bound.js";
import type { KernelTime } from "../src/layers/kernels/kernel-time.js";
import type { KernelTraffic } from "../src/layers/kernels/kernel-traffic.js";
import type { FusionStep, LayerReport } from "../src/layers/layer-report.js";
import type { ModelCard } from "../src/layers/models/model-card.js";
import type { FusionPlan } from "../src/layers/plan/fusion-plan.js";
import type { Spill } from "../src/layers/plan/plan-bound.js";
import type { TrainingReport } from "../src/layers/training/training-report.js";
import type { Accelerator, Gpu, Interface, Machine, TreeMachine } from "../src/machines/machine.js";
import type { RecognisedWork } from "../src/measured/index.js";
import type { StateHeader } from "../src/node/sweep/state.js";
import type { CdagDescription } from "../src/pebble/cdag.js";
import type { GraphBound } from "../src/pebble/graph-bounds/index.js";
import type { ScheduleFields } from "../src/plan/planned.js";
import type { ScheduleChoice } from "../src/plan/schedule-space.js";
import type { ReplayExplanation } from "../src/replay/explain.js";
import type { L2Model } from "../src/replay/l2/l2-model.js";
import type { ArrayPlace } from "../src/replay/sequence/array-place.js";
import type { Prefetch } from "../src/replay/sequence/prefetched-cells.js";
import type { ScheduleEntry } from "../src/schedules/schedule-entry.js";
import type { EnergyTerm } from "../src/time/energy.js";
import type { TimeBound } from "../src/time/time-bound.js";
import type { TimeTerm, TimeTermId } from "../src/time/time-term.js";

type ByInterface<T> = { readonly [interfaceId in Interface]?: T };

/** What every document with bounds says once. */
export interface Model {
  readonly workload: Workload;
  readonly machine: Machine;
  readonly interfaces: ByInterface<string>;
}

export type Certified = { readonly schema: "redblue.certificate/2" } & Certificate;
export type PrintedBound = Omit<Bound, "certificate"> & { readonly certificate: Certified };
export type BoundAtLevel = PrintedBound & { readonly level: number };
export type Best = Pick<Bound, "id" | "value">;
export type LeftOut = readonly { readonly label: string; readonly reason: string }[];

/** Bytes on a machine with word sizes. */
export interface BytesMoved {
  readonly readBytes: bigint;
  readonly writeBytes: bigint;
  readonly dirtyAtEndBytes?: bigint;
}

/** Words on the two-level memory model. */
export interface WordsMoved {
  readonly readWords: bigint;
  readonly writeWords: bigint;
  readonly dirtyAtEndWords?: bigint;
}

export type Moved = BytesMoved | WordsMoved;
export type Span = { readonly least: bigint; readonly most: bigint };

/** Reads of the variants of one replay. */
export interface Range {
  readonly readBytes: Span;
  readonly variants: readonly { readonly variant: string; readonly readBytes: bigint }[];
}

/** Traffic beside the bound of its interface. */
export interface BesideBound {
  readonly traffic: bigint;
  readonly bound: bigint;
  readonly boundId: string;
  readonly gap: number;
}

/** `redblue bound --json`. */
export interface BoundsDocument extends Model {
  readonly schema: "redblue.bounds/2";
  /** What lies in the L2 (or the fast memory) at the start. */
  readonly resident?: readonly Resident[];
  readonly requires: readonly Requirement[];
  readonly bounds: readonly PrintedBound[];
  readonly best: ByInterface<Best>;
  readonly fusion?: ByInterface<FusionCriterion>;
}

/** The estimated duration of a schedule; absent where the replay keeps no time. */
export interface EstimatedTime
  extends Partial<Pick<ScheduleTime, "binds" | "busiest" | "percentOfPeak" | "operationsPerSecond">> {
  readonly estimatedSeconds?: number;
}

/** The least time of any kernel beside an estimated one. */
export interface LeastTime {
  readonly leastSeconds?: number;
  readonly leastBinds?: TimeTerm["id"];
}

export type GapRow = BesideBound &
  Moved &
  EstimatedTime & { readonly schedule: ScheduleFields; readonly interface: Interface; readonly range?: Range };

/** One step of a breakdown of the gap, with its amount. */
export type PrintedLevel = Pick<Level, "id" | "label" | "basis"> & ({ readonly bytes: bigint } | { readonly words: bigint });

/** The breakdown of the gap of one interface. */
export type Breakdown = Pick<GapBreakdown, "interface" | "counts" | "headline"> & {
  readonly levels: readonly PrintedLevel[];
  readonly steps: readonly (BreakdownStep & { readonly ratio: number })[];
  readonly whole: Rational;
  readonly ratio: number;
};

/** `redblue gap --json`: a bounds document with rows. */
export interface GapDocument extends Omit<BoundsDocument, "schema">, LeastTime {
  readonly schema: "redblue.gap/2";
  readonly cache?: L2Model;
  readonly attainable?: AttainableTile;
  readonly rows: readonly GapRow[];
  readonly leftOut?: LeftOut;
  readonly breakdown?: readonly Breakdown[];
}

export type Capacity = { readonly l2Bytes: number } | { readonly fastWords: number } | { readonly levelBytes: number };

/** `redblue curve --json`. */
export interface CurveDocument extends Model, LeastTime {
  readonly schema: "redblue.curve/2";
  readonly requires: readonly Requirement[];
  readonly interface: Interface;
  readonly cache?: { readonly policy: string };
  readonly points: readonly (Capacity & { readonly bounds: readonly PrintedBound[] })[];
  readonly curves: readonly {
    readonly label: string;
    readonly schedule: ScheduleFields;
    readonly points: readonly (Capacity & Moved & BesideBound & EstimatedTime)[];
  }[];
  readonly leftOut?: LeftOut;
}

/** A certificate on its own, as it stands inside bounds. */
export type CertificateDocument = Certified;

/** Of `bound --symbolic`: bounds as formulas; with a fast memory what each comes to, and the largest bound there. */
export interface SymbolicDocument {
  readonly schema: "redblue.symbolic/2";
  readonly workload: string;
  readonly symbols: Readonly<Record<string, string>>;
  readonly bounds: readonly (SymbolicBound & { readonly holds?: boolean; readonly value?: bigint })[];
  readonly fastWords?: bigint;
  readonly largest?: Best;
}

/** `redblue replay --json`. */
export interface TrafficDocument extends Model, EstimatedTime, LeastTime {
  readonly schema: "redblue.traffic/2";
  readonly resident?: readonly Resident[];
  readonly schedule: ScheduleFields;
  readonly cache?: L2Model;
  readonly traffic: ByInterface<Moved>;
  readonly byArray: { readonly [array: string]: ByInterface<Moved> };
  readonly range?: Range;
  readonly explanation?: ReplayExplanation;
}

/** `redblue replay --with --json`. */
export interface MixDocument {
  readonly schema: "redblue.mix/2";
  readonly machine: Gpu;
  readonly interfaces: ByInterface<string>;
  readonly cache: CacheModel;
  readonly traffic: ByInterface<BytesMoved>;
  readonly estimatedSeconds?: number;
  /** Sums of both kernels' bounds. */
  readonly bounds?: ByInterface<{ readonly value: bigint; readonly parts: readonly Best[] }>;
  readonly leastSeconds?: number;
  readonly leastBinds?: TimeTermId;
  readonly kernels: readonly {
    readonly workload: Workload;
    readonly schedule: ScheduleFields;
    readonly ctasPerSm: number;
    readonly traffic: ByInterface<BytesMoved>;
    readonly byArray: { readonly [array: string]: ByInterface<BytesMoved> };
    readonly alone: ByInterface<BytesMoved>;
    readonly aloneSeconds?: number;
  }[];
}

/** `redblue replay PLAN --json`. */
export interface SequenceDocument {
  readonly schema: "redblue.sequence/2";
  readonly machine: Gpu;
  readonly interfaces: ByInterface<string>;
  readonly cache: L2Model;
  /** Over DRAM. */
  readonly traffic: BytesMoved;
  readonly byArray: { readonly [array: string]: BytesMoved };
  readonly estimatedSeconds?: number;
  /** The same kernels without any prefetch, where one prefetches. */
  readonly unprefetched?: { readonly traffic: BytesMoved; readonly estimatedSeconds?: number };
  /** Of all kernels, one after another. */
  readonly bound?: bigint;
  readonly leastSeconds?: number;
  readonly kernels: readonly {
    readonly workload: Workload;
    readonly schedule: ScheduleFields;
    readonly arrays?: { readonly [array: string]: ArrayPlace };
    /** Of its inputs, what comes into the L2 while the kernel before runs. */
    readonly prefetch?: Prefetch;
    /** While it ran; `dirtyAtEndBytes` is what was then dirty in the L2. */
    readonly traffic: ByInterface<BytesMoved>;
    readonly estimatedSeconds?: number;
    readonly cold: ByInterface<BytesMoved>;
    readonly coldSeconds?: number;
    readonly bound?: { readonly value: bigint; readonly heldBytes: bigint; readonly cold: PrintedBound };
  }[];
}

/** `redblue optimize --json`. */
export interface OptimumDocument {
  readonly schema: "redblue.optimum/2";
  readonly workload: Workload;
  readonly machine: Gpu;
  readonly resident?: readonly Resident[];
  readonly cache: L2Model;
  readonly objective: SearchObjective;
  /** Of any kernel. */
  readonly least: { readonly seconds: number; readonly binds: TimeTermId };
  readonly best: ByInterface<Best>;
  readonly end: SearchResult<unknown>["end"];
  readonly tried: number;
  readonly passedOver: number;
  readonly hintsTried: number;
  readonly schedules: readonly (EstimatedTime & {
    readonly schedule: ScheduleChoice;
    readonly traffic: ByInterface<BesideBound>;
  })[];
  readonly leftOut?: LeftOut;
}

export type TwoLevel = { readonly fastWords: number; readonly processors: number };
export type Hierarchy = {
  readonly capacities: readonly number[];
  readonly costs: readonly number[];
  readonly memories?: readonly number[];
};
export type Rules = { readonly sliding: boolean; readonly recomputation: boolean };
export type GraphBoundAtLevel = GraphBound & { readonly level: number };

/** A move of the game: its vertex, a slide's source, and the place where there are several. */
export type PrintedMove =
  | readonly ["load" | "store" | "compute" | "delete", number, number?]
  | readonly ["slide", number, number, number?];

/** `redblue pebble --json`. */
export interface PebblingDocument {
  readonly schema: "redblue.pebbling/2";
  readonly workload?: Workload;
  readonly expansion?: RecordedExpansion;
  readonly game: (TwoLevel & Rules) | (Hierarchy & Rules);
  readonly graph: CdagDescription;
  readonly exact: boolean;
  readonly optimum?: bigint;
  readonly lower?: bigint;
  readonly upper?: bigint;
  readonly stopped?: string;
  readonly levels?: readonly { readonly level: number; readonly loadedWords: number; readonly storedWords: number }[];
  readonly states: number;
  readonly moves: readonly PrintedMove[];
  readonly bounds: readonly (GraphBound | PrintedBound | GraphBoundAtLevel | BoundAtLevel)[];
}

/** Terms of a least time, exact. */
export interface Times {
  readonly terms: readonly TimeTerm[];
  readonly leftOut: TimeBound["leftOut"];
  readonly binds: TimeTerm["id"];
  readonly seconds: Rational;
  readonly nanoseconds: bigint;
}

/** `redblue time --json`. */
export interface TimeDocument extends Model, Times {
  readonly schema: "redblue.time/2";
  readonly requires: readonly Requirement[];
  readonly bounds: readonly PrintedBound[];
  /** Of the schedule that `--schedule` names. */
  readonly estimate?: EstimatedTime & {
    readonly schedule: ScheduleFields;
    readonly cache: L2Model;
    readonly loads: ScheduleTime["loads"];
  };
  readonly energy: { readonly estimate: true; readonly joules: Rational; readonly terms: readonly EnergyTerm[] };
}

export type PrintedKernel = Pick<KernelBound, "operators" | "value"> & {
  readonly cores: readonly (Omit<BoundedCore, "bound" | "reads" | "readsBound"> & {
    readonly certificate: Certified;
    readonly readsCertificate?: Certified;
  })[];
};

export type PlanCertificate = { readonly theorem: string; readonly value: bigint } & (
  | { readonly kernels: readonly PrintedKernel[] }
  | { readonly layer: PrintedKernel; readonly spills: readonly Spill[] }
);

export type PrintedPlan = FusionPlan & {
  readonly bounds: readonly (Omit<Bound, "certificate"> & { readonly certificate: PlanCertificate })[];
  readonly objections?: readonly string[];
  readonly traffic?: readonly Partial<
    Omit<KernelTraffic, "bytes" | "replayedBytes" | "chosen" | "parts"> & {
      readonly bytes: ByInterface<bigint>;
      readonly replayedBytes: ByInterface<bigint>;
    }
  >[];
  /** Over DRAM, one kernel after another through one L2. */
  readonly warm?: BytesMoved & { readonly kernels: readonly (BytesMoved & { readonly cold: BytesMoved })[] };
  readonly leastTime?: {
    readonly seconds: Rational;
    readonly kernels: readonly (KernelTime & { readonly certificate: PrintedKernel })[];
  };
  readonly estimate?: {
    readonly estimatedSeconds?: number;
    readonly kernels: readonly { readonly estimatedSeconds?: number; readonly binds?: Binding; readonly schedule?: string }[];
  };
  readonly fusions?: readonly (Omit<FusionStep, "bounds"> & {
    readonly certificates: { readonly first: PrintedKernel; readonly second: PrintedKernel; readonly fused: PrintedKernel };
  })[];
};

/** `redblue layer --json`. */
export interface LayerDocument
  extends Pick<
    LayerReport,
    "workload" | "graph" | "shares" | "timeShares" | "loopedBytes" | "objective" | "search" | "cacheLeadsAt"
  > {
  readonly schema: "redblue.layer/2";
  readonly machine: Gpu | Accelerator;
  readonly interfaces: ByInterface<string>;
  readonly requires: readonly Requirement[];
  readonly floor: Pick<Bound, "interface" | "value" | "requires" | "fastMemory"> & { readonly certificate: PrintedKernel };
  readonly time?: Times;
  readonly unsupported?: readonly string[];
  readonly tensorParallel?: LayerReport["parallel"];
  readonly plans: readonly PrintedPlan[];
}

/** `redblue layer --training --json`: what is kept between the passes, and a document of each. */
export interface TrainingDocument extends Pick<TrainingReport, "recompute" | "layers" | "choices"> {
  readonly schema: "redblue.training/2";
  readonly kept: readonly { readonly tensor: string; readonly bytes: bigint }[];
  readonly keptBytes: bigint;
  readonly forward: LayerDocument;
  readonly backward: LayerDocument;
}

export type Measured = bigint | Span;

/** What the counters of one interface say, and which metrics they were. */
export interface MeasuredBytes {
  readonly readBytes?: Measured;
  readonly writeBytes?: Measured;
  readonly totalBytes?: Measured;
  readonly metrics: readonly string[];
}

/** `redblue ncu --json`: figures that the profiler rounded are given as `least` and `most`. */
export interface NcuDocument {
  readonly schema: "redblue.ncu/2";
  readonly machine: Gpu;
  readonly step?: StepSummary;
  readonly kernels: readonly {
    readonly id: string;
    readonly name: string;
    readonly ranges: readonly string[];
    readonly modules?: readonly string[];
    readonly grid: string;
    readonly block: string;
    readonly durationNs?: Measured;
    readonly measured: ByInterface<MeasuredBytes>;
    readonly binds?: { readonly resource: TimeTerm["id"]; readonly leastSeconds: number; readonly measuredOverLeast?: number };
    readonly workload?: Workload;
    readonly recognised?: Pick<RecognisedWork, "operator" | "assumed">;
    readonly unrecognised?: { readonly operator: string; readonly reason: string };
    readonly scheduleNote?: string;
    readonly resident?: readonly Resident[];
    readonly schedule?: ScheduleFields;
    readonly cache?: L2Model;
    readonly estimate?: EstimatedTime & { readonly measuredOverEstimated?: number };
    readonly interfaces?: readonly (Pick<ProfiledInterface, "interface" | "compared" | "gap" | "belowBound"> & {
      readonly bound: Best;
      readonly replay?: { readonly readBytes: bigint; readonly writeBytes: bigint; readonly measuredOverReplayed: number };
    })[];
    readonly uncounted?: readonly {
      readonly interface: Interface;
      readonly bound: Best;
      readonly replay?: { readonly readBytes: bigint; readonly writeBytes: bigint };
    }[];
    readonly notCompared?: readonly { readonly interface: Interface; readonly reason: string }[];
  }[];
}

/** `redblue gpus --json`; with one machine also what `--gpu FILE` reads. */
export interface MachinesDocument {
  readonly schema: "redblue.machines/2";
  readonly machines: readonly (Gpu | Accelerator | TreeMachine)[];
}

/** `redblue layer --list --json`. */
export interface ModelsDocument {
  readonly schema: "redblue.models/2";
  readonly models: readonly ModelCard[];
}

/** `redblue bounds --json`. */
export interface TheoremsDocument {
  readonly schema: "redblue.theorems/2";
  readonly bounds: readonly Theorem[];
  readonly requirements?: readonly { readonly id: Requirement; readonly meaning: string }[];
}

/** `redblue schedules --json`. */
export interface SchedulesDocument {
  readonly schema: "redblue.schedules/2";
  readonly schedules: readonly ScheduleEntry[];
}

/** `redblue caches --json`. */
export interface CachesDocument {
  readonly schema: "redblue.caches/2";
  readonly caches: readonly { readonly id: string; readonly title: string; readonly source: string }[];
}

/** `redblue verify --json`. */
export interface VerdictDocument {
  readonly schema: "redblue.verdict/2";
  readonly valid: boolean;
  readonly certificates?: number;
  readonly notChecked?: readonly string[];
  readonly rows?: number;
  readonly extracted?: readonly string[];
  readonly notExtracted?: readonly string[];
  readonly path?: string;
  readonly reason?: string;
}

/** The first line of a sweep's state; a result a line follows. */
export type SweepStateDocument = StateHeader;
