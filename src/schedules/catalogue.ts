/** What can be replayed, for `redblue schedules`. */
export interface ScheduleEntry {
  readonly id: string;
  readonly workload: string;
  readonly machine: string;
  readonly parameters: string;
  readonly source: string;
}

export const SCHEDULES: readonly ScheduleEntry[] = [
  {
    id: "tiled-gemm",
    workload: "gemm: one CTA a tile of C, k in steps",
    machine: "GPU",
    parameters: "--tile BMxBNxBK, --order (redblue replay --help lists them), --cluster RxC, --stages, --threads, --ctas-per-sm",
    source:
      "Triton tutorial 03 for group:G; CUTLASS 2 for identity:N and horizontal; CUTLASS 3 for raster:S; DeepGEMM; ThunderKittens for serpentine:G; fast.cu kernel 11 for hilbert; bit interleaving for morton",
  },
  {
    id: "persistent-gemm",
    workload: "gemm: as many CTAs as fit, each walks many tiles",
    machine: "GPU",
    parameters: "--scheduler static|dynamic, --k-order forward|sawtooth, and those of tiled-gemm, --cluster among them",
    source: "CUTLASS 3 (sm90 persistent tile scheduler), Triton tutorial 09, DeepGEMM",
  },
  {
    id: "split-k",
    workload: "gemm: k cut into slices, a CTA a tile of C and slice; sums meet through C, a workspace or adds in the L2",
    machine: "GPU",
    parameters: "--splits COUNT, --reduction serial|parallel|atomic, and those of tiled-gemm",
    source: "CUTLASS 2, serial and parallel split-K",
  },
  {
    id: "stream-k",
    workload: "gemm: the last full wave and the remainder dealt out evenly by steps of k, the rest as whole tiles",
    machine: "GPU",
    parameters: "those of tiled-gemm",
    source: "Osama et al., Stream-K, PPoPP'23; CUTLASS 2's division of waves",
  },
  {
    id: "weight-stationary",
    workload:
      "gemm: a tile of B, the weights, stays while rows of A pass: a CTA with a slice of k in shared memory, TPU v1's 256×256 array with its accumulators, or a block of words with sums that come and go",
    machine: "GPU, tpu-v1, --fast-words",
    parameters:
      "GPU: --band TILES that pass a held tile, --splits, --reduction, --tile, --order, --stages, --threads, --ctas-per-sm; tpu-v1: --band ROWS that pass a weight tile; words: rows and columns, searched",
    source: "Jouppi et al., ISCA'17, for the array; split-k's reductions for slices of k; every move is refereed",
  },
  {
    id: "tile-handover",
    workload:
      "gemm: tiles of C as by cosma, one after another in serpentine order, every other one with its sums added backwards; words of the inner indices that are last of one tile and first of the next pass from one to the other while sums leave and new ones come, with room made by a corner of each tile that adds these indices ahead of all tiles",
    machine: "--fast-words",
    parameters:
      "rows and columns of a tile and inner indices handed over, some of them late, and rows and columns of the corners ahead, searched; listed where it moves less than those above",
    source: "derived here; every move is refereed (proofs/product-intervals.md, section 7)",
  },
  {
    id: "row-parts",
    workload: "gemm: full panels of C's rows (or columns) in tiles or held, and for the others tiles or panels of another shape",
    machine: "--fast-words",
    parameters: "rows or columns of the first part and both shapes, searched; listed where it moves less than every other",
    source:
      "derived here from tile-handover, cosma, input-stationary, panel-handover and visited-corners; every move is refereed",
  },
  {
    id: "all-but-corner",
    workload:
      "gemm: panels of A (or B) a little larger than the memory stay but for a corner of each, whose unfinished sums are stored",
    machine: "--fast-words",
    parameters:
      "rows (or columns) of a panel, rows x columns of k of its corner, searched; listed where it moves less than every other",
    source: "derived here from input-stationary, for operands just larger than the memory; every move is refereed",
  },
  {
    id: "panel-handover",
    workload:
      "gemm: panels of A (or B) stay, whole or all but a corner, while the other operand passes there and back; its last columns before a turn are the first after it, and pass from one panel to the next while rows leave and new ones come",
    machine: "--fast-words",
    parameters:
      "rows (or columns) of a panel, rows x columns of k of its corner, columns handed over, searched; listed where it moves less than every other",
    source: "derived here from input-stationary, all-but-corner and chain-panel-handover; every move is refereed",
  },
  {
    id: "visited-corners",
    workload:
      "gemm: all of A (or B) stays but for two corners, which come back by turns between groups of columns; a group meets one corner ahead and the other afterwards, and no sum is stored unfinished",
    machine: "--fast-words",
    parameters:
      "rows (or columns) held, rows x columns of k of a corner, columns of a group, searched; listed where it moves less than every other, as a part of row-parts too",
    source: "derived here from all-but-corner, for operands just larger than the memory; every move is refereed",
  },
  {
    id: "output-but-corner",
    workload:
      "gemm: sums of tiles of C a little larger than the memory stay but for a corner of each; all corners follow together",
    machine: "--fast-words",
    parameters: "rows and columns of a tile and of its corner, searched; listed where it moves less than those above",
    source: "derived here from cosma, for tiles of C just larger than the memory; every move is refereed",
  },
  {
    id: "chain-separate",
    workload: "chain: all of H, then all of E, in one launch; or on the textbook machine two products by their best schedules",
    machine: "GPU, --fast-words",
    parameters: "--tile, --stages, --threads, --ctas-per-sm",
    source: "the measured kernel of data/h200.csv",
  },
  {
    id: "chain-bands",
    workload:
      "chain: bands of tile rows of H, then the same rows of E; a tile of E waits for its row of H; with --serpentine every second band backwards",
    machine: "GPU",
    parameters: "--band ROWS, --serpentine, --tile, --stages, --threads, --ctas-per-sm",
    source: "the measured kernel of data/h200.csv",
  },
  {
    id: "chain-fused-smem",
    workload:
      "chain: a CTA makes BM whole rows of H, BN columns at a time, keeps them in shared memory and multiplies them with D",
    machine: "GPU",
    parameters: "--tile BMxBNxBK, --stages, --threads, --ctas-per-sm",
    source: "CUTLASS example 13, back-to-back GEMM through shared memory",
  },
  {
    id: "chain-fused-registers",
    workload: "chain: the same with the rows of H in registers, one tile as wide as H, so that A is read once; for narrow H",
    machine: "GPU",
    parameters: "--tile BMxBNxBK (BN of E), --stages, --threads, --ctas-per-sm",
    source: "CUTLASS example 13, back-to-back GEMM in registers",
  },
  {
    id: "chain-fused",
    workload: "chain: rows of A and E stay, B and D stream, H never leaves",
    machine: "--fast-words",
    parameters: "rows held, searched",
    source: "proofs/chain-transients.md, section 5",
  },
  {
    id: "chain-recompute",
    workload: "chain: rows of A and sums of a block of E's columns stay, H is made and used bit by bit, again for each block",
    machine: "GPU, --fast-words",
    parameters:
      "GPU: --tile BMxBNxBK (BN of E, BK of H), --stages, --threads, --ctas-per-sm; words: rows and block width, searched",
    source: "proofs/chain-transients.md, section 5; FlashAttention's loop without the softmax",
  },
  {
    id: "chain-partly-fused",
    workload: "chain: the fused strip for the first columns of E, storing H; the other columns from the stored H",
    machine: "--fast-words",
    parameters: "rows, width of the strip and tile of the rest, searched",
    source: "derived here from the fused strip and the product's schedules; every move is refereed",
  },
  {
    id: "chain-partly-stored",
    workload: "chain: the fused strip with sums of E for all but a corner, storing H of its rows; the corner from the stored H",
    machine: "--fast-words",
    parameters: "rows of A held, columns of E in the corner and tile of the rest, searched",
    source: "derived here from the fused strip, for rows of A and E just larger than the memory; every move is refereed",
  },
  {
    id: "chain-row-parts",
    workload: "chain: full panels of the fused strip for the first rows, a strip of another width or tiles of H for the others",
    machine: "--fast-words",
    parameters: "rows of the first part, widths, and the tile, searched; listed where it moves less than every other",
    source: "derived here from chain-fused, chain-recompute and chain-tile-fused; every move is refereed",
  },
  {
    id: "chain-slice-stays",
    workload:
      "chain: equal panels of the fused strip, with all columns of E or in blocks, and beside them a slice of B and D that stays for all",
    machine: "--fast-words",
    parameters: "rows, width, columns of B + rows of D that stay, searched; listed where it moves less than every other",
    source: "derived here from chain-fused and chain-recompute, for panels that leave room; every move is refereed",
  },
  {
    id: "chain-all-but-corner",
    workload:
      "chain: rows of A and E, or columns of B and rows of D, stay but for a corner of A or B, whose unfinished sums of H are stored",
    machine: "--fast-words",
    parameters:
      "rows (or columns) of a panel, lines x columns of k of its corner, searched; listed where it moves less than every other",
    source: "derived here from chain-fused and chain-weights, for panels just larger than the memory; every move is refereed",
  },
  {
    id: "chain-slice-parts",
    workload:
      "chain: full panels of the fused strip, panels in more blocks of E's columns for the other rows, a slice of B stays for all",
    machine: "--fast-words",
    parameters: "panels and blocks of both kinds, columns of the slice, searched; listed where it moves less than every other",
    source: "derived here from chain-row-parts and chain-slice-stays; every move is refereed",
  },
  {
    id: "chain-uneven-blocks",
    workload:
      "chain: panels of rows of A, or columns of B, in blocks of E's columns as uneven as memory allows; H of some lines stored in one pass",
    machine: "--fast-words",
    parameters:
      "what is held, panels of lines in passes, lines whose H is stored, searched; listed where it moves less than every other",
    source: "derived here from chain-recompute, for panels just larger than some blocks hold; every move is refereed",
  },
  {
    id: "chain-panel-handover",
    workload:
      "chain: equal panels of the fused strip, every other one through H's columns backwards; the last columns of one are the first of the next and come while rows leave",
    machine: "--fast-words",
    parameters:
      "rows of a panel, columns handed over, columns of B + rows of D that stay, searched; listed where it moves less than every other",
    source: "derived here from chain-slice-stays, as tile-handover is from cosma; every move is refereed",
  },
  {
    id: "chain-row-pieces",
    workload:
      "chain: panels of the fused strip that hand columns over, and in the room they leave a piece of a further row each: its words of A with some of its sums of E",
    machine: "--fast-words",
    parameters:
      "whole rows of a panel, panels, pieces of a further row, columns handed over, searched; listed where it moves less than every other",
    source: "derived here from chain-panel-handover, for panels that leave less room than a row takes; every move is refereed",
  },
  {
    id: "chain-straddling-rows",
    workload:
      "chain: panels of the fused strip, and in the room they leave A of further rows, whose H is stored, in later panels their sums of E",
    machine: "--fast-words",
    parameters: "whole rows of a panel, panels, searched; listed where it moves less than every other",
    source: "derived here from chain-fused, for panels that leave less room than a row takes; every move is refereed",
  },
  {
    id: "chain-tile-fused",
    workload: "chain: a tile of H is finished over k, then meets D while sums of E pass in and out; H never leaves (OS→IS)",
    machine: "--fast-words",
    parameters: "rows and columns of the tile of H, searched",
    source: "output- to input-stationary chaining of dataflow compilers (Optimus, TECS'22)",
  },
  {
    id: "chain-weights",
    workload: "chain: columns of B and rows of D stay while rows of A and sums of E pass; H never leaves",
    machine: "--fast-words",
    parameters: "columns held, as many as fit",
    source: "the fused strip with the roles of inputs and weights exchanged; every move is refereed",
  },
  {
    id: "chain-weights-recompute",
    workload:
      "chain: columns of B stay, and their rows of a block of D's columns; A passes again, and H is made again, for each block",
    machine: "--fast-words",
    parameters: "columns held and block width, searched",
    source: "derived here from chain-weights, for weights just larger than the memory; every move is refereed",
  },
  {
    id: "streamed-block",
    workload:
      "chain, ffn: rows pass all stages on the chip, H never leaves; weights stay where they fit, else they pass again for every band of rows",
    machine: "sn40l",
    parameters: "--band ROWS in flight, as many as fit unless given",
    source: "Prabhakar et al., SambaNova SN40L, MICRO'24; every move is refereed",
  },
  {
    id: "long-chain-separate",
    workload:
      "chain --widths, three products or more: one kernel a product; or on the textbook machine every product by its best schedule",
    machine: "GPU, --fast-words",
    parameters: "--tile, --order, --stages, --threads, --ctas-per-sm",
    source: "the product's schedules",
  },
  {
    id: "long-chain-fused-smem",
    workload:
      "chain --widths: a CTA takes BM rows through all products, BN columns at a time; intermediates stay in shared memory",
    machine: "GPU",
    parameters: "--tile BMxBNxBK, --stages, --threads, --ctas-per-sm",
    source: "chain-fused-smem for more products; fully fused multilayer perceptrons (tiny-cuda-nn)",
  },
  {
    id: "long-chain-rows",
    workload:
      "chain --widths: a panel of rows goes through all products; weights stream past it, or stay while its rows are turned",
    machine: "--fast-words",
    parameters:
      "rows of the panel, as many as fit; all weights stay where they fit beside a row, or all but a corner of the first, searched",
    source: "proofs/long-chain.md, section 7; depth-first execution of layers",
  },
  {
    id: "long-chain-parts",
    workload:
      "chain --widths: the cheapest cut into single products, fused pairs and fused rows; what passes between parts is stored",
    machine: "--fast-words",
    parameters: "the cut, by dynamic programming",
    source: "the schedules of products and chains; every move is refereed",
  },
  {
    id: "dual-gemm",
    workload:
      "ffn --gated: H = silu(X·Wg) ⊙ (X·Wu), the first half, both products in one kernel; replay only, as bounds are the whole block's",
    machine: "GPU",
    parameters: "--tile, --order, --stages, --threads, --ctas-per-sm",
    source: "CUTLASS example 45; the measured kernel of data/h200.csv",
  },
  {
    id: "ffn-separate",
    workload:
      "ffn: a kernel for H (both products at once where gated), then one for Y; gated, on the textbook machine, each by its best schedule",
    machine: "GPU, --fast-words",
    parameters: "--tile, --order, --stages, --threads, --ctas-per-sm; with --fast-words what stays, searched",
    source: "CUTLASS example 45 and a tiled product, with a barrier between; word by word from the product's schedules",
  },
  {
    id: "ffn-bands",
    workload: "ffn: bands of tile rows of H, then the same rows of Y, in one launch",
    machine: "GPU",
    parameters: "--band ROWS, --serpentine, --tile, --stages, --threads, --ctas-per-sm",
    source: "chain-bands, with both products of a gated block at once",
  },
  {
    id: "ffn-fused",
    workload:
      "ffn: a CTA keeps BM whole rows of H in shared memory; gated, on the textbook machine, rows of X and Y stay; H never leaves",
    machine: "GPU, --fast-words",
    parameters: "--tile BMxBNxBK, --stages, --threads, --ctas-per-sm; with --fast-words rows, searched",
    source: "chain-fused-smem, with both products of a gated block at once; proofs/chain-transients.md",
  },
  {
    id: "ffn-partly-stored",
    workload: "ffn --gated: rows of X stay, and sums of Y for all but a corner; H of its rows is stored, the corner is a product",
    machine: "--fast-words",
    parameters: "rows of X held, columns of Y in the corner and tile of the rest, searched",
    source: "derived here, as chain-partly-stored; every move is refereed",
  },
  {
    id: "ffn-slice-stays",
    workload:
      "ffn --gated: rows of X and a block of Y's columns stay, the front again for each block; a slice of the weights stays throughout",
    machine: "--fast-words",
    parameters: "rows, width, columns of the front + rows of Wd that stay, searched; listed where it moves less than every other",
    source: "derived here, as chain-slice-stays; every move is refereed",
  },
  {
    id: "ffn-row-parts",
    workload: "ffn --gated: full panels of ffn-fused for the first rows, ffn-separate for the others",
    machine: "--fast-words",
    parameters: "rows of the first part, searched; listed where it moves less than every other",
    source: "derived here, as chain-row-parts; every move is refereed",
  },
  {
    id: "flash-attention-2",
    workload:
      "attention: one CTA a tile of query rows, K and V tiles per step, O and the log-sum-exp written once; causal and grouped heads",
    machine: "GPU",
    parameters: "--tile BMxBN, --no-lse, --query-order, --key-order forward|backward, --stages, --threads, --ctas-per-sm",
    source: "Dao-AILab flash-attention, tile table of version 2",
  },
  {
    id: "persistent-attention",
    workload:
      "attention: flash-attention-2 with one CTA a resident slot; each takes query tiles in turn and meets the keys forward and backward by turns",
    machine: "GPU",
    parameters: "--key-order forward|backward|sawtooth, and those of flash-attention-2",
    source: "Zhu, Pan and Ding, Sawtooth Wavefront Reordering, arXiv:2601.16032",
  },
  {
    id: "flash-attention-3",
    workload:
      "attention: the same on Hopper with wider tiles; causal masks longest first over sections of heads; in clusters K and V by multicast",
    machine: "GPU",
    parameters: "--tile BMxBN, --cluster Rx1, --no-lse, --query-order, --stages, --threads, --ctas-per-sm",
    source: "Dao-AILab flash-attention, hopper: tile table and tile scheduler of version 3",
  },
  {
    id: "flash-decoding",
    workload: "attention: keys in parts, sums of each part stored, then merged; one query row a head packs the heads of a group",
    machine: "GPU",
    parameters: "--splits COUNT, --tile BMxBN, --stages, --threads, --ctas-per-sm",
    source: "Dao-AILab flash-attention, split-KV kernels and their heuristic",
  },
  {
    id: "flash-attention-1",
    workload:
      "attention: one CTA a head, keys outside, queries inside; sums of O and statistics come and go at every tile of keys",
    machine: "GPU",
    parameters: "--tile BMxBN, --threads, --ctas-per-sm",
    source: "Dao et al., FlashAttention, NeurIPS'22",
  },
  {
    id: "attention-partial-softmax",
    workload: "attention: S stored, a kernel for each row's maximum and sum, then exp and division inside S·V",
    machine: "GPU",
    parameters: "--tile BMxBN, --stages, --threads, --ctas-per-sm",
    source: "Chen et al., Speed Is All You Need, 2023",
  },
  {
    id: "attention-unfused",
    workload: "attention: S = Q·Kᵀ, softmax of whole rows in one pass, O = P·V, three kernels with S and P in memory",
    machine: "GPU",
    parameters: "--tile BMxBN, --stages, --threads, --ctas-per-sm",
    source: "the textbook's three steps",
  },
  {
    id: "row-one-pass",
    workload:
      "softmax, rmsnorm, layernorm: rows stay in registers or shared memory, X is read once; gain and shift by every block",
    machine: "GPU",
    parameters: "--tile ROWSxCOLUMNS of a step, --threads, --ctas-per-sm",
    source: "Triton's fused softmax and layer norm",
  },
  {
    id: "row-two-passes",
    workload: "softmax, rmsnorm, layernorm: statistics as the columns come (online softmax, sums of x and x²), then X again",
    machine: "GPU",
    parameters: "--tile ROWSxCOLUMNS of a step, --threads, --ctas-per-sm",
    source: "Milakov and Gimelshein, Online normalizer calculation for softmax, 2018",
  },
  {
    id: "row-three-passes",
    workload: "softmax, layernorm: the maximum, then the sum (the mean, then the variance), then X a third time",
    machine: "GPU",
    parameters: "--tile ROWSxCOLUMNS of a step, --threads, --ctas-per-sm",
    source: "the safe softmax of textbooks; Milakov and Gimelshein 2018",
  },
  {
    id: "row-two-kernels",
    workload: "softmax, rmsnorm, layernorm: a kernel that stores the statistics, then one that reads them and X again",
    machine: "GPU",
    parameters: "--tile ROWSxCOLUMNS of a step, --threads, --ctas-per-sm",
    source: "Chen et al., Speed Is All You Need, 2023, for the softmax of attention",
  },
  {
    id: "row-words",
    workload: "softmax, rmsnorm, layernorm: two passes over some rows together, as many of their words as fit stay between them",
    machine: "--fast-words",
    parameters: "rows together, searched",
    source: "the schedule that meets proofs/row-statistics.md to a few words a row; every move is refereed",
  },
  {
    id: "elementwise-fused",
    workload: "elementwise: all operands of a tile, then the result",
    machine: "GPU",
    parameters: "--tile ROWSxCOLUMNS, --threads, --ctas-per-sm",
    source: "any fusing compiler",
  },
  {
    id: "elementwise-separate",
    workload: "elementwise: a kernel an operand, the first a function of X1 alone, results between them in memory",
    machine: "GPU",
    parameters: "--tile ROWSxCOLUMNS, --threads, --ctas-per-sm",
    source: "a framework in eager mode: silu, then the product with the gate",
  },
  {
    id: "rotary-rows",
    workload: "rotary: cosines and sines of some rows once for all their heads",
    machine: "GPU",
    parameters: "--tile ROWSxCOLUMNS (whole heads), --threads, --ctas-per-sm",
    source: "the kernel's least reads",
  },
  {
    id: "rotary-heads",
    workload: "rotary: a block a head, each with the tables anew",
    machine: "GPU",
    parameters: "--tile ROWSxCOLUMNS (whole heads), --threads, --ctas-per-sm",
    source: "Triton kernels of grid (rows, heads)",
  },
  {
    id: "norm-gemm-fused",
    workload: "norm-gemm: squares summed in the loop of the product, sums scaled after it; A and the gain once a tile of C",
    machine: "GPU",
    parameters: "--tile BMxBNxBK (BN whole heads), --order, --stages, --threads, --ctas-per-sm",
    source: "ELS-RD kernl, Llama: RMSNorm + product + rotary",
  },
  {
    id: "norm-gemm-statistics",
    workload: "norm-gemm: a kernel for the sums of squares, then a product that scales its sums by them",
    machine: "GPU",
    parameters: "--tile BMxBNxBK (BN whole heads), --order, --stages, --threads, --ctas-per-sm",
    source: "the row scale as an epilogue of a product",
  },
  {
    id: "norm-gemm-prologue",
    workload: "norm-gemm: each tile of C reads its rows of A for the statistic, then again for the product",
    machine: "GPU",
    parameters: "--tile BMxBNxBK (BN whole heads), --order, --stages, --threads, --ctas-per-sm",
    source: "normalisation recomputed by every tile",
  },
  {
    id: "norm-gemm-separate",
    workload: "norm-gemm: a kernel that stores the normalised rows, a product, and one for the rotary embedding",
    machine: "GPU",
    parameters: "--tile BMxBNxBK, --order, --stages, --threads, --ctas-per-sm",
    source: "a framework in eager mode",
  },
  {
    id: "norm-gemm-strip",
    workload: "norm-gemm: BM normalised rows stay in shared memory while all of B passes; A once",
    machine: "GPU",
    parameters: "--tile BMxBNxBK (BN whole heads), --stages, --threads, --ctas-per-sm",
    source: "chain-fused-smem with a normalisation in place of the first product",
  },
  {
    id: "implicit-gemm",
    workload: "conv: one CTA a tile of pixels by channels, taps and input channels in steps; pixels read where they are",
    machine: "GPU",
    parameters: "--tile BMxBNxBK, --order, --stages, --threads, --ctas-per-sm",
    source: "CUTLASS, implicit GEMM convolution (forward, channels innermost)",
  },
  {
    id: "direct-conv",
    workload:
      "conv: a block of outputs stays; per input channel its inputs, or its weights, stay while the others pass; on a GPU a CTA loads the inputs of its rectangle, halo included, BK channels at a time, and streams the filters tap by tap",
    machine: "GPU, --fast-words",
    parameters:
      "GPU: --tile ROWSxCOLUMNSxBNxBK, --order, --stages, --threads, --ctas-per-sm; words: images, rows, columns and channels of the block, searched",
    source: "the shape that meets proofs/conv-segments.md at leading order; Chen, Han and Wang, HPCA'20",
  },
  {
    id: "filter-stationary",
    workload:
      "conv: the whole filter of a block of output channels stays, strips of every image pass from top to bottom; rows of inputs wait in memory, or of unfinished sums; between strips inputs are loaded twice, or such sums stored and loaded",
    machine: "--fast-words",
    parameters: "output channels and columns of a strip, searched",
    source: "the convolution's counterpart of input-stationary, with a line buffer; every move is refereed",
  },
  {
    id: "pixel-runs",
    workload:
      "conv: as direct-conv with runs of output pixels, across the ends of rows and images, for blocks; memory left keeps weights from run to run",
    machine: "--fast-words",
    parameters:
      "images together, columns of a strip, pixels of a run, output channels, searched; listed where it moves less than those before it",
    source: "derived here from direct-conv, for blocks that leave memory empty; every move is refereed",
  },
  {
    id: "channel-parts",
    workload: "conv: full slices of output channels in runs of pixels or with filters held, and for the others another shape",
    machine: "--fast-words",
    parameters: "output channels of the first part and both shapes, searched; listed where it moves less than every other",
    source: "derived here from pixel-runs and filter-stationary, as row-parts; every move is refereed",
  },
  {
    id: "run-handover",
    workload:
      "conv: runs of pixels, the last input channels of each the first of the next, so that words of both are loaded once",
    machine: "--fast-words",
    parameters: "runs, output channels of a slice, channels handed over, searched; listed where it moves less than every other",
    source: "derived here from pixel-runs and tile-handover (proofs/product-intervals.md); every move is refereed",
  },
  {
    id: "tiled-einsum",
    workload:
      "einsum, one statement with each array once: rectangular tiles, all but one array's stay, that one passes word by word",
    machine: "--fast-words",
    parameters: "sides of the tile, loops and the passing array, searched",
    source: "Dinh and Demmel, SPAA'20, for rectangular tiles; every move is refereed",
  },
  {
    id: "statements-separate",
    workload: "einsum, several statements that are no chain of products: one after the other, each in its tiles",
    machine: "--fast-words",
    parameters: "those of tiled-einsum, of each statement",
    source: "derived here; every move is refereed",
  },
  {
    id: "triangle-blocks",
    workload:
      "einsum C[i,j] += A[i,k] * A[j,k]: sets of rows that share no pair; the sums of a set's pairs stay, its words of A pass",
    machine: "--fast-words",
    parameters: "rows of a set, floor(√S)",
    source: "Beaumont, Eyraud-Dubois, Langou, Vérité, SPAA'22 (there for half of C); every move is refereed",
  },
  {
    id: "held-rows",
    workload: "einsum C[i,j] += A[i,k] * A[j,k]: rows of A stay, the rows after them pass for both sums of a pair",
    machine: "--fast-words",
    parameters: "rows held",
    source: "the counterpart of input-stationary; every move is refereed",
  },
  {
    id: "cosma",
    workload: "gemm: a tile of C stays, a column of A and one word of B pass",
    machine: "--fast-words",
    parameters: "rows and columns of the tile, searched",
    source: "Kwasniewski et al., COSMA, SC'19 (its cost, about 2mnk/√S + mn, is no lower bound)",
  },
  {
    id: "input-stationary",
    workload:
      "gemm: rows of A stay, B is streamed word by word, or the transpose, for k ≤ S − 2; on a GPU a CTA keeps BM rows of A with all of k in shared memory and streams tiles of B",
    machine: "GPU, --fast-words",
    parameters:
      "GPU: --band TILES across that held rows make, --tile, --order, --stages, --threads, --ctas-per-sm; words: rows held, floor((S−1)/(k+1))",
    source: "proofs/product-intervals.md, section 7",
  },
];
