import { InputError, shown } from "../../errors.js";
import type { TransformerCard } from "./model-card.js";

/** Layers of one kind. */
export interface LayerKind {
  readonly window?: number;
  readonly chunk?: number;
  readonly unturned?: true;
  readonly hasExperts: boolean;
  /** How many there are. */
  readonly layers: number;
  /** How a title names them; empty where all are alike. */
  readonly named: string;
}

/**
 * The layers that `attention` (local or global) and `feedForward` (experts or dense) choose of a model's; by default those without a
 * window, and those with experts.
 *
 * @throws InputError naming `attention` or `feed-forward`
 */
export function layersOf(card: TransformerCard, attention: string | undefined, feedForward: string | undefined): LayerKind {
  const { layers, window, chunk, globalLayers = 0, experts } = card;
  const isBanded = window !== undefined || chunk !== undefined;
  const hides = window === undefined ? "chunked attention" : "a window";
  if (attention !== undefined && attention !== "local" && attention !== "global")
    throw new InputError("attention", "local or global", shown(attention));
  if (feedForward !== undefined && feedForward !== "experts" && feedForward !== "dense")
    throw new InputError("feed-forward", "experts or dense", shown(feedForward));
  const dense = experts === undefined ? layers : (experts.denseLayers ?? 0);
  const hasExperts = (feedForward ?? (dense < layers ? "experts" : "dense")) === "experts";
  if (hasExperts ? dense === layers : dense === 0)
    throw new InputError(
      "feed-forward",
      hasExperts ? "dense: no layer has experts" : "experts: every layer has them",
      feedForward ?? "",
    );
  // Of models with both, the dense ones are among those with a window.
  const isMixed = dense > 0 && dense < layers;
  const preferred = globalLayers > 0 && !(isBanded && isMixed && !hasExperts) ? "global" : "local";
  const isLocal = isBanded && (attention ?? preferred) === "local";
  const ofAttention = !isBanded ? layers : isLocal ? layers - globalLayers : globalLayers;
  if (ofAttention === 0 || (attention === "local" && !isLocal))
    throw new InputError(
      "attention",
      isBanded ? `local: every layer has ${hides}` : "global: no layer has a window",
      attention ?? "nothing",
    );
  const denseHere = isBanded && isMixed && !isLocal ? 0 : isMixed ? dense : hasExperts ? 0 : ofAttention;
  const count = hasExperts ? ofAttention - denseHere : denseHere;
  if (count === 0) throw new InputError("attention", `local: every dense layer has ${hides}`, attention ?? "nothing");
  const kinds = [
    ...(isMixed ? [`${hasExperts ? "with" : "without"} experts`] : []),
    ...(isBanded && globalLayers > 0 ? [`${isLocal ? "with" : "without"} ${hides}`] : []),
  ];
  return {
    ...(isLocal && window !== undefined ? { window } : {}),
    ...(isLocal && chunk !== undefined ? { chunk } : {}),
    ...(card.unturnedGlobals && !isLocal ? { unturned: true } : {}),
    hasExperts,
    layers: count,
    named: count === layers ? "" : `, its ${count} layers ${kinds.join(" and ")}`,
  };
}
