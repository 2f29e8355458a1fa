// Small random layers: products alone, side by side and chained, gated blocks, attention, convolutions, maps and residuals between them.

import { GraphWriter } from "../../build/layers/graph-writer.js";
import { writeSoftmaxAttention } from "../../build/layers/models/softmax-attention.js";
import { indexGraph } from "../../build/layers/operator-graph.js";

const TYPES = ["bf16", "fp8", "fp32"];

/** A layer of a few blocks along one stream of rows; what nothing reads is an output, and so are some others. */
export function drawLayer(random) {
  return new LayerDraw(random).layer();
}

/** Draws with `rows × width` words of one type between operators. */
class LayerDraw {
  #random;
  #writer;
  #type;
  #count = 0;
  #streams = [];

  constructor(random) {
    this.#random = random;
    this.#type = random.of(["fp32", ...TYPES]);
    this.#writer = new GraphWriter(this.#type);
  }

  layer() {
    const random = this.#random;
    this.#advance(this.#input(random.scale(1, random.of([8, 200])), this.#side()));
    for (let blocks = random.whole(1, 3); blocks > 0; blocks--) {
      const block = random.of([
        "maps",
        "residual",
        "product",
        "product",
        "beside",
        "chain",
        "chain",
        "gated",
        "attention",
        "conv",
      ]);
      this[block]();
    }
    const graph = this.#writer.finish("layer");
    const read = new Set(graph.operators.flatMap(({ inputs }) => inputs));
    for (const { outputs } of graph.operators) {
      for (const name of outputs) if (!read.has(name) || random.unit() < 0.1) this.#writer.markOutput(name);
    }
    return indexGraph(this.#writer.finish("layer"));
  }

  maps() {
    for (let maps = this.#random.whole(1, 3); maps > 0; maps--) this.#advance(this.#map(this.#stream));
  }

  residual() {
    const { rows, width, type } = this.#stream;
    const earlier = this.#streams.filter((one) => one.rows === rows && one.width === width && one.type === type).slice(0, -1);
    const other = earlier.length > 0 ? this.#random.of(earlier) : this.#input(rows, width, type);
    this.#advance(this.#join(this.#stream, other));
  }

  product() {
    const left = this.#maybeMap(this.#stream);
    const batch = left.rows % 2 === 0 && this.#random.unit() < 0.15 ? 2 : 1;
    this.#advance(this.#maybeMap(this.#product(left, this.#side(), batch)));
  }

  /** Products that read one left operand. */
  beside() {
    const left = this.#maybeMap(this.#stream);
    const results = Array.from({ length: this.#random.whole(2, 3) }, () => this.#product(left, this.#side()));
    this.#advance(this.#random.of(results.map((one) => this.#maybeMap(one))));
  }

  chain() {
    const front = this.#product(this.#maybeMap(this.#stream), this.#side());
    this.#advance(this.#maybeMap(this.#product(this.#maybeMap(front), this.#side())));
  }

  gated() {
    const left = this.#maybeMap(this.#stream);
    const hidden = this.#side();
    const gate = this.#product(left, hidden);
    const joined = this.#join(this.#maybeMap(this.#product(left, hidden)), gate);
    // As wide as the stream was, so that a core may be a gated block; or of another width, which is none.
    this.#advance(this.#product(joined, this.#random.unit() < 0.7 ? left.width : this.#side()));
  }

  attention() {
    const random = this.#random;
    const [batch, kvHeads, queries, dim] = [random.whole(1, 2), random.whole(1, 2), random.scale(1, 60), random.scale(1, 12)];
    const keys = queries + random.of([0, 0, random.whole(1, 9)]);
    const heads = kvHeads * random.whole(1, 2);
    const shape = { batch, heads, kvHeads, queries, keys, dim, causal: random.unit() < 0.4 };
    const rows = batch * heads * queries;
    const own = this.#type;
    const right = () => {
      const all = batch * kvHeads * keys * dim;
      const cached = all > 1 && random.unit() < 0.3 ? random.whole(1, all - 1) : 0;
      return (cached > 0 ? [cached, all - cached] : [all]).map((words) => this.#input(words, 1, own).name);
    };
    const { name: q } = this.#input(rows, dim, own);
    const name = writeSoftmaxAttention(this.#writer, `a${this.#count++}-`, shape, q, right(), right());
    this.#advance({ name, rows, width: dim, type: own });
  }

  /** Every input word and every weight meets something. */
  conv() {
    const random = this.#random;
    const stride = random.whole(1, 2);
    const kernel = [random.whole(stride, 3), random.whole(stride, 3)];
    const [down, across] = [random.scale(1, 12), random.scale(1, 12)];
    const [batch, inChannels, outChannels] = [random.whole(1, 2), random.scale(1, 16), random.scale(1, 16)];
    const [height, width] = [kernel[0] + stride * (down - 1), kernel[1] + stride * (across - 1)];
    const work = { kind: "convolution", batch, inChannels, outChannels, height, width };
    const [input, weight] = [
      this.#maybeMap(this.#input(batch * inChannels * height, width, this.#type)).name,
      this.#weight(outChannels * inChannels * kernel[0] * kernel[1], this.#type),
    ];
    const rows = batch * down * across;
    const sides = { kernel, stride: [stride, stride], padding: [0, 0] };
    this.#advance(this.#operator({ ...work, ...sides }, [input, weight], { rows, width: outChannels, type: this.#type }));
  }

  get #stream() {
    return this.#streams.at(-1);
  }

  #advance(stream) {
    this.#streams.push(stream);
  }

  #side() {
    return this.#random.scale(1, this.#random.of([6, 100]));
  }

  #input(rows, width, type = this.#type) {
    return { name: this.#writer.tensor(`x${this.#count++}`, rows * width, "activation", type), rows, width, type };
  }

  #weight(words, type) {
    return this.#writer.tensor(`w${this.#count++}`, words, "weight", type);
  }

  #operator(work, inputs, result, carries = []) {
    const id = this.#count++;
    const output = { name: `t${id}`, words: result.rows * result.width, dataType: result.type };
    return { ...result, name: this.#writer.operator(`o${id}`, work, inputs, output, carries) };
  }

  #product(left, columns, batch = 1) {
    const { rows, width: inner, type } = left;
    const work = { kind: "product", batch, rows: rows / batch, inner, columns };
    return this.#operator(work, [left.name, this.#weight(batch * inner * columns, type)], { rows, width: columns, type });
  }

  /** Sometimes to another type: a form then no more. */
  #map(tensor) {
    const type = this.#random.unit() < 0.1 ? this.#random.of(TYPES) : tensor.type;
    return this.#operator({ kind: "elementwise" }, [tensor.name], { ...tensor, type }, [tensor.name]);
  }

  #maybeMap(tensor) {
    return this.#random.unit() < 0.4 ? this.#map(tensor) : tensor;
  }

  #join(one, other) {
    const inputs = [one.name, other.name];
    return this.#operator({ kind: "elementwise" }, inputs, one, this.#random.of([inputs, inputs.slice(0, 1)]));
  }
}
