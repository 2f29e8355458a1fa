import type { AttentionWorkload } from "../../computation/attention.js";
import type { ProfiledKernel } from "../nsight/kernels.js";
import { dimensions, threadsOfBlock } from "./launch-grid.js";
import type { NamedLaunch, NamedSchedule } from "./named-launch.js";
import { countedBytes } from "./named-launch.js";
import { numbersOf, templateArguments } from "./template-arguments.js";

/** A kernel of attention as its name describes it. */
interface AttentionName {
  readonly id: "flash-attention-2" | "flash-attention-3" | "persistent-attention" | "flash-decoding";
  readonly queries: number;
  readonly keys: number;
  /** Head width that it was compiled for; narrower heads are filled up. */
  readonly dim: number;
  readonly stages?: number;
  /** Where the name says it. */
  readonly causal?: boolean;
  readonly cluster?: number;
  /** Heads of a group are rows of one tile. */
  readonly packed?: boolean;
}

interface AttentionRule {
  readonly read: (launch: NamedLaunch) => AttentionName | undefined;
  readonly example: string;
  readonly source: string;
}

/** A flag among template arguments. */
const isSet = (text: string | undefined): boolean | undefined => (text === "0" ? false : text === "1" ? true : undefined);

export const ATTENTION_NAMES: readonly AttentionRule[] = [
  {
    read: ({ name, block }) => {
      const [, rows, keys, dim] = /_sdpa_sm90_flash_fprop_wgmma_\w+?_knob_\d+_(\d+)x(\d+)x(\d+)_4x1x1_cga1x1x1/.exec(name) ?? [];
      // A warp group loads, each of the others has so many queries.
      const groups = Math.floor((threadsOfBlock(block) ?? 0) / 128) - 1;
      if (rows === undefined || groups < 1) return undefined;
      return { id: "persistent-attention", queries: groups * Number(rows), keys: Number(keys), dim: Number(dim) };
    },
    example: "cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_7_64x128x128_4x1x1_cga1x1x1_kernel0_0",
    source: "bytes into the SMs of test/measured/profiles: whole tiles of 128 queries and 128 keys with 384 threads",
  },
  {
    read: ({ name }) => {
      const split = /flash_fwd_splitkv_kernel</.test(name);
      const [dim, queries, keys] = (templateArguments(name, "Flash_fwd_kernel_traits") ?? []).map(Number);
      const flags = templateArguments(name, split ? "flash_fwd_splitkv_kernel" : "flash_fwd_kernel")?.map(isSet);
      if (dim === undefined || queries === undefined || keys === undefined || flags === undefined) return undefined;
      const [causal, local] = split ? [flags[1], flags[2]] : [flags[2], flags[3]];
      // New keys are appended by the split kernel's last flag.
      if (causal === undefined || local !== false || (split && (flags[7] === undefined || flags[8] !== false))) return undefined;
      const parts = split && flags[7] === true;
      return { id: parts ? "flash-decoding" : "flash-attention-2", queries, keys, dim, causal };
    },
    example:
      "void flash_fwd_kernel<Flash_fwd_kernel_traits<128, 128, 64, 4, 0, 0, cutlass::bfloat16_t, Flash_kernel_traits<128, 128, 64, 4, " +
      "cutlass::bfloat16_t>>, 0, 1, 0, 0, 1, 1, 0, 0>(Flash_fwd_params)",
    source:
      "Dao-AILab/flash-attention, csrc/flash_attn/src/kernel_traits.h and flash_fwd_launch_template.h; PyTorch has the same as pytorch_flash",
  },
  {
    read: ({ name }) => {
      const [stages, cluster = "", shape = "", , , , , causal, local, , varlen, paged, append, , , , packed, split] =
        templateArguments(name, "CollectiveMainloopFwdSm90") ?? [];
      const [queries, keys, dim] = numbersOf(shape);
      const plain = [local, varlen, paged, append, split].every((flag) => isSet(flag) === false);
      if (dim === undefined || queries === undefined || keys === undefined || !plain || isSet(causal) === undefined)
        return undefined;
      const ctas = numbersOf(cluster)[0] ?? 1;
      return {
        ...{ id: "flash-attention-3", queries, keys, dim, stages: Number(stages), causal: causal === "1" },
        ...(ctas === 1 ? {} : { cluster: ctas }),
        packed: isSet(packed) !== false,
      };
    },
    example:
      "void cutlass::device_kernel<flash::enable_sm90_or_later<flash::FlashAttnFwdSm90<" +
      "flash::CollectiveMainloopFwdSm90<2, cute::tuple<cute::C<2>, cute::C<1>, cute::C<1>>, cute::tuple<cute::C<128>, cute::C<176>, " +
      "cute::C<128>>, 128, cutlass::bfloat16_t, float, cutlass::arch::Sm90, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0>, " +
      "flash::CollectiveEpilogueFwd<…>>>>(T1::Params)",
    source: "Dao-AILab/flash-attention, hopper/flash_fwd_launch_template.h and mainloop_fwd_sm90_tma_gmma_ws.hpp",
  },
];

function attentionName(launch: NamedLaunch): AttentionName | undefined {
  for (const { read } of ATTENTION_NAMES) {
    const found = read(launch);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a kernel's name says that it masks later keys; undefined where it does not say. */
export function namedCausal(launch: NamedLaunch): boolean | undefined {
  return attentionName(launch)?.causal;
}

/** Bytes into the SMs by which a kernel with boxes of whole tiles tells its mask, and how far another's must be. */
const [NEAR, FAR] = [0.01, 0.05] as const;

/**
 * Whether the bytes into the SMs are those of whole tiles under a causal mask, or without a mask; undefined where they were not counted, or
 * are neither, and for kernels that are not known to load whole tiles.
 */
export function countedCausal(
  launch: NamedLaunch & Pick<ProfiledKernel, "metrics">,
  full: AttentionWorkload,
  masked: AttentionWorkload,
): boolean | undefined {
  const found = attentionName(launch);
  const counted = countedBytes(launch, "l1tex__m_xbar2l1tex_read_bytes.sum");
  if (found?.id !== "persistent-attention" || counted === undefined) return undefined;
  const off = (workload: AttentionWorkload): number => Math.abs(counted / wholeTileBytes(found, workload) - 1);
  const [ofFull, ofMasked] = [off(full), off(masked)];
  if (ofFull < NEAR && ofMasked > FAR) return false;
  return ofMasked < NEAR && ofFull > FAR ? true : undefined;
}

/** Bytes of the tiles of Q, K and V that a kernel loads, two a word, edges and narrow heads filled up. */
function wholeTileBytes(name: AttentionName, { batch, heads, queries, keys, causal }: AttentionWorkload): number {
  const [rows, most] = [Math.ceil(queries / name.queries), Math.ceil(keys / name.keys)];
  const visited = Array.from({ length: rows }, (_, row) =>
    causal ? Math.min(most, Math.ceil(((row + 1) * name.queries + keys - queries) / name.keys)) : most,
  ).reduce((sum, tiles) => sum + tiles, 0);
  return 2 * batch * heads * name.dim * (2 * visited * name.keys + rows * name.queries);
}

/** Undefined for a name that no rule knows, or of another mask, and for one whose tiles do not make up the grid. */
export function namedAttention(launch: NamedLaunch, workload: AttentionWorkload): NamedSchedule | undefined {
  const found = attentionName(launch);
  if (found === undefined || found.dim < workload.dim || (found.causal ?? workload.causal) !== workload.causal) return undefined;
  const { id, queries, keys, stages, cluster } = found;
  const schedule = { id, tile: `${queries}x${keys}`, ...(stages === undefined ? {} : { stages }) };
  if (id === "persistent-attention") return { ...schedule, boxBytes: wholeTileBytes(found, workload) };
  if (id === "flash-attention-3") {
    const lacking = filledUp(found, workload);
    const clusters = cluster === undefined ? {} : { cluster: `${cluster}x1` };
    return { ...schedule, ...clusters, ...(lacking === undefined ? {} : { notReplayed: lacking }) };
  }
  const [tiles, second, third] = dimensions(launch.grid) ?? [0, 0, 0];
  if (id === "flash-attention-2") {
    const whole = Math.ceil(workload.queries / queries);
    // FlashAttention-2 walks the keys from the last to the first.
    return tiles === whole && second === workload.batch && third === workload.heads
      ? { ...schedule, keyOrder: "backward" }
      : undefined;
  }
  // One query of each head of a group may be a row of the tile.
  const groups = third / workload.batch;
  return tiles === 1 && (groups === workload.heads || groups === workload.kvHeads) ? { ...schedule, splits: second } : undefined;
}

/** What bulk copies load beside the words there are: no replay of attention counts it. */
function filledUp({ queries, keys, dim, packed }: AttentionName, workload: AttentionWorkload): string | undefined {
  if (packed === true && workload.heads !== workload.kvHeads) return "the heads of a group share a tile";
  if (dim > workload.dim) return `heads are filled up to ${dim} words`;
  return workload.queries % queries === 0 && workload.keys % keys === 0 ? undefined : "tiles are filled up at the edges";
}
