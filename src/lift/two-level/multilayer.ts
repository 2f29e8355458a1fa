import { multilayerChainComputation } from "../../computation/multilayer-chain.js";
import { expand } from "../../pebble/expand.js";
import type { Move } from "../../pebble/rules.js";
import type { MultilayerChainPart, WordMultilayerChain } from "../../schedules/two-level/multilayer/schedules.js";
import { multilayerChainTotal } from "../../schedules/two-level/multilayer/schedules.js";
import type { LiftedReplay, ProductVertices } from "../lifted.js";
import { backwards, checkListed, MAXIMUM_LIFTED_VERTICES, ordersOf, stageVertices, vertexNamed } from "../lifted.js";
import { listWordChain } from "./chain.js";
import { sumsOfOtherPanels } from "./chain-handover.js";
import { listWordGemm, orderedSums } from "./gemm.js";
import { twoLevelReplay } from "./listing.js";
import { listFusedRows } from "./multilayer-rows.js";

/**
 * The moves of a word-level schedule of a chain of three products or more in the two-level memory model, part after part.
 *
 * @throws InputError when the chain has too many scalar products to list.
 */
export function liftWordMultilayerChain(schedule: WordMultilayerChain, fastWords: number): LiftedReplay {
  const { m, widths } = schedule.workload;
  checkListed(widths.slice(1).reduce((sum, width, q) => sum + m * width * (widths[q] as number), 0));
  const graph = expand(multilayerChainComputation(schedule.workload), {
    maximumVertices: MAXIMUM_LIFTED_VERTICES,
    orders: new Map(schedule.parts.flatMap((part) => ordersIn(part, schedule.workload.widths))),
  });
  const named = vertexNamed(graph);
  const stage = (q: number): ProductVertices =>
    stageVertices(named, { a: `X${q - 1}`, b: `W${q}`, sum: `X${q}` }, widths[q - 1] as number);
  const moves: Move[] = [];
  for (const part of schedule.parts) listPart(part, schedule, stage, fastWords, moves);
  return twoLevelReplay(graph, fastWords, moves, multilayerChainTotal(schedule));
}

function ordersIn(part: MultilayerChainPart, widths: readonly number[]): ReturnType<typeof ordersOf> {
  if (part.kind === "product") return ordersOf(`X${part.first}`, orderedSums(part.product));
  if (part.kind !== "pair") return [];
  return ordersOf(`X${part.last}`, backwards(sumsOfOtherPanels(part.chain), widths[part.last - 1] as number));
}

function listPart(
  part: MultilayerChainPart,
  { workload: { m, widths } }: WordMultilayerChain,
  stage: (q: number) => ProductVertices,
  fastWords: number,
  moves: Move[],
): void {
  switch (part.kind) {
    case "product":
      listWordGemm(part.product, stage(part.first), fastWords, moves);
      break;
    case "pair":
      listWordChain(part.chain, { first: stage(part.first), second: stage(part.last) }, fastWords, moves);
      break;
    case "rows":
      listFusedRows(part, m, widths, stage, moves);
  }
}
