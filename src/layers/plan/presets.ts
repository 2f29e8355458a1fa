import type { GraphIndex, Operator } from "../operator-graph.js";
import { convexKernels, type FusionPlan } from "./fusion-plan.js";

/** How a known system cuts a layer into kernels: operators with one key share a kernel; a key of their own otherwise. */
interface Preset {
  readonly id: string;
  readonly title: string;
  readonly key: (operator: Operator, index: GraphIndex) => string | undefined;
}

const isStage = (names: RegExp) => (operator: Operator) => names.test(operator.name);
const inSoftmax = isStage(/softmax/);
const inAttention = isStage(/(scores|softmax|values)/);

/** Operators that make gradients, or add them up. */
const isGradient = isStage(/-gradient(-sum)?$/);

const inFront = isStage(/^(shared-)?(gate-product|up-product|activation|gate-multiply)$/);

/** `self-` or `cross-` of a block with two attentions, `shared-` of what all tokens pass beside their experts. */
const prefixOf = ({ name }: Operator): string => /^(self|cross|shared)-/.exec(name)?.[0] ?? "";

/** Elementwise operators, reshapes and copies join the kernel that makes the operand they carry, if one operator of the layer does. */
function withProducer(operator: Operator, index: GraphIndex, keyOf: (operator: Operator) => string): string | undefined {
  if (!["elementwise", "rotary", "copy", "reshape"].includes(operator.work.kind)) return undefined;
  const makers = operator.carries.flatMap((name) => {
    const maker = index.producer.get(name);
    // Kernels of attention's gradients add up their results in memory.
    return maker === undefined || maker.work.kind === "attention-backward" ? [] : [maker];
  });
  const rank = ({ name }: Operator): number => index.rank.get(name) ?? 0;
  const last = makers.reduce<Operator | undefined>((a, b) => (a === undefined || rank(b) > rank(a) ? b : a), undefined);
  return last === undefined ? undefined : keyOf(last);
}

/** Names of a file mean nothing: only a card's softmax is in several operators. */
const softmaxOf = (operator: Operator, index: GraphIndex): string | undefined =>
  isOfCard(index) && inSoftmax(operator) && !isGradient(operator) ? `${prefixOf(operator)}softmax` : undefined;

const eager = (operator: Operator, index: GraphIndex): string => softmaxOf(operator, index) ?? operator.name;

const fusedElementwise = remembered(
  (operator, index) =>
    softmaxOf(operator, index) ?? withProducer(operator, index, (maker) => fusedElementwise(maker, index)) ?? operator.name,
);

type Key = (operator: Operator, index: GraphIndex) => string;

/** Asked in the graph's order, the key of an operator's maker is known already. */
function remembered(key: Key): Key {
  const graphs = new WeakMap<GraphIndex, Map<string, string>>();
  return (operator, index) => {
    const known = graphs.get(index) ?? new Map<string, string>();
    graphs.set(index, known);
    const found = known.get(operator.name) ?? key(operator, index);
    known.set(operator.name, found);
    return found;
  };
}

function flash(operator: Operator, index: GraphIndex): string {
  if (isGradient(operator)) return gradientKernel(operator, index);
  if (inAttention(operator)) return `${prefixOf(operator)}attention`;
  if (operator.name === "attention-residual" || operator.name === "ffn-norm") return "residual and norm";
  if (/-product$/.test(operator.name) && /^(self-)?[qkv]-/.test(operator.name)) return `${prefixOf(operator)}qkv`;
  if (/^query-(own|rotary)-product$/.test(operator.name)) return "queries";
  if (/^(key|value)-up-product$/.test(operator.name)) return "keys and values";
  if (inFront(operator)) return `${prefixOf(operator)}front`;
  return withProducer(operator, index, (maker) => flash(maker, index)) ?? operator.name;
}

/** Weight gradients that read one operand together, with those of biases; a norm's gradients together. */
function gradientKernel(operator: Operator, index: GraphIndex): string {
  const [name, prefix] = [operator.name, prefixOf(operator)];
  const ofWeights = /^(.*)-product-(weight|bias)-gradient$/.exec(name)?.[1];
  if (ofWeights !== undefined) {
    const own = ofWeights.slice(prefix.length);
    if (/^[qkv]$/.test(own) && prefix !== "cross-") return `${prefix}qkv weight gradients`;
    return /^(gate|up)$/.test(own) ? "front weight gradients" : `${ofWeights} weight gradients`;
  }
  const norm = /^(.*-norm)-(input|gain|shift)-gradient$/.exec(name)?.[1];
  if (norm !== undefined) return `${norm} gradients`;
  return withProducer(operator, index, (maker) => flash(maker, index)) ?? name;
}

function kernl(operator: Operator, index: GraphIndex): string {
  if (operator.name === "attention-norm" || /^[qkv]-/.test(operator.name)) return "norm, q, k, v, rotary";
  // A mixture's rows are gathered by its first products, and the norm is another kernel's, as the router reads it too.
  if (["ffn-norm", "gather"].includes(operator.name) || (inFront(operator) && prefixOf(operator) === "")) return "norm and front";
  return flash(operator, index);
}

function partialSoftmax(operator: Operator, index: GraphIndex): string {
  if (/scores|softmax-statistics/.test(operator.name)) return `${prefixOf(operator)}scores`;
  if (/softmax|values/.test(operator.name)) return `${prefixOf(operator)}values`;
  return fusedElementwise(operator, index);
}

const PRESETS: readonly Preset[] = [
  { id: "eager", title: "unfused eager: one kernel an operator", key: eager },
  { id: "elementwise", title: "one kernel an operator, elementwise fused (compilers of the TVM kind)", key: fusedElementwise },
  {
    id: "partial-softmax",
    title: "partially fused softmax: statistics with the scores, scaling with the values",
    key: partialSoftmax,
  },
  { id: "flash", title: "FlashAttention, fused norms, merged QKV, one front kernel", key: flash },
  { id: "kernl", title: "kernl: RMSNorm + QKV + rotary in one kernel, RMSNorm + SwiGLU front in another", key: kernl },
  {
    id: "optimus",
    title: "Optimus: attention end to end in one kernel, feed-forward block in another",
    key: ({ name }) => (/^(ffn|gate|up|activation|down|exit|block|rout|gather|combine|shared)/.test(name) ? "ffn" : "attention"),
  },
  { id: "streaming", title: "SN40L: the whole layer as one streaming kernel, looped over the layers", key: () => "layer" },
];

/** Products into the layer, the convolution, the scan with its step sizes and what its results meet, the gated norm. */
function ofStateSpace(operator: Operator, index: GraphIndex): string {
  const { name } = operator;
  if (/^(z|x|b|c|dt)-product$/.test(name)) return "in-products";
  if (/-(convolution|activation)$/.test(name)) return "convolution";
  if (/^(dt-softplus|scan|direct-add)$/.test(name)) return "scan";
  if (/^(gate-multiply|gated-norm)$/.test(name)) return "gated norm";
  return withProducer(operator, index, (maker) => ofStateSpace(maker, index)) ?? name;
}

const STATE_SPACE: Preset = {
  id: "mamba-ssm",
  title: "mamba_ssm: products in, the convolution, the scan with its step sizes, the gated norm, the product out",
  key: ofStateSpace,
};

/** Presets that do not go by the names of a card's operators. */
const GENERAL: readonly string[] = ["eager", "elementwise", "streaming"];

/** Presets that have a backward pass. */
const TRAINING: readonly string[] = ["eager", "elementwise", "flash", "streaming"];

const isOfCard = ({ graph }: GraphIndex): boolean => graph.operators.some(({ name }) => /^(attention|self)-norm/.test(name));

/** Plans of known systems: an operator that is not known stays alone, and kernels that wait for each other are split. */
export function presetPlans(index: GraphIndex): readonly FusionPlan[] {
  if (index.graph.operators.some(({ work }) => work.kind === "scan"))
    return plansBy(index, [...PRESETS.filter(({ id }) => GENERAL.includes(id)), STATE_SPACE]);
  const known = isOfCard(index) ? PRESETS : PRESETS.filter(({ id }) => GENERAL.includes(id));
  const presets = index.graph.operators.some(isGradient) ? known.filter(({ id }) => TRAINING.includes(id)) : known;
  return plansBy(index, presets);
}

function plansBy(index: GraphIndex, presets: readonly Preset[]): readonly FusionPlan[] {
  return presets.map(({ id, title, key }) => {
    const kernels = new Map<string, string[]>();
    for (const operator of index.graph.operators) {
      const name = operator.work.kind === "unsupported" ? `only ${operator.name}` : (key(operator, index) ?? operator.name);
      const kernel = kernels.get(name) ?? [];
      kernel.push(operator.name);
      kernels.set(name, kernel);
    }
    return { id, title, kernels: convexKernels(index, [...kernels.values()]) };
  });
}
