import { InputError, shown } from "../../errors.js";
import type { LayerReport } from "../../layers/layer-report.js";
import { layerReport } from "../../layers/layer-report.js";
import { modelNamed } from "../../layers/models/model-cards.js";
import type { ModelLayer } from "../../layers/models/model-layer.js";
import { modelLayer } from "../../layers/models/model-layer.js";
import type { FusionPlan } from "../../layers/plan/fusion-plan.js";
import { parseObjective } from "../../layers/plan/objective.js";
import { planFromJson } from "../../layers/plan/plan-file.js";
import { gpuFromNameOrFile, readJsonFile, readModelFile } from "../input/files.js";
import { renamed } from "../options.js";
import type { LayerFlags } from "./layer-flags.js";

/** The report on a model by name or an .onnx file. @throws InputError for flags that contradict each other, the model or the machine */
export async function layerAnswer(model: string, flags: LayerFlags): Promise<LayerReport> {
  if (flags.gpu === undefined) throw new InputError("--gpu", "a GPU or an accelerator (such as --gpu h200)", "nothing");
  const machine = gpuFromNameOrFile(flags.gpu);
  const onGpu = (["replay", "estimate"] as const).find((flag) => flags[flag] === true);
  if (onGpu !== undefined && machine.kind !== "gpu") throw new InputError(`--${onGpu}`, "a GPU", shown(machine.id));
  if (flags.warm === true && flags.replay !== true) throw new InputError("--warm", "--replay beside it", "none");
  const isFile = /\.onnx$/i.test(model);
  const { workload, graph, parallel, cacheBytesPerToken } = isFile ? await onnxLayer(model, flags) : cardLayer(model, flags);
  const { objective: named } = flags;
  const objective = named === undefined ? undefined : renamed(() => parseObjective(named));
  const plans = flags.plan === undefined ? undefined : [readPlan(flags.plan)];
  return renamed(() =>
    layerReport(workload, graph, machine, {
      plans,
      objective,
      replay: flags.replay,
      warm: flags.warm,
      estimate: flags.estimate,
      parallel,
      cacheBytesPerToken,
    }),
  );
}

const CARD_FLAGS = [
  ...(["part", "phase", "batch", "tokens", "context", "attention", "dtype", "gpus"] as const),
  ...(["feedForward", "form", "skew", "touched", "expertDtype"] as const),
];

function cardLayer(model: string, flags: LayerFlags): ModelLayer {
  if (flags.dim !== undefined) throw new InputError("--dim", "an .onnx file for it", shown(model));
  modelNamed(model);
  return renamed(() =>
    modelLayer(model, {
      part: flags.part,
      phase: flags.phase,
      batch: flags.batch,
      tokens: flags.tokens,
      context: flags.context,
      attention: flags.attention,
      feedForward: flags.feedForward,
      form: flags.form,
      skew: flags.skew,
      touched: flags.touched,
      expertType: flags.expertDtype,
      dataType: flags.dtype,
      gpus: flags.gpus,
    }),
  );
}

/** The graph of an ONNX file; its sizes are the file's and `--dim`'s. */
async function onnxLayer(path: string, flags: LayerFlags): Promise<ModelLayer> {
  const given = CARD_FLAGS.find((flag) => flags[flag] !== undefined);
  if (given !== undefined)
    throw new InputError(
      `--${given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      "a model by name for it; --dim binds the extents of a file",
      shown(path),
    );
  // Read by few commands, and a part of its own for pages.
  const { extentNames, importOnnx, readOnnxGraph } = await import("./onnx-reader.js");
  const bytes = readModelFile(path);
  const named = extentNames(readOnnxGraph(bytes, path));
  const stray = Object.keys(flags.dim ?? {}).find((name) => !named.has(name));
  if (stray !== undefined)
    throw new InputError(
      `--dim ${stray}`,
      `an extent that ${path} names (${[...named].join(", ") || "it names none"})`,
      "another",
    );
  const graph = importOnnx(bytes, path, flags.dim);
  return { workload: { kind: "layer", model: path, title: path, source: "the file" }, graph };
}

function readPlan(path: string): FusionPlan {
  return planFromJson(readJsonFile(path), path);
}
