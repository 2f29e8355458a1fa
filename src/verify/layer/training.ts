import { count, type Fields, list, Refused, record, requireEqual, requireOnly, text } from "../shared/fields.js";
import { type CheckedGraph, readGraph } from "./graph.js";
import { verifyLayer } from "./layer.js";

const RECOMPUTATIONS: readonly string[] = ["none", "attention", "pointwise", "full"];

/**
 * Checks a `redblue.training/2` document: both passes as layers, and that what is kept is what the backward pass reads of the forward
 * pass, which leaves it in memory. Returns the certificates checked and what is not.
 */
export function verifyTraining(document: Fields): { readonly certificates: number; readonly notChecked: readonly string[] } {
  requireOnly(document, ["schema", "recompute", "kept", "keptBytes", "layers", "choices", "forward", "backward"], "document");
  const recompute = text(document, "recompute", "document");
  if (!RECOMPUTATIONS.includes(recompute)) throw new Refused("recompute", `none of ${RECOMPUTATIONS.join(", ")}`);
  const [forward, backward] = (["forward", "backward"] as const).map((name) => {
    const own = record(document[name], name);
    requireEqual(text(own, "schema", name), "redblue.layer/2", `${name}.schema`, "the schema");
    const workload = record(own["workload"], `${name}.workload`);
    requireEqual(text(workload, "pass", `${name}.workload`), name, `${name}.workload.pass`, "the pass");
    requireEqual(text(workload, "recompute", `${name}.workload`), recompute, `${name}.workload.recompute`, "the recomputation");
    return { ...verifyLayer(own), graph: readGraph(own["graph"]), floor: count(record(own["floor"], name), "value", name), own };
  }) as [Pass, Pass];
  for (const field of ["machine", "workload"]) {
    const [one, other] = [forward, backward].map(({ own }) => JSON.stringify({ ...record(own[field], field), pass: "" }));
    if (one !== other) throw new Refused(`backward.${field}`, "not the one of the forward pass");
  }
  const keptBytes = checkKept(document, forward.graph, backward.graph);
  const choices = list(document["choices"], "choices").map((entry, i) => record(entry, `choices[${i}]`));
  const own = choices.filter((choice) => choice["recompute"] === recompute);
  if (own.length !== 1) throw new Refused("choices", `lack '${recompute}'`);
  for (const choice of own) {
    requireEqual(count(choice, "keptBytes", "choices"), keptBytes, "choices.keptBytes", "the bytes kept");
    requireEqual(count(choice, "floorBytes", "choices"), forward.floor + backward.floor, "choices.floorBytes", "the floors' sum");
  }
  return {
    certificates: forward.certificates + backward.certificates,
    notChecked: [
      ...new Set([...forward.notChecked, ...backward.notChecked]),
      "that the backward pass makes the gradients of the forward pass",
      "what the other recomputations keep, move and take",
    ],
  };
}

interface Pass extends ReturnType<typeof verifyLayer> {
  readonly graph: CheckedGraph;
  readonly floor: bigint;
  readonly own: Fields;
}

/** Tensors of both passes but weights that the backward pass reads and does not make; returns their bytes. */
function checkKept(document: Fields, forward: CheckedGraph, backward: CheckedGraph): bigint {
  const kept = [...forward.tensors].filter(([name, { kind }]) => {
    const isRead = backward.readers.has(name) && !backward.makers.has(name);
    return kind !== "weight" && isRead;
  });
  const printed = list(document["kept"], "kept").map((entry, i) => record(entry, `kept[${i}]`));
  requireEqual(BigInt(printed.length), BigInt(kept.length), "kept", "the number of tensors");
  let all = 0n;
  kept.forEach(([name, tensor], i) => {
    const [path, entry] = [`kept[${i}]`, printed[i] ?? {}];
    requireOnly(entry, ["tensor", "bytes"], path);
    requireEqual(text(entry, "tensor", path), name, `${path}.tensor`, "the tensor");
    requireEqual(count(entry, "bytes", path), tensor.bytes, `${path}.bytes`, "its bytes");
    const read = backward.tensors.get(name);
    if (read?.words !== tensor.words || read.dataType !== tensor.dataType)
      throw new Refused(path, `'${name}' is another tensor in the backward pass`);
    if (forward.makers.has(name) && !tensor.output)
      throw new Refused(path, `the forward pass does not leave '${name}' in memory`);
    all += tensor.bytes;
  });
  requireEqual(count(document, "keptBytes", "document"), all, "keptBytes", "the bytes of all");
  return all;
}
