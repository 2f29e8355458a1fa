import type { Command } from "commander";
import { InputError, shown } from "../../errors.js";
import { layerDocument } from "../../layers/layer-document.js";
import { layerReport } from "../../layers/layer-report.js";
import { MODEL_CARDS, modelNamed } from "../../layers/models/model-cards.js";
import type { ModelLayer } from "../../layers/models/model-layer.js";
import { modelLayer } from "../../layers/models/model-layer.js";
import { importOnnx } from "../../layers/onnx/import-graph.js";
import { extentNames, readOnnxGraph } from "../../layers/onnx/model-file.js";
import type { FusionPlan } from "../../layers/plan/fusion-plan.js";
import { parseObjective } from "../../layers/plan/objective.js";
import { planFromJson } from "../../layers/plan/plan-file.js";
import { layerText } from "../../report/layer-text.js";
import { textTable } from "../../report/table.js";
import { examples } from "../examples.js";
import { gpuFromNameOrFile, readJsonFile, readModelFile } from "../input/files.js";
import type { MachineFlags } from "../options.js";
import { renamed, wholeNumber } from "../options.js";
import { heading, printJson, printText } from "../output.js";
import { SUMMARIES } from "../summaries.js";
import { extentList } from "../workload-flags.js";

interface Flags extends MachineFlags {
  readonly part?: string;
  readonly phase?: string;
  readonly batch?: number;
  readonly tokens?: number;
  readonly context?: number;
  readonly attention?: string;
  readonly feedForward?: string;
  readonly form?: string;
  readonly skew?: string;
  readonly touched?: number;
  readonly expertDtype?: string;
  readonly dtype?: string;
  readonly gpus?: number;
  readonly dim?: Readonly<Record<string, number>>;
  readonly plan?: string;
  readonly objective?: string;
  readonly replay?: true;
  readonly warm?: true;
  readonly estimate?: true;
  readonly json?: true;
  readonly list?: true;
}

const EXAMPLES = [
  "redblue layer llama3-8b --tokens 4096 --phase prefill --gpu h100",
  "redblue layer llama3-8b --phase decode --batch 64 --context 32768 --gpu h100",
  "redblue layer llama3-70b --phase decode --batch 16 --context 8192 --gpus 8 --gpu h200",
  "redblue layer deepseek-v3 --phase decode --batch 64 --context 8192 --dtype fp8 --gpu h200",
  "redblue layer gpt-oss-120b --attention local --phase decode --batch 16 --gpu h100",
  "redblue layer sd15-unet --gpu a100 --replay",
  "redblue layer llama3-8b --tokens 512 --gpu h100 --replay --warm",
  "redblue layer sd15-residual --batch 16 --gpu h100 --objective time",
  "redblue layer llama3-8b --phase decode --batch 4 --context 2048 --gpu h100 --estimate",
  "redblue layer model.onnx --dim batch=1,tokens=2048 --gpu h100",
];

export function addLayerCommand(program: Command): void {
  program
    .command("layer")
    .summary(SUMMARIES.layer)
    .description(
      "Every operator of a layer and the fusion plans over it: what each plan must move, and which legal plan is best.",
    )
    .argument("[model]", "a model by name (layer --list), also as hubs have it: meta-llama/Meta-Llama-3-8B; or an .onnx file")
    .option("--list", "the models known by name")
    .option("--part <name>", "layer, embedding or head (default layer)")
    .option("--phase <name>", "prefill or decode (default prefill)")
    .option("--tokens <count>", "new tokens of each sequence (default 4096, 1 in decoding)", wholeNumber("--tokens"))
    .option("--batch <count>", "sequences (default 1)", wholeNumber("--batch"))
    .option("--context <count>", "tokens in the KV cache before (default 0, 4096 in decoding)", wholeNumber("--context", 0))
    .option("--attention <kind>", "local or global: the layers with a sliding window, or those without (default global)")
    .option("--feed-forward <kind>", "experts or dense: of models with both, the layers with experts (default) or those without")
    .option("--skew <zipf:S>", "loads of experts, the i-th as i^-S (default: equal loads)")
    .option("--touched <count>", "experts that get tokens (default: as many as equal loads reach)", wholeNumber("--touched"))
    .option("--expert-dtype <type>", "type of the experts' weights, also mxfp4 or nvfp4 (default: as published, else --dtype)")
    .option("--form <name>", "of latent attention: absorbed (default in decoding) or expanded (default in prefill)")
    .option("--dtype <type>", "type of all tensors: bf16, fp16, fp8, int8, tf32, fp32, fp64 (default bf16)")
    .option("--gpus <count>", "GPUs that share the layer by heads and hidden units (default 1)", wholeNumber("--gpus"))
    .option("--gpu <name|file>", "a GPU by name (redblue gpus lists them) or a JSON file of your own")
    .option("--dim <list>", "symbolic extents of an .onnx file: batch=1,tokens=2048", extentList("--dim"))
    .option("--plan <file>", 'a plan of your own in place of the presets: { "kernels": [["operator", …], …] }')
    .option(
      "--objective <name>",
      "what the search over plans makes least: l2-sm, dram-l2 or time (default l2-sm; dram-l2 on a machine without SMs)",
    )
    .option("--replay", "replay the best schedule known of each kernel, its L2 cold")
    .option("--warm", "with --replay: also the kernels of each plan one after another through one L2")
    .option("--estimate", "also the estimated time of each kernel, by replays in time of its usual schedules")
    .option("--json", "print one redblue.layer/2 document with certificates")
    .addHelpText("after", examples(EXAMPLES))
    .action((model: string | undefined, flags: Flags) => {
      if (flags.list === true || model === "list") return listModels(flags);
      if (model === undefined)
        throw new InputError("model", "a model by name (redblue layer --list) or an .onnx file", "nothing");
      if (flags.gpu === undefined) throw new InputError("--gpu", "a GPU or an accelerator (such as --gpu h200)", "nothing");
      const machine = gpuFromNameOrFile(flags.gpu);
      const onGpu = (["replay", "estimate"] as const).find((flag) => flags[flag] === true);
      if (onGpu !== undefined && machine.kind !== "gpu") throw new InputError(`--${onGpu}`, "a GPU", shown(machine.id));
      if (flags.warm === true && flags.replay !== true) throw new InputError("--warm", "--replay beside it", "none");
      const { workload, graph, parallel, cacheBytesPerToken } = /\.onnx$/i.test(model)
        ? onnxLayer(model, flags)
        : cardLayer(model, flags);
      const { objective: named } = flags;
      const objective = named === undefined ? undefined : renamed(() => parseObjective(named));
      const plans = flags.plan === undefined ? undefined : [readPlan(flags.plan)];
      const report = renamed(() =>
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
      if (flags.json === true) printJson(layerDocument(report));
      else printText(layerText(report, heading));
    });
}

function listModels(flags: Flags): void {
  if (flags.json === true) printJson({ schema: "redblue.models/2", models: MODEL_CARDS });
  else
    printText(
      textTable(
        ["id", "name", "source"].map((title) => ({ title, align: "left" as const })),
        MODEL_CARDS.map(({ id, name, source }) => [id, name, source]),
      ),
    );
}

const CARD_FLAGS = [
  ...(["part", "phase", "batch", "tokens", "context", "attention", "dtype", "gpus"] as const),
  ...(["feedForward", "form", "skew", "touched", "expertDtype"] as const),
];

function cardLayer(model: string, flags: Flags): ModelLayer {
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
function onnxLayer(path: string, flags: Flags): ModelLayer {
  const given = CARD_FLAGS.find((flag) => flags[flag] !== undefined);
  if (given !== undefined)
    throw new InputError(
      `--${given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      "a model by name for it; --dim binds the extents of a file",
      shown(path),
    );
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
