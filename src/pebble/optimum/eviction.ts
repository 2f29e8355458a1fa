import { at, clearBit, hasBit, lowestBit, setBit } from "./bits.js";
import type { CompulsoryLoads } from "./compulsory-loads.js";
import type { Instance } from "./instance.js";
import type { Liveness } from "./liveness.js";
import { type SearchRules, type StateLayout, stateLayout } from "./state-layout.js";
import type { Step } from "./step.js";

/** What the eviction needs to know of the step under way; the parts that change are filled by `Expansion`. */
export interface StepContext {
  readonly step: Step;
  /** Of the state before the step. */
  readonly liveness: Liveness;
  readonly loads: CompulsoryLoads;
  /** The state with the operands loaded and the vertex computed, before deletions; and what is needed then. */
  readonly base: Int32Array;
  readonly needed: Int32Array;
  /** Receives the state after the step, not in normal form. */
  readonly next: Int32Array;
}

/** Chooses what a step deletes, slides and stores, within the slack that the search allows. */
export class Eviction {
  /** The least rise of the estimate (or a lower bound of it) among the steps that were skipped. */
  leftOut = 0;
  private readonly instance: Instance;
  private readonly rules: SearchRules;
  private readonly context: StepContext;
  private readonly layout: StateLayout;
  private readonly candidates: Int32Array;
  private readonly penalties: Float64Array;
  private candidateCount = 0;
  private loadCost = 0;
  private slack = 0;
  private emit: () => void = () => {};

  constructor(instance: Instance, rules: SearchRules, context: StepContext) {
    this.instance = instance;
    this.rules = rules;
    this.context = context;
    this.layout = stateLayout(instance);
    this.candidates = new Int32Array(instance.vertexCount);
    this.penalties = new Float64Array(instance.vertexCount);
  }

  begin(slack: number, emit: () => void): void {
    this.slack = slack;
    this.emit = emit;
    this.leftOut = Number.POSITIVE_INFINITY;
  }

  /** Goes through the ways to make room; `lack` is the room that is missing for the loads alone. */
  makeRoom(state: Int32Array, lack: number, rise: number, loadCost: number): void {
    const { words, predecessors, weights } = this.instance;
    if (rise > this.slack) {
      this.leftOut = Math.min(this.leftOut, rise);
      return;
    }
    const step = this.context.step;
    const v = step.vertex;
    this.loadCost = loadCost;
    this.candidateCount = 0;
    for (let w = 0; w < words; w++) {
      for (let m = at(state, w) & ~at(predecessors, v * words + w); m !== 0; m &= m - 1) {
        const x = w * 32 + lowestBit(m);
        this.penalties[this.candidateCount] = this.penalty(x);
        this.candidates[this.candidateCount++] = x;
      }
    }
    step.slide = -1;
    const lackPlaced = lack + at(weights, v);
    this.chooseVictims(0, lackPlaced, 0, Number.POSITIVE_INFINITY, rise);
    if (!this.rules.sliding || lackPlaced <= 0) return;
    for (let w = 0; w < words; w++) {
      for (let m = at(predecessors, v * words + w); m !== 0; m &= m - 1) {
        step.slide = w * 32 + lowestBit(m);
        const risen = rise + this.penalty(step.slide);
        if (risen > this.slack) this.leftOut = Math.min(this.leftOut, risen);
        else this.chooseVictims(0, Math.max(lack, lackPlaced - at(weights, step.slide)), 0, Number.POSITIVE_INFINITY, risen);
      }
    }
  }

  /** What deleting `x` adds to the estimate: its words, if it must be loaded again. */
  private penalty(x: number): number {
    const { computedCount, weights } = this.instance;
    const isReloaded = x >= computedCount || (!this.rules.recomputation && hasBit(this.context.base, this.layout.stored, x));
    return isReloaded && this.context.loads.isUsedBy(x, this.context.needed) ? at(weights, x) : 0;
  }

  /** Extends the victims by candidates from `from` on until they free `lack` words and none of them is spare. */
  private chooseVictims(from: number, lack: number, freed: number, lightest: number, rise: number): void {
    const victims = this.context.step.victims;
    if (freed >= lack) {
      if (victims.length === 0 || freed - lightest < lack) this.chooseStores(rise);
      return;
    }
    for (let i = from; i < this.candidateCount; i++) {
      const risen = rise + at(this.penalties, i);
      if (risen > this.slack) {
        this.leftOut = Math.min(this.leftOut, risen);
        continue;
      }
      const x = at(this.candidates, i);
      const weight = at(this.instance.weights, x);
      victims.push(x);
      this.chooseVictims(i + 1, lack, freed + weight, Math.min(lightest, weight), risen);
      victims.pop();
    }
  }

  /** With recomputation any of the victims may be stored; without, all that are still of use must be. */
  private chooseStores(rise: number): void {
    const { rules } = this;
    const { step } = this.context;
    const storable = step.victims.filter((x) => this.isWorthStoring(x));
    if (step.slide >= 0 && this.isWorthStoring(step.slide)) storable.push(step.slide);
    step.stored.length = 0;
    if (rules.recomputation) {
      this.extendStores(storable, 0, rise, 0);
      return;
    }
    step.stored.push(...storable);
    const stores = storable.reduce((sum, x) => sum + 2 * at(this.instance.weights, x), 0);
    if (rise + stores > this.slack) this.leftOut = Math.min(this.leftOut, rise + stores);
    else this.finish(stores);
  }

  private extendStores(storable: readonly number[], from: number, rise: number, stores: number): void {
    if (rise + stores > this.slack) {
      this.leftOut = Math.min(this.leftOut, rise + stores);
      return;
    }
    this.finish(stores);
    for (let i = from; i < storable.length; i++) {
      const x = storable[i] as number;
      this.context.step.stored.push(x);
      this.extendStores(storable, i + 1, rise, stores + 2 * at(this.instance.weights, x));
      this.context.step.stored.pop();
    }
  }

  private finish(stores: number): void {
    const { next, step, base } = this.context;
    step.cost = this.loadCost + stores;
    next.set(base);
    for (const x of step.victims) clearBit(next, 0, x);
    if (step.slide >= 0) clearBit(next, 0, step.slide);
    for (const x of step.stored) setBit(next, this.layout.prepaid, x);
    this.emit();
  }

  /** Not for inputs, what is blue, what has no further use, and what is covered: its only use is red or blue. */
  private isWorthStoring(x: number): boolean {
    const { computedCount, outputs } = this.instance;
    const { prepaid, stored } = this.layout;
    const { base, step, liveness } = this.context;
    if (x >= computedCount || hasBit(base, stored, x) || hasBit(base, prepaid, x)) return false;
    const v = step.vertex;
    const vIsOver = !this.rules.recomputation || (hasBit(outputs, 0, v) && !liveness.hasOpenUse(v, -1));
    if (!liveness.hasOpenUse(x, vIsOver ? v : -1)) return false;
    const only = liveness.onlyUse(x);
    if (!this.rules.recomputation || only < 0) return true;
    if (hasBit(base, prepaid, only) || hasBit(base, stored, only)) return false;
    return !hasBit(base, 0, only) || step.victims.includes(only) || step.slide === only;
  }
}
