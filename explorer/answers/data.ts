import { readModelFile, readTextFile } from "../../src/cli/input/files.js";
import { readGraph } from "../../src/cli/input/graph-input.js";
import { InputError } from "../../src/errors.js";
import { profiledStep } from "../../src/gap/step/profiled-step.js";
import type { StepGroup } from "../../src/gap/step/step-summary.js";
import { gpuFromJson } from "../../src/machines/gpu-file.js";
import type { Gpu } from "../../src/machines/machine.js";
import { machineNamed } from "../../src/machines/registry.js";
import type { ProfiledKernel } from "../../src/measured/index.js";
import { hasNsightHeader, isSystemsTrace, readNsightKernels, readSystemsTrace, TraceReader } from "../../src/measured/index.js";
import { chartInPage } from "../../src/report/chart-svg.js";
import { describeMachine } from "../../src/report/gap-text.js";
import { graphLine } from "../../src/report/pebbling-text.js";
import { stepRoofline } from "../../src/report/profile/step-roofline.js";
import { groupTitle, stepLine } from "../../src/report/profile/step-text.js";
import { formatRatio, formatSeconds } from "../../src/report/units.js";
import { parseJson } from "../../src/text/json-text.js";
import { textOf } from "../../src/text/shell-words.js";
import { verifyDocument } from "../../src/verify/index.js";
import { flagOf } from "../words.js";
import type { Emit, Question, TableView } from "./view.js";

/** What a file is, and what can be done with it. */
export interface DataParts {
  readonly data: {
    readonly kind: "document" | "graph" | "machine" | "model" | "profile";
    readonly lines: readonly string[];
    readonly table?: TableView;
    /** SVG. */
    readonly roofline?: string;
    /** A page that takes the file, and its words. */
    readonly next?: { readonly page: string; readonly text: string };
  };
}

const MOST_GROUPS = 30;

/** Looks into a file that was dropped: the name of the file, and for a profile `--gpu NAME`. */
export async function dataAnswer({ words, progress }: Question, emit: Emit<DataParts>): Promise<void> {
  const [name = ""] = words;
  if (/\.onnx$/i.test(name)) return emit("data", await modelData(name));
  if (/\.hdag$/i.test(name)) return emit("data", graphData(name));
  const text = readTextFile(name);
  if (hasNsightHeader(text) || isSystemsTrace(text) || /"traceEvents"\s*:/.test(text.slice(0, 2 ** 20))) {
    progress("reading the profile");
    const gpu = machineNamed(flagOf(words, "gpu") ?? "h100", "--gpu");
    if (gpu.kind !== "gpu") throw new InputError("--gpu", "a GPU, on which a profile was taken", gpu.id);
    return emit("data", profileData(kernelsOf(text, name), name, gpu));
  }
  const content = parseJson(text, name);
  if (typeof content === "object" && content !== null && "schema" in content) return emit("data", documentData(content, name));
  if (typeof content === "object" && content !== null && "vertices" in content) return emit("data", graphData(name));
  const machine = gpuFromJson(text, name);
  const next = { page: "kernel", text: textOf(["gemm", "--m", "8192", "--n", "8192", "--k", "4096", "--gpu", name]) };
  emit("data", { kind: "machine", lines: [describeMachine(machine)], next });
}

function graphData(name: string): DataParts["data"] {
  const next = { page: "game", text: textOf([name, "--fast", "4", "--no-slide"]) };
  return { kind: "graph", lines: [graphLine(readGraph(name))], next };
}

/** What the independent checker says of a document. */
function documentData(content: unknown, name: string): DataParts["data"] {
  const verdict = verifyDocument(content, name);
  const lines = verdict.valid
    ? [
        `${name}: ${verdict.certificates} certificate(s) hold, checked here by code that shares nothing with the theorems.`,
        ...(verdict.notChecked ?? []).map((what) => `not checked: ${what}`),
      ]
    : [`${name} does not hold: ${verdict.path}: ${verdict.reason}`];
  return { kind: "document", lines };
}

async function modelData(name: string): Promise<DataParts["data"]> {
  const { extentNames, readOnnxGraph } = await import("../../src/cli/commands/onnx-reader.js");
  const graph = readOnnxGraph(readModelFile(name), name);
  const extents = [...extentNames(graph)];
  const bound = extents.map((extent) => `${extent}=${/batch/i.test(extent) ? 1 : 1024}`).join(",");
  return {
    kind: "model",
    lines: [
      `An ONNX graph of ${graph.node.length} nodes.`,
      ...(extents.length === 0 ? [] : [`Its symbolic extents: ${extents.join(", ")}; --dim gives them.`]),
    ],
    next: { page: "layer", text: textOf([name, ...(bound === "" ? [] : ["--dim", bound]), "--gpu", "h100"]) },
  };
}

function kernelsOf(text: string, name: string): readonly ProfiledKernel[] {
  if (hasNsightHeader(text)) return readNsightKernels(text, name);
  if (isSystemsTrace(text)) return readSystemsTrace(text, name);
  const reader = new TraceReader(name);
  reader.push(text);
  return reader.end();
}

function profileData(kernels: readonly ProfiledKernel[], name: string, gpu: Gpu): DataParts["data"] {
  const { report, summary } = profiledStep(kernels, name, gpu, { top: 0 });
  const chart = stepRoofline(report.rows, gpu);
  const roofline = chart === undefined ? {} : { roofline: chartInPage(chart) };
  const lines = [describeMachine(gpu), ...(summary === undefined ? [`${kernels.length} launches.`] : [stepLine(summary)])];
  return { kind: "profile", lines, ...(summary === undefined ? {} : { table: groupTable(summary.groups) }), ...roofline };
}

function groupTable(groups: readonly StepGroup[]): TableView {
  const more = groups.length - MOST_GROUPS;
  return {
    columns: [
      { title: "operator", align: "left" },
      ...["time", "least", "of least", "launches"].map((title) => ({ title, align: "right" }) as const),
    ],
    rows: groups.slice(0, MOST_GROUPS).map((group) => {
      const { seconds, leastSeconds, launches } = group;
      const least = leastSeconds === undefined ? "" : formatSeconds(leastSeconds);
      const ratio = leastSeconds === undefined || leastSeconds === 0 ? "" : formatRatio(seconds / leastSeconds);
      return [groupTitle(group), formatSeconds(seconds), least, ratio, String(launches)];
    }),
    notes: more > 0 ? [`${more} more kinds of launches (redblue ncu shows all)`] : [],
  };
}
