import { BYTES_OF } from "../../../computation/data-types.js";
import { type ScanWorkload, scanArrays, scanLeads, scanType } from "../../../computation/recurrence/scan.js";
import { checkInteger, InputError, shown } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { residency } from "../../tiles/residency.js";
import type { TiledArrays, TiledMatrices } from "../../tiles/tile-arrays.js";
import {
  blockOfSums,
  type FittedKernel,
  firstTileThatFits,
  type KernelOptions,
  sumRegisters,
  usualThreads,
} from "../gemm/block.js";

const PARAMETERS = "--tile TOKENSxCOLUMNS, --stages, --threads, --ctas-per-sm";

export const SCAN_ENTRIES: readonly ScheduleEntry[] = [
  {
    id: "scan-recurrent",
    workload: "scan: a block for some columns of a head keeps their states in registers and takes token after token",
    machine: "GPU",
    parameters: PARAMETERS,
    source: "state-spaces/mamba, selective_scan; fla-org/flash-linear-attention, fused_recurrent",
  },
  {
    id: "scan-chunks-fused",
    workload: "scan: the states stay in registers from chunk to chunk of tokens; within a chunk products of queries and keys",
    machine: "GPU",
    parameters: PARAMETERS,
    source: "fla-org/flash-linear-attention, fused_chunk; Yang et al. 2024 (GLA)",
  },
  {
    id: "scan-chunks",
    workload: "scan: a kernel stores the states between chunks of tokens, another computes the results of all chunks at once",
    machine: "GPU",
    parameters: PARAMETERS,
    source: "fla-org/flash-linear-attention, chunk; Yang et al. 2024 (GLA)",
  },
  {
    id: "scan-ssd",
    workload: "scan: kernels for what each chunk of tokens adds to the states, for passing them on, and for the results",
    machine: "GPU",
    parameters: PARAMETERS,
    source: "state-spaces/mamba, ssd_chunk_state, ssd_state_passing, ssd_chunk_scan; Dao and Gu 2024",
  },
];

/** Tokens that a block takes together, of a chunk where there are chunks, and columns of the states that it has. */
export interface ScanTile {
  readonly tokens: number;
  readonly columns: number;
}

/** A scan on a GPU; `SCAN_ENTRIES` say what each id is. */
export interface Scan extends FittedKernel<ScanTile> {
  readonly id: ScanId;
  readonly workload: ScanWorkload;
}

/** The ways in which a scan is evaluated. */
export type ScanId = "scan-recurrent" | "scan-chunks-fused" | "scan-chunks" | "scan-ssd";

/** Reads `64x128`. @throws InputError naming `tile`. */
export function parseScanTile(text: string): ScanTile {
  const match = /^(\d{1,5})x(\d{1,5})$/.exec(text);
  if (match === null) throw new InputError("tile", "TOKENSxCOLUMNS such as 64x128", shown(text));
  const [tokens, columns] = match.slice(1).map(Number) as [number, number];
  for (const side of [tokens, columns]) checkInteger("tile", side, 1, 65536);
  return { tokens, columns };
}

const USUAL_STAGES = 2;
const MOST_COLUMNS = 128;

/** Tokens by the kernel: chunks as in the libraries, those whose states are stored as large as fit, since fewer states then move. */
const USUAL_TOKENS: Readonly<Record<ScanId, readonly number[]>> = {
  "scan-recurrent": [32, 16, 8],
  "scan-chunks-fused": [64, 32, 16],
  "scan-chunks": [256, 128, 64, 32, 16],
  "scan-ssd": [256, 128, 64, 32, 16],
};

/**
 * Plans a scan. Without a tile the first of its usual numbers of tokens that fits with as many columns as it can, 128 at most.
 *
 * @throws InputError naming `schedule` for chunks where step sizes differ by column; `tile`, `stages`, `threads` or `ctas-per-sm` where the
 * kernel does not fit the GPU.
 */
export function scanKernel(id: ScanId, w: ScanWorkload, gpu: Gpu, options: KernelOptions<ScanTile> = {}): Scan {
  if (id !== "scan-recurrent" && w.decay === "channel")
    throw new InputError("schedule", "scan-recurrent: pairs of tokens have a factor a column where step sizes do", id);
  if (options.tile !== undefined) return fitted(id, w, gpu, options.tile, options);
  const columns = [MOST_COLUMNS, 64, 32, 16, 8].filter((side) => side < w.dim);
  const widest = w.dim <= MOST_COLUMNS ? [w.dim] : [];
  const tiles = [...widest, ...columns].flatMap((side) =>
    USUAL_TOKENS[id].map((tokens) => ({ tokens: Math.min(tokens, w.tokens), columns: side })),
  );
  return firstTileThatFits(tiles, (tile) => fitted(id, w, gpu, tile, options));
}

function fitted(id: ScanId, w: ScanWorkload, gpu: Gpu, tile: ScanTile, options: KernelOptions<ScanTile>): Scan {
  const stages = checkInteger("stages", options.stages ?? USUAL_STAGES, 1, 64);
  const { sums, bytes } = held({ id, workload: w, tile, stages });
  const registers = sumRegisters(sums, w);
  const block = blockOfSums(registers, options.threads ?? usualThreads(registers), gpu, bytes);
  return { id, workload: w, tile, stages, block, residency: residency(block, gpu, formatScanTile(tile), options.ctasPerSm) };
}

/** Sums in registers, and bytes in shared memory, of the kernel that has the most. */
export function held({ id, workload: w, tile, stages }: Pick<Scan, "id" | "workload" | "tile" | "stages">): {
  readonly sums: number;
  readonly bytes: number;
} {
  const tokens = Math.min(tile.tokens, w.tokens);
  const columns = Math.min(tile.columns, w.dim);
  const decays = { none: 0, head: 1, state: w.state, channel: columns }[w.decay];
  const operand = BYTES_OF[w.dataType];
  const [states, pairs] = [w.state * columns, tokens * (tokens + columns)];
  const step = tokens * (w.state + columns + decays) * operand;
  const queries = tokens * w.state * operand;
  const table = w.decay === "channel" ? states * operand : 0;
  if (id === "scan-recurrent") return { sums: states, bytes: stages * (step + queries) + table };
  if (id === "scan-chunks-fused") return { sums: states + pairs, bytes: stages * (step + queries) };
  const results = step + queries + states * BYTES_OF[w.accumulator];
  return { sums: Math.max(states, pairs), bytes: Math.max(stages * step, results) };
}

/** Chunks of a sequence. */
export function chunksOf({ workload, tile }: Pick<Scan, "workload" | "tile">): number {
  return Math.ceil(workload.tokens / tile.tokens);
}

/** Its arrays: those of the workload, then S, the states after all chunks but the last, and U, what each chunk adds. */
export function scanTiledArrays(schedule: Scan): TiledArrays {
  const { id, workload: w, tile } = schedule;
  const columnsOf = (extent: number): readonly [number, number] => [extent, Math.min(tile.columns, extent)];
  const own = scanArrays(w).map((array): [string, TiledMatrices] => {
    const { name, rows, columns } = array;
    const isWhole = name === "Q" || name === "K" || (name === "D" && w.decay !== "channel");
    const isState = rows === w.state && (name === "A" || name === "H0" || name === "HT");
    return [
      name,
      {
        name,
        rows: [rows, isState ? rows : tile.tokens],
        columns: isWhole ? [columns, columns] : columnsOf(columns),
        wordBytes: BYTES_OF[scanType(w, array)],
        leads: scanLeads(w, array),
      },
    ];
  });
  const states = (name: string, chunks: number): readonly [string, TiledMatrices][] => {
    if (chunks === 0) return [];
    const leads = scanLeads(w, { of: "head" });
    const rows = [chunks * w.state, w.state] as const;
    return [[name, { name, rows, columns: columnsOf(w.dim), wordBytes: BYTES_OF[w.accumulator], leads }]];
  };
  const chunks = chunksOf(schedule);
  const isStored = id === "scan-chunks" || id === "scan-ssd";
  return Object.fromEntries([
    ...own,
    ...states("S", isStored ? chunks - 1 : 0),
    ...states("U", id === "scan-ssd" ? chunks - (w.finalState ? 0 : 1) : 0),
  ]);
}

/** `64x128`. */
function formatScanTile({ tokens, columns }: ScanTile): string {
  return `${tokens}x${columns}`;
}

/** The parameters as a traffic document prints them. */
export function describeScan({ id, tile, stages, block, residency }: Scan): Readonly<Record<string, string | number>> {
  return { id, tile: formatScanTile(tile), stages, ...block, ...residency };
}
