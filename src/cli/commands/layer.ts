import type { Command } from "commander";
import { InputError } from "../../errors.js";
import { layerDocument } from "../../layers/layer-document.js";
import { MODEL_CARDS } from "../../layers/models/model-cards.js";
import { trainingDocument } from "../../layers/training/training-document.js";
import { layerText } from "../../report/layer/layer-text.js";
import { trainingText } from "../../report/layer/training-text.js";
import { textTable } from "../../report/table.js";
import { examples } from "../examples.js";
import { heading, printJson, printText } from "../output.js";
import { SUMMARIES } from "../summaries.js";
import { layerAnswer, trainingAnswer } from "./layer-answer.js";
import type { LayerFlags } from "./layer-flags.js";
import { addLayerFlags } from "./layer-flags.js";

const EXAMPLES = [
  "redblue layer llama3-8b --tokens 4096 --phase prefill --gpu h100",
  "redblue layer llama3-8b --phase decode --batch 64 --context 32768 --gpu h100",
  "redblue layer llama3-70b --phase decode --batch 16 --context 8192 --gpus 8 --gpu h200",
  "redblue layer deepseek-v3 --phase decode --batch 64 --context 8192 --dtype fp8 --gpu h200",
  "redblue layer gpt-oss-120b --attention local --phase decode --batch 16 --gpu h100",
  "redblue layer sd15-unet --gpu a100 --replay",
  "redblue layer llama3-8b --tokens 512 --gpu h100 --replay --warm",
  "redblue layer llama3-8b --training --recompute full --gpu h100",
  "redblue layer sd15-residual --batch 16 --gpu h100 --objective time",
  "redblue layer llama3-8b --phase decode --batch 4 --context 2048 --gpu h100 --estimate",
  "redblue layer model.onnx --dim batch=1,tokens=2048 --gpu h100",
];

export function addLayerCommand(program: Command): void {
  const command = program
    .command("layer")
    .summary(SUMMARIES.layer)
    .description(
      "Every operator of a layer and the fusion plans over it: what each plan must move, and which legal plan is best.",
    );
  addLayerFlags(command)
    .addHelpText("after", examples(EXAMPLES))
    .action(async (model: string | undefined, flags: LayerFlags) => {
      if (flags.list === true || model === "list") return listModels(flags);
      if (model === undefined)
        throw new InputError("model", "a model by name (redblue layer --list) or an .onnx file", "nothing");
      if (flags.training === true) {
        const step = trainingAnswer(model, flags);
        if (flags.json === true) return printJson(trainingDocument(step));
        return printText(trainingText(step, heading));
      }
      const report = await layerAnswer(model, flags);
      if (flags.json === true) printJson(layerDocument(report));
      else printText(layerText(report, heading));
    });
}

function listModels(flags: LayerFlags): void {
  if (flags.json === true) printJson({ schema: "redblue.models/2", models: MODEL_CARDS });
  else
    printText(
      textTable(
        ["id", "name", "source"].map((title) => ({ title, align: "left" as const })),
        MODEL_CARDS.map(({ id, name, source }) => [id, name, source]),
      ),
    );
}
