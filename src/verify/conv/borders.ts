import { count, Refused } from "../shared/fields.js";
import type { Check } from "../shared/forms.js";
import { byRole, type CheckedConvolution } from "./instance.js";
import { type CheckedSegments, checkOfSegments, priceClasses, weighsAtMost } from "./segments.js";

/** Blocks of from/256 pixels or more: products² ≤ (reuse/parts)·a·b·c, where reuse/parts = (3·above/below)². */
interface CheckedBand {
  readonly from: bigint;
  readonly above: bigint;
  readonly below: bigint;
}

/** 3×3 windows of stride 1, every product worth 1, and by the bands of blocks that follow from the side whether so many may weigh x. */
export const checkConvBorders: Check<CheckedSegments> = checkOfSegments("side", (fields, convolution, path) => {
  for (const { kernel, stride } of convolution.axes) {
    if (kernel !== 3n || stride !== 1n) throw new Refused(`${path}.instance.axes`, "not a window of 3 with stride 1");
  }
  // In sixteenths of a pixel.
  const side = count(fields, "side", path, 304n);
  // One class of taps, every product worth 1.
  const priced = priceClasses(convolution, [1], path);
  const bands = bandsFrom(side, convolution);
  if (bands.length === 1 && side > 304n && bandsFrom(side - 1n, convolution).length === 1) {
    throw new Refused(`${path}.side`, "not the least from which on the images decide");
  }
  const first = bands[0] as CheckedBand;
  const reuse = 9n * first.above ** 2n;
  const fits = (v: bigint, x: bigint): boolean =>
    weighsAtMost(convolution, { ...priced, reuse, parts: first.below ** 2n }, v, x) ||
    bands.slice(1).some((band) => fitsBand(convolution, band, v, x));
  return { all: priced.worth, fits, outputs: priced.outputs };
});

/** Fourteen sides m/16, 1, 1, 1, 1, 1, 2, 4, … sixteenths apart, each up to its square, until images alone say as much; and the rest. */
function bandsFrom(side: bigint, { axes }: CheckedConvolution): readonly CheckedBand[] {
  let area = 1n;
  for (const { extent, padding, dilation } of axes) {
    // Middles of windows that are inputs too; each of the images that dilated taps tell apart has so many of them at most.
    const places = padding < dilation ? extent - 2n * (dilation - padding) : extent;
    area *= (places + dilation - 1n) / dilation;
  }
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
  let [from, m] = [0n, side];
  for (const apart of [0n, 1n, 1n, 1n, 1n, 1n, 2n, 4n, 8n, 16n, 32n, 64n, 128n, 256n]) {
    m += apart;
    // 1 − 53/(50n) + 1/(6n²) for n = m/16
    const [above, below] = [m * (75n * m - 1272n) + 3200n, 75n * m * m];
    if (above * ofImage.below >= below * ofImage.above) break;
    found.push({ from, above, below });
    from = m * m;
  }
  return [...found, { from, ...ofImage }];
}

/**
 * Are there real a, w, c of weight at most x with v² ≤ 9κ²·awc and 9ac ≥ (from/256)²·w? With p = ac the weight is 2√(wI·wC·p) + wW·v²/(9κ²p)
 * at the least, for p ≥ (from/256)·v/(9κ); it falls up to p³ = wW²v⁴/(81κ⁴·wI·wC) and rises from there.
 */
function fitsBand(convolution: CheckedConvolution, { from, above, below }: CheckedBand, v: bigint, x: bigint): boolean {
  const { input, filter: other, partial } = convolution;
  const sizes = { y: 0n, r: 0n, p: 0n };
  const [first, second, sums] = byRole(convolution.pass);
  [sizes[first], sizes[second], sizes[sums]] = [input, other, partial];
  const [pair, filter] = [sizes.y * sizes.p, sizes.r];
  // In 256ths: from³ has 256³, and what is left of x·from/256 a 256 of its own.
  const falls = from ** 3n * pair * above < 9n * 256n ** 3n * filter ** 2n * v * below;
  if (falls) return 3n * pair * filter * (v * below) ** 2n <= x ** 3n * above ** 2n;
  // At p = (from/256)·v/(9κ) the filter weighs 256·wW·v/(κ·from).
  const left = x * above * from - 256n * filter * v * below;
  return left >= 0n && 4n * pair * from ** 3n * v * above * below <= 9n * 256n * left ** 2n;
}
