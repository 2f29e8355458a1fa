import { readAttention } from "./attention.js";
import { partsOfWords, requireCommonColumns } from "./chain/shared-words.js";
import { type ConvolutionSubject, checkSameConvolution, readConvolution } from "./conv/instance.js";
import { checkSameStatement, type EinsumSubject, readEinsum } from "./einsum/subject.js";
import { readEpilogue } from "./gemm/epilogue.js";
import { readSparse, type SparseProduct } from "./gemm/sparse.js";
import { type LayeredSubject, layersOf, readLayeredSubject } from "./layered/subject.js";
import { MOST_WIDTHS } from "./multilayer/chain.js";
import { checkSameMultilayerChain, type MultilayerChainSubject } from "./multilayer/same-chain.js";
import { checkPartsOfGroups, type GroupsSubject, readGroups } from "./parts/groups.js";
import { checkPartsOfSequences, type SequencesSubject } from "./parts/sequences.js";
import { checkSameScan, readScan, type ScanSubject } from "./recurrence/subject.js";
import { readRowsSubject } from "./rows/subject.js";
import { readScales, type ScalesSubject } from "./scales.js";
import { bitsOf, bytesOf, count, type Fields, Refused, requireEqual } from "./shared/fields.js";
import { readTriangular, type TriangularSubject } from "./triangular/subject.js";
import { countedBy, type Verified } from "./verified.js";
import { workloadKind } from "./workload-fields.js";

/** What a document's workload comes to, read by the checker on its own from the named extents. */
interface Subject {
  /** Words of each input, then of each output. */
  readonly inputs: readonly bigint[];
  readonly outputs: readonly bigint[];
  /** Words, and their size in parts of a byte, of each array of scales, of row statistics or of an epilogue. */
  readonly scales?: readonly ScalesSubject[];
  /** The same of outputs in a type of their own, after the others. */
  readonly ownOutputs?: readonly ScalesSubject[];
  /** Products and chains in it: one, or those of the statements of an einsum. */
  readonly products?: readonly Readonly<Record<string, bigint>>[];
  /** Products of an array with itself. */
  readonly repeated?: readonly Readonly<Record<string, bigint>>[];
  /** A product with a sparse operand. */
  readonly sparse?: SparseProduct;
  readonly chains?: readonly Readonly<Record<string, bigint>>[];
  /** Attention whose gradients the workload is. */
  readonly backward?: readonly Readonly<Record<string, bigint>>[];
  /** Whether the words of D are the first words of the columns of B. */
  readonly sharesWords?: boolean;
  /** Whether chains of a batch have words of B in common. */
  readonly sharesColumns?: boolean;
  readonly multilayerChains?: readonly MultilayerChainSubject[];
  readonly einsum?: EinsumSubject;
  readonly convolution?: ConvolutionSubject;
  /** Sequences of unequal lengths that share no word. */
  readonly sequences?: readonly SequencesSubject[];
  /** Groups with rows of their own. */
  readonly groups?: GroupsSubject;
  /** Rows, columns and shared vectors, where rows have statistics. */
  readonly rows?: Readonly<Record<"rows" | "columns" | "shared", bigint>>;
  readonly triangular?: TriangularSubject;
  readonly layered?: LayeredSubject;
  readonly scan?: ScanSubject;
}

/** Capacity and number of the fast memories behind an interface. */
export interface CheckedMemory {
  readonly interfaceId: string;
  readonly capacity: bigint;
  readonly memories: bigint;
  /** As documents describe it, and whether the slow side of the interface may add partial sums. */
  readonly shown: string;
  readonly adds: boolean;
}

/** Refuses a certificate that is about another workload or another memory than the document. */
export function checkSpeaksAbout(
  verified: Verified,
  workload: Fields,
  inWords: boolean,
  wholeMemory: CheckedMemory,
  path: string,
): void {
  const { units = 1n } = verified;
  // Unknown types are refused in words too.
  const size = (name: string): bigint => {
    bitsOf(workload, name, "workload");
    return inWords ? units : bytesOf(workload, name, "workload", units);
  };
  const memory = { ...wholeMemory, capacity: units * wholeMemory.capacity };
  const [operand, output, accumulator] = [size("dataType"), size("outputType"), size("accumulator")];
  const second = workload["rightType"] === undefined ? operand : size("rightType");
  const subject = readSubject(workload);
  if (verified.scan !== undefined && subject.scan !== undefined) {
    checkSameScan(verified, subject.scan, size, sizesOf(memory), path);
    return;
  }
  const shown = ({ words, sizeIn }: ScalesSubject, role: string): string => `${role} ${words}×${inWords ? units : sizeIn(units)}`;
  const scales = (subject.scales ?? []).map((one) => shown(one, "input"));
  if (verified.scaled !== undefined) {
    const found = verified.scaled.scales.map(({ role, words, wordSize }) => `${role} ${words}×${wordSize}`);
    if (found.length === 0 || found.join() !== scales.join()) {
      const name = verified.sparse === undefined ? "scales" : "metadata";
      throw new Refused(`${path}.certificate.${name}`, `not the ${name} of the workload`);
    }
  }
  const arrays = verified.arrays ?? verified.wholeArrays;
  if (verified.resident !== undefined && subject.sparse !== undefined)
    throw new Refused(`${path}.certificate`, "a sparse operand, of which nothing is known from a warm start");
  if (arrays !== undefined) {
    const inputs = verified.arrays === undefined ? subject.sparse?.whole : subject.inputs;
    if (inputs === undefined) throw new Refused(`${path}.certificate`, "no theorem about this workload");
    const right = [
      ...inputs.map((words, i) => `input ${words}×${i === 0 ? operand : second}`),
      ...scales,
      ...subject.outputs.map((words) => `output ${words}×${output}`),
      ...(subject.ownOutputs ?? []).map((one) => shown(one, "output")),
    ];
    const found = arrays.map(({ role, words, wordSize }) => `${role} ${words}×${wordSize}`);
    if (found.join() !== right.join()) throw new Refused(`${path}.certificate`, "not the arrays of the workload");
    return;
  }
  if (verified.parts !== undefined) {
    const figures = { operand, accumulator, output, ...sizesOf(memory) };
    if (subject.groups !== undefined)
      checkPartsOfGroups(verified.parts, subject.groups, { ...figures, right: second, scales }, path);
    else if (subject.sequences !== undefined) checkPartsOfSequences(verified.parts, subject.sequences, figures, path);
    else throw new Refused(`${path}.certificate`, "no theorem about this workload");
    return;
  }
  const counted = countedBy(verified);
  // Sums that count for less only relax the game.
  if (counted !== undefined && counted.partial > accumulator) {
    const at = `${path}.certificate.instance`;
    throw new Refused(at, `partial is at most ${accumulator} for this workload, not ${counted.partial}`);
  }
  // A class of kernels says nothing of sums, which stay in the SMs.
  const narrow = accumulator < output ? accumulator : output;
  if (verified.kernel !== undefined && counted !== undefined)
    requireEqual(counted.partial, narrow, `${path}.certificate.instance`, "partial");
  if (verified.projective !== undefined && subject.einsum !== undefined) {
    checkSameStatement(verified.projective, subject.einsum, { operand, output }, memory, path);
    return;
  }
  if (verified.convolution !== undefined && subject.convolution !== undefined) {
    checkSameConvolution(verified.convolution, subject.convolution, { operand, output }, memory, path);
    return;
  }
  const ofRows = verified.rows !== undefined && subject.rows !== undefined;
  if (ofRows || (verified.triangular !== undefined && subject.triangular !== undefined)) {
    const sizes = ofRows ? { word: operand, output } : { word: narrow < operand ? narrow : operand };
    const right = { ...(ofRows ? subject.rows : subject.triangular), ...sizes, ...sizesOf(memory) };
    for (const [name, value] of Object.entries(right)) {
      const found = ((ofRows ? verified.rows : verified.triangular) as unknown as Readonly<Record<string, bigint | string>>)[
        name
      ];
      if (found !== value) {
        throw new Refused(`${path}.certificate.instance`, `${name} is ${value} for this workload and machine, not ${found}`);
      }
    }
    return;
  }
  if (verified.layered !== undefined && subject.layered !== undefined) {
    const { subject: found, ...sizes } = verified.layered;
    const right = { ...subject.layered, word: narrow < operand ? narrow : operand, output, ...sizesOf(memory) };
    for (const [name, value] of Object.entries(right)) {
      const own = ({ ...found, ...sizes } as Readonly<Record<string, unknown>>)[name];
      if (`${own}` !== `${value}`)
        throw new Refused(`${path}.certificate.instance`, `${name} is ${value} for this workload and machine, not ${own}`);
    }
    return;
  }
  if (verified.multilayer !== undefined) {
    checkSameMultilayerChain(verified.multilayer, subject.multilayerChains ?? [], { operand, accumulator, output }, memory, path);
    return;
  }
  const { backward, repeated, sparse } = verified;
  const chain = verified.chain ?? backward;
  const instance = (chain ?? repeated ?? sparse ?? verified.instance) as Readonly<Record<string, bigint>> | undefined;
  const ofSparse = subject.sparse === undefined ? [] : [subject.sparse.product];
  const ofProduct = sparse !== undefined ? ofSparse : repeated === undefined ? subject.products : subject.repeated;
  const ofChain = backward === undefined ? subject.chains : subject.backward;
  const candidates = (chain === undefined ? ofProduct : ofChain) ?? [];
  const same = (extents: Readonly<Record<string, bigint>>): boolean =>
    Object.entries(extents).every(([name, value]) => instance?.[name] === value);
  const extents = candidates.find(same) ?? candidates[0];
  if (extents === undefined || instance === undefined) throw new Refused(`${path}.certificate`, "no theorem about this workload");
  if (chain !== undefined && subject.sharesColumns === true) requireCommonColumns(verified, path);
  const chained = { h: operand < accumulator ? operand : accumulator, d: second };
  const parts =
    chain !== undefined && subject.sharesWords === true
      ? partsOfWords(chain, verified.columns ?? "narrowest", operand, path)
      : {};
  const right: Readonly<Record<string, bigint>> = {
    ...extents,
    ...{ a: operand, b: second, output },
    ...(chain === undefined ? {} : chained),
    ...parts,
    ...sizesOf(memory),
  };
  for (const [name, value] of Object.entries(right)) {
    const found = instance[name];
    if (found !== value) {
      throw new Refused(`${path}.certificate.instance`, `${name} is ${value} for this workload and machine, not ${found}`);
    }
  }
}

function sizesOf({ capacity, memories }: CheckedMemory): Readonly<Record<"capacity" | "memories", bigint>> {
  return { capacity, memories };
}

/** The subject of a workload, read once for all bounds of a document. */
export function readSubject(workload: Fields): Subject {
  const known = SUBJECTS.get(workload) ?? readNewSubject(workload);
  SUBJECTS.set(workload, known);
  return known;
}

const SUBJECTS = new WeakMap<Fields, Subject>();

function readNewSubject(workload: Fields): Subject {
  const extent = (name: string): bigint => count(workload, name, "workload", 1n);
  const flag = (name: string): boolean => {
    const value = workload[name];
    if (typeof value !== "boolean") throw new Refused(`workload.${name}`, "not true or false");
    return value;
  };
  const kind = workloadKind(workload, "workload");
  if (kind === "gemm") {
    const [batch, m, n, k] = [extent("batch"), extent("m"), extent("n"), extent("k")];
    const scales = readScales(workload, [
      ["a", batch, [m, k]],
      ["b", batch, [k, n]],
    ]);
    return { inputs: [batch * m * k, batch * k * n], scales, outputs: [batch * m * n], products: [{ batch, m, n, k }] };
  }
  if (kind === "epilogue-gemm") return readEpilogue(workload);
  if (kind === "sparse-gemm") return readSparse(workload);
  if (kind === "chain") {
    const [m, k, l, n] = [extent("m"), extent("k"), extent("l"), extent("n")];
    const chain = { batch: 1n, m, k, l, n, pairs: m * l, factors: 1n };
    return { inputs: [m * k, k * l, l * n], outputs: [m * n], chains: [chain] };
  }
  if (kind === "multilayer-chain") {
    const m = extent("m");
    const list = workload["widths"];
    if (!Array.isArray(list) || list.length < 4 || list.length > MOST_WIDTHS)
      throw new Refused("workload.widths", `not a list of four to ${MOST_WIDTHS} widths`);
    const widths = list.map((_, q) => count({ [q]: list[q] }, `${q}`, "workload.widths", 1n));
    const [w0, wr] = [widths[0], widths.at(-1)] as [bigint, bigint];
    const between = widths.slice(1).map((own, q) => (widths[q] as bigint) * own);
    return { inputs: [m * w0, ...between], outputs: [m * wr], multilayerChains: [{ m, widths }] };
  }
  if (kind === "ffn") {
    const [m, k, l] = [extent("tokens"), extent("model"), extent("hidden")];
    const factors = flag("gated") ? 2n : 1n;
    const front = factors === 2n ? [k * l, k * l] : [k * l];
    const chain = { batch: 1n, m, k, l, n: k, pairs: m * l, factors };
    return { inputs: [m * k, ...front, l * k], outputs: [m * k], chains: [chain] };
  }
  if (kind === "attention") {
    const { chain, ...words } = readAttention(workload);
    return { ...words, chains: [chain] };
  }
  if (kind === "attention-backward") return readBackward(workload);
  if (kind === "conv") {
    const convolution = readConvolution(workload);
    const { inputs, outputs, product } = convolution;
    return { inputs, outputs, ...(product === undefined ? {} : { products: [product] }), convolution };
  }
  if (kind === "einsum") {
    const einsum = readEinsum(workload);
    return { ...einsum, einsum };
  }
  if (kind === "norm-gemm") {
    const [m, n, k, headDim] = [extent("m"), extent("n"), extent("k"), count(workload, "headDim", "workload")];
    if (headDim % 2n !== 0n || (headDim > 0n && n % headDim !== 0n))
      throw new Refused("workload.headDim", "no even divisor of n");
    const tables = headDim === 0n ? [] : [(m * headDim) / 2n, (m * headDim) / 2n];
    return { inputs: [m * k, k * n, k, ...tables], outputs: [m * n], products: [{ batch: 1n, m, n, k }] };
  }
  if (kind === "scan") return readScan(workload);
  if (kind === "grouped-gemm" || kind === "moe") return readGroups(kind, workload);
  return readTriangular(kind, workload) ?? readLayered(kind, workload) ?? readRowsSubject(kind, workload);
}

function readLayered(kind: string, workload: Fields): Subject | undefined {
  const layered = readLayeredSubject(kind, workload, "workload");
  if (layered === undefined) return undefined;
  const { width } = layersOf(layered);
  return { inputs: [width], outputs: [width], layered };
}

/** Q, K, V and dO, with L and D a row, to dQ, dK and dV: as many words as the forward pass has of each array. */
function readBackward(workload: Fields): Subject {
  const { chain, inputs, outputs } = readAttention(workload);
  const statistic = {
    words: (chain["batch"] ?? 0n) * (chain["m"] ?? 0n),
    sizeIn: (units: bigint) => bytesOf(workload, "accumulator", "workload", units),
  };
  return { inputs: [...inputs, ...outputs], scales: [statistic, statistic], outputs: inputs, backward: [chain] };
}
