// What kernels cost by schedules known: of each run of operators the cheapest of one fused schedule and two runs one after the other.
import { productSides } from "../../build/layers/kernels/kernel-core.js";
import { convolutionOf } from "../../build/layers/kernels/single-cores.js";
import { boundaryOf, tensorBytes, tensorNamed } from "../../build/layers/operator-graph.js";
import { wordConvs } from "../../build/schedules/two-level/conv/schedules.js";

const ceil = Math.ceil;
const floor = Math.floor;
/** Bytes of an partial sum: no type of these layers is wider. */
const SUM = 4;

/**
 * Bytes that runs of operators move in one fast memory from empty: words of any type take one place of `SUM` bytes. Between the
 * two parts of a run everything is stored and loaded again, which a kernel may do.
 */
export class KernelCosts {
  #index;
  #runs = new Map();

  constructor(index) {
    this.#index = index;
  }

  /** Infinity where no schedule fits. With `stores` 0 the least loads. */
  of(operators, places, stores = 1) {
    const key = `${operators[0].name} ${operators.length} ${places} ${stores}`;
    let best = this.#runs.get(key);
    if (best !== undefined) return best;
    best = this.#fused(operators, places, stores);
    for (let cut = 1; cut < operators.length; cut++) {
      const first = this.of(operators.slice(0, cut), places, stores);
      if (first < best) best = Math.min(best, first + this.of(operators.slice(cut), places, stores));
    }
    this.#runs.set(key, best);
    return best;
  }

  /** One pass in which results are made complete, and stored where the run must leave them. */
  #fused(operators, places, stores) {
    const { inputs, outputs } = boundaryOf(this.#index, new Set(operators.map(({ name }) => name)));
    const run = { operators, inputs, outputs, places };
    const passes = [this.#maps(run), this.#softmax(run), this.#attention(run), this.#products(run), this.#convolution(run)];
    const stored = outputs.reduce((sum, tensor) => sum + this.#bytes(tensor.name), 0);
    return Math.min(...passes.flat().map(({ loads, spilled = 0 }) => loads + stores * (spilled + stored)));
  }

  /** Word by word: all tensors of one place at once. */
  #maps({ operators, inputs, places }) {
    const tensors = new Set(operators.flatMap((one) => [...one.inputs, ...one.outputs]));
    if (!operators.every((one) => this.#isMap(one)) || tensors.size > places) return [];
    return [{ loads: this.#loads(inputs) }];
  }

  /** Statistics, or shares, or both of rows that fit. */
  #softmax({ operators, inputs, places }) {
    const kinds = operators.map(({ work }) => work.kind).join();
    const [first] = operators;
    if (operators.length === 1 && first.inputs.some((name) => this.#statistics(name))) return [{ loads: this.#loads(inputs) }];
    if (kinds === "row-statistics") return [{ loads: this.#loads(inputs) }];
    if (kinds !== "row-statistics,elementwise" || operators[1].inputs[1] !== first.outputs[0]) return [];
    const rows = this.#words(first.outputs[0]) / 2;
    // A masked row is no longer than the longest; twice the mean is no less, since masks only shorten.
    const longest = Math.min(this.#words(first.inputs[0]), 2 * ceil(this.#words(first.inputs[0]) / rows));
    return longest + 6 <= places ? [{ loads: this.#loads(inputs) }] : [];
  }

  #statistics(name) {
    return this.#index.producer.get(name)?.work.kind === "row-statistics";
  }

  /** Rows of Q and O stay with a running maximum and sum each; K and V pass; masked pairs are formed and thrown away. */
  #attention({ operators, inputs, outputs, places }) {
    const [scores, statistics, shares, values, ...tail] = operators;
    if (
      operators
        .slice(0, 4)
        .map(({ work }) => work.kind)
        .join() !== "scores,row-statistics,elementwise,values"
    )
      return [];
    if (values.inputs[0] !== shares.outputs[0] || shares.inputs[0] !== scores.outputs[0]) return [];
    const inner = [scores, statistics, shares].flatMap((one) => one.outputs);
    const after = this.#epilogue(tail, [values.outputs[0]], inputs);
    if (outputs.some(({ name }) => inner.includes(name)) || after === undefined) return [];
    const { batch, m, n: l, k } = productSides(scores.work);
    const free = places - after.places;
    const rows = Math.min(m, floor((free - 1) / (2 * k + 3)));
    if (rows < 1) return [];
    const word = this.#word(scores.inputs[0]);
    return [{ loads: word * batch * (m * k + ceil(m / rows) * l * 2 * k) + after.loads }];
  }

  /** Products of one left operand, perhaps a product of what they make, with maps before, between and after. */
  #products({ operators, inputs, places }) {
    const parts = this.#parts(operators);
    if (parts === undefined) return [];
    const { head, fronts, middle, back, tail } = parts;
    const left = operators[0].inputs[0];
    const sides = fronts.map(({ work }) => productSides(work));
    const [{ batch, m, k }] = sides;
    const word = this.#word(left);
    const results = (back === undefined ? fronts : [back]).map(({ outputs }) => outputs[0]);
    const after = this.#epilogue(tail, results, inputs);
    if (head.some(({ inputs }) => inputs.length > 1) || after === undefined) return [];
    if (fronts.length > 1 && sides.some((one) => one.batch !== 1)) return [];
    const rightWord = this.#word(fronts[0].inputs[1]);
    if (back === undefined) {
      const columns = sides.reduce((sum, { n }) => sum + n, 0);
      const together = after.joined ? fronts.length : 1;
      if (together > 1 && sides.some(({ n }) => n !== sides[0].n)) return [];
      const passes = productPasses({ m, n: columns / together, k, together }, places - after.places);
      return passes.map(({ a, b }) => ({ loads: batch * (word * a + rightWord * b) + after.loads }));
    }
    const between = this.#epilogue(
      middle,
      fronts.map(({ outputs }) => outputs[0]),
      inputs,
    );
    const second = productSides(back.work);
    const reads = middle.length === 0 ? fronts[0].outputs[0] : middle.at(-1).outputs[0];
    const fits = fronts.length === 1 || (fronts.length === 2 && sides[0].n === sides[1].n && between?.joined);
    if (between === undefined || !fits || batch !== 1 || second.batch !== 1 || back.inputs[0] !== reads) return [];
    const extents = { m, k, l: sides[0].n, n: second.n, fronts: fronts.length };
    const lastWord = this.#word(back.inputs[1]);
    return chainPasses(extents, places - after.places - between.places).map(({ a, b, d, sums, blocks }) => ({
      loads: word * a + rightWord * b + lastWord * d + SUM * sums + blocks * between.loads + after.loads,
      spilled: SUM * sums,
    }));
  }

  /** Leading maps, products of one left operand, maps, perhaps one more product, maps. */
  #parts(operators) {
    const isProduct = ({ work }) => ["product", "scores", "values"].includes(work.kind);
    const head = operators.slice(0, Math.max(0, operators.findIndex(isProduct)));
    let form = operators[0].inputs[0];
    for (const one of head) {
      if (!this.#isMap(one) || one.inputs[0] !== form) return undefined;
      form = one.outputs[0];
    }
    const rest = operators.slice(head.length);
    const others = rest.findIndex((one) => !isProduct(one) || one.inputs[0] !== form);
    const fronts = others < 0 ? rest : rest.slice(0, others);
    const later = rest.slice(fronts.length);
    const at = later.findIndex((one) => !this.#isMap(one));
    if (fronts.length === 0 || (fronts.length > 1 && fronts.some(({ work }) => work.kind !== "product"))) return undefined;
    if (at < 0) return { head, fronts, middle: [], tail: later };
    const tail = later.slice(at + 1);
    if (later[at].work.kind !== "product" || fronts[0].work.kind !== "product") return undefined;
    return tail.every((one) => this.#isMap(one))
      ? { head, fronts, middle: later.slice(0, at), back: later[at], tail }
      : undefined;
  }

  /** Maps of results as they are made: their other operands are loaded once a word; `joined` where one needs two of the results. */
  #epilogue(maps, results, inputs) {
    const from = new Map(results.map((name) => [name, new Set([name])]));
    const others = new Set();
    for (const one of maps) {
      if (!this.#isMap(one)) return undefined;
      const origins = new Set();
      for (const name of one.inputs) {
        if (!from.has(name)) others.add(name);
        for (const origin of from.get(name) ?? []) origins.add(origin);
      }
      if (origins.size === 0) return undefined;
      from.set(one.outputs[0], origins);
    }
    // What the run makes elsewhere is not in slow memory.
    if ([...others].some((name) => !inputs.some((tensor) => tensor.name === name))) return undefined;
    const loads = [...others].reduce((sum, name) => sum + this.#bytes(name), 0);
    return { loads, places: maps.length + others.size, joined: [...from.values()].some(({ size }) => size > 1) };
  }

  #convolution({ operators, inputs, places }) {
    const at = operators.findIndex(({ work }) => work.kind === "convolution");
    if (at < 0) return [];
    const [conv, head] = [operators[at], operators.slice(0, at)];
    const after = this.#epilogue(operators.slice(at + 1), conv.outputs, inputs);
    const chained = head.every(
      (one, i) => this.#isMap(one) && one.inputs.length === 1 && one.outputs[0] === (head[i + 1] ?? conv).inputs[0],
    );
    if (after === undefined || !chained) return [];
    const workload = convolutionOf(conv.work, "fp32");
    const [input, weight] = [this.#word(operators[0].inputs[0]), this.#word(conv.inputs[1])];
    try {
      return wordConvs(workload, places - after.places).map(({ words }) => ({
        loads: input * Number(words.inputs) + weight * Number(words.weights) + after.loads,
      }));
    } catch (error) {
      if (error.subject !== "fast-words") throw error;
      return [];
    }
  }

  /** Of words in one place, none of them statistics of rows. */
  #isMap({ work, inputs, outputs }) {
    return (
      work.kind === "elementwise" &&
      inputs.every((name) => this.#words(name) === this.#words(outputs[0]) && !this.#statistics(name))
    );
  }

  #words(name) {
    return tensorNamed(this.#index, name).words;
  }

  #word(name) {
    return this.#bytes(name) / this.#words(name);
  }

  #bytes(name) {
    return Number(tensorBytes(tensorNamed(this.#index, name)));
  }

  #loads(inputs) {
    return inputs.reduce((sum, { name }) => sum + this.#bytes(name), 0);
  }
}

/** Loads of A and B with sums of `together` columns at a time complete together: a tile of sums stays, or rows of A, or columns of B. */
function productPasses({ m, n, k, together: t }, places) {
  const all = t * n;
  const passes = [];
  const rows = Math.max(floor((places - 1) / (k + t)), floor((places - t * (k + 1)) / k));
  if (rows >= 1) passes.push({ a: m * k, b: ceil(m / rows) * k * all });
  const columns = Math.max(floor((places - 1) / (t * (k + 1))), floor((places - k - t) / (t * k)));
  if (columns >= 1) passes.push({ a: ceil(n / columns) * m * k, b: k * all });
  for (let r = 1; r <= m && r * (t + 1) + 1 <= places; r++) {
    const w = Math.min(n, floor((places - 1 - r) / (t * r)));
    passes.push({ a: ceil(n / w) * m * k, b: ceil(m / r) * k * all });
  }
  return passes;
}

/** Loads of A, B, D and partial sums: strips of A and E with H made column by column, or tiles of H with sums of E passing. */
function chainPasses({ m, k, l, n, fronts: f }, places) {
  const passes = [];
  for (let width = 1; width <= n; width++) {
    // f·r sums, or f columns of B and one row of D with f sums.
    const strip = Math.max(floor((places - 1) / (k + width + f)), floor((places - f * (k + 1) - width) / (k + width)));
    const rows = Math.min(m, strip);
    const blocks = ceil(n / width);
    if (rows >= 1) passes.push({ a: m * k, b: f * blocks * ceil(m / rows) * k * l, d: ceil(m / rows) * l * n, sums: 0, blocks });
  }
  for (let r = 1; f === 1 && r <= m; r++) {
    const columns = Math.min(l, Math.max(floor((places - 1) / r) - 1, floor((places - 1) / (r + 1))));
    if (columns < 1) break;
    const blocks = ceil(l / columns);
    passes.push({ a: blocks * m * k, b: ceil(m / r) * k * l, d: ceil(m / r) * l * n, sums: (blocks - 1) * m * n, blocks: 1 });
  }
  return passes;
}
