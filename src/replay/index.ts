/** Schedules of kernels, and what they move through the caches of a machine. */

export * from "../computation/index.js";
export * from "../machines/index.js";
export type { LongChainFused, LongChainFusedOptions } from "../schedules/gpu/chain/multilayer-fused.js";
export { describeLongChainFused, layOutLongChainFused, longChainFused } from "../schedules/gpu/chain/multilayer-fused.js";
export type { LongChainSeparate, LongChainSeparateOptions } from "../schedules/gpu/chain/multilayer-separate.js";
export {
  describeLongChainSeparate,
  layOutLongChainSeparate,
  longChainSeparate,
} from "../schedules/gpu/chain/multilayer-separate.js";
export type { DirectConvKernel, DirectConvOptions, DirectConvTile } from "../schedules/gpu/conv/direct-conv.js";
export {
  describeDirectConv,
  directConvKernel,
  formatDirectConvTile,
  layOutDirectConv,
  parseDirectConvTile,
} from "../schedules/gpu/conv/direct-conv.js";
export { inputStationaryKernel } from "../schedules/gpu/gemm/input-stationary.js";
export type { NormProduct, NormProductId, NormProductOptions } from "../schedules/gpu/gemm/norm-product.js";
export { layOutNormProduct, normProduct } from "../schedules/gpu/gemm/norm-product.js";
export type { HeldOperand, StationaryGemm, StationaryOptions } from "../schedules/gpu/gemm/stationary-gemm.js";
export { describeStationaryGemm, layOutStationaryGemm } from "../schedules/gpu/gemm/stationary-gemm.js";
export type { SystolicGemm, SystolicOptions } from "../schedules/gpu/gemm/systolic-gemm.js";
export { describeSystolicGemm, systolicGemm } from "../schedules/gpu/gemm/systolic-gemm.js";
export type { GemmTile, TiledGemm, TiledGemmOptions } from "../schedules/gpu/gemm/tiled-gemm.js";
export { formatTile, layOutTiledGemm, parseTile, tiledGemm } from "../schedules/gpu/gemm/tiled-gemm.js";
export { weightStationaryGemm } from "../schedules/gpu/gemm/weight-stationary.js";
export type { RowPasses, RowPassesId } from "../schedules/gpu/rows/passes.js";
export { layOutRowPasses, rowPasses } from "../schedules/gpu/rows/passes.js";
export type { RowKernelOptions, RowTile } from "../schedules/gpu/rows/tile.js";
export { parseRowTile } from "../schedules/gpu/rows/tile.js";
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
} from "../schedules/index.js";
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
} from "../schedules/index.js";
export type { LaunchOrder } from "../schedules/tiles/launch-order.js";
export { formatLaunchOrder, launchOrder, parseLaunchOrder } from "../schedules/tiles/launch-order.js";
export type { StreamedBlock, StreamedBlockOptions } from "../schedules/tiles/streamed-block.js";
export { describeStreamedBlock, streamedBlock } from "../schedules/tiles/streamed-block.js";
export type { TiledArray, TileSchedule } from "../schedules/tiles/tile-schedule.js";
export type { CornerChain } from "../schedules/two-level/chain/all-but-corner.js";
export { cornerChain } from "../schedules/two-level/chain/all-but-corner.js";
export type { FusedChain } from "../schedules/two-level/chain/fused.js";
export { fusedChain } from "../schedules/two-level/chain/fused.js";
export type { HandoverChain } from "../schedules/two-level/chain/panel-handover.js";
export { panelHandoverChain } from "../schedules/two-level/chain/panel-handover.js";
export type { PartlyFusedChain } from "../schedules/two-level/chain/partly-fused.js";
export { partlyFusedChain } from "../schedules/two-level/chain/partly-fused.js";
export type { PartlyStoredChain } from "../schedules/two-level/chain/partly-stored.js";
export { partlyStoredChain } from "../schedules/two-level/chain/partly-stored.js";
export type { RowPartsChain } from "../schedules/two-level/chain/row-parts.js";
export { rowPartsChain } from "../schedules/two-level/chain/row-parts.js";
export type { PiecesChain } from "../schedules/two-level/chain/row-pieces.js";
export { piecesChain } from "../schedules/two-level/chain/row-pieces.js";
export type { SeparateChain, WordChain } from "../schedules/two-level/chain/schedules.js";
export { separateChain, wordChains } from "../schedules/two-level/chain/schedules.js";
export type { PanelsOfPart, SlicePartsChain } from "../schedules/two-level/chain/slice-parts.js";
export { slicePartsChain } from "../schedules/two-level/chain/slice-parts.js";
export type { SliceChain } from "../schedules/two-level/chain/slice-stays.js";
export { sliceChain } from "../schedules/two-level/chain/slice-stays.js";
export type { StoredCorner } from "../schedules/two-level/chain/stored-corner.js";
export type { StraddlingChain } from "../schedules/two-level/chain/straddling-rows.js";
export { straddlingChain } from "../schedules/two-level/chain/straddling-rows.js";
export type { Slice } from "../schedules/two-level/chain/strips.js";
export type { TileFusedChain } from "../schedules/two-level/chain/tile-fused.js";
export { tileFusedChain } from "../schedules/two-level/chain/tile-fused.js";
export type { UnevenChain, UnevenPanels } from "../schedules/two-level/chain/uneven-blocks.js";
export { unevenChain } from "../schedules/two-level/chain/uneven-blocks.js";
export type { WeightsChain } from "../schedules/two-level/chain/weights.js";
export { weightsChain } from "../schedules/two-level/chain/weights.js";
export type { ChainWords } from "../schedules/two-level/chain/words.js";
export { chainTotal } from "../schedules/two-level/chain/words.js";
export type { ChannelPartsConv, ConvPart } from "../schedules/two-level/conv/channel-parts.js";
export { channelPartsConv } from "../schedules/two-level/conv/channel-parts.js";
export type { ConvBlock, DirectConv } from "../schedules/two-level/conv/direct.js";
export { directConvInWords } from "../schedules/two-level/conv/direct.js";
export type { FilterStationaryConv } from "../schedules/two-level/conv/filter-stationary.js";
export { filterStationaryConv } from "../schedules/two-level/conv/filter-stationary.js";
export type { PixelRunsConv } from "../schedules/two-level/conv/pixel-runs.js";
export { pixelRunsConv } from "../schedules/two-level/conv/pixel-runs.js";
export type { PixelRuns } from "../schedules/two-level/conv/runs.js";
export type { WordConv } from "../schedules/two-level/conv/schedules.js";
export { wordConvs } from "../schedules/two-level/conv/schedules.js";
export type { ConvWords } from "../schedules/two-level/conv/words.js";
export { wordConvTotal } from "../schedules/two-level/conv/words.js";
export type { EinsumAccess, EinsumWords, WordEinsum } from "../schedules/two-level/einsum.js";
export { einsumInTiles, tiledEinsum, wordEinsumTotal } from "../schedules/two-level/einsum.js";
export type {
  FusedFfn,
  PartlyStoredFfn,
  RowPartsFfn,
  SeparateFfn,
  SliceFfn,
  WordFfn,
} from "../schedules/two-level/ffn/schedules.js";
export { wordFfns } from "../schedules/two-level/ffn/schedules.js";
export type { CornerGemm } from "../schedules/two-level/gemm/all-but-corner.js";
export { cornerGemm } from "../schedules/two-level/gemm/all-but-corner.js";
export type { Corner } from "../schedules/two-level/gemm/corner.js";
export type { WordGemm } from "../schedules/two-level/gemm/cosma.js";
export { bestWordGemm, cosmaGemm, inputStationaryGemm, weightStationaryWords } from "../schedules/two-level/gemm/cosma.js";
export type { OutputCornerGemm } from "../schedules/two-level/gemm/output-but-corner.js";
export { outputCornerGemm } from "../schedules/two-level/gemm/output-but-corner.js";
export type { PanelsGemm } from "../schedules/two-level/gemm/panel-handover.js";
export { panelHandoverGemm } from "../schedules/two-level/gemm/panel-handover.js";
export type { RowPartsGemm } from "../schedules/two-level/gemm/row-parts.js";
export { rowPartsGemm } from "../schedules/two-level/gemm/row-parts.js";
export type { WordProduct } from "../schedules/two-level/gemm/schedules.js";
export { bestWordProduct, productTotal, wordGemms } from "../schedules/two-level/gemm/schedules.js";
export type { CutPanels, SerpentineTiles, TwoPanels } from "../schedules/two-level/gemm/serpentine-tiles.js";
export type { SymmetricProduct, WordSyrk } from "../schedules/two-level/gemm/syrk.js";
export { symmetricProduct, wordSyrks } from "../schedules/two-level/gemm/syrk.js";
export type { HandoverGemm } from "../schedules/two-level/gemm/tile-handover.js";
export { handoverGemm } from "../schedules/two-level/gemm/tile-handover.js";
export type { VisitedCornersGemm } from "../schedules/two-level/gemm/visited-corners.js";
export { visitedCornersGemm } from "../schedules/two-level/gemm/visited-corners.js";
export type { FusedRows } from "../schedules/two-level/multilayer/rows.js";
export type { LongChainPart, WordLongChain } from "../schedules/two-level/multilayer/schedules.js";
export { longChainTotal, wordLongChains } from "../schedules/two-level/multilayer/schedules.js";
export type { RowsStep } from "../schedules/two-level/multilayer/steps.js";
export type { RowWords, WordRows } from "../schedules/two-level/rows.js";
export { rowsInWords } from "../schedules/two-level/rows.js";
export type { WordStatements } from "../schedules/two-level/statements.js";
export { separateStatements } from "../schedules/two-level/statements.js";
export type { WordByWord, WordByWordId } from "../schedules/two-level/word-by-word.js";
export { layOutWordByWord, wordByWord } from "../schedules/two-level/word-by-word.js";
export type { DirtyRemain, LruCurve, LruCurveOfArray } from "./curves/lru-curve.js";
export { lruTrafficAt } from "./curves/lru-curve.js";
export type { OptCurve } from "./curves/opt-curve.js";
export { optCurve, optTrafficAt } from "./curves/opt-curve.js";
export { tiledLruCurve } from "./curves/tiled-lru-curve.js";
export { walkedLruCurve } from "./curves/walked-lru-curve.js";
export type { EventReplay, EventReplayOptions, ExecutionParameters, ReadRange, ReplayedVariant } from "./event-driven/index.js";
export { executionParameters, replayEvents, replayReadRange } from "./event-driven/index.js";
export type { Execution, WalkedExecution } from "./execution.js";
export { formatExecution, parseExecution } from "./execution.js";
export type { Eviction, ReplayExplanation, ReuseDistances, StepHits } from "./explain.js";
export { explainReplay } from "./explain.js";
export type { L2Model, PartitionedL2Model, PlainL2Model } from "./l2/l2-model.js";
export { chooseL2, defaultL2, describeL2, lruL2, partitionedL2 } from "./l2/l2-model.js";
export type { LaunchHistory, LaunchMap, TileVisit } from "./launch-map.js";
export { launchHistory } from "./launch-map.js";
export {
  replayTiledGemm,
  replayTileSchedule,
  wordChainTraffic,
  wordConvTraffic,
  wordEinsumTraffic,
  wordLongChainTraffic,
  wordTraffic,
} from "./replay.js";
export type { ReplayedTraffic, Traffic } from "./traffic.js";
export { totalTraffic } from "./traffic.js";
export type { ReplayReport } from "./traffic-document.js";
export { trafficDocument } from "./traffic-document.js";
