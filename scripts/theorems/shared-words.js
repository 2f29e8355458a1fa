// Cases of latent attention: V is the first columns of K, and a word of V is a word of K.

import { certificateToJson } from "../../build/bounds/certificates/json.js";
import { chainShape } from "../../build/bounds/chain/shape.js";
import { sharedWordsCertificates } from "../../build/bounds/chain/shared-words.js";
import { attentionWorkload } from "../../build/index.js";
import { verifyCertificate } from "../../build/verify/certificate.js";
import { Refused } from "../../build/verify/shared/fields.js";
import { checkSpeaksAbout } from "../../build/verify/subject.js";

const least = (values) => values.reduce((x, y) => (y < x ? y : x));
const over = (x, y) => (x + y - 1n) / y;
const TYPES = ["bf16", "fp8", "fp32"];

/** Every way of one memory that is no better than what a kernel could do; a mask's hidden pairs are computed and thrown away. */
function costsOf({ m, k, l, n }, { a, b: w, d, partial, output }, capacity) {
  const costs = [];
  const outputs = m * n * output;
  // Rows of Q with their sums of O stay; a column of K comes once for each group of them and is a row of V too.
  const strip = (sums, columns) => {
    const rows = (capacity - w * columns - partial) / (a * k + partial * sums + partial);
    return rows > 0n ? over(m, rows) * over(n, sums) * l * k * w + m * k * a + outputs : undefined;
  };
  costs.push(strip(n, k), strip(n, n), strip(1n, k), strip(over(n, 2n), k), strip(over(n, 3n), n));
  // Each word of a column is loaded for H and its first words again for E: nothing of it stays.
  const passing = (capacity - w) / (a * k + partial * n + partial);
  if (passing > 0n) costs.push(over(m, passing) * l * (k + n) * w + m * k * a + outputs);
  // Columns of K stay; rows of Q pass, their sums of O come and go.
  const columns = (capacity - a - 2n * partial) / (w * k + partial);
  if (columns > 0n) {
    const passes = over(l, columns);
    costs.push(l * k * w + passes * m * k * a + 2n * (passes - 1n) * m * n * partial + outputs);
  }
  // Scores are stored as operands, both products in square tiles of sums.
  let side = 0n;
  while (partial * (side + 1n) ** 2n + (w > d ? w : d) * (side + 1n) + (a > d ? a : d) <= capacity) side++;
  if (side > 0n) {
    const first = over(l, side) * m * k * a + over(m, side) * l * k * w + m * l * d;
    costs.push(first + over(n, side) * m * l * d + over(m, side) * l * n * w + outputs);
  }
  return costs.filter((cost) => cost !== undefined);
}

/** A latent attention, what it costs in one of the memories, and its certificates with what the checker says of them for the workload. */
export function sharedWordsCase(random) {
  const inWords = random.unit() < 0.5;
  const largest = random.of([6, 40, 200]);
  const side = () => random.scale(1, largest);
  const dim = side();
  const kvHeads = random.of([1, 1, 2]);
  const workload = attentionWorkload({
    batch: random.of([1, 1, 2]),
    heads: kvHeads * random.whole(1, 4),
    kvHeads,
    queries: side(),
    keys: side(),
    dim,
    valueDim: random.unit() < 0.4 ? dim : random.whole(1, dim),
    causal: random.unit() < 0.3,
    valuesInKeys: true,
    dataType: random.of(TYPES),
    outputType: random.of(TYPES),
    accumulator: random.of(["fp16", "fp32"]),
  });
  const { extents, weights } = chainShape(workload, inWords ? "words" : "bytes");
  const words = BigInt(random.scale(8, random.of([30, 300, 3000])));
  const capacity = words * Object.values(weights).reduce((x, y) => (y > x ? y : x));
  const memories = BigInt(random.of([1, 1, 2, 3]));
  const costs = costsOf(extents, weights, capacity);
  const memory = { interfaceId: inWords ? "slow-fast" : "l2-sm", capacity, memories, shown: "" };
  const claims = sharedWordsCertificates({ extents, weights, capacity, memories }).map((certificate) => {
    const json = JSON.parse(JSON.stringify(certificateToJson(certificate)));
    const accepts = () => {
      try {
        const verified = verifyCertificate(json);
        checkSpeaksAbout(verified, workload, inWords, memory, "bound");
        return verified.value;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return undefined;
      }
    };
    return {
      value: certificate.value,
      json,
      settled: json,
      also: /^(units|a|h|output|capacity|memories|m|k|l|n|pairs)$/,
      accepts,
    };
  });
  return { claims, cost: costs.length === 0 ? 1n << 200n : extents.batch * least(costs) };
}
