import { BYTES_OF, type DataType, dataTypeNamed, OPERAND_TYPES } from "../../computation/data-types.js";
import { checkInteger, InputError, shown } from "../../errors.js";
import type { LayerWorkload } from "../layer-report.js";
import type { OperatorGraph } from "../operator-graph.js";
import { decoderLayer, embedding, head } from "./decoder-layer.js";
import { diffusionBlock } from "./diffusion-block.js";
import { type ExpertLoads, expertLoads, type LoadOptions } from "./expert-loads.js";
import { type LayerKind, layersOf } from "./layer-kinds.js";
import type { LatentForm, LayerPass } from "./layer-pass.js";
import { mambaLayer } from "./mamba-layer.js";
import type { ExpertsCard, MambaCard, TransformerCard } from "./model-card.js";
import { modelNamed } from "./model-cards.js";
import { residualBlock } from "./residual-block.js";
import { shareOfGpu, type TensorParallel, tensorParallel } from "./tensor-parallel.js";

/** Phase, sizes and sharing of a model's layer. */
export interface ModelLayerOptions extends LoadOptions {
  /** One layer (default), the embedding before the first or the head after the last. */
  readonly part?: string | undefined;
  readonly phase?: string | undefined;
  readonly batch?: number | undefined;
  readonly tokens?: number | undefined;
  readonly context?: number | undefined;
  /** Of models with layers of both kinds, the one with a sliding window or the one without; default without. */
  readonly attention?: string | undefined;
  /** Of models with layers of both kinds, `experts` (default) or `dense`. */
  readonly feedForward?: string | undefined;
  /** Of latent attention: `absorbed` (default in decoding), `expanded` or `expanded-shared`. */
  readonly form?: string | undefined;
  readonly dataType?: string | undefined;
  /** Every token passes the head, not only the last one of a sequence. */
  readonly training?: boolean | undefined;
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
  if (card.kind === "mamba") return mambaModelLayer(card, named, options);
  if (card.kind !== "decoder" && card.kind !== "encoder") {
    const stray = OF_DECODERS.find((name) => options[name] !== undefined);
    if (stray !== undefined) throw new InputError(FLAGS[stray] ?? stray, "a decoder for it", card.id);
    const tokens = checkInteger("tokens", options.tokens ?? card.positions, 1, MOST_TOKENS);
    if (card.kind === "residual") {
      const side = Math.round(Math.sqrt(tokens));
      if (side * side !== tokens) throw new InputError("tokens", "a square, the positions of an image", String(tokens));
      return { workload: { ...named, tokens }, graph: residualBlock(card, batch, side, dataType) };
    }
    return { workload: { ...named, tokens }, graph: diffusionBlock(card, batch, tokens, dataType) };
  }
  const phase = phaseNamed(options.phase ?? "prefill");
  const { cross } = card;
  const isEncoder = card.kind === "encoder";
  const stray = OF_CACHES.find((name) => options[name] !== undefined);
  if (isEncoder && stray !== undefined) throw new InputError(stray, "a decoder for it", card.id);
  const most = card.kind === "encoder" ? card.positions : 4096;
  const tokens = checkInteger("tokens", options.tokens ?? (phase === "decode" ? 1 : most), 1, MOST_TOKENS);
  if (phase === "decode" && tokens !== 1)
    throw new InputError("tokens", "1 in decoding: one token of each sequence", String(tokens));
  const context = checkInteger("context", options.context ?? (phase === "decode" ? 4096 : 0), 0, MOST_TOKENS);
  const gpus = checkInteger("gpus", options.gpus ?? 1, 1, 1024);
  if (gpus !== 1 && (cross !== undefined || card.modulated === true))
    throw new InputError("gpus", "a model of one attention a layer, without modulation, for it", card.id);
  const share = gpus === 1 ? card : shareOfGpu(card, gpus);
  const part = partNamed(options.part ?? "layer");
  const kind = layersOf(card, options.attention, options.feedForward);
  const { window, layers, named: kindOfLayer } = kind;
  const pass = passOf(card, kind, { batch, tokens, context, dataType, phase }, options);
  if (part !== "layer") {
    if (gpus !== 1) throw new InputError("gpus", "part layer for it", part);
    if (card.vocabulary === 0) throw new InputError("part", "layer: the model has no words", part);
    const graph =
      part === "embedding"
        ? embedding(card, pass)
        : head(card, options.training === true ? { ...pass, batch: batch * tokens } : pass);
    return { workload: { ...named, title: `${card.name}, ${part}`, phase, tokens }, graph };
  }
  const words = BigInt(batch) * BigInt(tokens) * BigInt(card.model);
  return {
    workload: {
      ...named,
      title: `${card.name}${kindOfLayer}`,
      ...(isEncoder ? { tokens, layers } : { phase, tokens, context, layers }),
      ...(cross === undefined ? {} : { cross: cross.tokens }),
      ...(window === undefined ? {} : { window }),
      ...(kind.chunk === undefined ? {} : { chunk: kind.chunk }),
      ...(pass.form === undefined ? {} : { form: pass.form }),
      ...(pass.experts === undefined || card.experts === undefined ? {} : expertFields(card.experts, pass.experts, options)),
      ...(gpus === 1 ? {} : { gpus }),
    },
    graph: decoderLayer(share, pass),
    ...(gpus === 1 ? {} : { parallel: tensorParallel(gpus, words, bytesOf(dataType)) }),
    // Of keys that are made anew from the cache, a token leaves more than its part of the cache.
    ...(pass.form?.startsWith("expanded") || isEncoder || cross !== undefined
      ? {}
      : { cacheBytesPerToken: wordsOfToken(share) * BigInt(batch) * bytesOf(dataType) }),
  };
}

/** Options that only layers with a cache know. */
const OF_CACHES = ["phase", "context"] as const;

/** Options that no state space model has. */
const OF_ATTENTION = [
  ...(["part", "context", "attention", "gpus", "feedForward", "form"] as const),
  ...(["skew", "touched", "expertType"] as const),
];

/** A layer of a state space model; one token of each sequence in decoding. */
function mambaModelLayer(
  card: MambaCard,
  named: Pick<LayerWorkload, "kind" | "model" | "title" | "source"> & { readonly batch: number; readonly dataType: DataType },
  options: ModelLayerOptions,
): ModelLayer {
  const stray = OF_ATTENTION.find((name) => options[name] !== undefined);
  if (stray !== undefined) throw new InputError(FLAGS[stray] ?? stray, "a transformer for it", card.id);
  const { batch, dataType } = named;
  const phase = phaseNamed(options.phase ?? "prefill");
  const isDecoding = phase === "decode";
  const tokens = checkInteger("tokens", options.tokens ?? (isDecoding ? 1 : 4096), 1, MOST_TOKENS);
  if (isDecoding && tokens !== 1) throw new InputError("tokens", "1 in decoding", String(tokens));
  const pass = { batch, tokens, hasState: isDecoding, dataType };
  return { workload: { ...named, phase, tokens, layers: card.layers }, graph: mambaLayer(card, pass) };
}

/** Options that only decoders know, and their flags where these have other names. */
const OF_DECODERS = [
  ...(["part", "phase", "context", "attention", "gpus"] as const),
  ...(["feedForward", "form", "skew", "touched", "expertType"] as const),
];
const FLAGS: Readonly<Record<string, string>> = { feedForward: "feed-forward", expertType: "expert-dtype" };

/** Words that a token leaves in the cache. */
function wordsOfToken({ latent, kvHeads, headDim }: TransformerCard): bigint {
  return BigInt(latent === undefined ? 2 * kvHeads * headDim : latent.keys + latent.rotary);
}

/** What the layers of a kind work on. @throws InputError naming an option that they do not know, or `tokens` beyond a chunk */
function passOf(
  card: TransformerCard,
  { window, chunk, unturned, hasExperts }: LayerKind,
  { phase, ...pass }: Pick<LayerPass, "batch" | "tokens" | "context" | "dataType"> & { readonly phase: "prefill" | "decode" },
  options: ModelLayerOptions,
): LayerPass {
  const { experts, latent } = card;
  const { batch, tokens, dataType } = pass;
  const stray = (["skew", "touched", "expertType"] as const).find((name) => options[name] !== undefined);
  if (stray !== undefined && !hasExperts) throw new InputError(FLAGS[stray] ?? stray, "a layer with experts for it", card.id);
  if (options.form !== undefined && latent === undefined)
    throw new InputError("form", "a model with latent attention for it", card.id);
  const context = chunk === undefined ? pass.context : pass.context % chunk;
  if (chunk !== undefined && context + tokens > chunk)
    throw new InputError("tokens", `at most ${chunk - context}, which end with a chunk of ${chunk} keys`, String(tokens));
  return {
    ...pass,
    context,
    ...(window === undefined ? {} : { window }),
    ...(unturned === undefined ? {} : { unturned }),
    ...(latent === undefined ? {} : { form: formNamed(options.form ?? (phase === "decode" ? "absorbed" : "expanded")) }),
    ...(hasExperts && experts !== undefined ? { experts: expertLoads(experts, batch * tokens, dataType, options) } : {}),
  };
}

function expertFields(card: ExpertsCard, { format }: ExpertLoads, { skew }: LoadOptions): Partial<LayerWorkload> {
  return {
    experts: card.count,
    topK: card.topK,
    ...(skew === undefined ? {} : { skew }),
    expertType: format.dataType,
  };
}

function formNamed(name: string): LatentForm {
  if (name === "absorbed" || name === "expanded" || name === "expanded-shared") return name;
  throw new InputError("form", "absorbed, expanded or expanded-shared", shown(name));
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
