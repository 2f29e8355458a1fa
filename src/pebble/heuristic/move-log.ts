import type { Move } from "../rules.js";

const KINDS = ["load", "store", "compute", "slide", "delete"] as const;
type Kind = (typeof KINDS)[number];

/** A pebbling written compactly; a million vertices take some five million moves. */
export class MoveLog {
  #kinds: Uint8Array = new Uint8Array(1024);
  #vertices: Int32Array = new Int32Array(1024);
  #operands: Int32Array = new Int32Array(1024);
  #length = 0;

  push(kind: Kind, vertex: number, operand = -1): void {
    if (this.#length === this.#kinds.length) this.#grow();
    this.#kinds[this.#length] = KINDS.indexOf(kind);
    this.#vertices[this.#length] = vertex;
    this.#operands[this.#length] = operand;
    this.#length++;
  }

  /** The moves in the form of the referee; on several processors everything happens on the first. */
  moves(processors: number): Move[] {
    const place = processors > 1 ? ([0] as const) : ([] as const);
    return Array.from({ length: this.#length }, (_, i): Move => {
      const kind = KINDS[this.#kinds[i] as number] as Kind;
      const vertex = this.#vertices[i] as number;
      return kind === "slide" ? [kind, vertex, this.#operands[i] as number, ...place] : [kind, vertex, ...place];
    });
  }

  #grow(): void {
    const kinds = new Uint8Array(2 * this.#kinds.length);
    kinds.set(this.#kinds);
    this.#kinds = kinds;
    const vertices = new Int32Array(2 * this.#vertices.length);
    vertices.set(this.#vertices);
    this.#vertices = vertices;
    const operands = new Int32Array(2 * this.#operands.length);
    operands.set(this.#operands);
    this.#operands = operands;
  }
}
