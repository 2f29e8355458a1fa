import { chainComputation } from "../../computation/chain.js";
import { ffnComputation } from "../../computation/ffn.js";
import { bytesOnChip } from "../../machines/levels.js";
import { expand } from "../../pebble/expand.js";
import { type Move, slideMove, twoLevelGame } from "../../pebble/rules.js";
import { stagesOf } from "../../schedules/gpu/chain/two-stages.js";
import type { StreamedBlock } from "../../schedules/tiles/streamed-block.js";
import type { LiftedReplay, ProductVertices } from "../lifted.js";
import { checkListed, MAXIMUM_LIFTED_VERTICES, range, runs, stageVertices, storeAndDrop, vertexNamed } from "../lifted.js";
import { during, passWord, wordsOfRows } from "../two-level/listing.js";

/**
 * The moves of a streamed block between DRAM and the chip, in bytes.
 *
 * @throws InputError when the block has too many scalar products to list.
 */
export function liftStreamedBlock(schedule: StreamedBlock): LiftedReplay {
  const { workload: w, machine, bytes } = schedule;
  const { m, k, l, n, names } = stagesOf(w);
  checkListed(m * l * (names.b.length * k + n));
  const options = { weights: "bytes", maximumVertices: MAXIMUM_LIFTED_VERTICES } as const;
  const graph = expand(w.kind === "chain" ? chainComputation(w) : ffnComputation(w), options);
  const named = vertexNamed(graph);
  const sums = names.b.length === 2 ? ["G", "U"] : [names.h];
  const fronts = names.b.map((b, f) => stageVertices(named, { a: names.a, b, sum: sums[f] as string }, k));
  const back = stageVertices(named, { a: names.h, b: names.d, sum: names.e }, l);
  const moves: Move[] = [];
  const meet = (i: number, p: number): void => {
    if (fronts.length < 2) return;
    const [h, g, u] = [names.h, "G", "U"].map((array) => named(`${array}[${i},${p}]`)) as [number, number, number];
    moves.push(slideMove(h, g, undefined), ["delete", u]);
  };
  const stages: Stages = { fronts, back, meet, extents: { m, k, l, n } };
  if (schedule.weights === "resident") listResident(stages, schedule.rows, moves);
  else listStreamed(stages, schedule.rows, moves);
  return {
    interface: "dram-l2",
    unit: "bytes",
    graph,
    game: twoLevelGame(bytesOnChip(machine)),
    moves,
    replayed: bytes.input + BigInt(fronts.length) * bytes.first + bytes.second + bytes.output,
  };
}

interface Stages {
  readonly fronts: readonly ProductVertices[];
  readonly back: ProductVertices;
  /** Makes H of what the first products left. */
  readonly meet: (i: number, p: number) => void;
  readonly extents: { readonly m: number; readonly k: number; readonly l: number; readonly n: number };
}

/** All weights first; then band by band every word of H, then every output, by itself. */
function listResident({ fronts, back, meet, extents: { m, k, l, n } }: Stages, band: number, moves: Move[]): void {
  for (const front of fronts) for (const q of range(0, k)) for (const p of range(0, l)) moves.push(["load", front.b(0, q, p)]);
  for (const p of range(0, l)) for (const j of range(0, n)) moves.push(["load", back.b(0, p, j)]);
  for (const [first, beyond] of runs(m, band)) {
    const rows = range(first, beyond);
    const input = wordsOfInput(fronts, rows, k);
    during(input, moves, () => {
      for (const i of rows) {
        for (const p of range(0, l)) {
          for (const front of fronts) for (const q of range(0, k)) moves.push(front.multiplyAdd(0, i, p, q));
          meet(i, p);
        }
      }
    });
    for (const i of rows) {
      for (const j of range(0, n)) {
        for (const p of range(0, l)) moves.push(back.multiplyAdd(0, i, j, p));
        storeAndDrop(back.sum(0, i, j, l - 1), moves);
      }
      for (const p of range(0, l)) moves.push(["delete", back.a(0, i, p)]);
    }
  }
}

/** Band by band all weights pass, a word at a time, column by column of H and of the output. */
function listStreamed({ fronts, back, meet, extents: { m, k, l, n } }: Stages, band: number, moves: Move[]): void {
  for (const [first, beyond] of runs(m, band)) {
    const rows = range(first, beyond);
    const input = wordsOfInput(fronts, rows, k);
    during(input, moves, () => {
      for (const p of range(0, l)) {
        for (const front of fronts) for (const q of range(0, k)) passWord(front, rows, [q, p], moves);
        for (const i of rows) meet(i, p);
      }
    });
    for (const j of range(0, n)) {
      for (const p of range(0, l)) passWord(back, rows, [p, j], moves);
      for (const i of rows) storeAndDrop(back.sum(0, i, j, l - 1), moves);
    }
    for (const i of rows) for (const p of range(0, l)) moves.push(["delete", back.a(0, i, p)]);
  }
}

/** The rows of the input. */
function wordsOfInput(fronts: readonly ProductVertices[], rows: readonly number[], k: number): readonly number[] {
  return wordsOfRows(fronts[0] as ProductVertices, rows, k);
}
