import { at, hasBit, lowestBit, setBit } from "./bits.js";
import { CompulsoryLoads } from "./compulsory-loads.js";
import { Eviction, type StepContext } from "./eviction.js";
import type { Instance } from "./instance.js";
import { Liveness } from "./liveness.js";
import { type SearchRules, type StateLayout, stateLayout } from "./state-layout.js";
import type { Step } from "./step.js";

/** Enumerates the steps from a state, and the states they lead to. */
export class Expansion implements StepContext {
  readonly step: Step = { vertex: -1, slide: -1, victims: [], stored: [], cost: 0 };
  /** The state after the step, not in normal form. */
  readonly next: Int32Array;
  private readonly instance: Instance;
  private readonly rules: SearchRules;
  private readonly layout: StateLayout;
  readonly liveness: Liveness;
  readonly loads: CompulsoryLoads;
  private readonly scratch: Int32Array;
  /** What is needed once the vertex is computed and nothing deleted. */
  readonly needed: Int32Array;
  /** The state with the operands loaded and the vertex computed, before deletions. */
  readonly base: Int32Array;
  private readonly eviction: Eviction;
  private loadCost = 0;
  private loadWords = 0;

  constructor(instance: Instance, rules: SearchRules) {
    this.instance = instance;
    this.rules = rules;
    this.layout = stateLayout(instance);
    this.liveness = new Liveness(instance, rules);
    this.loads = new CompulsoryLoads(instance, rules);
    this.next = new Int32Array(this.layout.words);
    this.base = new Int32Array(this.layout.words);
    this.scratch = new Int32Array(instance.words);
    this.needed = new Int32Array(instance.words);
    this.eviction = new Eviction(instance, rules, this);
  }

  /**
   * Calls `emit` for the steps that raise the estimate of the whole cost by at most `slack`, and returns the least rise
   * among the others (a lower bound of it).
   */
  expand(state: Int32Array, slack: number, emit: () => void): number {
    const { computedCount, weights, words } = this.instance;
    const before = this.loads.bound(state, this.scratch);
    this.liveness.update(state);
    this.eviction.begin(slack, emit);
    let used = 0;
    for (let w = 0; w < words; w++) {
      for (let m = at(state, w); m !== 0; m &= m - 1) used += at(weights, w * 32 + lowestBit(m));
    }
    for (let v = 0; v < computedCount; v++) {
      if (!this.isWorthComputing(state, v) || !this.fetchOperands(state, v)) continue;
      this.computeInBase(state, v);
      const rise = this.loadCost + this.loads.bound(this.base, this.needed) - before;
      this.step.vertex = v;
      this.eviction.makeRoom(state, used + this.loadWords - this.rules.capacity, rise, this.loadCost);
    }
    return this.eviction.leftOut;
  }

  private isWorthComputing(state: Int32Array, v: number): boolean {
    if (hasBit(state, 0, v) || hasBit(state, this.layout.prepaid, v)) return false;
    const { live, done } = this.liveness;
    if (!hasBit(live, 0, v) || (!this.rules.recomputation && hasBit(done, 0, v))) return false;
    return !this.liveness.isCovered(state, v);
  }

  /** Whether every operand is in some memory; sums up the loads. */
  private fetchOperands(state: Int32Array, v: number): boolean {
    const { words, computedWords, predecessors, inputs, weights } = this.instance;
    const { prepaid, stored } = this.layout;
    this.loadCost = 0;
    this.loadWords = 0;
    for (let w = 0; w < words; w++) {
      const missing = at(predecessors, v * words + w) & ~at(state, w);
      if (missing === 0) continue;
      const isPaid = w < computedWords ? at(state, prepaid + w) : 0;
      const isBlue = at(inputs, w) | isPaid | (w < computedWords ? at(state, stored + w) : 0);
      if ((missing & ~isBlue) !== 0) return false;
      for (let m = missing; m !== 0; m &= m - 1) {
        const weight = at(weights, w * 32 + lowestBit(m));
        this.loadWords += weight;
        if ((isPaid & m & -m) === 0) this.loadCost += weight;
      }
    }
    return true;
  }

  private computeInBase(state: Int32Array, v: number): void {
    const { words, computedWords, predecessors, outputs } = this.instance;
    const { prepaid, stored } = this.layout;
    const base = this.base;
    base.set(state);
    for (let w = 0; w < words; w++) {
      const operands = at(predecessors, v * words + w);
      base[w] = at(base, w) | operands;
      if (w >= computedWords) continue;
      const fetched = at(state, prepaid + w) & operands;
      base[prepaid + w] = at(base, prepaid + w) & ~fetched;
      base[stored + w] = at(base, stored + w) | fetched;
    }
    setBit(base, 0, v);
    if (hasBit(outputs, 0, v)) setBit(base, stored, v);
  }
}
