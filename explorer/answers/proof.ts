import type { Bound } from "../../src/bounds/bound.js";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import { theoremOf } from "../../src/bounds/catalogue.js";
import { boundToJson, type Json } from "../../src/bounds/certificates/json.js";
import { commonRequirements, REQUIREMENTS } from "../../src/bounds/requirements.js";
import { machineFromFlags, renamed, ruleFromFlags } from "../../src/cli/options.js";
import { readGapWords } from "../../src/cli/read-command.js";
import { describeWorkload } from "../../src/computation/workload.js";
import { boundsToShow } from "../../src/gap/conditions.js";
import { definitionOf } from "../../src/machines/interfaces.js";
import { describeMachine } from "../../src/report/gap-text.js";
import { interfaceName } from "../../src/report/interface-names.js";
import { formatCount } from "../../src/report/units.js";
import type { Emit, Question } from "./view.js";

/** One bound, its theorem, and a `redblue.bounds/2` document of it alone. */
export interface ProofView {
  /** `gemm-segments on l2-sm`, with a number where there are several. */
  readonly name: string;
  readonly isBest: boolean;
  readonly title: string;
  readonly statement: string;
  readonly source: string;
  readonly status: string;
  /** The path of its proof in the repository. */
  readonly proof: string;
  readonly interface: string;
  readonly counts: string;
  readonly scope: string;
  readonly fastMemory: string;
  readonly value: string;
  readonly unit: string;
  readonly reads?: string;
  readonly writes?: string;
  /** What the certificate puts in the place of the theorem's letters. */
  readonly numbers: readonly { readonly name: string; readonly value: string }[];
  readonly requires: readonly { readonly id: string; readonly meaning: string; readonly isCommon: boolean }[];
  readonly document: Json;
}

export interface ProofParts {
  readonly proof: { readonly workload: string; readonly machine: string; readonly bounds: readonly ProofView[] };
}

const SCOPES: Readonly<Record<Bound["scope"], string>> = {
  total: "summed over all fast memories",
  busiest: "of the fast memory that moves most",
  class: "of every kernel of a class",
};

/** Every bound of the words of `redblue bound`, each with what proves it. */
export async function proofAnswer({ words }: Question, emit: Emit<ProofParts>): Promise<void> {
  const { workload, flags } = await readGapWords(words);
  const machine = machineFromFlags(flags);
  const report = renamed(() => boundWorkload(workload, machine, ruleFromFlags(flags, machine), flags.resident));
  const best = new Set(boundsToShow(report.bounds));
  const common = commonRequirements(machine, report.resident !== undefined);
  const taken = new Map<string, number>();
  const bounds = report.bounds.map((bound): ProofView => {
    const theorem = theoremOf(bound.certificate);
    const label = `${bound.id} on ${bound.interface}`;
    const times = (taken.get(label) ?? 0) + 1;
    taken.set(label, times);
    const own = [...bound.requires, ...(bound.readsRequire ?? [])];
    return {
      name: times === 1 ? label : `${label} ${times}`,
      isBest: best.has(bound),
      title: theorem.title,
      statement: theorem.statement,
      source: theorem.source,
      status: bound.status,
      proof: bound.proof,
      interface: interfaceName(bound.interface),
      counts: definitionOf(bound.interface, "gpu"),
      scope: SCOPES[bound.scope],
      fastMemory: bound.fastMemory,
      value: grouped(String(bound.value)),
      unit: bound.unit,
      ...(bound.reads === undefined ? {} : { reads: formatCount(bound.reads, bound.unit) }),
      ...(bound.writes === undefined ? {} : { writes: formatCount(bound.writes, bound.unit) }),
      numbers: numbersOf(certificateOf(boundToJson(bound))),
      requires: [...common, ...own].map((id, i) => ({ id, meaning: REQUIREMENTS[id], isCommon: i < common.length })),
      document: boundsDocument({ ...report, bounds: [bound] }),
    };
  });
  emit("proof", { workload: describeWorkload(workload), machine: describeMachine(machine, report.resident), bounds });
}

function certificateOf(bound: Json): unknown {
  return (bound as { readonly certificate?: unknown }).certificate;
}

/** The letters that statements have for fields of certificates. */
const LETTERS: Readonly<Record<string, string>> = {
  capacity: "S, capacity",
  memories: "P, memories",
  cut: "T, cut",
  segmentProducts: "V(S + T)",
  firstSegmentProducts: "V0(T)",
  "weights a": "wA",
  "weights b": "wB",
  "weights d": "wD",
  "weights h": "wH",
  "weights partial": "wC, partial sums",
  "weights output": "wO, outputs",
  value: "Q, value",
};

/** A whole number with commas; other texts as they are. */
function grouped(text: string): string {
  return /^\d+$/.test(text) ? text.replace(/\B(?=(\d{3})+$)/g, ",") : text;
}

/** Numbers and words of a certificate by their paths; of a long list how long it is. */
function numbersOf(value: unknown, path: readonly string[] = []): ProofView["numbers"] {
  const name = path.filter((step) => !["instance", "extents"].includes(step)).join(" ");
  if (name === "schema" || name === "theorem") return [];
  if (typeof value !== "object" || value === null) return [{ name: LETTERS[name] ?? name, value: grouped(String(value)) }];
  const entries = Object.entries(value);
  if (Array.isArray(value) && entries.length > MOST_ENTRIES) return [{ name, value: `${entries.length} entries` }];
  return entries.flatMap(([key, entry]) =>
    path.length >= MOST_STEPS ? [] : numbersOf(entry, [...path, Array.isArray(value) ? String(Number(key) + 1) : key]),
  );
}

const MOST_ENTRIES = 8;
const MOST_STEPS = 5;
