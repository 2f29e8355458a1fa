import { type Move, slideMove } from "../../../pebble/rules.js";

/** Words by name in fast memory, and the moves that brought them there. */
export class FastMemory {
  readonly moves: Move[] = [];
  readonly #held = new Set<string>();
  constructor(private readonly vertex: (name: string) => number) {}

  holds(word: string): boolean {
    return this.#held.has(word);
  }

  load(word: string): void {
    this.moves.push(["load", this.vertex(word)]);
    this.#held.add(word);
  }

  /** A value beside its operands, or in the place of one of them. */
  compute(word: string, over?: string): void {
    this.moves.push(
      over === undefined ? ["compute", this.vertex(word)] : slideMove(this.vertex(word), this.vertex(over), undefined),
    );
    if (over !== undefined) this.#held.delete(over);
    this.#held.add(word);
  }

  store(word: string): void {
    this.moves.push(["store", this.vertex(word)]);
  }

  drop(word: string): void {
    this.moves.push(["delete", this.vertex(word)]);
    this.#held.delete(word);
  }

  /** Those of the words that are not there come, stay for `use`, and go. */
  during(words: readonly string[], use: () => void): void {
    const missing = [...new Set(words)].filter((word) => !this.holds(word));
    for (const word of missing) this.load(word);
    use();
    for (const word of missing) this.drop(word);
  }
}

/** A term of a sum: its operands, and what adds it while they are there. */
interface Term {
  readonly left: string;
  readonly right: string;
  readonly add: () => void;
}

/** Terms whose left operands stay while their right ones pass, each once. */
export function passTerms(memory: FastMemory, terms: readonly Term[]): void {
  const byRight = new Map<string, Term[]>();
  for (const term of terms) byRight.set(term.right, [...(byRight.get(term.right) ?? []), term]);
  memory.during(
    terms.map(({ left }) => left),
    () => {
      for (const [right, those] of byRight) {
        memory.during([right], () => {
          for (const { add } of those) add();
        });
      }
    },
  );
}
