import type { Command } from "commander";
import type { MachineFlags } from "../options.js";
import { wholeNumber } from "../options.js";
import { extentList } from "../workload-flags.js";

/** Flags of `redblue layer`. */
export interface LayerFlags extends MachineFlags {
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
  readonly training?: true;
  readonly recompute?: string;
  readonly replay?: true;
  readonly warm?: true;
  readonly estimate?: true;
  readonly json?: true;
  readonly list?: true;
}

export function addLayerFlags(command: Command): Command {
  return command
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
    .option(
      "--form <name>",
      "of latent attention: absorbed (default in decoding), expanded (default in prefill), or expanded-shared, without copies of rotary keys",
    )
    .option("--dtype <type>", "type of all tensors: bf16, fp16, fp8, int8, tf32, fp32, fp64 (default bf16)")
    .option("--gpus <count>", "GPUs that share the layer by heads and hidden units (default 1)", wholeNumber("--gpus"))
    .option("--gpu <name|file>", "a GPU by name (redblue gpus lists them) or a JSON file of your own")
    .option("--dim <list>", "symbolic extents of an .onnx file: batch=1,tokens=2048", extentList("--dim"))
    .option("--plan <file>", 'a plan of your own in place of the presets: { "kernels": [["operator", …], …] }')
    .option(
      "--objective <name>",
      "what the search over plans makes least: l2-sm, dram-l2 or time (default l2-sm; dram-l2 on a machine without SMs)",
    )
    .option("--training", "a training step: both passes over the layer, and what is kept between them")
    .option("--recompute <what>", "with --training: none, attention (default), pointwise or full is made again")
    .option("--replay", "replay the best schedule known of each kernel, its L2 cold")
    .option("--warm", "with --replay: also the kernels of each plan one after another through one L2")
    .option("--estimate", "also the estimated time of each kernel, by replays in time of its usual schedules")
    .option("--json", "print one redblue.layer/2 document with certificates, of --training a redblue.training/2 document");
}
