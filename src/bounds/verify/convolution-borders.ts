import type { CheckedConvolution, Priced } from "./convolution.js";
import { CUT_FIELDS, checkCut, priceClasses, readInstance, weighsAtMost } from "./convolution.js";
import type { Fields } from "./fields.js";
import { count, exactly, Refused, requireOnly } from "./fields.js";

/** Blocks of `from` pixels or more: products² ≤ (reuse/parts)·a·b·c, where reuse/parts = (3·above/below)². */
interface CheckedBand {
  readonly from: bigint;
  readonly above: bigint;
  readonly below: bigint;
}

/** 3×3 windows of stride 1; the bands that follow from the side; V0 and V are the largest that fit one of them; the sums. */
export function checkConvolutionBorders(
  fields: Fields,
  path: string,
): { convolution: CheckedConvolution; reads: bigint; writes: bigint; value: bigint } {
  requireOnly(fields, ["schema", "theorem", "instance", "side", ...CUT_FIELDS, "reads", "writes", "value"], path);
  const convolution = readInstance(fields, path);
  const { priced, fits } = windowsOfNine(fields, convolution, path);
  const { partial, memories } = convolution;
  const clock = checkCut(fields, convolution, { all: priced.worth, fits }, priced.worth, memories, path);
  const fewest = clock - partial * priced.outputs;
  const reads = exactly(fields, "reads", fewest > 0n ? fewest : 0n, path);
  const writes = exactly(fields, "writes", convolution.output * priced.outputs, path);
  return { convolution, reads, writes, value: exactly(fields, "value", reads + writes, path) };
}

/** What the side comes to: every product worth 1, and whether so many may weigh at most x. */
export function windowsOfNine(
  fields: Fields,
  convolution: CheckedConvolution,
  path: string,
): { readonly priced: Priced; readonly fits: (v: bigint, x: bigint) => boolean } {
  for (const { kernel, stride } of convolution.axes) {
    if (kernel !== 3n || stride !== 1n) throw new Refused(`${path}.instance.axes`, "not a window of 3 with stride 1");
  }
  const side = count(fields, "side", path, 19n);
  // One class of taps, every product worth 1.
  const priced = priceClasses(convolution, [1], path);
  const bands = bandsFrom(side, convolution);
  if (bands.length === 1 && side > 19n && bandsFrom(side - 1n, convolution).length === 1) {
    throw new Refused(`${path}.side`, "not the least from which on the images decide");
  }
  const first = bands[0] as CheckedBand;
  const reuse = 9n * first.above ** 2n;
  const fits = (v: bigint, x: bigint): boolean =>
    weighsAtMost(convolution, { ...priced, reuse, parts: first.below ** 2n }, v, x) ||
    bands.slice(1).some((band) => fitsBand(convolution, band, v, x));
  return { priced, fits };
}

/** Twelve sides n, n + ⌈n/30⌉, …, each up to its square, until images alone say as much; and the rest. */
function bandsFrom(first: bigint, { axes }: CheckedConvolution): readonly CheckedBand[] {
  let area = 1n;
  for (const { extent, padding } of axes) area *= padding === 0n ? extent - 2n : extent;
  let image = 14n;
  if (area > image * image) {
    // The least s with s² ≥ area, between two powers of two.
    let high = image;
    while (high * high < area) high *= 2n;
    for (let low = high / 2n; high - low > 1n; ) {
      const middle = (low + high) / 2n;
      if (middle * middle < area) low = middle;
      else high = middle;
    }
    image = high;
  }
  // 1 − 8(6s − 1)/(45s²), but 25/27 at the least
  let ofImage = { above: 45n * image ** 2n - 8n * (6n * image - 1n), below: 45n * image ** 2n };
  if (27n * ofImage.above < 25n * ofImage.below) ofImage = { above: 25n, below: 27n };
  const found: CheckedBand[] = [];
  let [from, n] = [0n, first];
  while (found.length < 12) {
    // 1 − 19/(18n) + 1/(5n²)
    const [above, below] = [5n * n * (18n * n - 19n) + 18n, 90n * n * n];
    if (above * ofImage.below >= below * ofImage.above) break;
    found.push({ from, above, below });
    from = n * n;
    n += (n + 29n) / 30n;
  }
  return [...found, { from, ...ofImage }];
}

/**
 * Are there real a, w, c of weight at most x with v² ≤ 9κ²·awc and 9ac ≥ from²·w? With p = ac the weight is 2√(wI·wC·p) + wW·v²/(9κ²p)
 * at the least, for p ≥ from·v/(9κ); it falls up to p³ = wW²v⁴/(81κ⁴·wI·wC) and rises from there.
 */
function fitsBand(
  { input, filter, partial }: CheckedConvolution,
  { from, above, below }: CheckedBand,
  v: bigint,
  x: bigint,
): boolean {
  const pair = input * partial;
  const falls = from ** 3n * pair * above < 9n * filter ** 2n * v * below;
  if (falls) return 3n * pair * filter * (v * below) ** 2n <= x ** 3n * above ** 2n;
  // At p = from·v/(9κ) the filter weighs wW·v/(κ·from).
  const left = x * above * from - filter * v * below;
  return left >= 0n && 4n * pair * from ** 3n * v * above * below <= 9n * left ** 2n;
}
