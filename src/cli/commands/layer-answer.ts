import { InputError, shown } from "../../errors.js";
import type { LayerReport } from "../../layers/layer-report.js";
import { layerReport } from "../../layers/layer-report.js";
import { modelNamed } from "../../layers/models/model-cards.js";
import type { ModelLayer, ModelLayerOptions } from "../../layers/models/model-layer.js";
import { modelLayer } from "../../layers/models/model-layer.js";
import type { FusionPlan } from "../../layers/plan/fusion-plan.js";
import { parseObjective } from "../../layers/plan/objective.js";
import { planFromJson } from "../../layers/plan/plan-file.js";
import type { TrainingReport } from "../../layers/training/training-report.js";
import { trainingReport } from "../../layers/training/training-report.js";
import type { Accelerator, Gpu } from "../../machines/machine.js";
import { gpuFromNameOrFile, readJsonFile, readModelFile } from "../input/files.js";
import { renamed } from "../options.js";
import type { LayerFlags } from "./layer-flags.js";

/** The report on a model by name or an .onnx file. @throws InputError for flags that contradict each other, the model or the machine */
export async function layerAnswer(model: string, flags: LayerFlags): Promise<LayerReport> {
  const machine = machineOf(flags);
  if (flags.training === true) throw new InputError("--training", "a command line for it", "a page");
  if (flags.recompute !== undefined) throw new InputError("--recompute", "--training beside it", "none");
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

/** What a training step has no choice of. */
const OF_INFERENCE = ["phase", "context", "gpus", "plan", "dim", "form"] as const;

/** The report on a training step of a model by name. @throws InputError as `layerAnswer` does, and where gradients are not known */
export function trainingAnswer(model: string, flags: LayerFlags): TrainingReport {
  const machine = machineOf(flags);
  const stray = OF_INFERENCE.find((name) => flags[name] !== undefined);
  if (stray !== undefined) throw new InputError(`--${stray}`, "none with --training", "it");
  if (/\.onnx$/i.test(model)) throw new InputError("--training", "a model by name for it", shown(model));
  modelNamed(model);
  const { recompute, replay, warm, estimate, objective: named } = flags;
  return renamed(() => {
    const objective = named === undefined ? undefined : parseObjective(named);
    return trainingReport(model, cardOptions(flags), machine, { recompute, replay, warm, estimate, objective });
  });
}

function machineOf({ gpu, warm, ...flags }: LayerFlags): Gpu | Accelerator {
  if (gpu === undefined) throw new InputError("--gpu", "a GPU or an accelerator (such as --gpu h200)", "nothing");
  const machine = gpuFromNameOrFile(gpu);
  const onGpu = (["replay", "estimate"] as const).find((flag) => flags[flag] === true);
  if (onGpu !== undefined && machine.kind !== "gpu") throw new InputError(`--${onGpu}`, "a GPU", shown(machine.id));
  if (warm === true && flags.replay !== true) throw new InputError("--warm", "--replay beside it", "none");
  return machine;
}

const CARD_FLAGS = [
  ...(["part", "phase", "batch", "tokens", "context", "attention", "dtype", "gpus"] as const),
  ...(["feedForward", "form", "skew", "touched", "expertDtype"] as const),
];

function cardLayer(model: string, flags: LayerFlags): ModelLayer {
  if (flags.dim !== undefined) throw new InputError("--dim", "an .onnx file for it", shown(model));
  modelNamed(model);
  return renamed(() => modelLayer(model, cardOptions(flags)));
}

function cardOptions(flags: LayerFlags): ModelLayerOptions {
  const { part, phase, batch, tokens, context, attention, feedForward, form, skew, touched, gpus } = flags;
  const types = { expertType: flags.expertDtype, dataType: flags.dtype };
  return { part, phase, batch, tokens, context, attention, feedForward, form, skew, touched, gpus, ...types };
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
