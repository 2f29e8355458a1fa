import { BYTES_OF } from "../computation/data-types.js";
import type { GemmWorkload } from "../computation/gemm.js";
import { rightTypeOf } from "../computation/operand-types.js";
import type { Workload } from "../computation/workload.js";
import { InputError } from "../errors.js";
import { interfacesOf, levelBytes } from "../machines/levels.js";
import type { Interface, TreeMachine } from "../machines/machine.js";
import { arrayOfTile, wholeBytes } from "../replay/collect.js";
import { TreeCaches } from "../replay/l2/tree-caches.js";
import { replayLockStep } from "../replay/lock-step.js";
import type { ReplayedTraffic, Traffic } from "../replay/traffic.js";
import { formatTile, type GemmTile, parseTile } from "../schedules/gpu/gemm/gemm-tile.js";
import { layOutTiledGemm } from "../schedules/gpu/gemm/tiled-gemm.js";
import { formatLaunchOrder, type LaunchOrder, settledOrder } from "../schedules/tiles/launch-order.js";
import type { ScheduleFields } from "./planned-replay.js";

/** A product in tiles on a tree of caches, ready to be replayed. */
export interface CachedProduct {
  readonly label: string;
  readonly fields: ScheduleFields;
  /** Bytes at every interface, blocks in lock step. */
  readonly replay: () => ReplayedTraffic;
}

export interface CachedProductOptions {
  /** `BMxBNxBK`. */
  readonly tile?: string | undefined;
  readonly orders?: readonly LaunchOrder[] | undefined;
}

const USUAL_ORDERS: readonly LaunchOrder[] = [{ kind: "row" }, { kind: "group", height: 8 }, { kind: "hilbert" }];
const SIDES = [256, 192, 128, 96, 64, 48, 32, 16, 8];
const DEPTH = 32;

/**
 * The product in tiles on a machine whose levels between slow memory and cores are caches: a core has the sums of its tile and one slice of
 * each operand in its own memory, and every cache on the way is an LRU. Without a tile the one that brings the fewest bytes into the cores.
 *
 * @throws InputError naming `workload`, `gpu` or `tile` where there is none
 */
export function planCachedProducts(
  workload: Workload,
  machine: TreeMachine,
  { tile: asked, orders = USUAL_ORDERS }: CachedProductOptions = {},
): readonly CachedProduct[] {
  if (workload.kind !== "gemm" || workload.scales !== undefined)
    throw new InputError("workload", "a gemm without scales, whose tiles are replayed through caches of a tree", workload.kind);
  const core = machine.levels.at(-1);
  const between = machine.levels.slice(1, -1);
  const isCached = between.every(({ bytes }) => Object.keys(bytes).every((kind) => kind === "cache"));
  if (
    core === undefined ||
    machine.home === machine.levels[1]?.id ||
    !isCached ||
    between.every(({ bytes }) => bytes.cache === undefined)
  )
    throw new InputError("gpu", "a tree with caches between slow memory and cores, such as xeon-8480", machine.id);
  const room = levelBytes(core);
  const smallest = between.reduce((least, { bytes: { cache = least } }) => Math.min(least, cache), Number.POSITIVE_INFINITY);
  const fits = (one: GemmTile): boolean => bytesOfBlock(workload, one) <= room && bytesOfTile(workload, one) <= smallest;
  const tile = asked === undefined ? widestTile(workload, fits) : parseTile(asked);
  if (tile === undefined || !fits(tile)) {
    const expected = `sums and slices within the ${room} bytes of one ${core.id}, each within ${smallest} of a cache`;
    throw new InputError("tile", expected, tile === undefined ? "none" : formatTile(tile));
  }
  return orders.map((order) => {
    const fields = { id: "tiled-gemm", tile: formatTile(tile), order: formatLaunchOrder(order) };
    return { label: `tiled-gemm ${fields.order}`, fields, replay: () => replayCached(workload, machine, tile, order) };
  });
}

function bytesOfBlock(workload: GemmWorkload, { bm, bn, bk }: GemmTile): number {
  const sums = bm * bn * BYTES_OF[workload.accumulator];
  return sums + bk * (bm * BYTES_OF[workload.dataType] + bn * BYTES_OF[rightTypeOf(workload)]);
}

/** The largest of its tiles as caches hold them. */
function bytesOfTile(workload: GemmWorkload, { bm, bn, bk }: GemmTile): number {
  const operands = bk * Math.max(bm * BYTES_OF[workload.dataType], bn * BYTES_OF[rightTypeOf(workload)]);
  return Math.max(operands, bm * bn * BYTES_OF[workload.outputType]);
}

/** Of the tiles that fit the one that reads the fewest bytes, and of these the smallest. */
function widestTile(workload: GemmWorkload, fits: (tile: GemmTile) => boolean): GemmTile | undefined {
  const { m, n } = workload;
  const [left, right] = [BYTES_OF[workload.dataType], BYTES_OF[rightTypeOf(workload)]];
  const readsOf = ({ bm, bn }: GemmTile): number => Math.ceil(n / bn) * m * left + Math.ceil(m / bm) * n * right;
  return SIDES.flatMap((bm) => SIDES.map((bn) => ({ bm, bn, bk: DEPTH })))
    .filter(fits)
    .reduce<GemmTile | undefined>(
      (best, tile) => (best === undefined || readsOf(tile) <= readsOf(best) ? tile : best),
      undefined,
    );
}

function replayCached(workload: GemmWorkload, machine: TreeMachine, tile: GemmTile, order: LaunchOrder): ReplayedTraffic {
  const interfaces = interfacesOf(machine);
  const cores = interfaces.at(-1)?.inner.memories ?? 1;
  const layout = layOutTiledGemm({ workload, tile, order: settledOrder(order, tile, cores), stages: 1 });
  const arrayOf = arrayOfTile(layout);
  const levels = interfaces.map(({ inner }, i) => ({
    memories: inner.memories,
    bytes: i === interfaces.length - 1 ? 0 : levelBytes(inner),
  }));
  const caches = new TreeCaches(levels, cores, layout.tileBytes, arrayOf, layout.arrays.length);
  replayLockStep(layout, cores, arrayOf, caches);
  const passed = caches.finish();
  const at = (pick: (bytes: Float64Array) => number): ReadonlyMap<Interface, Traffic> =>
    new Map(
      interfaces.map(({ id }, i) => {
        const { reads, writes } = passed[i] as (typeof passed)[number];
        return [id, { reads: wholeBytes(pick(reads)), writes: wholeBytes(pick(writes)) }];
      }),
    );
  return {
    total: at((bytes) => bytes.reduce((sum, one) => sum + one, 0)),
    byArray: new Map(layout.arrays.map(({ name }, array) => [name, at((bytes) => bytes[array] ?? 0)])),
  };
}
