/** A feed-forward block whose second product reads H from the L2, band by band, against two kernels one after the other. */
import {
  bestBounds,
  boundWorkload,
  chartSvg,
  ffnWorkload,
  gpuNamed,
  lruL2,
  planReplays,
  replayPlanned,
  timeBound,
  toApproximateNumber,
  totalTraffic,
} from "../../build/index.js";
import { bytesLabel, GPUS, gigabytes, table } from "./common.js";

const TOKENS = [256, 512, 1024, 2048, 4096, 8192, 16_384];
const BLOCK = { model: 4096, hidden: 14_336, gated: true };
/** Tile rows of a band: all powers of two below the number of tile rows. */
const bands = (tokens) => Array.from({ length: 7 }, (_, i) => 2 ** i).filter((band) => band * 128 < tokens);

const ORDERS = [{ kind: "row" }, { kind: "col" }, ...[4, 8, 16, 32].map((height) => ({ kind: "group", height }))];

const dram = ({ total }) => totalTraffic(total.get("dram-l2"));
const known = new Map();

/** The least DRAM bytes of either way, on one GPU for one number of tokens, and what any way must move. */
function study(id, tokens) {
  const key = `${id} ${tokens}`;
  if (known.has(key)) return known.get(key);
  const gpu = gpuNamed(id);
  const workload = ffnWorkload({ tokens, ...BLOCK });
  const least = (plans) =>
    plans
      .map((plan) => ({ label: plan.label, bytes: dram(replayPlanned(plan, lruL2(gpu))) }))
      .reduce((a, b) => (b.bytes < a.bytes ? b : a));
  const separate = least(planReplays(workload, gpu, { schedule: "ffn-separate", orders: ORDERS }));
  const heights = bands(tokens);
  const banded = heights.length === 0 ? undefined : least(planReplays(workload, gpu, { schedule: "ffn-bands", bands: heights }));
  const bound = bestBounds(boundWorkload(workload, gpu).bounds).get("dram-l2").value;
  const { terms } = timeBound(workload, gpu);
  const arithmetic = toApproximateNumber(terms.find((term) => term.id === "matrix").seconds);
  const bandwidth = toApproximateNumber(terms.find((term) => term.id === "dram-l2").perSecond);
  const result = { separate, banded, bound, arithmetic, bandwidth };
  known.set(key, result);
  return result;
}

const shortBand = (label) => label.replace("ffn-bands ", "band ");

export const ffnFlow = {
  page: "l2-data-flow-in-the-ffn",
  tables: {
    "ffn-flow": () =>
      table(
        ["GB separate → banded, saved", ...TOKENS.map((tokens) => `M ${tokens}`)],
        GPUS.map((id) => [
          id,
          ...TOKENS.map((tokens) => {
            const { separate, banded } = study(id, tokens);
            if (banded === undefined) return "–";
            const saved = 100 - (100 * Number(banded.bytes)) / Number(separate.bytes);
            return `${gigabytes(separate.bytes)} → ${gigabytes(banded.bytes)}, ${saved.toFixed(0)} % (${shortBand(banded.label)})`;
          }),
        ]),
      ),
    "ffn-flow-time": () =>
      table(
        ["DRAM time / arithmetic time", ...TOKENS.map((tokens) => `M ${tokens}`)],
        GPUS.map((id) => [
          id,
          ...TOKENS.map((tokens) => {
            const { separate, banded, arithmetic, bandwidth } = study(id, tokens);
            const share = ({ bytes }) => (Number(bytes) / bandwidth / arithmetic).toFixed(2);
            return banded === undefined ? share(separate) : `${share(separate)} → ${share(banded)}`;
          }),
        ]),
      ),
  },
  figures: {
    "ffn-flow": () => {
      const of = (id, pick) =>
        TOKENS.filter((tokens) => study(id, tokens).banded !== undefined).map((tokens) => [
          tokens,
          Number(pick(study(id, tokens))),
        ]);
      return chartSvg({
        title: "DRAM bytes of a feed-forward block: two kernels, and one in bands through the L2",
        subtitle: "Llama 3 8B: model 4096, hidden 14336, gated, bf16; best launch order, best band; L2 as one LRU, lock step",
        x: { label: "tokens M", base: 2, format: String },
        y: { label: "DRAM bytes", base: 10, format: bytesLabel },
        curves: [
          { label: "h100, any way at least", kind: "bound", points: of("h100", ({ bound }) => bound) },
          ...["a40", "h100", "b200"].flatMap((id) => [
            { label: `${id}, two kernels`, kind: "schedule", points: of(id, ({ separate }) => separate.bytes) },
            { label: `${id}, bands`, kind: "schedule", points: of(id, ({ banded }) => banded.bytes) },
          ]),
        ],
        marks: [],
      });
    },
  },
};
