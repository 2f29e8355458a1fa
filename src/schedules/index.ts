/** Schedules beside the tiled product. */
export type { ChainBands, ChainBandsOptions } from "./chain-bands.js";
export { chainBands, describeChainBands, layOutChainBands } from "./chain-bands.js";
export type { ChainSeparate, ChainSeparateOptions } from "./chain-separate.js";
export { chainSeparate, describeChainSeparate, layOutChainSeparate } from "./chain-separate.js";
export type { DualGemm, DualGemmOptions } from "./dual-gemm.js";
export { describeDualGemm, dualGemm, layOutDualGemm } from "./dual-gemm.js";
export type { FlashAttention2, FlashAttention2Options } from "./flash-attention-2.js";
export { flashAttention2 } from "./flash-attention-2.js";
export type { FlashAttention3, FlashAttention3Options } from "./flash-attention-3.js";
export { flashAttention3, usualFlash3Tile } from "./flash-attention-3.js";
export type { FlashForward, QueryOrder } from "./flash-forward.js";
export { describeFlashForward, layOutFlashForward, parseQueryOrder } from "./flash-forward.js";
export type { FlashTile } from "./flash-tile.js";
export { formatFlashTile, parseFlashTile, usualFlashTile } from "./flash-tile.js";
export type { ImplicitGemm, ImplicitGemmOptions } from "./implicit-gemm.js";
export { describeImplicitGemm, implicitGemm, layOutImplicitGemm } from "./implicit-gemm.js";
export type { BlockWaits, BlockWork } from "./tile-schedule.js";
