import { BYTES_OF, type DataType, dataTypeNamed, OPERAND_TYPES } from "../../computation/data-types.js";
import { checkInteger, InputError, shown } from "../../errors.js";
import type { LayerWorkload } from "../layer-report.js";
import type { OperatorGraph } from "../operator-graph.js";
import { decoderLayer, embedding, head } from "./decoder-layer.js";
import { diffusionBlock } from "./diffusion-block.js";
import type { DecoderCard } from "./model-card.js";
import { modelNamed } from "./model-cards.js";
import { residualBlock } from "./residual-block.js";
import { shareOfGpu, type TensorParallel, tensorParallel } from "./tensor-parallel.js";

/** Phase, sizes and sharing of a model's layer. */
export interface ModelLayerOptions {
  /** One layer (default), the embedding before the first or the head after the last. */
  readonly part?: string | undefined;
  readonly phase?: string | undefined;
  readonly batch?: number | undefined;
  readonly tokens?: number | undefined;
  readonly context?: number | undefined;
  /** Of models with layers of both kinds, the one with a sliding window or the one without; default without. */
  readonly attention?: string | undefined;
  readonly dataType?: string | undefined;
  /** GPUs that share the layer by heads and hidden units. */
  readonly gpus?: number | undefined;
}

/** A layer of a model as a graph of operators, on one GPU of those that share it. */
export interface ModelLayer {
  readonly workload: LayerWorkload;
  readonly graph: OperatorGraph;
  readonly parallel?: TensorParallel;
  /** Bytes of one token's keys and values in all sequences of the batch. */
  readonly cacheBytesPerToken?: bigint;
}

/** Largest context for which every size stays a safe integer in the cards known. */
const MOST_TOKENS = 2 ** 24;

/**
 * One layer of a model in one phase. Decoding makes one token of each sequence after `context` tokens; prefill makes `tokens` of them.
 *
 * @throws InputError naming the option.
 */
export function modelLayer(model: string, options: ModelLayerOptions): ModelLayer {
  const card = modelNamed(model);
  const dataType = dataTypeNamed("dtype", options.dataType ?? "bf16", OPERAND_TYPES);
  const batch = checkInteger("batch", options.batch ?? 1, 1, MOST_TOKENS);
  const named = { kind: "layer", model: card.id, title: card.name, source: card.source, batch, dataType } as const;
  if (card.kind !== "decoder") {
    for (const name of ["part", "phase", "context", "attention", "gpus"] as const) {
      if (options[name] !== undefined) throw new InputError(name, "a decoder for it", card.id);
    }
    const tokens = checkInteger("tokens", options.tokens ?? card.positions, 1, MOST_TOKENS);
    if (card.kind === "residual") {
      const side = Math.round(Math.sqrt(tokens));
      if (side * side !== tokens) throw new InputError("tokens", "a square, the positions of an image", String(tokens));
      return { workload: { ...named, tokens }, graph: residualBlock(card, batch, side, dataType) };
    }
    return { workload: { ...named, tokens }, graph: diffusionBlock(card, batch, tokens, dataType) };
  }
  const phase = phaseNamed(options.phase ?? "prefill");
  const tokens = checkInteger("tokens", options.tokens ?? (phase === "decode" ? 1 : 4096), 1, MOST_TOKENS);
  if (phase === "decode" && tokens !== 1)
    throw new InputError("tokens", "1 in decoding: one token of each sequence", String(tokens));
  const context = checkInteger("context", options.context ?? (phase === "decode" ? 4096 : 0), 0, MOST_TOKENS);
  const gpus = checkInteger("gpus", options.gpus ?? 1, 1, 1024);
  const share = gpus === 1 ? card : shareOfGpu(card, gpus);
  const part = partNamed(options.part ?? "layer");
  const { window, layers, named: kindOfLayer } = layersOf(card, options.attention);
  const pass = { batch, tokens, context, dataType, ...(window === undefined ? {} : { window }) };
  if (part !== "layer") {
    if (gpus !== 1) throw new InputError("gpus", "part layer for it", part);
    const graph = part === "embedding" ? embedding(card, pass) : head(card, pass);
    return { workload: { ...named, title: `${card.name}, ${part}`, phase, tokens }, graph };
  }
  const words = BigInt(batch) * BigInt(tokens) * BigInt(card.model);
  return {
    workload: {
      ...named,
      title: `${card.name}${kindOfLayer}`,
      ...{ phase, tokens, context, layers },
      ...(window === undefined ? {} : { window }),
      ...(gpus === 1 ? {} : { gpus }),
    },
    graph: decoderLayer(share, pass),
    ...(gpus === 1 ? {} : { parallel: tensorParallel(gpus, words, bytesOf(dataType)) }),
    cacheBytesPerToken: BigInt(2 * share.kvHeads * share.headDim * batch) * bytesOf(dataType),
  };
}

/** Layers of one kind: their window, how many they are, and how a title names them. @throws InputError naming `attention` */
function layersOf(
  { layers, window, globalLayers = 0 }: DecoderCard,
  attention: string | undefined,
): { readonly window?: number; readonly layers: number; readonly named: string } {
  if (attention !== undefined && attention !== "local" && attention !== "global")
    throw new InputError("attention", "local or global", shown(attention));
  const isLocal = window !== undefined && (attention ?? (globalLayers > 0 ? "global" : "local")) === "local";
  const count = window === undefined ? layers : isLocal ? layers - globalLayers : globalLayers;
  if (count === 0 || (attention === "local" && !isLocal))
    throw new InputError(
      "attention",
      window === undefined ? "global: no layer has a window" : "local: every layer has a window",
      attention ?? "nothing",
    );
  const named = count === layers ? "" : `, its ${count} ${isLocal ? "layers with a window" : "layers without a window"}`;
  return isLocal ? { window, layers: count, named } : { layers: count, named };
}

function bytesOf(type: DataType): bigint {
  return BigInt(BYTES_OF[type]);
}

function partNamed(name: string): "layer" | "embedding" | "head" {
  if (name === "layer" || name === "embedding" || name === "head") return name;
  throw new InputError("part", "layer, embedding or head", shown(name));
}

function phaseNamed(name: string): "prefill" | "decode" {
  if (name === "prefill" || name === "decode") return name;
  throw new InputError("phase", "prefill or decode", shown(name));
}
