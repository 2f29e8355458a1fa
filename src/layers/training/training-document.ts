import { type Json, toJson } from "../../bounds/certificates/json.js";
import { formatRational } from "../../exact/rational.js";
import { layerDocument } from "../layer-document.js";
import { tensorBytes } from "../operator-graph.js";
import { keptBytes, type TrainingReport } from "./training-report.js";

/** The `redblue.training/2` document: what is kept, and a `redblue.layer/2` document of each pass. */
export function trainingDocument({ recompute, kept, layers, forward, backward, choices }: TrainingReport): Json {
  return {
    schema: "redblue.training/2",
    recompute,
    kept: kept.map((tensor) => ({ tensor: tensor.name, bytes: toJson(tensorBytes(tensor)) })),
    keptBytes: toJson(keptBytes(kept)),
    ...(layers === undefined ? {} : { layers }),
    choices: choices.map(({ seconds, ...choice }) => ({
      ...(toJson(choice) as Record<string, Json>),
      ...(seconds === undefined ? {} : { seconds: formatRational(seconds) }),
    })),
    forward: layerDocument(forward),
    backward: layerDocument(backward),
  };
}
