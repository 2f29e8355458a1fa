/** Where keys and values are the larger part of a decoding layer's bytes, and of its time. */
import { chartSvg, MODEL_CARDS, toApproximateNumber } from "../../build/index.js";
import { report, table } from "./common.js";

const BATCHES = [1, 4, 16, 64, 256];
const LARGE = [1, 16, 64, 256, 1024];
const decoders = MODEL_CARDS.filter(({ kind }) => kind === "decoder").map(({ id }) => id);

/** Times of the plan flash: the cache, all else. */
function times(id, batch, context, gpu) {
  const { timeShares } = report(id, { phase: "decode", batch, context }, gpu, { search: false, plans: [flashOf(id)] });
  const cache = toApproximateNumber(timeShares.cache);
  const [weights, activations, arithmetic] = ["weights", "activations", "arithmetic"].map((part) =>
    toApproximateNumber(timeShares[part]),
  );
  return { cache, weights, rest: weights + activations + arithmetic };
}

const plans = new Map();
/** The kernels of the preset flash; they do not depend on sizes. */
function flashOf(id) {
  if (!plans.has(id)) {
    const { rows } = report(id, { phase: "decode", context: 1 }, "h100", { search: false });
    plans.set(id, rows.find(({ plan }) => plan.id === "flash").plan);
  }
  return plans.get(id);
}

/** The least context from which on the cache takes at least as long as all else: its share only grows with the context. */
function leadsInTime(id, batch, gpu) {
  const leads = (context) => {
    const { cache, rest } = times(id, batch, context, gpu);
    return cache >= rest;
  };
  const inBytes = Number(report(id, { phase: "decode", batch }, gpu, { search: false, plans: [flashOf(id)] }).cacheLeadsAt);
  let [low, high] = [0, inBytes];
  while (!leads(high)) [low, high] = [high, 2 * high];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (leads(middle)) high = middle;
    else low = middle;
  }
  return String(high);
}

export const cache = {
  page: "decode-and-the-kv-cache",
  tables: {
    "cache-leads": () =>
      table(
        ["tokens of context", ...BATCHES.map((batch) => `batch ${batch}`)],
        decoders.map((id) => [
          id,
          ...BATCHES.map((batch) =>
            String(
              report(id, { phase: "decode", batch }, "h100", { search: false }).cacheLeadsAt ?? "never: its window is shorter",
            ),
          ),
        ]),
      ),
    "cache-leads-time": () => {
      const rows = [["llama2-7b", "h100"], ...["a100", "h100", "b200"].map((gpu) => ["llama3-8b", gpu]), ["llama3-70b", "h100"]];
      return table(
        ["tokens of context", ...LARGE.map((batch) => `batch ${batch}`)],
        rows.map(([id, gpu]) => [`${id}, ${gpu}`, ...LARGE.map((batch) => leadsInTime(id, batch, gpu))]),
      );
    },
  },
  figures: {
    "decode-time": () => {
      const contexts = Array.from({ length: 12 }, (_, i) => 64 * 2 ** i);
      const curve = (batch) => contexts.map((context) => ({ context, ...times("llama3-8b", batch, context, "h100") }));
      const [one, many] = [curve(1), curve(64)];
      const points = (rows, part) => rows.map((row) => [row.context, 1e6 * row[part]]);
      return chartSvg({
        title: "Time of a decoding layer, by what it goes into",
        subtitle: "Llama 3 8B, bf16, H100, plan flash: least bytes and operations of each kernel at peak rates",
        x: { label: "tokens in the cache of each sequence", base: 2, format: String },
        y: { label: "microseconds at peak rates", base: 10, format: (value) => `${value} µs` },
        curves: [
          { label: "KV cache, batch 1", kind: "schedule", points: points(one, "cache") },
          { label: "all else, batch 1", kind: "schedule", points: points(one, "rest") },
          { label: "KV cache, batch 64", kind: "schedule", points: points(many, "cache") },
          { label: "all else, batch 64", kind: "schedule", points: points(many, "rest") },
        ],
        marks: [],
      });
    },
  },
};
