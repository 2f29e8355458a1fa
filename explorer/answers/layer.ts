import type { Json } from "../../src/bounds/certificates/json.js";
import { layerAnswer } from "../../src/cli/commands/layer-answer.js";
import { readLayerWords } from "../../src/cli/read-command.js";
import { layerDocument } from "../../src/layers/layer-document.js";
import { chartInPage } from "../../src/report/chart-svg.js";
import { describeMachine } from "../../src/report/gap-text.js";
import { layerRoofline } from "../../src/report/layer/layer-chart.js";
import { bestRow, kernelsGrid, plansGrid, sharesGrid, stepsGrid } from "../../src/report/layer/layer-grids.js";
import { describeLayer } from "../../src/report/layer/layer-text.js";
import { binds, termGrid } from "../../src/report/time-text.js";
import { formatBytes, formatSeconds } from "../../src/report/units.js";
import type { Emit, Question, TableView } from "./view.js";

/** A layer and its plans of kernels. */
export interface LayerParts {
  readonly layer: {
    readonly title: string;
    readonly machine: string;
    /** Bytes that must move, whatever the plan. */
    readonly floor: string;
    /** Of GPUs. */
    readonly least?: { readonly time: string; readonly binds: string; readonly terms: TableView };
    readonly shares: TableView;
    readonly plans: TableView;
    readonly kernels?: { readonly plan: string; readonly table: TableView };
    readonly fusions?: TableView;
    readonly source: string;
  };
  /** SVG; absent where there is none. */
  readonly roofline?: string;
  /** The document that `redblue layer --json` prints. */
  readonly document: Json;
}

/** Plans of the words of `redblue layer`. */
export async function layerAnswers({ words, progress }: Question, emit: Emit<LayerParts>): Promise<void> {
  const { model, flags } = await readLayerWords(words);
  progress("looking for the best plan of kernels");
  const report = await layerAnswer(model, flags);
  const { time, machine, workload, unsupported, rows, floorBytes } = report;
  const best = bestRow(report);
  const objections = rows.flatMap(({ plan, objections }) => objections.map((line) => `${plan.id}: ${line}`));
  const unknown = unsupported.length === 0 ? [] : [`Not known, so alone in a kernel: ${unsupported.join(", ")}`];
  emit("layer", {
    title: describeLayer(report),
    machine: describeMachine(machine),
    floor: formatBytes(floorBytes),
    ...(time === undefined
      ? {}
      : {
          least: {
            time: formatSeconds(time.binding.seconds),
            binds: binds(time, machine),
            terms: { ...termGrid(time, machine), notes: [] },
          },
        }),
    shares: { ...sharesGrid(report), notes: [] },
    plans: { ...plansGrid(report), notes: [...objections, ...unknown] },
    ...(best === undefined ? {} : { kernels: { plan: best.plan.id, table: { ...kernelsGrid(best, report), notes: [] } } }),
    ...(best === undefined || best.steps.length === 0 ? {} : { fusions: { ...stepsGrid(best), notes: [] } }),
    source: workload.source,
  });
  const chart = layerRoofline(report);
  if (chart !== undefined) emit("roofline", chartInPage(chart));
  emit("document", layerDocument(report));
}
