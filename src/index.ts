/**
 * redblue: how many bytes must move, how many does a schedule move, and where does the difference come from.
 * Everything here runs in a browser too.
 */

export * from "./bounds/index.js";
export type { Limits } from "./budget.js";
export { DEFAULT_LIMITS, OverLimit, setLimits } from "./budget.js";
export * from "./caches/index.js";
export { InputError } from "./errors.js";
export type { Rational } from "./exact/rational.js";
export { toApproximateNumber } from "./exact/rational.js";
export type { AttainableTile } from "./gap/attainable.js";
export { attainableTile } from "./gap/attainable.js";
export type { BreakdownStep, GapBreakdown, Level, LevelId } from "./gap/breakdown/breakdown.js";
export { breakdownJson, gapBreakdown } from "./gap/breakdown/breakdown.js";
export type { ExplainOptions } from "./gap/breakdown/explained-gap.js";
export { explainGap } from "./gap/breakdown/explained-gap.js";
export type { CapacityRange } from "./gap/capacity-grid.js";
export { boundsToShow, conditionsMet, kernelsBound } from "./gap/conditions.js";
export type { CurveOptions, CurvePolicy, CurveReport, CurveSeries } from "./gap/curve.js";
export { trafficCurve } from "./gap/curve.js";
export { curveDocument } from "./gap/curve-document.js";
export type { GapOptions, GapReport, GapRow, LeftOut } from "./gap/gap.js";
export { gapReport } from "./gap/gap.js";
export { gapDocument } from "./gap/gap-document.js";
export type { BoundaryReport, HierarchyReport } from "./gap/hierarchy-pebbling.js";
export { hierarchyDocument, hierarchyReport, workloadHierarchyReport } from "./gap/hierarchy-pebbling.js";
export type { MixedKernel, MixReport } from "./gap/mix.js";
export { parseMix, replayMix } from "./gap/mix.js";
export type { MixBound, MixBounds, MixQuestion } from "./gap/mix-bounds.js";
export { mixBounds } from "./gap/mix-bounds.js";
export { mixDocument } from "./gap/mix-document.js";
export type { PebblingOptions, PebblingReport } from "./gap/pebbling.js";
export { pebblingDocument, pebblingReport, workloadGraph, workloadPebblingReport } from "./gap/pebbling.js";
export type { KernelMeaning, ProfiledInterface, ProfiledReport, ProfiledRow } from "./gap/profiled.js";
export { profiledReport } from "./gap/profiled.js";
export { profiledDocument } from "./gap/profiled-document.js";
export type { ReplayReport } from "./gap/replay-document.js";
export { trafficDocument } from "./gap/replay-document.js";
export type { SortKey } from "./gap/row-order.js";
export type { RowKernelTraffic } from "./gap/row-traffic.js";
export { rowKernelTraffic } from "./gap/row-traffic.js";
export type { Binding, Load, ScheduleTime } from "./gap/schedule-time.js";
export { scheduleTime } from "./gap/schedule-time.js";
export type { ChoiceCost, CostSetting, SearchObjective } from "./gap/search/choice-cost.js";
export { leastCost, replayCost } from "./gap/search/choice-cost.js";
export type { OptimizeQuestion, OptimizeReport, ProvenDram } from "./gap/search/optimize.js";
export { boundsOfChoice, optimizeDocument, optimizeSchedule } from "./gap/search/optimize.js";
export type { Fitting, SearchOptions, SearchResult, Tried } from "./gap/search/schedule-search.js";
export { searchSchedules } from "./gap/search/schedule-search.js";
export type { KernelOfPlan } from "./gap/sequence/kernel-of-plan.js";
export type { SequenceReport } from "./gap/sequence/sequence.js";
export { sequenceReport } from "./gap/sequence/sequence.js";
export type { SequenceBound, SequencedBound } from "./gap/sequence/sequence-bound.js";
export { sequenceDocument } from "./gap/sequence/sequence-document.js";
export type { ProfiledStep, ProfiledStepOptions } from "./gap/step/profiled-step.js";
export { profiledStep } from "./gap/step/profiled-step.js";
export * from "./layers/index.js";
export {
  liftableAttentionPartialSoftmax,
  liftableAttentionUnfused,
  liftableFlashAttention,
  liftableFlashAttention1,
  liftableFlashDecoding,
} from "./lift/gpu/attention.js";
export { liftableMultilayerChainFused, liftableMultilayerChainSeparate } from "./lift/gpu/multilayer.js";
export { liftableChain, liftableDualGemm, liftablePersistentGemm, liftableTiledGemm } from "./lift/gpu/products.js";
export { liftableImplicitGemm, liftableSplitK, liftableStreamK } from "./lift/gpu/slices.js";
export { liftableChainRecompute, liftableFfnWhole, liftableStagesFused } from "./lift/gpu/stages.js";
export type { AddOrder, LiftableKernel, TileCut } from "./lift/liftable-kernel.js";
export type { LiftedReplay, LiftVerdict } from "./lift/lifted.js";
export { refereeLifted } from "./lift/lifted.js";
export { liftTileSchedule } from "./lift/tile-schedule.js";
export { liftWordChain } from "./lift/two-level/chain.js";
export { liftWordConv } from "./lift/two-level/conv.js";
export { liftStatements, liftWordEinsum } from "./lift/two-level/einsum.js";
export { liftWordFfn } from "./lift/two-level/ffn.js";
export { liftWordGemm } from "./lift/two-level/gemm.js";
export { liftWordMultilayerChain } from "./lift/two-level/multilayer.js";
export { liftWordSyrk } from "./lift/two-level/syrk.js";
export type {
  ErrorSummary,
  KernelCounters,
  LaunchSchedule,
  MeasuredLaunch,
  MeasuredTraffic,
  NamedSchedule,
  PrintedMetric,
  ProfiledKernel,
  Quantity,
  ValidatedLaunch,
  ValidatedModel,
} from "./measured/index.js";
export {
  countersOf,
  errorTable,
  NSIGHT_METRICS,
  NsightReader,
  namedSchedule,
  PROFILER_DIRTY_BYTES,
  parseMeasuredLaunches,
  productOfLaunch,
  REPLAYABLE_KINDS,
  readNsightKernels,
  readSystemsTrace,
  scheduleOfLaunch,
  summarizeErrors,
  TraceReader,
  validateLaunch,
} from "./measured/index.js";
export * from "./pebble/index.js";
export type { PlannedReplay, PlanOptions } from "./plan/planned.js";
export { explainPlanned, lruCurveOf, planReplays, replayPlanned } from "./plan/planned.js";
export type { NormProductPlanOptions } from "./plan/product-kinds/norm-product.js";
export { USUAL_ORDERS } from "./plan/products.js";
export type { RowPlanOptions } from "./plan/rows.js";
export type { KernelSpace, ScheduleChoice } from "./plan/schedule-space.js";
export { scheduleSpace } from "./plan/schedule-space.js";
export type { PlannedWords } from "./plan/two-level.js";
export { planWords } from "./plan/two-level.js";
export {
  wordChainTraffic,
  wordConvTraffic,
  wordEinsumTraffic,
  wordMultilayerChainTraffic,
  wordTraffic,
} from "./plan/two-level-traffic.js";
export * from "./replay/index.js";
export type { Chart, ChartAxis, ChartCurve, ChartPoint } from "./report/chart.js";
export { chartSvg } from "./report/chart-svg.js";
export { curveChart } from "./report/curve-chart.js";
export { curveCsv } from "./report/curve-text.js";
export type { PageData } from "./report/page/page-data.js";
export { pageData } from "./report/page/page-data.js";
export { reportPage } from "./report/page/report-page.js";
export type { EnergyEstimate, EnergyFigures, EnergyTerm } from "./time/energy.js";
export { energyEstimate } from "./time/energy.js";
export type { OperationCounts } from "./time/operation-counts.js";
export { operationCounts } from "./time/operation-counts.js";
export { estimateClockSentence } from "./time/peak-rates.js";
export type { TileStep } from "./time/tile-step.js";
export { tileStep } from "./time/tile-step.js";
export type { TimeBound } from "./time/time-bound.js";
export { timeBound } from "./time/time-bound.js";
export { timeDocument } from "./time/time-document.js";
export type { SkippedTerm, TimeTerm, TimeTermId } from "./time/time-term.js";
export * from "./verify/index.js";
