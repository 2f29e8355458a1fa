/**
 * redblue: how many bytes must move, how many does a schedule move, and where does the difference come from.
 * Everything here runs in a browser too.
 */

export type { AccumulatorHome, Bound, Certificate, OneCtaPerTile, ProofStatus, Scope, Setting, Unit } from "./bounds/bound.js";
export type { BoundsReport } from "./bounds/bounds-document.js";
export { boundsDocument, boundWorkload } from "./bounds/bounds-document.js";
export { THEOREMS } from "./bounds/catalogue.js";
export type { Json } from "./bounds/certificates/json.js";
export { boundToJson, certificateToJson } from "./bounds/certificates/json.js";
export type { FusionCriterion } from "./bounds/chain/fusion-criterion.js";
export { fusionCriteria } from "./bounds/chain/fusion-criterion.js";
export { parseAccumulatorRule } from "./bounds/gemm/accumulator-home.js";
export type { ProductExtents, ProductProblem, ProductWeights } from "./bounds/gemm/shape.js";
export type { OutputStationaryRule } from "./bounds/prove.js";
export {
  bestBounds,
  bestReads,
  proveBounds,
  proveBoundsInSetting,
  proveOneCtaPerTileBound,
  proveOutputStationaryBounds,
} from "./bounds/prove.js";
export type { Condition, Requirement } from "./bounds/requirements.js";
export { CONDITIONS, commonRequirements, REQUIREMENTS } from "./bounds/requirements.js";
export type { Theorem } from "./bounds/theorem.js";
export type { Limits } from "./budget.js";
export { DEFAULT_LIMITS, OverLimit, setLimits } from "./budget.js";
export type {
  AddressTrace,
  CacheModel,
  CachePolicy,
  CacheTraffic,
  DepthLadder,
  EvictionMatrix,
  LineCache,
  LineGeometry,
  LineModel,
  LineOptions,
  LineTrace,
  MissCurve,
  ObjectTrace,
  OptBracket,
  RandomPolicy,
  ReplacementKind,
  SetIndex,
  SetPolicy,
  TileCache,
  TilePolicy,
  Trace,
  TraceLabels,
  UnitTrace,
  UnitTraffic,
  UnitTrafficByArray,
  WriteAllocation,
  WritePolicy,
} from "./caches/index.js";
export {
  addressesOf,
  CACHE_POLICIES,
  createCache,
  createLineCache,
  curveAt,
  cutIntoUnits,
  FifoCache,
  formatCachePolicy,
  formatDineroBinary,
  formatDineroText,
  formatOracleGeneral,
  formatTraceCsv,
  LruCache,
  leastReadMisses,
  lineGeometry,
  lineTrace,
  lruMissCurve,
  MAXIMUM_ACCESSES,
  MAXIMUM_IDS,
  nextUses,
  OptCache,
  optBracket,
  optMissCurve,
  parseCachePolicy,
  parseDineroBinary,
  parseDineroText,
  parseOracleGeneral,
  parseTraceCsv,
  replayAddresses,
  simulateLru,
  simulateOpt,
  simulateOptByArray,
  TouchRecorder,
  traceOf,
  unitsMoved,
  writesFrom,
} from "./caches/index.js";
export type { AttentionOptions, AttentionWorkload } from "./computation/attention.js";
export { attentionComputation, attentionWorkload } from "./computation/attention.js";
export type { BlockScales, BlockScalesOption, ScaleBlock } from "./computation/block-scales.js";
export type { ChainOptions, ChainWorkload } from "./computation/chain.js";
export { chainComputation, chainWorkload } from "./computation/chain.js";
export type {
  Access,
  ArrayRole,
  ArraySpecification,
  Computation,
  IndexExpression,
  Statement,
} from "./computation/computation.js";
export { access, arrayWords, plainIndex, pointCount } from "./computation/computation.js";
export type { ConvOptions, ConvWorkload, Sides, SidesOption } from "./computation/conv.js";
export { convComputation, convOutputs, convProducts, convWorkload } from "./computation/conv.js";
export type { DataType } from "./computation/data-types.js";
export { BYTES_OF } from "./computation/data-types.js";
export type { EinsumOptions, EinsumWorkload } from "./computation/einsum.js";
export { einsumComputation, einsumWorkload } from "./computation/einsum.js";
export { formatEinsum, parseEinsum } from "./computation/einsum-text.js";
export type { FfnOptions, FfnWorkload } from "./computation/ffn.js";
export { ffnComputation, ffnWorkload } from "./computation/ffn.js";
export type { GemmOptions, GemmWorkload } from "./computation/gemm.js";
export { describeGemm, gemmComputation, gemmWorkload } from "./computation/gemm.js";
export type { LongChainOptions, LongChainWorkload } from "./computation/long-chain.js";
export { chainOfWidths, longChainComputation, longChainWorkload } from "./computation/long-chain.js";
export type { NormGemmOptions, NormGemmWorkload } from "./computation/norm-gemm.js";
export { normGemmWorkload } from "./computation/norm-gemm.js";
export type {
  ElementwiseOptions,
  ElementwiseWorkload,
  NormWorkload,
  RotaryOptions,
  RotaryWorkload,
  RowOptions,
  RowWorkload,
  SoftmaxWorkload,
  StatisticsWorkload,
} from "./computation/row-workloads.js";
export { elementwiseWorkload, normWorkload, rotaryWorkload, softmaxWorkload } from "./computation/row-workloads.js";
export type { Workload } from "./computation/workload.js";
export { describeWorkload } from "./computation/workload.js";
export { InputError } from "./errors.js";
export type { Rational } from "./exact/rational.js";
export { toApproximateNumber } from "./exact/rational.js";
export type { CapacityRange } from "./gap/capacity-grid.js";
export { boundsToShow, conditionsMet, kernelsBound } from "./gap/conditions.js";
export type { CurveOptions, CurvePolicy, CurveReport, CurveSeries } from "./gap/curve.js";
export { trafficCurve } from "./gap/curve.js";
export { curveDocument } from "./gap/curve-document.js";
export type { ExplainOptions } from "./gap/explained-gap.js";
export { explainGap } from "./gap/explained-gap.js";
export type { GapOptions, GapReport, GapRow, LeftOut } from "./gap/gap.js";
export { gapDocument, gapReport } from "./gap/gap.js";
export type { BoundaryReport, HierarchyReport } from "./gap/hierarchy-pebbling.js";
export { hierarchyDocument, hierarchyReport, workloadHierarchyReport } from "./gap/hierarchy-pebbling.js";
export type { GapLadder, LadderStep, Rung, RungId } from "./gap/ladder.js";
export { gapLadder, ladderJson } from "./gap/ladder.js";
export type { MixedKernel, MixReport } from "./gap/mix.js";
export { parseMix, replayMix } from "./gap/mix.js";
export type { MixQuestion } from "./gap/mix-document.js";
export { mixDocument } from "./gap/mix-document.js";
export type { OptimizeQuestion, OptimizeReport } from "./gap/optimize.js";
export { boundOfChoice, optimizeDocument, optimizeSchedule, replayCost } from "./gap/optimize.js";
export type { PebblingOptions, PebblingReport } from "./gap/pebbling.js";
export { pebblingDocument, pebblingReport, workloadGraph, workloadPebblingReport } from "./gap/pebbling.js";
export type { KernelMeaning, ProfiledInterface, ProfiledReport, ProfiledRow } from "./gap/profiled.js";
export { profiledDocument, profiledReport } from "./gap/profiled.js";
export type { RowKernelTraffic } from "./gap/row-traffic.js";
export { rowKernelTraffic } from "./gap/row-traffic.js";
export type { Cost, SearchResult, Tried } from "./gap/schedule-search.js";
export { searchSchedules } from "./gap/schedule-search.js";
export type { KernelTime, KernelTimeTerm } from "./layers/kernels/kernel-time.js";
export type { KernelTraffic, TrafficBasis } from "./layers/kernels/kernel-traffic.js";
export { KernelReplayer } from "./layers/kernels/kernel-traffic.js";
export { layerDocument } from "./layers/layer-document.js";
export type { LayerOptions, LayerReport, LayerWorkload } from "./layers/layer-report.js";
export { layerReport, planTraffic } from "./layers/layer-report.js";
export type { DecoderCard, DiffusionCard, ModelCard, ResidualCard } from "./layers/models/model-card.js";
export { MODEL_CARDS, modelNamed } from "./layers/models/model-cards.js";
export type { ModelLayer, ModelLayerOptions } from "./layers/models/model-layer.js";
export { modelLayer } from "./layers/models/model-layer.js";
export type { Shares, TimeShares } from "./layers/models/shares.js";
export type { Operator, OperatorGraph, Tensor } from "./layers/operator-graph.js";
export { indexGraph } from "./layers/operator-graph.js";
export type { BestPlan } from "./layers/plan/best-plan.js";
export { bestPlan } from "./layers/plan/best-plan.js";
export type { FusionPlan } from "./layers/plan/fusion-plan.js";
export { fusionPlan } from "./layers/plan/fusion-plan.js";
export type { Objective } from "./layers/plan/objective.js";
export { OBJECTIVES, parseObjective } from "./layers/plan/objective.js";
export type { PlanBound } from "./layers/plan/plan-bound.js";
export { PlanBounder } from "./layers/plan/plan-bound.js";
export { presetPlans } from "./layers/plan/presets.js";
export {
  liftableAttentionPartialSoftmax,
  liftableAttentionUnfused,
  liftableFlashAttention,
  liftableFlashAttention1,
  liftableFlashDecoding,
} from "./lift/gpu/attention.js";
export { liftableLongChainFused, liftableLongChainSeparate } from "./lift/gpu/multilayer.js";
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
export { liftWordLongChain } from "./lift/two-level/multilayer.js";
export { liftWordSyrk } from "./lift/two-level/syrk.js";
export { gpuFromJson, gpuToJson } from "./machines/gpu-file.js";
export { INTERFACE_DEFINITIONS } from "./machines/interfaces.js";
export type { AbstractMachine, Accelerator, FigureSource, Gpu, Interface, Machine } from "./machines/machine.js";
export { bytesOnChip, bytesPerSm, withClusters } from "./machines/machine.js";
export { ACCELERATORS, abstractMachine, GPUS, gpuNamed, gpuOfDevice, MACHINES, machineNamed } from "./machines/registry.js";
export type {
  ErrorSummary,
  KernelCounters,
  LaunchSchedule,
  MeasuredLaunch,
  MeasuredTraffic,
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
  PROFILER_DIRTY_BYTES,
  parseMeasuredLaunches,
  productOfLaunch,
  REPLAYABLE_KINDS,
  readNsightKernels,
  scheduleOfLaunch,
  summarizeErrors,
  validateLaunch,
} from "./measured/index.js";
export type { Cdag, CdagDescription } from "./pebble/cdag.js";
export { buildCdag } from "./pebble/cdag.js";
export type { ExpansionOptions } from "./pebble/expand.js";
export { expand } from "./pebble/expand.js";
export type { AttentionExpansion, SoftmaxOptions } from "./pebble/expand-attention.js";
export { expandAttention } from "./pebble/expand-attention.js";
export type { NormGemmExpansion } from "./pebble/expand-norm-gemm.js";
export { expandNormGemm } from "./pebble/expand-norm-gemm.js";
export type { RowExpansion } from "./pebble/expand-rows.js";
export { expandRows } from "./pebble/expand-rows.js";
export { binaryTree, diamond, fft, matrixChain, matrixProduct, pyramid, randomLayered } from "./pebble/families.js";
export { toDot } from "./pebble/formats/dot.js";
export { parseHyperDag } from "./pebble/formats/hyperdag.js";
export { cdagToDocument, parseCdagJson } from "./pebble/formats/json.js";
export type {
  GraphBound,
  GraphBoundVerdict,
  GraphCertificate,
  InapplicableGraphBound,
  Instant,
  ProvenGraphBound,
  WeightedPath,
} from "./pebble/graph-bounds/index.js";
export {
  bestGraphBound,
  dominatorChainBound,
  GRAPH_BOUND_LIMITS,
  graphBounds,
  hongKungBound,
  spectralBound,
  verifyGraphBound,
  wavefrontBound,
  wavefrontChainBound,
  wavefrontSumBound,
} from "./pebble/graph-bounds/index.js";
export { hierarchyPebbling } from "./pebble/heuristic/hierarchy.js";
export type { HeuristicOptions, HeuristicPebbling } from "./pebble/heuristic/index.js";
export { heuristicPebbling, trivialPebbling } from "./pebble/heuristic/index.js";
export type { Optimum, OptimumOptions } from "./pebble/optimum/optimum.js";
export { findOptimum } from "./pebble/optimum/optimum.js";
export type { Verdict as PebblingVerdict } from "./pebble/referee.js";
export { referee } from "./pebble/referee.js";
export type { Game, HierarchyGame, Move, TwoLevelGame } from "./pebble/rules.js";
export { hierarchyGame, minimumCapacity, twoLevelGame } from "./pebble/rules.js";
export type { NormProductPlanOptions } from "./plan/norm-product.js";
export type { PlannedReplay, PlanOptions } from "./plan/planned.js";
export { explainPlanned, lruCurveOf, planReplays, replayPlanned } from "./plan/planned.js";
export { USUAL_ORDERS } from "./plan/products.js";
export type { RowPlanOptions } from "./plan/rows.js";
export type { KernelSpace, ScheduleChoice } from "./plan/schedule-space.js";
export { scheduleSpace } from "./plan/schedule-space.js";
export type { PlannedWords } from "./plan/two-level.js";
export { planWords } from "./plan/two-level.js";
export type { DirtyRemain, LruCurve, LruCurveOfArray } from "./replay/curves/lru-curve.js";
export { lruTrafficAt } from "./replay/curves/lru-curve.js";
export type { OptCurve } from "./replay/curves/opt-curve.js";
export { optCurve, optTrafficAt } from "./replay/curves/opt-curve.js";
export { tiledLruCurve } from "./replay/curves/tiled-lru-curve.js";
export { walkedLruCurve } from "./replay/curves/walked-lru-curve.js";
export type {
  EventReplay,
  EventReplayOptions,
  ExecutionParameters,
  ReadRange,
  ReplayedVariant,
} from "./replay/event-driven/index.js";
export { executionParameters, replayEvents, replayReadRange } from "./replay/event-driven/index.js";
export type { Execution, WalkedExecution } from "./replay/execution.js";
export { formatExecution, parseExecution } from "./replay/execution.js";
export type { Eviction, ReplayExplanation, ReuseDistances, StepHits } from "./replay/explain.js";
export { explainReplay } from "./replay/explain.js";
export type { L2Model, PartitionedL2Model, PlainL2Model } from "./replay/l2/l2-model.js";
export { chooseL2, defaultL2, describeL2, lruL2, partitionedL2 } from "./replay/l2/l2-model.js";
export type { LaunchHistory, LaunchMap, TileVisit } from "./replay/launch-map.js";
export { launchHistory } from "./replay/launch-map.js";
export {
  replayTiledGemm,
  replayTileSchedule,
  wordChainTraffic,
  wordConvTraffic,
  wordEinsumTraffic,
  wordLongChainTraffic,
  wordTraffic,
} from "./replay/replay.js";
export type { ReplayedTraffic, Traffic } from "./replay/traffic.js";
export { totalTraffic } from "./replay/traffic.js";
export type { ReplayReport } from "./replay/traffic-document.js";
export { trafficDocument } from "./replay/traffic-document.js";
export type { Chart, ChartAxis, ChartCurve, ChartPoint } from "./report/chart.js";
export { chartSvg } from "./report/chart-svg.js";
export { curveChart } from "./report/curve-chart.js";
export { curveCsv } from "./report/curve-text.js";
export type { PageData } from "./report/page/page-data.js";
export { pageData } from "./report/page/page-data.js";
export { reportPage } from "./report/page/report-page.js";
export type { LongChainFused, LongChainFusedOptions } from "./schedules/gpu/chain/multilayer-fused.js";
export { describeLongChainFused, layOutLongChainFused, longChainFused } from "./schedules/gpu/chain/multilayer-fused.js";
export type { LongChainSeparate, LongChainSeparateOptions } from "./schedules/gpu/chain/multilayer-separate.js";
export {
  describeLongChainSeparate,
  layOutLongChainSeparate,
  longChainSeparate,
} from "./schedules/gpu/chain/multilayer-separate.js";
export type { DirectConvKernel, DirectConvOptions, DirectConvTile } from "./schedules/gpu/conv/direct-conv.js";
export {
  describeDirectConv,
  directConvKernel,
  formatDirectConvTile,
  layOutDirectConv,
  parseDirectConvTile,
} from "./schedules/gpu/conv/direct-conv.js";
export { inputStationaryKernel } from "./schedules/gpu/gemm/input-stationary.js";
export type { NormProduct, NormProductId, NormProductOptions } from "./schedules/gpu/gemm/norm-product.js";
export { layOutNormProduct, normProduct } from "./schedules/gpu/gemm/norm-product.js";
export type { HeldOperand, StationaryGemm, StationaryOptions } from "./schedules/gpu/gemm/stationary-gemm.js";
export { describeStationaryGemm, layOutStationaryGemm } from "./schedules/gpu/gemm/stationary-gemm.js";
export type { SystolicGemm, SystolicOptions } from "./schedules/gpu/gemm/systolic-gemm.js";
export { describeSystolicGemm, systolicGemm } from "./schedules/gpu/gemm/systolic-gemm.js";
export type { GemmTile, TiledGemm, TiledGemmOptions } from "./schedules/gpu/gemm/tiled-gemm.js";
export { formatTile, layOutTiledGemm, parseTile, tiledGemm } from "./schedules/gpu/gemm/tiled-gemm.js";
export { weightStationaryGemm } from "./schedules/gpu/gemm/weight-stationary.js";
export type { RowPasses, RowPassesId } from "./schedules/gpu/rows/passes.js";
export { layOutRowPasses, rowPasses } from "./schedules/gpu/rows/passes.js";
export type { RowKernelOptions, RowTile } from "./schedules/gpu/rows/tile.js";
export { parseRowTile } from "./schedules/gpu/rows/tile.js";
export type {
  AttentionPartialSoftmax,
  AttentionStages,
  AttentionStagesOptions,
  AttentionUnfused,
  BlockWaits,
  BlockWork,
  ChainBands,
  ChainBandsOptions,
  ChainRecompute,
  ChainSeparate,
  ChainSeparateOptions,
  DualGemm,
  DualGemmOptions,
  FfnSequence,
  FfnWhole,
  FfnWholeOptions,
  FlashAttention1,
  FlashAttention1Options,
  FlashAttention2,
  FlashAttention2Options,
  FlashAttention3,
  FlashAttention3Options,
  FlashDecoding,
  FlashDecodingOptions,
  FlashForward,
  FlashTile,
  ImplicitGemm,
  ImplicitGemmOptions,
  KeyOrder,
  PersistentAttention,
  PersistentAttentionOptions,
  PlaceOfH,
  QueryOrder,
  StagesFused,
  StagesFusedOptions,
} from "./schedules/index.js";
export {
  attentionPartialSoftmax,
  attentionUnfused,
  chainBands,
  chainRecompute,
  chainSeparate,
  describeAttentionStages,
  describeChainBands,
  describeChainRecompute,
  describeChainSeparate,
  describeDualGemm,
  describeFfnWhole,
  describeFlashAttention1,
  describeFlashDecoding,
  describeFlashForward,
  describeImplicitGemm,
  describeStagesFused,
  dualGemm,
  ffnWhole,
  flashAttention1,
  flashAttention2,
  flashAttention3,
  flashDecoding,
  formatFlashTile,
  implicitGemm,
  layOutAttentionPartialSoftmax,
  layOutAttentionUnfused,
  layOutChainBands,
  layOutChainRecompute,
  layOutChainSeparate,
  layOutDualGemm,
  layOutFfnWhole,
  layOutFlashAttention1,
  layOutFlashDecoding,
  layOutFlashForward,
  layOutImplicitGemm,
  layOutStagesFused,
  parseFlashTile,
  parseKeyOrder,
  parseQueryOrder,
  persistentAttention,
  stagesFused,
  usualFlash3Tile,
  usualFlashTile,
} from "./schedules/index.js";
export type { LaunchOrder } from "./schedules/tiles/launch-order.js";
export { formatLaunchOrder, launchOrder, parseLaunchOrder } from "./schedules/tiles/launch-order.js";
export type { StreamedBlock, StreamedBlockOptions } from "./schedules/tiles/streamed-block.js";
export { describeStreamedBlock, streamedBlock } from "./schedules/tiles/streamed-block.js";
export type { TiledArray, TileSchedule } from "./schedules/tiles/tile-schedule.js";
export type { CornerChain } from "./schedules/two-level/chain/all-but-corner.js";
export { cornerChain } from "./schedules/two-level/chain/all-but-corner.js";
export type { FusedChain } from "./schedules/two-level/chain/fused.js";
export { fusedChain } from "./schedules/two-level/chain/fused.js";
export type { HandoverChain } from "./schedules/two-level/chain/panel-handover.js";
export { panelHandoverChain } from "./schedules/two-level/chain/panel-handover.js";
export type { PartlyFusedChain } from "./schedules/two-level/chain/partly-fused.js";
export { partlyFusedChain } from "./schedules/two-level/chain/partly-fused.js";
export type { PartlyStoredChain } from "./schedules/two-level/chain/partly-stored.js";
export { partlyStoredChain } from "./schedules/two-level/chain/partly-stored.js";
export type { RowPartsChain } from "./schedules/two-level/chain/row-parts.js";
export { rowPartsChain } from "./schedules/two-level/chain/row-parts.js";
export type { PiecesChain } from "./schedules/two-level/chain/row-pieces.js";
export { piecesChain } from "./schedules/two-level/chain/row-pieces.js";
export type { SeparateChain, WordChain } from "./schedules/two-level/chain/schedules.js";
export { separateChain, wordChains } from "./schedules/two-level/chain/schedules.js";
export type { PanelsOfPart, SlicePartsChain } from "./schedules/two-level/chain/slice-parts.js";
export { slicePartsChain } from "./schedules/two-level/chain/slice-parts.js";
export type { SliceChain } from "./schedules/two-level/chain/slice-stays.js";
export { sliceChain } from "./schedules/two-level/chain/slice-stays.js";
export type { StoredCorner } from "./schedules/two-level/chain/stored-corner.js";
export type { StraddlingChain } from "./schedules/two-level/chain/straddling-rows.js";
export { straddlingChain } from "./schedules/two-level/chain/straddling-rows.js";
export type { Slice } from "./schedules/two-level/chain/strips.js";
export type { TileFusedChain } from "./schedules/two-level/chain/tile-fused.js";
export { tileFusedChain } from "./schedules/two-level/chain/tile-fused.js";
export type { UnevenChain, UnevenPanels } from "./schedules/two-level/chain/uneven-blocks.js";
export { unevenChain } from "./schedules/two-level/chain/uneven-blocks.js";
export type { WeightsChain } from "./schedules/two-level/chain/weights.js";
export { weightsChain } from "./schedules/two-level/chain/weights.js";
export type { ChainWords } from "./schedules/two-level/chain/words.js";
export { chainTotal } from "./schedules/two-level/chain/words.js";
export type { ChannelPartsConv, ConvPart } from "./schedules/two-level/conv/channel-parts.js";
export { channelPartsConv } from "./schedules/two-level/conv/channel-parts.js";
export type { ConvBlock, DirectConv } from "./schedules/two-level/conv/direct.js";
export { directConvInWords } from "./schedules/two-level/conv/direct.js";
export type { FilterStationaryConv } from "./schedules/two-level/conv/filter-stationary.js";
export { filterStationaryConv } from "./schedules/two-level/conv/filter-stationary.js";
export type { PixelRunsConv } from "./schedules/two-level/conv/pixel-runs.js";
export { pixelRunsConv } from "./schedules/two-level/conv/pixel-runs.js";
export type { PixelRuns } from "./schedules/two-level/conv/runs.js";
export type { WordConv } from "./schedules/two-level/conv/schedules.js";
export { wordConvs } from "./schedules/two-level/conv/schedules.js";
export type { ConvWords } from "./schedules/two-level/conv/words.js";
export { wordConvTotal } from "./schedules/two-level/conv/words.js";
export type { EinsumAccess, EinsumWords, WordEinsum } from "./schedules/two-level/einsum.js";
export { einsumInTiles, tiledEinsum, wordEinsumTotal } from "./schedules/two-level/einsum.js";
export type {
  FusedFfn,
  PartlyStoredFfn,
  RowPartsFfn,
  SeparateFfn,
  SliceFfn,
  WordFfn,
} from "./schedules/two-level/ffn/schedules.js";
export { wordFfns } from "./schedules/two-level/ffn/schedules.js";
export type { CornerGemm } from "./schedules/two-level/gemm/all-but-corner.js";
export { cornerGemm } from "./schedules/two-level/gemm/all-but-corner.js";
export type { Corner } from "./schedules/two-level/gemm/corner.js";
export type { WordGemm } from "./schedules/two-level/gemm/cosma.js";
export { bestWordGemm, cosmaGemm, inputStationaryGemm, weightStationaryWords } from "./schedules/two-level/gemm/cosma.js";
export type { OutputCornerGemm } from "./schedules/two-level/gemm/output-but-corner.js";
export { outputCornerGemm } from "./schedules/two-level/gemm/output-but-corner.js";
export type { PanelsGemm } from "./schedules/two-level/gemm/panel-handover.js";
export { panelHandoverGemm } from "./schedules/two-level/gemm/panel-handover.js";
export type { RowPartsGemm } from "./schedules/two-level/gemm/row-parts.js";
export { rowPartsGemm } from "./schedules/two-level/gemm/row-parts.js";
export type { WordProduct } from "./schedules/two-level/gemm/schedules.js";
export { bestWordProduct, productTotal, wordGemms } from "./schedules/two-level/gemm/schedules.js";
export type { CutPanels, SerpentineTiles, TwoPanels } from "./schedules/two-level/gemm/serpentine-tiles.js";
export type { SymmetricProduct, WordSyrk } from "./schedules/two-level/gemm/syrk.js";
export { symmetricProduct, wordSyrks } from "./schedules/two-level/gemm/syrk.js";
export type { HandoverGemm } from "./schedules/two-level/gemm/tile-handover.js";
export { handoverGemm } from "./schedules/two-level/gemm/tile-handover.js";
export type { VisitedCornersGemm } from "./schedules/two-level/gemm/visited-corners.js";
export { visitedCornersGemm } from "./schedules/two-level/gemm/visited-corners.js";
export type { FusedRows } from "./schedules/two-level/multilayer/rows.js";
export type { LongChainPart, WordLongChain } from "./schedules/two-level/multilayer/schedules.js";
export { longChainTotal, wordLongChains } from "./schedules/two-level/multilayer/schedules.js";
export type { RowsStep } from "./schedules/two-level/multilayer/steps.js";
export type { RowWords, WordRows } from "./schedules/two-level/rows.js";
export { rowsInWords } from "./schedules/two-level/rows.js";
export type { WordStatements } from "./schedules/two-level/statements.js";
export { separateStatements } from "./schedules/two-level/statements.js";
export type { WordByWord, WordByWordId } from "./schedules/two-level/word-by-word.js";
export { layOutWordByWord, wordByWord } from "./schedules/two-level/word-by-word.js";
export type { EnergyEstimate, EnergyFigures, EnergyTerm } from "./time/energy.js";
export { energyEstimate } from "./time/energy.js";
export type { OperationCounts } from "./time/operation-counts.js";
export { operationCounts } from "./time/operation-counts.js";
export type { TileStep } from "./time/tile-step.js";
export { tileStep } from "./time/tile-step.js";
export type { TimeBound, TimeTerm, TimeTermId } from "./time/time-bound.js";
export { timeBound } from "./time/time-bound.js";
export { timeDocument } from "./time/time-document.js";
export { verifyCertificate } from "./verify/certificate.js";
export type { CoqFile } from "./verify/coq/proof-file.js";
export { coqFile } from "./verify/coq/proof-file.js";
export type { Verdict } from "./verify/document.js";
export { verifyDocument } from "./verify/document.js";
export type { Verified } from "./verify/verified.js";
