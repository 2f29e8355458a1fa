import { FLASH_ATTENTION_1_ENTRY } from "./gpu/attention/flash-attention-1.js";
import { FLASH_ATTENTION_2_ENTRY } from "./gpu/attention/flash-attention-2.js";
import {
  ATTENTION_BACKWARD_TWO_PASSES_ENTRY,
  FLASH_ATTENTION_2_BACKWARD_ENTRY,
} from "./gpu/attention/flash-attention-2-backward.js";
import { FLASH_ATTENTION_3_ENTRY } from "./gpu/attention/flash-attention-3.js";
import { FLASH_ATTENTION_3_BACKWARD_ENTRY } from "./gpu/attention/flash-attention-3-backward.js";
import { FLASH_ATTENTION_4_ENTRY } from "./gpu/attention/flash-attention-4.js";
import { FLASH_DECODING_ENTRY } from "./gpu/attention/flash-decoding.js";
import { ATTENTION_PARTIAL_SOFTMAX_ENTRY } from "./gpu/attention/partial-softmax.js";
import { PERSISTENT_ATTENTION_ENTRY } from "./gpu/attention/persistent-attention.js";
import { ATTENTION_UNFUSED_ENTRY } from "./gpu/attention/unfused.js";
import { CHAIN_BANDS_ENTRY } from "./gpu/chain/bands.js";
import { DUAL_GEMM_ENTRY } from "./gpu/chain/dual-gemm.js";
import { FFN_WHOLE_ENTRIES } from "./gpu/chain/ffn-whole.js";
import { MULTILAYER_FUSED_ENTRY } from "./gpu/chain/multilayer-fused.js";
import { MULTILAYER_SEPARATE_ENTRY } from "./gpu/chain/multilayer-separate.js";
import { CHAIN_RECOMPUTE_ENTRY } from "./gpu/chain/recompute.js";
import { CHAIN_SEPARATE_ENTRY } from "./gpu/chain/separate.js";
import { CHAIN_STAGES_FUSED_ENTRIES } from "./gpu/chain/stages-fused.js";
import { DIRECT_CONV_ENTRY } from "./gpu/conv/direct-conv.js";
import { MOE_ENTRIES } from "./gpu/experts/moe.js";
import { EPILOGUE_PRODUCT_ENTRIES } from "./gpu/gemm/epilogue-product.js";
import { GROUPED_GEMM_ENTRIES } from "./gpu/gemm/grouped-gemm.js";
import { IMPLICIT_GEMM_ENTRY } from "./gpu/gemm/implicit-gemm.js";
import { INPUT_STATIONARY_ENTRY } from "./gpu/gemm/input-stationary.js";
import { NORM_PRODUCT_ENTRIES } from "./gpu/gemm/norm-product.js";
import { PERSISTENT_GEMM_ENTRY } from "./gpu/gemm/persistent-gemm.js";
import { SPARSE_PRODUCT_ENTRY } from "./gpu/gemm/sparse-product.js";
import { SPLIT_K_ENTRY } from "./gpu/gemm/split-k.js";
import { STREAM_K_ENTRY } from "./gpu/gemm/stream-k.js";
import { TILED_GEMM_ENTRY } from "./gpu/gemm/tiled-gemm.js";
import { WEIGHT_STATIONARY_ENTRY } from "./gpu/gemm/weight-stationary.js";
import { SCAN_ENTRIES } from "./gpu/recurrence/scan.js";
import { ROW_PASSES_ENTRIES } from "./gpu/rows/passes.js";
import type { ScheduleEntry } from "./schedule-entry.js";
import { STREAMED_BLOCK_ENTRY } from "./tiles/streamed-block.js";
import { CHAIN_ALL_BUT_CORNER_ENTRY } from "./two-level/chain/all-but-corner.js";
import { CHAIN_FUSED_ENTRY } from "./two-level/chain/fused.js";
import { CHAIN_PANEL_HANDOVER_ENTRY } from "./two-level/chain/panel-handover.js";
import { CHAIN_PARTLY_FUSED_ENTRY } from "./two-level/chain/partly-fused.js";
import { CHAIN_PARTLY_STORED_ENTRY } from "./two-level/chain/partly-stored.js";
import { CHAIN_ROW_PARTS_ENTRY } from "./two-level/chain/row-parts.js";
import { CHAIN_SLICE_STAYS_ENTRY } from "./two-level/chain/slice-stays.js";
import { CHAIN_TILE_FUSED_ENTRY } from "./two-level/chain/tile-fused.js";
import { CHAIN_UNEVEN_BLOCKS_ENTRY } from "./two-level/chain/uneven-blocks.js";
import { CHANNEL_PARTS_ENTRY } from "./two-level/conv/channel-parts.js";
import { FILTER_STATIONARY_ENTRY } from "./two-level/conv/filter-stationary.js";
import { RUN_HANDOVER_ENTRY } from "./two-level/conv/run-handover.js";
import { TILED_EINSUM_ENTRY } from "./two-level/einsum.js";
import { FFN_ENTRIES } from "./two-level/ffn/schedules.js";
import { COSMA_ENTRY } from "./two-level/gemm/cosma.js";
import { INPUT_BUT_CORNER_ENTRY } from "./two-level/gemm/input-but-corner.js";
import { OUTPUT_BUT_CORNER_ENTRY } from "./two-level/gemm/output-but-corner.js";
import { SYRK_ENTRIES } from "./two-level/gemm/syrk.js";
import { TILE_HANDOVER_ENTRY } from "./two-level/gemm/tile-handover.js";
import { VISITED_CORNERS_ENTRY } from "./two-level/gemm/visited-corners.js";
import { LAYERED_ENTRIES } from "./two-level/layered.js";
import { MULTILAYER_ENTRIES } from "./two-level/multilayer/schedules.js";
import { ROW_WORDS_ENTRY } from "./two-level/rows.js";
import { SCAN_WORDS_ENTRY } from "./two-level/scan.js";
import { STATEMENTS_ENTRY } from "./two-level/statements.js";
import { TRIANGULAR_ENTRIES } from "./two-level/triangular.js";
import { WORD_BY_WORD_ENTRIES } from "./two-level/word-by-word.js";

/** What can be replayed, for `redblue schedules`. */
export const SCHEDULES: readonly ScheduleEntry[] = [
  TILED_GEMM_ENTRY,
  PERSISTENT_GEMM_ENTRY,
  SPLIT_K_ENTRY,
  STREAM_K_ENTRY,
  WEIGHT_STATIONARY_ENTRY,
  INPUT_STATIONARY_ENTRY,
  COSMA_ENTRY,
  TILE_HANDOVER_ENTRY,
  OUTPUT_BUT_CORNER_ENTRY,
  INPUT_BUT_CORNER_ENTRY,
  VISITED_CORNERS_ENTRY,
  CHAIN_SEPARATE_ENTRY,
  CHAIN_BANDS_ENTRY,
  ...CHAIN_STAGES_FUSED_ENTRIES,
  CHAIN_RECOMPUTE_ENTRY,
  CHAIN_FUSED_ENTRY,
  CHAIN_PARTLY_FUSED_ENTRY,
  CHAIN_PARTLY_STORED_ENTRY,
  CHAIN_ROW_PARTS_ENTRY,
  CHAIN_SLICE_STAYS_ENTRY,
  CHAIN_PANEL_HANDOVER_ENTRY,
  CHAIN_ALL_BUT_CORNER_ENTRY,
  CHAIN_UNEVEN_BLOCKS_ENTRY,
  CHAIN_TILE_FUSED_ENTRY,
  STREAMED_BLOCK_ENTRY,
  MULTILAYER_SEPARATE_ENTRY,
  MULTILAYER_FUSED_ENTRY,
  ...MULTILAYER_ENTRIES,
  ...FFN_WHOLE_ENTRIES,
  DUAL_GEMM_ENTRY,
  ...FFN_ENTRIES,
  FLASH_ATTENTION_1_ENTRY,
  FLASH_ATTENTION_2_ENTRY,
  FLASH_ATTENTION_3_ENTRY,
  FLASH_ATTENTION_4_ENTRY,
  FLASH_ATTENTION_2_BACKWARD_ENTRY,
  FLASH_ATTENTION_3_BACKWARD_ENTRY,
  ATTENTION_BACKWARD_TWO_PASSES_ENTRY,
  PERSISTENT_ATTENTION_ENTRY,
  FLASH_DECODING_ENTRY,
  ATTENTION_PARTIAL_SOFTMAX_ENTRY,
  ATTENTION_UNFUSED_ENTRY,
  ...ROW_PASSES_ENTRIES,
  ROW_WORDS_ENTRY,
  ...TRIANGULAR_ENTRIES,
  ...LAYERED_ENTRIES,
  ...SCAN_ENTRIES,
  SCAN_WORDS_ENTRY,
  ...WORD_BY_WORD_ENTRIES,
  ...GROUPED_GEMM_ENTRIES,
  ...MOE_ENTRIES,
  ...NORM_PRODUCT_ENTRIES,
  ...EPILOGUE_PRODUCT_ENTRIES,
  SPARSE_PRODUCT_ENTRY,
  IMPLICIT_GEMM_ENTRY,
  DIRECT_CONV_ENTRY,
  FILTER_STATIONARY_ENTRY,
  CHANNEL_PARTS_ENTRY,
  RUN_HANDOVER_ENTRY,
  TILED_EINSUM_ENTRY,
  STATEMENTS_ENTRY,
  ...SYRK_ENTRIES,
];
