import { test } from "vitest";
import type { ProductInstance } from "../../../src/bounds/certificates/gemm.js";
import { proveGemmHoldingCost } from "../../../src/bounds/gemm/holding-cost.js";
import { proveGemmInputNearCapacity } from "../../../src/bounds/gemm/input-near-capacity.js";
import { proveGemmOutputNearCapacity } from "../../../src/bounds/gemm/output-near-capacity.js";
import { proveGemmWholePasses } from "../../../src/bounds/gemm/whole-passes.js";
import { wholePasses } from "../../../src/bounds/shared/whole-passes.js";
import { ceilDivide, floorSquareRoot, minimum } from "../../../src/exact/integer.js";
import { describeForgeries, expectRefusal, forged } from "../forgeries/refusal.js";
import { instance } from "../two-level-products.js";

const compulsory = ({ extents: { m, n, k }, weights: { a, b, output } }: ProductInstance): bigint =>
  a * m * k + b * k * n + output * m * n;

{
  const own = instance(130, 8192, 128, 16_384);
  const right = proveGemmInputNearCapacity(own);
  /** For a resident operand of `words` in slices of `side`, as section 6 of its proof has it. */
  const counted = (missing: bigint, holdingCost: bigint, changes: Partial<ProductInstance> = {}) => {
    const { m, n, k } = own.extents;
    const [words, slices, side, root, rest] = [m * k, n, minimum(m, k), floorSquareRoot(missing), 512n - holdingCost];
    const [charged, below] = [side + 1n + 2n * missing, root + 1n];
    const byRoot = floorSquareRoot(16n * slices * slices * rest * holdingCost * missing) - 1024n * charged;
    const bySide = slices * side * (rest * words + holdingCost * missing) - 1024n * words * charged;
    const extra = minimum(ceilDivide(byRoot * root, 1024n * below), ceilDivide(bySide * root, 1024n * words * below));
    return forged(right, { missing, holdingCost, instance: { ...own, ...changes }, value: compulsory(own) + extra });
  };
  const { missing = 0n, holdingCost = 0n } = right ?? {};
  const leastCharge = (count: bigint): bigint => {
    const unit = 1024n * floorSquareRoot(count);
    let parts = 256n;
    while (4096n * parts * floorSquareRoot(count) ** 2n < unit * unit + 4n * parts * unit + 16n * parts * parts) parts++;
    return parts;
  };
  const all = own.extents.m * own.extents.k - own.capacity + 128n;
  describeForgeries(
    "gemm-input-near-capacity",
    [forged(right), counted(missing, holdingCost)],
    [
      [
        "that words of one slice and no more are there",
        counted(all + 1n, leastCharge(all + 1n)),
        "certificate.missing",
        "more words than are away",
      ],
      [
        "what a gap of words is charged",
        counted(missing, holdingCost - 1n),
        "certificate.holdingCost",
        "gaps of words cost less than they are charged",
      ],
      ["that the least charge counts", counted(missing, holdingCost + 1n), "certificate.holdingCost", "not the least"],
      [
        "that memories hold parts of the operand",
        counted(missing, holdingCost, { memories: 2n }),
        "certificate.instance",
        "one batch element, one memory",
      ],
      [
        "that elements of a batch have operands of their own",
        counted(missing, holdingCost, { extents: { ...own.extents, batch: 2n } }),
        "certificate.instance",
        "one batch element, one memory",
      ],
      [
        "that the value is rounded up",
        forged(right, { value: (right?.value ?? 0n) + 1n }),
        "certificate.value",
        `the theorem proves ${right?.value}`,
      ],
    ],
  );

  test("an operand that is neither, and a charge that leaves nothing", () => {
    expectRefusal(forged(right, { resident: "c" as "a" }), "certificate.resident", "neither a nor b: 'c'");
    expectRefusal(forged(right, { holdingCost: 512n }), "certificate.holdingCost", "a half or more");
    const none = instance(130, 128, 128, 16_384);
    expectRefusal(forged(right, { instance: none, value: compulsory(none) }), "certificate.value", /^the theorem proves -?\d+$/);
  });
}

{
  const own: ProductInstance = { ...instance(200, 210, 4096, 160_001), weights: { a: 2n, b: 3n, partial: 4n, output: 2n } };
  const right = proveGemmOutputNearCapacity(own);
  /** With so many sums away, as section 6 of the proof has it. */
  const counted = (missing: bigint, balance: bigint, changes: Partial<ProductInstance> = {}) => {
    const { extents, weights, capacity } = { ...own, ...changes };
    const { m, n, k } = extents;
    const [word, sum] = [minimum(weights.a, weights.b), weights.partial];
    const [outputs, side, root] = [m * n, minimum(m, n), floorSquareRoot(missing)];
    const charged = 2n * word * (side + 1n) + 4n * sum * missing;
    const byRoot = word * floorSquareRoot(4n * k * k * balance * (2048n - balance) * missing) - 1024n * charged;
    const bySide = word * k * side * (2048n * outputs - balance * (outputs - missing)) - 2048n * outputs * charged;
    const forms = [ceilDivide(byRoot * root, 1024n * (root + 2n)), ceilDivide(bySide * root, 2048n * outputs * (root + 2n))];
    const used = capacity - (capacity % (sum % word === 0n ? word : 1n));
    const extra = [...forms, word * k * side - used - 2n * sum].reduce(minimum);
    const instance = { ...own, ...changes };
    return forged(right, { missing, balance, instance, value: compulsory(instance) + extra });
  };
  const { missing = 0n, balance = 0n } = right ?? {};
  const most = (4n * (200n * 210n - 1n) + 2n * 201n - 160_000n) / 4n;
  const narrow = { weights: { ...own.weights, partial: 1n }, capacity: 42_100n };
  const least = (count: bigint, sum = 4n): bigint => {
    const below = sum * floorSquareRoot(count);
    let parts = 1024n;
    while (parts * 1024n * below * below < 1024n ** 2n * below * below + parts * 2n * below * 1024n + (2n * parts) ** 2n) parts++;
    return parts;
  };
  describeForgeries(
    "gemm-output-near-capacity",
    [forged(right), counted(most, least(most))],
    [
      [
        "that sums beside one slice are there",
        counted(most + 1n, least(most + 1n)),
        "certificate.missing",
        "more sums than are away",
      ],
      [
        "what a gap of sums is charged",
        counted(missing, balance - 1n),
        "certificate.balance",
        "gaps of sums cost less than they are charged",
      ],
      ["that the least charge counts", counted(missing, balance + 1n), "certificate.balance", "not the least"],
      [
        "that memories hold parts of the outputs",
        counted(missing, balance, { memories: 2n }),
        "certificate.instance",
        "one batch element, one memory",
      ],
      [
        "that elements of a batch have outputs of their own",
        counted(missing, balance, { extents: { ...own.extents, batch: 2n } }),
        "certificate.instance",
        "one batch element, one memory",
      ],
      [
        "that a sum is as wide as a word of the narrower operand",
        counted(300n, least(300n, 1n), narrow),
        "certificate.instance.weights",
        "sums narrower than the operands",
      ],
      [
        "that the value is rounded up",
        forged(right, { value: (right?.value ?? 0n) + 1n }),
        "certificate.value",
        `the theorem proves ${right?.value}`,
      ],
    ],
  );

  test("a charge that leaves nothing, and nothing beyond compulsory traffic", () => {
    expectRefusal(forged(right, { balance: 2048n }), "certificate.balance", "2 or more");
    const none = { ...own, extents: { ...own.extents, k: 8n } };
    expectRefusal(forged(right, { instance: none, value: compulsory(none) }), "certificate.value", /^the theorem proves -?\d+$/);
    // One sum is always there.
    const empty = { ...own, capacity: 0n };
    expectRefusal(forged(right, { instance: empty, missing: 200n * 210n }), "certificate.missing", "more sums than are away");
  });
}

{
  const own: ProductInstance = { ...instance(700, 600, 90, 40_001), weights: { a: 2n, b: 2n, partial: 4n, output: 4n } };
  const right = proveGemmWholePasses(own);
  const narrow = { ...own, weights: { ...own.weights, output: 2n } };
  /** By memories of accumulators, whatever their last store. */
  const ofSums = (instance: ProductInstance) => {
    const { extents, weights } = instance;
    const lines = { rows: { count: extents.m, weight: weights.a }, columns: { count: extents.n, weight: weights.b } };
    const value = wholePasses([{ slices: extents.k, ...lines, free: 0n }], 10_000n, 1n, 0n) ?? 0n;
    return forged(right, { instance, resident: "c", fits: 10_000n, value });
  };
  const held = proveGemmWholePasses({ ...own, capacity: own.capacity - 2n });
  const few = instance(20, 20, 30, 401);
  const full = proveGemmWholePasses({ ...few, capacity: 600n });
  const past = { ...few, capacity: 601n };
  describeForgeries(
    "gemm-whole-passes",
    [forged(right), ofSums(own), forged(proveGemmWholePasses(few))],
    [
      ["that words of a memory are whole", forged(held, { instance: own }), "certificate.fits", "not the words of a memory"],
      [
        "that a partial sum has to pay for its last store",
        ofSums(narrow),
        "certificate.instance.weights.partial",
        "sums wider than their last store",
      ],
      [
        "that one memory is filled",
        forged(full, { instance: past, fits: 601n }),
        "certificate.fits",
        "less than one memory is filled",
      ],
      [
        "that the value is rounded up",
        forged(right, { value: (right?.value ?? 0n) + 1n }),
        "certificate.value",
        `the theorem proves ${right?.value}`,
      ],
    ],
  );
  test("an array that is none of them", () =>
    expectRefusal(forged(right, { resident: "d" as "a" }), "certificate.resident", "neither a, b nor c: 'd'"));
}

{
  const own: ProductInstance = { ...instance(5000, 3000, 640, 65_537), weights: { a: 2n, b: 2n, partial: 4n, output: 2n } };
  const right = proveGemmHoldingCost(own);
  const one = proveGemmHoldingCost(own, "one-array");
  const mixed = { ...own, weights: { ...own.weights, b: 1n } };
  describeForgeries(
    "gemm-holding-cost",
    [forged(right), forged(one)],
    [
      [
        "the one accumulator more than a memory holds",
        forged(right, { room: (right?.room ?? 0n) - 1n }),
        "certificate.room",
        "not the accumulators of a memory and one more",
      ],
      [
        "that a word of one array is in two places",
        forged(right, { form: "one-array" }),
        "certificate.value",
        "more than the theorem proves",
      ],
      [
        "that words of one array have one size",
        forged(proveGemmHoldingCost(mixed, "one-array")),
        "certificate.instance.weights.b",
        "the size of the array's words is 2, not 1",
      ],
      [
        "that the value is rounded up",
        forged(right, { value: (right?.value ?? 0n) + 1n }),
        "certificate.value",
        "more than the theorem proves",
      ],
      [
        "that the value is the least of all cases",
        forged(right, { value: (right?.value ?? 0n) - 1n }),
        "certificate.value",
        "fewer than the theorem proves",
      ],
    ],
  );
  test("no potentials, too many, and shares that are not all there is", () => {
    const [first = { potential: "", share: "" }] = right?.potentials ?? [];
    const at = "certificate.potentials";
    expectRefusal(forged(right, { potentials: [] }), at, "not 1 to 16 parts");
    expectRefusal(forged(right, { potentials: Array(17).fill({ ...first, share: "1/17" }) }), at, "not 1 to 16 parts");
    expectRefusal(forged(right, { potentials: [{ ...first, share: "1/2" }] }), at, "shares do not sum to 1");
    expectRefusal(forged(right, { potentials: [{ ...first, share: "0/1" }] }), `${at}[0].share`, "no positive fraction");
  });
  test("a form that is none of the theorem's", () =>
    expectRefusal(forged(right, { form: "three-arrays" as "one-array" }), "certificate.form", "none of two-arrays, one-array"));
}
