// Cases of latent attention: absorbed, where V is the first columns of K and a word of V is a word of K, and expanded, where all heads share
// the last columns of K.

import { certificateToJson } from "../../build/bounds/certificates/json.js";
import { chainShape } from "../../build/bounds/chain/shape.js";
import { commonColumnsCertificates, sharedWordsCertificates } from "../../build/bounds/chain/shared-words.js";
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
  const certificates = sharedWordsCertificates({ extents, weights, capacity, memories });
  const claims = claimsOf(certificates, workload, inWords, { capacity, memories });
  return { claims, cost: costs.length === 0 ? 1n << 200n : extents.batch * least(costs) };
}

/** What the checker says of certificates for a workload. */
function claimsOf(certificates, workload, inWords, memories) {
  const memory = { interfaceId: inWords ? "slow-fast" : "l2-sm", ...memories, shown: "" };
  return certificates.map((certificate) => {
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
}

/**
 * Every way of one memory, of a sequence whose heads share columns, that is no worse than what a kernel could do: rows of one head or of
 * several, the shared words of all keys or of some in memory while heads take turns, scores stored. Hidden pairs are computed and thrown away.
 */
function costsOfHeads({ heads, m, k, shared, l, n }, { a, b: w, h, partial, output }, capacity) {
  const own = k - shared;
  const rowBytes = k * a + (n + 1n) * partial;
  const once = heads * m * (k * a + n * output);
  const costs = [];
  for (let together = 1n; together <= heads; together++) {
    // A key's shared words, or one of them at a time, with a score for each row that waits for the others.
    for (const [beside, ofRow] of [
      [(shared + 1n) * w + partial, rowBytes],
      [w, rowBytes],
    ]) {
      const most = (capacity - beside) / (ofRow * together);
      const rows = most < m ? most : m;
      if (rows > 0n) costs.push(once + over(heads, together) * over(m, rows) * l * (together * (own + n) + shared) * w);
    }
  }
  // The shared words of all keys stay, and strips of one head after another pass.
  const strip = (capacity - l * shared * w - w) / rowBytes;
  if (strip > 0n) costs.push(once + l * shared * w + heads * over(m, strip) * l * (own + n) * w);
  for (const ofKey of [shared * w, (k + n) * w]) {
    // Those of some keys stay, with or without the words of one head; every head's rows pass, and their sums come and go.
    const keys = (capacity - 2n * w - rowBytes) / ofKey;
    if (keys <= 0n) continue;
    const blocks = over(l, keys);
    const rows = (capacity - (keys < l ? keys : l) * ofKey - 2n * w) / rowBytes;
    const read = ofKey === shared * w ? over(m, rows < 1n ? 1n : rows) : 1n;
    const again = (blocks - 1n) * heads * m * (k * a + 2n * n * partial);
    costs.push(once + again + l * shared * w + heads * read * l * (own + n) * w);
  }
  // Scores are stored: those of the shared columns as one product of all heads' rows, or all of a head.
  let side = 0n;
  while (partial * (side + 1n) ** 2n + w * (side + 1n) + (a > h ? a : h) <= capacity) side++;
  if (side > 0n) {
    const first = (rows, columns) => over(l, side) * rows * columns * a + over(rows, side) * l * columns * w;
    const second = heads * (over(n, side) * m * l * h + over(m, side) * l * n * w + m * n * output);
    costs.push(heads * (first(m, k) + m * l * h) + second);
    const started = 2n * heads * m * l * partial;
    costs.push(first(heads * m, shared) + started + heads * (first(m, own) + m * l * h) + second);
  }
  return costs;
}

/** An expanded latent attention: many heads, of few rows or many, with columns of keys in common. */
export function commonColumnsCase(random) {
  const inWords = random.unit() < 0.5;
  const largest = random.of([6, 20, 80]);
  const side = () => random.scale(1, largest);
  const dim = 1 + side();
  const kvHeads = random.scale(1, 16);
  const workload = attentionWorkload({
    batch: random.of([1, 1, 2]),
    heads: kvHeads * random.of([1, 1, 2]),
    kvHeads,
    queries: random.of([1, side(), side()]),
    keys: side(),
    dim,
    valueDim: side(),
    sharedKeyColumns: random.unit() < 0.3 ? dim - 1 : random.whole(1, dim - 1),
    causal: random.unit() < 0.2,
    dataType: random.of(TYPES),
    outputType: random.of(TYPES),
    rightType: random.of([undefined, "fp8"]),
    accumulator: random.of(["fp16", "fp32"]),
  });
  const { extents, weights } = chainShape(workload, inWords ? "words" : "bytes");
  const words = BigInt(random.scale(8, random.of([30, 120, 800])));
  const capacity = words * Object.values(weights).reduce((x, y) => (y > x ? y : x));
  const memories = BigInt(random.of([1, 1, 2, 3]));
  const sequence = { ...extents, heads: BigInt(kvHeads), shared: BigInt(workload.sharedKeyColumns) };
  const costs = costsOfHeads(sequence, weights, capacity);
  const certificates = commonColumnsCertificates({ extents, weights, capacity, memories });
  const claims = claimsOf(certificates, workload, inWords, { capacity, memories });
  return { claims, cost: costs.length === 0 ? 1n << 200n : BigInt(workload.batch) * least(costs) };
}
