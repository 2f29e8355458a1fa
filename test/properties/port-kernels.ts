import type { PortProblem, PortTraffic } from "./port-machine.js";
import { PortMachine } from "./port-machine.js";

/** Products in the order in which memories form them. */
export interface Turn {
  readonly memory: number;
  readonly product: number;
}

/** What a kernel does with sums and with elements of intermediates that make room. */
export interface Habits {
  /** Partial sums are added in slow memory; otherwise they come back, or go from memory to memory. */
  readonly addsInSlow: boolean;
  /** Where they are added: in the place of the result, or aside, from where the last memory fetches them. */
  readonly where: "place" | "aside";
  /** Of so many groups one fetches its partial sum again when a memory goes on with it; 0: none. */
  readonly fetchesEach: number;
  /** At the end partial sums go along a ring of memories. */
  readonly handsOver: boolean;
  /** Elements of intermediates that make room are made again, and each memory makes its own. */
  readonly recomputes: boolean;
  /** How much longer than an input word a sum, and an element of an intermediate, stays. */
  readonly bias: readonly [sum: number, element: number];
}

/** What an execution moved, and whether slow memory added. */
export interface Executed {
  readonly ports: readonly PortTraffic[];
  readonly slowAdds: number;
}

class NoRoom extends Error {}

/** Runs products in the order given, with the words used latest leaving first; undefined where a memory has too little room. */
export function execute(problem: PortProblem, turns: readonly Turn[], habits: Habits): Executed | undefined {
  const run = new Run(problem, turns, habits);
  try {
    return run.toTheEnd();
  } catch (error) {
    if (error instanceof NoRoom) return undefined;
    throw error;
  }
}

class Run {
  private readonly machine: PortMachine;
  private readonly productsOf: number[][];
  /** By memory and id the turns that use it, and how many of them are over. */
  private readonly uses: Map<number, number[]>[];
  private readonly over: Map<number, number>[];
  private now = 0;

  constructor(
    private readonly problem: PortProblem,
    private readonly turns: readonly Turn[],
    private readonly habits: Habits,
  ) {
    this.machine = new PortMachine(problem);
    this.productsOf = problem.groups.map(() => []);
    problem.products.forEach(({ group }, product) => void this.productsOf[group]?.push(product));
    this.uses = Array.from({ length: problem.memories }, () => new Map());
    this.over = Array.from({ length: problem.memories }, () => new Map());
    turns.forEach(({ memory, product }, at) => {
      const { operands, group } = this.product(product);
      for (const id of [...operands, this.machine.idOf(group)]) {
        const found = this.uses[memory]?.get(id);
        if (found === undefined) this.uses[memory]?.set(id, [at]);
        else found.push(at);
      }
    });
  }

  toTheEnd(): Executed {
    const { problem, machine, turns } = this;
    for (const { memory, product } of turns) {
      if (!this.isDone(memory, product)) this.form(memory, product, new Set());
      this.now++;
    }
    for (let memory = 0; memory < problem.memories; memory++) {
      for (const id of [...machine.idsIn(memory)]) this.leave(memory, id, memory + 1 < problem.memories);
    }
    return { ports: machine.finish(), slowAdds: machine.slowAdds };
  }

  private product(product: number): PortProblem["products"][number] {
    return this.problem.products[product] as PortProblem["products"][number];
  }

  /** Of an intermediate: is the product in some sum already that this memory may use? */
  private isDone(memory: number, product: number): boolean {
    const { group } = this.product(product);
    if (this.problem.groups[group]?.isOutput === true) return false;
    const bit = this.machine.bit(product);
    if (this.habits.recomputes) return (this.machine.sumIn(memory, group) & bit) !== 0;
    const inMemories = Array.from({ length: this.problem.memories }, (_, p) => this.machine.sumIn(p, group));
    return [...inMemories, ...this.machine.slowSums(group)].some((set) => (set & bit) !== 0);
  }

  private form(memory: number, product: number, locked: ReadonlySet<number>): void {
    const { machine } = this;
    const { operands, group } = this.product(product);
    const id = machine.idOf(group);
    const kept = new Set([...locked, id]);
    for (const operand of operands) {
      this.fetch(memory, operand, kept);
      kept.add(operand);
    }
    if (machine.sumIn(memory, group) === 0) this.resume(memory, group, kept);
    const drops: number[] = [];
    if (machine.sumIn(memory, group) === 0) {
      const size = this.productsOf[group]?.length === 1 ? this.least(group) : (this.problem.groups[group]?.held ?? 0);
      const last = operands.filter((operand) => !locked.has(operand) && this.next(memory, operand, this.now + 1) === undefined);
      const inputs = [...new Set(last.filter((operand) => operand < this.problem.words.length))];
      const room = inputs.reduce((sum, operand) => sum + machine.sizeIn(operand, 1), 0);
      if (machine.freeIn(memory) < size) {
        this.makeRoom(memory, size - room, kept);
        drops.push(...(machine.freeIn(memory) < size ? inputs : []));
      }
    }
    machine.multiply(memory, product, drops);
  }

  private least(group: number): number {
    const { held = 0, complete = 0 } = this.problem.groups[group] ?? {};
    return Math.min(held, complete);
  }

  /** A memory goes on with a group whose partial sums lie in slow memory. */
  private resume(memory: number, group: number, locked: ReadonlySet<number>): void {
    const { machine, habits } = this;
    const { held = 0, isOutput = false } = this.problem.groups[group] ?? {};
    const fetches = habits.addsInSlow ? habits.fetchesEach > 0 && group % habits.fetchesEach === 0 : true;
    const [set] = machine.slowSums(group);
    if (!fetches || set === undefined || (habits.recomputes && !isOutput)) return;
    this.makeRoom(memory, held, locked);
    machine.loadSum(memory, group, set, true);
  }

  /** Brings an operand into the memory, and makes it there where it is not complete. */
  private fetch(memory: number, id: number, locked: ReadonlySet<number>): void {
    const { machine, problem } = this;
    const group = id - problem.words.length;
    if (group < 0) {
      if (machine.has(memory, id)) return;
      this.makeRoom(memory, problem.words[id] as number, locked);
      machine.load(memory, id);
      return;
    }
    if (machine.isComplete(group, machine.sumIn(memory, group))) return;
    if (this.fetchComplete(memory, group, locked)) return;
    if (!this.habits.recomputes) this.gather(memory, group, locked);
    const kept = new Set([...locked, id]);
    for (const product of this.productsOf[group] ?? []) {
      if ((machine.sumIn(memory, group) & machine.bit(product)) === 0) this.form(memory, product, kept);
    }
  }

  private fetchComplete(memory: number, group: number, locked: ReadonlySet<number>): boolean {
    const { machine, problem } = this;
    const whole = (): number | undefined => machine.slowSums(group).find((set) => machine.isComplete(group, set));
    const owner = Array.from({ length: problem.memories }, (_, p) => p).find((p) =>
      machine.isComplete(group, machine.sumIn(p, group)),
    );
    if (owner !== undefined && whole() === undefined && !this.habits.recomputes) machine.store(owner, group);
    const set = whole();
    if (set === undefined) return false;
    if (machine.sumIn(memory, group) !== 0) machine.drop(memory, machine.idOf(group));
    this.makeRoom(memory, this.least(group), locked);
    machine.loadSum(memory, group, set, false);
    return true;
  }

  /** Partial sums of an intermediate that lie elsewhere come to this memory. */
  private gather(memory: number, group: number, locked: ReadonlySet<number>): void {
    const { machine, problem } = this;
    const id = machine.idOf(group);
    const kept = new Set([...locked, id]);
    const room = (): void => {
      if (machine.sumIn(memory, group) === 0) this.makeRoom(memory, problem.groups[group]?.held ?? 0, kept);
    };
    for (let other = 0; other < problem.memories; other++) {
      if (other === memory || machine.sumIn(other, group) === 0) continue;
      room();
      machine.send(other, memory, group);
    }
    for (const set of machine.slowSums(group)) {
      room();
      machine.loadSum(memory, group, set, true);
    }
  }

  /** The first turn from `from` on in which the memory uses the id. */
  private next(memory: number, id: number, from: number): number | undefined {
    const uses = this.uses[memory]?.get(id);
    if (uses === undefined) return undefined;
    let over = this.over[memory]?.get(id) ?? 0;
    while (over < uses.length && (uses[over] as number) < this.now) over++;
    this.over[memory]?.set(id, over);
    while (over < uses.length && (uses[over] as number) < from) over++;
    return uses[over];
  }

  private makeRoom(memory: number, size: number, locked: ReadonlySet<number>): void {
    const { machine } = this;
    while (machine.freeIn(memory) < size) {
      let [victim, most] = [-1, -1];
      for (const id of machine.idsIn(memory)) {
        if (locked.has(id)) continue;
        const wait = this.wait(memory, id);
        if (wait > most) [victim, most] = [id, wait];
      }
      if (victim < 0) throw new NoRoom();
      this.leave(memory, victim, false);
    }
  }

  /** How long a value is not used, in turns: the longest leaves first. */
  private wait(memory: number, id: number): number {
    const { machine, problem, habits } = this;
    const group = id - problem.words.length;
    const next = this.next(memory, id, this.now);
    if (group < 0) return next === undefined ? Number.POSITIVE_INFINITY : next - this.now;
    const { isOutput = false } = problem.groups[group] ?? {};
    const isWhole = machine.isComplete(group, machine.sumIn(memory, group));
    if (isOutput && isWhole) return Number.MAX_VALUE;
    if (next === undefined) return isOutput || !this.isUsedLater(group) ? Number.MAX_VALUE : 2 * this.turns.length;
    return (next - this.now) / (habits.bias[isOutput ? 0 : 1] as number);
  }

  private isUsedLater(group: number): boolean {
    const id = this.machine.idOf(group);
    return this.uses.some((_, memory) => this.next(memory, id, this.now) !== undefined);
  }

  /** A value makes room, and is stored or added in slow memory where it is still needed. */
  private leave(memory: number, id: number, maySend: boolean): void {
    const { machine, problem, habits } = this;
    const group = id - problem.words.length;
    if (group >= 0) {
      const set = machine.sumIn(memory, group);
      const isWhole = machine.isComplete(group, set);
      const isOutput = problem.groups[group]?.isOutput === true;
      if (!isOutput) {
        const isStored = machine.slowSums(group).some((other) => machine.isComplete(group, other));
        if (isStored || habits.recomputes || !this.isUsedLater(group)) {
          machine.drop(memory, id);
          return;
        }
      }
      if (isWhole) machine.store(memory, group);
      else if (maySend && habits.handsOver && this.passOn(memory, group)) return;
      else this.sendPartial(memory, group, set, isOutput);
    }
    machine.drop(memory, id);
  }

  /** To the next memory of the ring that has a sum of the group. */
  private passOn(memory: number, group: number): boolean {
    for (let other = memory + 1; other < this.problem.memories; other++) {
      if (this.machine.sumIn(other, group) === 0) continue;
      this.machine.send(memory, other, group);
      return true;
    }
    return false;
  }

  private sendPartial(memory: number, group: number, set: number, isOutput: boolean): void {
    const { machine, habits } = this;
    const others = machine.slowSums(group);
    const isLast = machine.isComplete(
      group,
      others.reduce((union, other) => union | other, set),
    );
    const isAside = isOutput && habits.where === "aside";
    if (isLast && isOutput && (!habits.addsInSlow || isAside)) {
      for (const other of others) machine.loadSum(memory, group, other, true);
      machine.store(memory, group);
    } else if (habits.addsInSlow) machine.storeAndAdd(memory, group, isAside ? "aside" : "place");
    else machine.store(memory, group);
  }
}
