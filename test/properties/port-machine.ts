/**
 * Private memories with ports in front of a slow memory that adds, as in proofs/model.md, executed step by step. Every step is
 * checked, every byte that passes a port is counted, and every partial sum carries the set of its products.
 */
export interface PortProblem {
  /** Sizes of the input words, whose ids are 0, 1, …; ids of groups follow. */
  readonly words: readonly number[];
  readonly groups: readonly PortGroup[];
  /** Operands are input words and complete groups. */
  readonly products: readonly { readonly operands: readonly number[]; readonly group: number }[];
  readonly capacity: number;
  readonly memories: number;
}

/** Sizes of a sum: incomplete in a memory, incomplete at a port, complete. */
export interface PortGroup {
  readonly held: number;
  readonly moved: number;
  readonly complete: number;
  readonly isOutput: boolean;
}

/** What passed the port of a memory. */
export interface PortTraffic {
  readonly reads: number;
  readonly writes: number;
}

/** Sets of a group's products are bits: at most this many. */
export const MOST_PRODUCTS_OF_GROUP = 30;

/** A step that the machine does not have: a fault of the execution, never of a bound. */
class IllegalStep extends Error {}

export class PortMachine {
  /** Uses of addition in slow memory so far. */
  slowAdds = 0;
  private readonly here: Map<number, number>[];
  private readonly free: number[];
  private readonly arrived: number[];
  private readonly departed: number[];
  /** Of each group in slow memory: what stands in the place of its result, and partial sums elsewhere. */
  private readonly place: number[];
  private readonly aside: number[][];
  /** By group: the set of all its products; by product: its bit. */
  private readonly all: number[];
  private readonly bitOf: number[];

  constructor(readonly problem: PortProblem) {
    const { groups, products, memories, capacity } = problem;
    this.here = Array.from({ length: memories }, () => new Map());
    [this.free, this.arrived, this.departed] = [capacity, 0, 0].map((value) => new Array<number>(memories).fill(value)) as [
      number[],
      number[],
      number[],
    ];
    this.place = groups.map(() => 0);
    this.aside = groups.map(() => []);
    const counts = groups.map(() => 0);
    this.bitOf = products.map(({ group }) => {
      const before = counts[group] as number;
      counts[group] = before + 1;
      return 1 << before;
    });
    if (counts.some((count) => count > MOST_PRODUCTS_OF_GROUP)) throw new RangeError("a group of too many products");
    this.all = counts.map((count) => 2 ** count - 1);
  }

  /** Products in the partial sum of `group` in a memory; 0 where there is none. */
  sumIn(memory: number, group: number): number {
    return this.here[memory]?.get(this.idOf(group)) ?? 0;
  }

  has(memory: number, id: number): boolean {
    return this.here[memory]?.has(id) === true;
  }

  idsIn(memory: number): Iterable<number> {
    return (this.here[memory] as Map<number, number>).keys();
  }

  freeIn(memory: number): number {
    return this.free[memory] as number;
  }

  /** What slow memory holds of a group: in the place of its result, and aside. */
  slowSums(group: number): readonly number[] {
    return [this.place[group] as number, ...(this.aside[group] as readonly number[])].filter((set) => set !== 0);
  }

  isComplete(group: number, set: number): boolean {
    return set === this.all[group];
  }

  bit(product: number): number {
    return this.bitOf[product] as number;
  }

  idOf(group: number): number {
    return this.problem.words.length + group;
  }

  /** The room that a value takes; a complete sum may be kept as narrow as its result. */
  sizeIn(id: number, set: number): number {
    const group = this.problem.groups[id - this.problem.words.length];
    if (group === undefined) return this.problem.words[id] as number;
    return this.isComplete(id - this.problem.words.length, set) ? Math.min(group.held, group.complete) : group.held;
  }

  load(memory: number, word: number): void {
    this.put(memory, word, 1);
    this.arrive(memory, this.problem.words[word] as number);
  }

  /** A sum comes from slow memory, which forgets it if `moves`; on arrival it may be added in the place of one of its group. */
  loadSum(memory: number, group: number, set: number, moves: boolean, inPlace = true): void {
    if (!this.slowSums(group).includes(set)) throw new IllegalStep("a load of what slow memory does not hold");
    this.arriveSum(memory, group, set, inPlace);
    if (moves) this.forgetSlow(group, set);
  }

  /** A sum leaves for slow memory and stays in the memory. A complete one goes to the place of its result. */
  store(memory: number, group: number): void {
    const set = this.heldSum(memory, group);
    const isWhole = this.isComplete(group, set);
    this.depart(memory, isWhole ? (this.problem.groups[group] as PortGroup).complete : this.portSize(group, set));
    if (isWhole) this.place[group] = set;
    else this.aside[group]?.push(set);
  }

  /** A sum is added in slow memory to what stands in the place of the result, or to a sum aside. */
  storeAndAdd(memory: number, group: number, where: "place" | "aside"): void {
    const { moved, complete } = this.problem.groups[group] as PortGroup;
    const set = this.heldSum(memory, group);
    const others = this.aside[group] as number[];
    const there = where === "place" ? (this.place[group] as number) : (others[0] ?? 0);
    if ((there & set) !== 0) throw new IllegalStep("a product would be added twice");
    this.depart(memory, where === "place" ? Math.max(moved, complete) : moved);
    if (there !== 0) this.slowAdds++;
    if (where === "place") this.place[group] = there | set;
    else others[0] = there | set;
  }

  /** A sum goes from one memory to another, where it may be added in the place of one of its group; the sender forgets it. */
  send(from: number, to: number, group: number, inPlace = true): void {
    if (from === to) throw new IllegalStep("a memory that sends to itself");
    const set = this.heldSum(from, group);
    this.arriveSum(to, group, set, inPlace);
    this.depart(from, this.portSize(group, set));
    this.drop(from, this.idOf(group));
  }

  /** The product becomes a sum, or joins the one there is; words in `drops` are forgotten in the same step. */
  multiply(memory: number, product: number, drops: readonly number[] = []): void {
    const { operands, group } = this.problem.products[product] as PortProblem["products"][number];
    for (const id of operands) {
      const set = this.here[memory]?.get(id);
      if (set === undefined) throw new IllegalStep("an operand is not in the memory");
      if (id >= this.problem.words.length && !this.isComplete(id - this.problem.words.length, set)) {
        throw new IllegalStep("an operand is not complete");
      }
    }
    const [sum, bit] = [this.sumIn(memory, group), this.bit(product)];
    if ((sum & bit) !== 0) throw new IllegalStep("a product would be added twice");
    for (const id of drops) this.drop(memory, id);
    this.put(memory, this.idOf(group), sum | bit);
  }

  drop(memory: number, id: number): void {
    const set = this.here[memory]?.get(id);
    if (set === undefined) throw new IllegalStep("what is forgotten is not there");
    this.here[memory]?.delete(id);
    this.free[memory] = this.freeIn(memory) + this.sizeIn(id, set);
  }

  forgetSlow(group: number, set: number): void {
    if (this.place[group] === set) this.place[group] = 0;
    else this.aside[group]?.splice(this.aside[group]?.indexOf(set) ?? 0, 1);
  }

  /** What passed each port; every result must be complete in its place. */
  finish(): readonly PortTraffic[] {
    this.problem.groups.forEach(({ isOutput }, group) => {
      if (isOutput && !this.isComplete(group, this.place[group] as number)) throw new IllegalStep("a result is missing");
    });
    return this.arrived.map((reads, memory) => ({ reads, writes: this.departed[memory] as number }));
  }

  /** A complete sum that is not stored as a result may be as narrow as it or as a partial sum. */
  private portSize(group: number, set: number): number {
    const { moved, complete } = this.problem.groups[group] as PortGroup;
    return this.isComplete(group, set) ? Math.min(moved, complete) : moved;
  }

  private heldSum(memory: number, group: number): number {
    const set = this.sumIn(memory, group);
    if (set === 0) throw new IllegalStep("a sum that leaves is not there");
    return set;
  }

  private arriveSum(memory: number, group: number, set: number, inPlace: boolean): void {
    const sum = this.sumIn(memory, group);
    if ((sum & set) !== 0) throw new IllegalStep("a product would be added twice");
    if (!inPlace && sum !== 0 && this.freeIn(memory) < this.sizeIn(this.idOf(group), set)) throw new IllegalStep("no room");
    this.put(memory, this.idOf(group), sum | set);
    this.arrive(memory, this.portSize(group, set));
  }

  /** A value comes to be in a memory, in the place of an earlier one with its id. */
  private put(memory: number, id: number, set: number): void {
    const before = this.here[memory]?.get(id);
    if (before !== undefined) this.drop(memory, id);
    const left = this.freeIn(memory) - this.sizeIn(id, set);
    if (left < 0) throw new IllegalStep("no room");
    this.free[memory] = left;
    this.here[memory]?.set(id, set);
  }

  private arrive(memory: number, size: number): void {
    this.arrived[memory] = (this.arrived[memory] as number) + size;
  }

  private depart(memory: number, size: number): void {
    this.departed[memory] = (this.departed[memory] as number) + size;
  }
}
