import type { WindowAxis } from "../../computation/window.js";
import { ceilDivide, floorSquareRoot, largestWhere, maximum, minimum } from "../../exact/integer.js";
import type { ConvBordersCertificate, ConvolutionInstance } from "../certificates/conv.js";
import { approximateSegmentProducts, largestNear, least, type Positive, reachesVolume } from "../shared/segment-capacity.js";
import { bestOf, provenForms, type SegmentWorths } from "./forms.js";
import { convolutionShape, type PricedShape, pricedShape, sizesOfArrays } from "./shape.js";

/** Sides of blocks are whole numbers of sixteenths of a pixel. */
const PARTS = 16n;
/** The least side that the theorem is about, in these parts, and the least side it takes images to have, in pixels. */
const LEAST_SIDE = 19n * PARTS;
const LEAST_IMAGE_SIDE = 14n;
/** The least κ of images. */
const LEAST_OF_IMAGES: Positive = { num: 25n, den: 27n };
/** Bands below the last: each reaches a part further than the one before, the later ones twice as far as the one before. */
const BANDS = 14;
const EVEN_STEPS = 5;
/** The first side beyond that of the block of the best shape. */
const BEYOND = 5n;

/** Blocks of more pixels than `above` in squares of a part (of any number if undefined): products are at most 3κ√(awc). */
interface Band {
  readonly above: bigint | undefined;
  readonly kappa: Positive;
  /** The most products within a budget, in doubles. */
  readonly roughly: (budget: number) => number;
}

/**
 * Convolutions by 3×3 windows of stride 1, with the inputs that lie at the borders of blocks (proofs/conv-borders.md). A
 * segment whose words a, w, c make blocks of x = 3√(ac/w) pixels has at most 3κ(x)√(awc) products, κ = 1 − 53/(50n) + 1/(6n²) for
 * x ≤ n², n ≥ 19, and κ = 1 − 8(6s − 1)/(45s²), or 25/27 if that is more,
 * whatever x in images of at most s² pixels, s ≥ 14. Then as proveConvSegments.
 *
 * Hypotheses: a 3×3 kernel, stride 1, padding below the dilated kernel, positive extents, weights and memories. Dilated taps see several
 * smaller images in one. Survives what that survives.
 *
 * Returns undefined for other windows, and where no cut needs a second segment.
 */
export function proveConvBorders(instance: ConvolutionInstance, beat = 0n): ConvBordersCertificate | undefined {
  if (!instance.axes.every(({ kernel, stride }) => kernel === 3n && stride === 1n)) return undefined;
  const shape = convolutionShape(instance);
  // Every product worth 1.
  const even = shape.classes.map(() => 1n);
  const priced = pricedShape(shape, instance, even);
  const bandsFor = bandsByBudget(instance, priced);
  const worths: SegmentWorths<{ readonly side: bigint }> = {
    worth: priced.worth,
    at: (later) => {
      const { side, bands } = bandsFor(later);
      return {
        chosen: { side },
        most: (budget) => segmentProducts(instance, priced, bands, budget),
        roughly: (budget) => Math.max(0, ...bands.map((band) => band.roughly(budget))),
      };
    },
  };
  const best = bestOf(provenForms(instance, worths, shape.outputs, beat));
  return best === undefined ? undefined : { theorem: "conv-borders", instance, ...best };
}

/** The first side and the bands for a budget of a segment; those of each side are made once. */
function bandsByBudget(
  instance: ConvolutionInstance,
  priced: PricedShape,
): (budget: number) => { readonly side: bigint; readonly bands: readonly Band[] } {
  const image = imageSide(instance);
  const most = sideOfImages(image);
  const known = new Map<bigint, readonly Band[]>();
  return (budget) => {
    const side = minimum(most, sideFor(instance, budget));
    const bands = known.get(side) ?? bandsOf(instance, priced, side, image);
    known.set(side, bands);
    return { side, bands };
  };
}

/** Pixels of an image at which both an input and the middle of a window lie, as a square. */
function imageSide({ axes: [rows, columns] }: ConvolutionInstance): bigint {
  const side = ({ extent, padding, dilation = 1n }: WindowAxis): bigint =>
    ceilDivide(minimum(extent, extent + 2n * (padding - dilation)), dilation);
  return maximum(LEAST_IMAGE_SIDE, floorSquareRoot(side(rows) * side(columns) - 1n) + 1n);
}

/** A little beyond the block of the best shape: a fixed grid, whatever the budget. */
function sideFor(instance: ConvolutionInstance, budget: number): bigint {
  const { In, W, Out } = sizesOfArrays(instance);
  const pixels = 3 * Math.sqrt((budget * Number(W)) / (3 * Number(In * Out)));
  return maximum(LEAST_SIDE, BigInt(Math.floor(Number(PARTS) * Math.sqrt(pixels))) + BEYOND);
}

/** The least side from which on images alone say as much. */
function sideOfImages(image: bigint): bigint {
  const ofImage = kappaOfImages(image);
  return 1n + largestWhere(LEAST_SIDE - 1n, PARTS * image, (side) => side < LEAST_SIDE || !atLeast(kappaTo(side), ofImage));
}

/** 1 − 53/(50n) + 1/(6n²) of n in parts. */
function kappaTo(side: bigint): Positive {
  return { num: 75n * side * side - 1272n * side + 3200n, den: 75n * side * side };
}

function kappaOfImages(image: bigint): Positive {
  const kappa = { num: 45n * image * image - 48n * image + 8n, den: 45n * image * image };
  return atLeast(kappa, LEAST_OF_IMAGES) ? kappa : LEAST_OF_IMAGES;
}

function atLeast(x: Positive, y: Positive): boolean {
  return x.num * y.den >= y.num * x.den;
}

/** Every size of blocks is in one of these; the last holds for all sizes above the others. */
function bandsOf(instance: ConvolutionInstance, priced: PricedShape, first: bigint, image: bigint): readonly Band[] {
  const band = (above: bigint | undefined, kappa: Positive): Band => ({
    above,
    kappa,
    roughly: inDoubles(instance, priced, above, kappa),
  });
  const ofImage = kappaOfImages(image);
  const bands: Band[] = [];
  let above: bigint | undefined;
  for (let [side, step] = [first, 1n]; bands.length < BANDS; side += step) {
    const kappa = kappaTo(side);
    if (atLeast(kappa, ofImage)) break;
    bands.push(band(above, kappa));
    above = side * side;
    if (bands.length > EVEN_STEPS) step *= 2n;
  }
  return [...bands, band(above, ofImage)];
}

/** V(X): the most products of a segment whose words weigh at most X together. */
function segmentProducts(instance: ConvolutionInstance, priced: PricedShape, bands: readonly Band[], budget: bigint): bigint {
  if (budget <= 0n) return 0n;
  const rough = bands.map((band) => ({ band, guess: band.roughly(Number(budget)) })).sort((x, y) => y.guess - x.guess);
  let most = 0n;
  for (const { band, guess } of rough) {
    const holds = (v: bigint): boolean => bandHolds(instance, priced, band, v, budget);
    if (most < priced.worth && holds(most + 1n)) most = largestNear(guess, priced.worth, holds);
  }
  return most;
}

/** May v products whose blocks are of this band weigh no more than the budget? Exact. */
function bandHolds(instance: ConvolutionInstance, priced: PricedShape, band: Band, v: bigint, budget: bigint): boolean {
  const { input, filter, partial } = instance.weights;
  const { num, den } = band.kappa;
  if (band.above === undefined) {
    const { uses } = priced;
    return reachesVolume(
      { num: input * filter * partial * v * v * den * den, den: 9n * num * num },
      [least(input, v, uses.input), least(filter, v, uses.filter), least(partial, v, uses.output)],
      budget,
    );
  }
  const { In, W, Out } = sizesOfArrays(instance);
  const pixels = In * Out;
  const limit = band.above;
  // The cheapest words make blocks within the band, or at its lower end, where ac = x·v/(9κ) and w = v/(κ·x) for x = limit/square.
  const square = PARTS * PARTS;
  if (limit ** 3n * pixels * num < 9n * square ** 3n * W * W * v * den) {
    return 3n * pixels * W * v * v * den * den <= budget ** 3n * num * num;
  }
  const rest = budget * num * limit - square * W * v * den;
  return rest >= 0n && 4n * pixels * limit ** 3n * v * num * den <= 9n * square * rest * rest;
}

/** What a band holds, in doubles: only to search. */
function inDoubles(
  instance: ConvolutionInstance,
  { uses, worth }: PricedShape,
  above: bigint | undefined,
  { num, den }: Positive,
): (budget: number) => number {
  const { weights } = instance;
  const [kappa, all] = [Number(num) / Number(den), Number(worth)];
  if (above === undefined) {
    const shrink = (9 * kappa * kappa) ** (-1 / 3);
    const array = (weight: bigint, use: bigint) => ({ weight: Number(weight) * shrink, uses: Number(use) * shrink });
    const arrays = [array(weights.input, uses.input), array(weights.filter, uses.filter), array(weights.partial, uses.output)];
    const product = { arrays: arrays.sort((x, y) => y.weight / y.uses - x.weight / x.uses), products: all };
    return (budget) => approximateSegmentProducts(product, budget);
  }
  const { In, W, Out } = sizesOfArrays(instance);
  const [pixels, filter, limit] = [Number(In * Out), Number(W), Number(above) / Number(PARTS * PARTS)];
  const [square, linear] = [filter / (kappa * limit), 2 * Math.sqrt((pixels * limit) / (9 * kappa))];
  return (budget) => {
    if (budget <= 0) return 0;
    const within = kappa * Math.sqrt(budget ** 3 / (3 * pixels * filter));
    if (limit ** 3 * pixels * kappa < 9 * filter * filter * within) return Math.min(all, within);
    return Math.min(all, ((2 * budget) / (linear + Math.sqrt(linear * linear + 4 * square * budget))) ** 2);
  };
}
