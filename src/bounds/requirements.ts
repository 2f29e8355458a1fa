import type { Interface, Machine } from "../machines/machine.js";

/** The id of something that a bound requires of a kernel or of the machine. */
export type Requirement =
  | "cold-caches"
  | "stated-residents"
  | "outputs-stored"
  | "spread-evenly"
  | "counted-memories"
  | "uncompressed-data"
  | "classical-algebra"
  | "no-algebra-across-stages"
  | "one-step-products"
  | "no-padding-products"
  | "scaled-operand-size"
  | "normalised-word-size"
  | "residual-kept"
  | "pattern-in-metadata"
  | "whole-dense-operand"
  | "stated-intermediate"
  | "stated-operands"
  | "stated-partial-sums"
  | "wide-partial-sums"
  | "no-l2-adds"
  | "row-forms"
  | "one-block-per-tile"
  | "blocks-apart"
  | "sums-in-place"
  | "operands-per-block"
  | "kernel-boundaries"
  | "kernels-in-sequence"
  | "operators-as-given"
  | "native-types"
  | "inputs-at-start"
  | "no-recomputation"
  | "recurrence-order"
  | "no-sliding";

/**
 * What a bound requires of a kernel or of the machine, by id, and what each id means. Documents carry the ids; `redblue bounds` and
 * the guide print the texts.
 */
export const REQUIREMENTS: Readonly<Record<Requirement, string>> = {
  "cold-caches":
    "no fast memory holds a word of the computation at the start: what an earlier kernel left in the L2 is not modelled",
  "stated-residents":
    "at the start the L2 (or the one fast memory) holds the words stated as resident and no others of the computation, SMs none",
  "outputs-stored": "every output word is in slow memory at the end; what is still dirty in a cache counts as stored",
  "spread-evenly":
    "the memories of this interface, and no slow memory, hold the used words of each array at start and end: evenly, first in one copy, nothing else",
  "counted-memories": "words stay in the memories that are counted, never in constant or instruction caches",
  "uncompressed-data":
    "words cross an interface at their stated size: data compression, as in the L2 of an A100 or H100, is not modelled",
  "classical-algebra":
    "every scalar product is formed and none is cancelled: fast matrix multiplication and approximate attention are not modelled",
  "no-algebra-across-stages":
    "no algebra across the function between two stages, which is elementwise or a softmax with running row statistics",
  "one-step-products":
    "a product is formed in one step from all its operands, at every point anew: no factoring, no sharing through symmetry",
  "no-padding-products": "products with the zeros of the padding are not formed",
  "scaled-operand-size": "scales may be applied at any time; a scaled operand takes no less than a stored one",
  "normalised-word-size": "scaled, normalised and rotated words take at least as much as the words that they are made from",
  "residual-kept": "the residual is an array of its own, to whose words nothing is added in place",
  "pattern-in-metadata":
    "which words of a sparse operand are kept is known from its metadata alone, a byte of which each of their products needs",
  "whole-dense-operand": "every word of the dense operand is loaded, also where no kept word of the sparse one meets it",
  "stated-intermediate": "an element of an intermediate takes at least its stated size in every form, stored or not",
  "stated-operands":
    "a value is computed from its operands as stated, by partial sums of its own or at once: no steps merged, no sums shared, radix 2",
  "stated-partial-sums":
    "a partial sum takes at least the size that the certificate counts, no more than a stored result's, wherever it is and when it moves",
  "wide-partial-sums":
    "partial sums are as wide as the certificate says, wider than stored results, also when they are stored or sent to be added",
  "no-l2-adds": "partial sums are added in SMs only, never in a cache (no red.global.add, no bulk reduce-add)",
  "row-forms":
    "an output word is computed from its own input word, in some form that takes at least its size, and depends on its whole row",
  "one-block-per-tile": "one block computes a tile of C; at most `slots` of them run at once, in any launch order",
  "blocks-apart": "a block fetches its operands through the cache while it runs; nothing passes from block to block inside an SM",
  "sums-in-place": "a sum stays in the accumulators of one SM, or one cluster, from its first product to its last",
  "operands-per-block":
    "the operands of a block of outputs are brought into its SM, or cluster, for that block; none stays for the next",
  "kernel-boundaries": "a kernel boundary empties registers and shared memory; only the L2 keeps data",
  "kernels-in-sequence": "kernels run one after another, and each operator's result is made, whole, by its own kernel only",
  "operators-as-given":
    "operators compute what the graph says: no algebra across them but scales of rows, no product skipped that an added mask hides",
  "native-types":
    "operands enter the matrix units in their own type, of two types in the wider: fp32 or fp64 emulated on bf16 or int8 units is not modelled",
  "inputs-at-start": "inputs are the vertices without predecessors; they are in slow memory at the start and cannot be computed",
  "no-recomputation": "no value is computed twice",
  "recurrence-order":
    "a state is computed from the state one token before, token after token: no chunks of tokens, no products of queries with keys",
  "no-sliding": "a result never takes the place of one of its operands",
};

/** A requirement that some kernels of today's GPUs do not meet: a schedule meets it or not. */
export type Condition = Extract<
  Requirement,
  "no-l2-adds" | "wide-partial-sums" | "no-recomputation" | "whole-dense-operand" | "recurrence-order"
>;

/** All of them, in the order of lists. */
export const CONDITIONS: readonly Condition[] = [
  "no-l2-adds",
  "wide-partial-sums",
  "no-recomputation",
  "whole-dense-operand",
  "recurrence-order",
];

/** Every kernel: what no condition is known of. */
export const EVERY_KERNEL: ReadonlySet<Condition> = new Set();

/** Whether a kernel that meets `met` meets all of `requires` that not every kernel does. */
export function areMet(requires: readonly Requirement[], met: ReadonlySet<Condition>): boolean {
  return CONDITIONS.every((condition) => !requires.includes(condition) || met.has(condition));
}

/** The conditions among requirements, in order. */
export function conditionsIn(requires: readonly Requirement[]): readonly Condition[] {
  return CONDITIONS.filter((condition) => requires.includes(condition));
}

/** What every bound on a machine requires, `isWarm` with residents: documents say it once. */
export function commonRequirements(machine: Pick<Machine, "kind">, isWarm = false): readonly Requirement[] {
  const inModel = [isWarm ? "stated-residents" : "cold-caches", "outputs-stored"] as const;
  return machine.kind === "abstract" ? inModel : [...inModel, "counted-memories", "uncompressed-data"];
}

/** An interface, and whether its slow side may add partial sums; the interface says so where that is absent. */
export interface AddingInterface {
  readonly interface: Interface;
  readonly adds?: boolean;
}

/** Whether the slow side adds: partial sums that leave an SM, or a cluster, meet in the L2, those of dies behind their L2s. */
export function addsBehind({ interface: interfaceId, adds }: AddingInterface): boolean {
  if (adds !== undefined) return adds;
  return interfaceId === "l2-sm" || interfaceId === "l2-cluster" || interfaceId === "l3-l2";
}
