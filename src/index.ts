/**
 * redblue: how many bytes must move, how many does a schedule move, and where does the difference come from.
 * Everything here runs in a browser too.
 */

export type { Bound, Certificate, Scope, Setting, SumsHome, Trust, Unit, WaveClass } from "./bounds/bound.js";
export type { Theorem } from "./bounds/catalogue.js";
export { THEOREMS } from "./bounds/catalogue.js";
export type { Json } from "./bounds/certificate-json.js";
export { boundToJson, certificateToJson } from "./bounds/certificate-json.js";
export type { CoqFile } from "./bounds/coq/file.js";
export { coqFile } from "./bounds/coq/file.js";
export type { BoundsReport } from "./bounds/document.js";
export { boundsDocument, boundWorkload } from "./bounds/document.js";
export type { FusionCriterion } from "./bounds/fusion.js";
export { fusionCriteria } from "./bounds/fusion.js";
export type { ProductExtents, ProductProblem, ProductWeights } from "./bounds/product-shape.js";
export type { SumsInPlaceRule } from "./bounds/prove.js";
export {
  bestBounds,
  bestReads,
  proveBounds,
  proveBoundsInSetting,
  proveConvolutionBounds,
  proveConvolutionBoundsInSetting,
  proveFusedBounds,
  proveFusedBoundsInSetting,
  proveLongChainBounds,
  proveLongChainBoundsInSetting,
  proveNormGemmBounds,
  proveNormGemmBoundsInSetting,
  proveRowBounds,
  proveRowBoundsInSetting,
  proveSumsInPlaceBounds,
  proveWaveClassBound,
} from "./bounds/prove.js";
export type { Condition, Requirement } from "./bounds/requirements.js";
export { CONDITIONS, commonRequirements, REQUIREMENTS } from "./bounds/requirements.js";
export { parseSumsRule } from "./bounds/sums-rule.js";
export type { Verified } from "./bounds/verify/certificate.js";
export { verifyCertificate } from "./bounds/verify/certificate.js";
export type { Verdict } from "./bounds/verify/document.js";
export { verifyDocument } from "./bounds/verify/document.js";
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
export { boundOfChoice, optimizeDocument, optimizeSchedule } from "./gap/optimize.js";
export type { PebblingOptions, PebblingReport } from "./gap/pebbling.js";
export { pebblingDocument, pebblingReport, workloadGraph, workloadPebblingReport } from "./gap/pebbling.js";
export type { PlannedReplay, PlanOptions } from "./gap/planned.js";
export { explainPlanned, lruCurveOf, planReplays, replayPlanned } from "./gap/planned.js";
export type { NormProductPlanOptions } from "./gap/planned-norm-product.js";
export { USUAL_ORDERS } from "./gap/planned-products.js";
export type { RowPlanOptions } from "./gap/planned-rows.js";
export type { PlannedWords } from "./gap/planned-words.js";
export { planWords } from "./gap/planned-words.js";
export type { KernelMeaning, ProfiledInterface, ProfiledReport, ProfiledRow } from "./gap/profiled.js";
export { profiledDocument, profiledReport } from "./gap/profiled.js";
export type { RowKernelTraffic } from "./gap/row-traffic.js";
export { rowKernelTraffic } from "./gap/row-traffic.js";
export type { Cost, SearchResult, Tried } from "./gap/schedule-search.js";
export { searchSchedules } from "./gap/schedule-search.js";
export type { KernelSpace, ScheduleChoice } from "./gap/schedule-space.js";
export { scheduleSpace } from "./gap/schedule-space.js";
export type { BestPlan } from "./layers/best-plan.js";
export { bestPlan } from "./layers/best-plan.js";
export { layerDocument } from "./layers/document.js";
export type { FusionPlan } from "./layers/fusion-plan.js";
export { fusionPlan } from "./layers/fusion-plan.js";
export type { KernelTime, KernelTimeTerm } from "./layers/kernel-time.js";
export type { KernelTraffic, TrafficBasis } from "./layers/kernel-traffic.js";
export { KernelReplayer } from "./layers/kernel-traffic.js";
export type { LayerOptions, LayerReport, LayerWorkload } from "./layers/layer-report.js";
export { layerReport, planTraffic } from "./layers/layer-report.js";
export type { DecoderCard, DiffusionCard, ModelCard, ResidualCard } from "./layers/model-card.js";
export { MODEL_CARDS, modelNamed } from "./layers/model-cards.js";
export type { ModelLayer, ModelLayerOptions } from "./layers/model-layer.js";
export { modelLayer } from "./layers/model-layer.js";
export type { Objective } from "./layers/objective.js";
export { OBJECTIVES, parseObjective } from "./layers/objective.js";
export type { Operator, OperatorGraph, Tensor } from "./layers/operator-graph.js";
export { indexGraph } from "./layers/operator-graph.js";
export type { PlanBound } from "./layers/plan-bound.js";
export { PlanBounder } from "./layers/plan-bound.js";
export { presetPlans } from "./layers/presets.js";
export type { Shares, TimeShares } from "./layers/shares.js";
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
export type { ReplayReport } from "./replay/document.js";
export { trafficDocument } from "./replay/document.js";
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
export type { L2Model, PartitionedL2Model, PlainL2Model } from "./replay/l2-model.js";
export { chooseL2, defaultL2, describeL2, lruL2, partitionedL2 } from "./replay/l2-model.js";
export type { LaunchHistory, LaunchMap, TileVisit } from "./replay/launch-map.js";
export { launchHistory } from "./replay/launch-map.js";
export {
  liftableAttentionPartialSoftmax,
  liftableAttentionUnfused,
  liftableFlashAttention,
  liftableFlashAttention1,
  liftableFlashDecoding,
} from "./replay/lift-attention.js";
export { liftableLongChainFused, liftableLongChainSeparate } from "./replay/lift-long-chain.js";
export { liftableChain, liftableDualGemm, liftablePersistentGemm, liftableTiledGemm } from "./replay/lift-products.js";
export { liftableImplicitGemm, liftableSplitK, liftableStreamK } from "./replay/lift-slices.js";
export { liftableChainRecompute, liftableFfnWhole, liftableStagesFused } from "./replay/lift-stages.js";
export { liftTileSchedule } from "./replay/lift-tile-schedule.js";
export { liftWordChain } from "./replay/lift-word-chain.js";
export { liftWordConv } from "./replay/lift-word-conv.js";
export { liftStatements, liftWordEinsum } from "./replay/lift-word-einsum.js";
export { liftWordFfn } from "./replay/lift-word-ffn.js";
export { liftWordGemm } from "./replay/lift-word-gemm.js";
export { liftWordLongChain } from "./replay/lift-word-long-chain.js";
export { liftWordSyrk } from "./replay/lift-word-syrk.js";
export type { AddOrder, LiftableKernel, TileCut } from "./replay/liftable-kernel.js";
export type { LiftedReplay, LiftVerdict } from "./replay/lifted.js";
export { refereeLifted } from "./replay/lifted.js";
export type { DirtyRemain, LruCurve, LruCurveOfArray } from "./replay/lru-curve.js";
export { lruTrafficAt } from "./replay/lru-curve.js";
export type { OptCurve } from "./replay/opt-curve.js";
export { optCurve, optTrafficAt } from "./replay/opt-curve.js";
export {
  replayTiledGemm,
  replayTileSchedule,
  wordChainTraffic,
  wordConvTraffic,
  wordEinsumTraffic,
  wordLongChainTraffic,
  wordTraffic,
} from "./replay/replay.js";
export { tiledLruCurve } from "./replay/tiled-lru-curve.js";
export type { ReplayedTraffic, Traffic } from "./replay/traffic.js";
export { totalTraffic } from "./replay/traffic.js";
export { walkedLruCurve } from "./replay/walked-lru-curve.js";
export type { Chart, ChartAxis, ChartCurve, ChartPoint } from "./report/chart.js";
export { chartSvg } from "./report/chart-svg.js";
export { curveChart } from "./report/curve-chart.js";
export { curveCsv } from "./report/curve-text.js";
export type { PageData } from "./report/page/page-data.js";
export { pageData } from "./report/page/page-data.js";
export { reportPage } from "./report/page/report-page.js";
export type { ChainWords } from "./schedules/chain-words.js";
export { chainTotal } from "./schedules/chain-words.js";
export type { PixelRuns } from "./schedules/conv-runs.js";
export type { ConvWords } from "./schedules/conv-words.js";
export { wordConvTotal } from "./schedules/conv-words.js";
export type { Corner } from "./schedules/corner.js";
export type { DirectConvKernel, DirectConvOptions, DirectConvTile } from "./schedules/direct-conv.js";
export {
  describeDirectConv,
  directConvKernel,
  formatDirectConvTile,
  layOutDirectConv,
  parseDirectConvTile,
} from "./schedules/direct-conv.js";
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
export { inputStationaryKernel } from "./schedules/input-stationary.js";
export type { LaunchOrder } from "./schedules/launch-order.js";
export { formatLaunchOrder, launchOrder, parseLaunchOrder } from "./schedules/launch-order.js";
export type { LongChainFused, LongChainFusedOptions } from "./schedules/long-chain-fused.js";
export { describeLongChainFused, layOutLongChainFused, longChainFused } from "./schedules/long-chain-fused.js";
export type { LongChainSeparate, LongChainSeparateOptions } from "./schedules/long-chain-separate.js";
export { describeLongChainSeparate, layOutLongChainSeparate, longChainSeparate } from "./schedules/long-chain-separate.js";
export type { NormProduct, NormProductId, NormProductOptions } from "./schedules/norm-product.js";
export { layOutNormProduct, normProduct } from "./schedules/norm-product.js";
export type { RowPasses, RowPassesId } from "./schedules/row-passes.js";
export { layOutRowPasses, rowPasses } from "./schedules/row-passes.js";
export type { RowKernelOptions, RowTile } from "./schedules/row-tile.js";
export { parseRowTile } from "./schedules/row-tile.js";
export type { CutPanels, SerpentineTiles, TwoPanels } from "./schedules/serpentine-tiles.js";
export type { HeldOperand, StationaryGemm, StationaryOptions } from "./schedules/stationary-gemm.js";
export { describeStationaryGemm, layOutStationaryGemm } from "./schedules/stationary-gemm.js";
export type { StoredCorner } from "./schedules/stored-corner.js";
export type { StreamedBlock, StreamedBlockOptions } from "./schedules/streamed-block.js";
export { describeStreamedBlock, streamedBlock } from "./schedules/streamed-block.js";
export type { SystolicGemm, SystolicOptions } from "./schedules/systolic-gemm.js";
export { describeSystolicGemm, systolicGemm } from "./schedules/systolic-gemm.js";
export type { TiledArray, TileSchedule } from "./schedules/tile-schedule.js";
export type { GemmTile, TiledGemm, TiledGemmOptions } from "./schedules/tiled-gemm.js";
export { formatTile, layOutTiledGemm, parseTile, tiledGemm } from "./schedules/tiled-gemm.js";
export { weightStationaryGemm } from "./schedules/weight-stationary.js";
export type { WordByWord, WordByWordId } from "./schedules/word-by-word.js";
export { layOutWordByWord, wordByWord } from "./schedules/word-by-word.js";
export type { SeparateChain, WordChain } from "./schedules/word-chain.js";
export { separateChain, wordChains } from "./schedules/word-chain.js";
export type { CornerChain } from "./schedules/word-chain-corner.js";
export { cornerChain } from "./schedules/word-chain-corner.js";
export type { FusedChain } from "./schedules/word-chain-fused.js";
export { fusedChain } from "./schedules/word-chain-fused.js";
export type { HandoverChain } from "./schedules/word-chain-handover.js";
export { panelHandoverChain } from "./schedules/word-chain-handover.js";
export type { PartlyFusedChain } from "./schedules/word-chain-partly-fused.js";
export { partlyFusedChain } from "./schedules/word-chain-partly-fused.js";
export type { PartlyStoredChain } from "./schedules/word-chain-partly-stored.js";
export { partlyStoredChain } from "./schedules/word-chain-partly-stored.js";
export type { PiecesChain } from "./schedules/word-chain-pieces.js";
export { piecesChain } from "./schedules/word-chain-pieces.js";
export type { RowPartsChain } from "./schedules/word-chain-row-parts.js";
export { rowPartsChain } from "./schedules/word-chain-row-parts.js";
export type { SliceChain } from "./schedules/word-chain-slice.js";
export { sliceChain } from "./schedules/word-chain-slice.js";
export type { PanelsOfPart, SlicePartsChain } from "./schedules/word-chain-slice-parts.js";
export { slicePartsChain } from "./schedules/word-chain-slice-parts.js";
export type { StraddlingChain } from "./schedules/word-chain-straddle.js";
export { straddlingChain } from "./schedules/word-chain-straddle.js";
export type { TileFusedChain } from "./schedules/word-chain-tile-fused.js";
export { tileFusedChain } from "./schedules/word-chain-tile-fused.js";
export type { UnevenChain, UnevenPanels } from "./schedules/word-chain-uneven.js";
export { unevenChain } from "./schedules/word-chain-uneven.js";
export type { WeightsChain } from "./schedules/word-chain-weights.js";
export { weightsChain } from "./schedules/word-chain-weights.js";
export type { WordConv } from "./schedules/word-conv.js";
export { wordConvs } from "./schedules/word-conv.js";
export type { ConvBlock, DirectConv } from "./schedules/word-conv-direct.js";
export { directConvInWords } from "./schedules/word-conv-direct.js";
export type { FilterStationaryConv } from "./schedules/word-conv-filter.js";
export { filterStationaryConv } from "./schedules/word-conv-filter.js";
export type { ChannelPartsConv, ConvPart } from "./schedules/word-conv-parts.js";
export { channelPartsConv } from "./schedules/word-conv-parts.js";
export type { PixelRunsConv } from "./schedules/word-conv-runs.js";
export { pixelRunsConv } from "./schedules/word-conv-runs.js";
export type { EinsumAccess, EinsumWords, WordEinsum } from "./schedules/word-einsum.js";
export { einsumInTiles, tiledEinsum, wordEinsumTotal } from "./schedules/word-einsum.js";
export type { FusedFfn, PartlyStoredFfn, RowPartsFfn, SeparateFfn, SliceFfn, WordFfn } from "./schedules/word-ffn.js";
export { wordFfns } from "./schedules/word-ffn.js";
export type { WordGemm } from "./schedules/word-gemm.js";
export { bestWordGemm, cosmaGemm, inputStationaryGemm, weightStationaryWords } from "./schedules/word-gemm.js";
export type { CornerGemm } from "./schedules/word-gemm-corner.js";
export { cornerGemm } from "./schedules/word-gemm-corner.js";
export type { HandoverGemm } from "./schedules/word-gemm-handover.js";
export { handoverGemm } from "./schedules/word-gemm-handover.js";
export type { OutputCornerGemm } from "./schedules/word-gemm-output-corner.js";
export { outputCornerGemm } from "./schedules/word-gemm-output-corner.js";
export type { PanelsGemm } from "./schedules/word-gemm-panels.js";
export { panelHandoverGemm } from "./schedules/word-gemm-panels.js";
export type { RowPartsGemm } from "./schedules/word-gemm-row-parts.js";
export { rowPartsGemm } from "./schedules/word-gemm-row-parts.js";
export type { VisitedCornersGemm } from "./schedules/word-gemm-visits.js";
export { visitedCornersGemm } from "./schedules/word-gemm-visits.js";
export type { WordProduct } from "./schedules/word-gemms.js";
export { bestWordProduct, productTotal, wordGemms } from "./schedules/word-gemms.js";
export type { LongChainPart, WordLongChain } from "./schedules/word-long-chain.js";
export { longChainTotal, wordLongChains } from "./schedules/word-long-chain.js";
export type { FusedRows } from "./schedules/word-long-chain-rows.js";
export type { RowsStep } from "./schedules/word-long-chain-steps.js";
export type { RowWords, WordRows } from "./schedules/word-rows.js";
export { rowsInWords } from "./schedules/word-rows.js";
export type { Slice } from "./schedules/word-slice.js";
export type { WordStatements } from "./schedules/word-statements.js";
export { separateStatements } from "./schedules/word-statements.js";
export type { SymmetricProduct, WordSyrk } from "./schedules/word-syrk.js";
export { symmetricProduct, wordSyrks } from "./schedules/word-syrk.js";
export { timeDocument } from "./time/document.js";
export type { EnergyEstimate, EnergyFigures, EnergyTerm } from "./time/energy.js";
export { energyEstimate } from "./time/energy.js";
export type { OperationCounts } from "./time/operations.js";
export { operationCounts } from "./time/operations.js";
export type { TileStep } from "./time/tile-step.js";
export { tileStep } from "./time/tile-step.js";
export type { TimeBound, TimeTerm, TimeTermId } from "./time/time-bound.js";
export { timeBound } from "./time/time-bound.js";
