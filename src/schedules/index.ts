/** Schedules of kernels on GPUs and in the two-level memory model. */

export type { FlashAttention1, FlashAttention1Options } from "./gpu/attention/flash-attention-1.js";
export { describeFlashAttention1, flashAttention1, layOutFlashAttention1 } from "./gpu/attention/flash-attention-1.js";
export { type FlashAttention2, type FlashAttention2Options, flashAttention2 } from "./gpu/attention/flash-attention-2.js";
export type { FlashAttention3, FlashAttention3Options } from "./gpu/attention/flash-attention-3.js";
export { flashAttention3, usualFlash3Tile } from "./gpu/attention/flash-attention-3.js";
export type { FlashAttention4, FlashAttention4Options } from "./gpu/attention/flash-attention-4.js";
export { flashAttention4 } from "./gpu/attention/flash-attention-4.js";
export type { FlashDecoding, FlashDecodingOptions } from "./gpu/attention/flash-decoding.js";
export { describeFlashDecoding, flashDecoding, layOutFlashDecoding } from "./gpu/attention/flash-decoding.js";
export type { FlashForward, KeyOrder, QueryOrder } from "./gpu/attention/flash-forward.js";
export { describeFlashForward, layOutFlashForward, parseKeyOrder, parseQueryOrder } from "./gpu/attention/flash-forward.js";
export { type FlashTile, formatFlashTile, parseFlashTile, usualFlashTile } from "./gpu/attention/flash-tile.js";
export type { AttentionPartialSoftmax } from "./gpu/attention/partial-softmax.js";
export { attentionPartialSoftmax, layOutAttentionPartialSoftmax } from "./gpu/attention/partial-softmax.js";
export type { PersistentAttention, PersistentAttentionOptions } from "./gpu/attention/persistent-attention.js";
export { persistentAttention } from "./gpu/attention/persistent-attention.js";
export { type AttentionStages, type AttentionStagesOptions, describeAttentionStages } from "./gpu/attention/stages.js";
export { type AttentionUnfused, attentionUnfused, layOutAttentionUnfused } from "./gpu/attention/unfused.js";
export { type ChainBands, type ChainBandsOptions, chainBands, describeChainBands, layOutChainBands } from "./gpu/chain/bands.js";
export { type DualGemm, type DualGemmOptions, describeDualGemm, dualGemm, layOutDualGemm } from "./gpu/chain/dual-gemm.js";
export type { FfnSequence, FfnWhole, FfnWholeOptions } from "./gpu/chain/ffn-whole.js";
export { describeFfnWhole, ffnWhole, layOutFfnWhole } from "./gpu/chain/ffn-whole.js";
export type { MultilayerChainFused, MultilayerChainFusedOptions } from "./gpu/chain/multilayer-fused.js";
export { describeMultilayerChainFused, layOutMultilayerChainFused, multilayerChainFused } from "./gpu/chain/multilayer-fused.js";
export type { MultilayerChainSeparate, MultilayerChainSeparateOptions } from "./gpu/chain/multilayer-separate.js";
export {
  describeMultilayerChainSeparate,
  layOutMultilayerChainSeparate,
  multilayerChainSeparate,
} from "./gpu/chain/multilayer-separate.js";
export { type ChainRecompute, chainRecompute, describeChainRecompute, layOutChainRecompute } from "./gpu/chain/recompute.js";
export type { ChainSeparate, ChainSeparateOptions } from "./gpu/chain/separate.js";
export { chainSeparate, describeChainSeparate, layOutChainSeparate } from "./gpu/chain/separate.js";
export type { PlaceOfH, StagesFused, StagesFusedOptions } from "./gpu/chain/stages-fused.js";
export { describeStagesFused, layOutStagesFused, stagesFused } from "./gpu/chain/stages-fused.js";
export type { DirectConvKernel, DirectConvOptions, DirectConvTile } from "./gpu/conv/direct-conv.js";
export {
  describeDirectConv,
  directConvKernel,
  formatDirectConvTile,
  layOutDirectConv,
  parseDirectConvTile,
} from "./gpu/conv/direct-conv.js";
export type { ImplicitGemm, ImplicitGemmOptions } from "./gpu/gemm/implicit-gemm.js";
export { describeImplicitGemm, implicitGemm, layOutImplicitGemm } from "./gpu/gemm/implicit-gemm.js";
export { inputStationaryKernel } from "./gpu/gemm/input-stationary.js";
export type { NormProduct, NormProductId, NormProductOptions } from "./gpu/gemm/norm-product.js";
export { layOutNormProduct, normProduct } from "./gpu/gemm/norm-product.js";
export type { HeldOperand, StationaryGemm, StationaryOptions } from "./gpu/gemm/stationary-gemm.js";
export { describeStationaryGemm, layOutStationaryGemm } from "./gpu/gemm/stationary-gemm.js";
export { describeSystolicGemm, type SystolicGemm, type SystolicOptions, systolicGemm } from "./gpu/gemm/systolic-gemm.js";
export type { GemmTile, TiledGemm, TiledGemmOptions } from "./gpu/gemm/tiled-gemm.js";
export { formatTile, layOutTiledGemm, parseTile, tiledGemm } from "./gpu/gemm/tiled-gemm.js";
export { weightStationaryGemm } from "./gpu/gemm/weight-stationary.js";
export { layOutRowPasses, type RowPasses, type RowPassesId, rowPasses } from "./gpu/rows/passes.js";
export { parseRowTile, type RowKernelOptions, type RowTile } from "./gpu/rows/tile.js";
export { formatLaunchOrder, type LaunchOrder, launchOrder, parseLaunchOrder } from "./tiles/launch-order.js";
export { describeStreamedBlock, type StreamedBlock, type StreamedBlockOptions, streamedBlock } from "./tiles/streamed-block.js";
export type { BlockWaits, BlockWork, TiledArray, TileSchedule } from "./tiles/tile-schedule.js";
export { type CornerChain, cornerChain } from "./two-level/chain/all-but-corner.js";
export { type FusedChain, fusedChain } from "./two-level/chain/fused.js";
export { type HandoverChain, panelHandoverChain } from "./two-level/chain/panel-handover.js";
export { type PartlyFusedChain, partlyFusedChain } from "./two-level/chain/partly-fused.js";
export { type PartlyStoredChain, partlyStoredChain } from "./two-level/chain/partly-stored.js";
export { type RowPartsChain, rowPartsChain } from "./two-level/chain/row-parts.js";
export { type SeparateChain, separateChain, type WordChain, wordChains } from "./two-level/chain/schedules.js";
export { type SliceChain, sliceChain } from "./two-level/chain/slice-stays.js";
export type { StoredCorner } from "./two-level/chain/stored-corner.js";
export type { Slice } from "./two-level/chain/strips.js";
export { type TileFusedChain, tileFusedChain } from "./two-level/chain/tile-fused.js";
export { type UnevenChain, type UnevenPanels, unevenChain } from "./two-level/chain/uneven-blocks.js";
export { type ChainWords, chainTotal } from "./two-level/chain/words.js";
export { type ChannelPartsConv, channelPartsConv } from "./two-level/conv/channel-parts.js";
export { type ConvBlock, type DirectConv, directConvInWords } from "./two-level/conv/direct.js";
export { type FilterStationaryConv, filterStationaryConv } from "./two-level/conv/filter-stationary.js";
export type { PixelRuns } from "./two-level/conv/runs.js";
export { type WordConv, wordConvs } from "./two-level/conv/schedules.js";
export { type ConvWords, wordConvTotal } from "./two-level/conv/words.js";
export type { EinsumAccess, EinsumWords, WordEinsum } from "./two-level/einsum.js";
export { einsumInTiles, tiledEinsum, wordEinsumTotal } from "./two-level/einsum.js";
export type { FusedFfn, PartlyStoredFfn, RowPartsFfn, SeparateFfn, SliceFfn, WordFfn } from "./two-level/ffn/schedules.js";
export { wordFfns } from "./two-level/ffn/schedules.js";
export type { Corner } from "./two-level/gemm/corner.js";
export { bestWordGemm, cosmaGemm, inputStationaryGemm, type WordGemm, weightStationaryWords } from "./two-level/gemm/cosma.js";
export { type InputCornerGemm, inputCornerGemm } from "./two-level/gemm/input-but-corner.js";
export { type OutputCornerGemm, outputCornerGemm } from "./two-level/gemm/output-but-corner.js";
export { bestWordProduct, productTotal, type WordProduct, wordGemms } from "./two-level/gemm/schedules.js";
export type { CutPanels, SerpentineTiles, TwoPanels } from "./two-level/gemm/serpentine-tiles.js";
export { type SymmetricProduct, symmetricProduct, type WordSyrk, wordSyrks } from "./two-level/gemm/syrk.js";
export { type HandoverGemm, handoverGemm } from "./two-level/gemm/tile-handover.js";
export { type VisitedCornersGemm, visitedCornersGemm } from "./two-level/gemm/visited-corners.js";
export type { FusedRows } from "./two-level/multilayer/rows.js";
export type { MultilayerChainPart, WordMultilayerChain } from "./two-level/multilayer/schedules.js";
export { multilayerChainTotal, wordMultilayerChains } from "./two-level/multilayer/schedules.js";
export type { RowsStep } from "./two-level/multilayer/steps.js";
export { type RowWords, rowsInWords, type WordRows } from "./two-level/rows.js";
export { separateStatements, type WordStatements } from "./two-level/statements.js";
export { layOutWordByWord, type WordByWord, type WordByWordId, wordByWord } from "./two-level/word-by-word.js";
