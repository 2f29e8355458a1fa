import type { LineModel } from "../../src/caches/create.js";
import { mixBits, randomSource } from "../../src/caches/random-source.js";

interface Line {
  number: number;
  readonly valid: Set<number>;
  readonly dirty: Set<number>;
  lastTouch: number;
}

/** The plain twin of the line cache: each set a list of lines with sets of sectors. Bytes of one array. */
export class PlainLineCache {
  readBytes = 0;
  writeBytes = 0;
  readonly #sets = new Map<number, { readonly lines: Line[]; turn: number }>();
  readonly #model: LineModel;
  readonly #setCount: number;
  readonly #ways: number;
  readonly #sectorBytes: number;
  readonly #random: (bound: number) => number;
  #now = 0;

  constructor(model: LineModel) {
    this.#model = model;
    const lines = Math.floor(model.bytes / (model.lineBytes ?? 128));
    this.#ways = model.policy === "random" ? lines : model.ways;
    this.#setCount = model.policy === "random" ? 1 : (model.sets ?? Math.floor(lines / model.ways));
    this.#sectorBytes = model.sectorBytes ?? model.lineBytes ?? 128;
    this.#random = randomSource(model.seed ?? 1);
  }

  read(number: number, sectors: readonly number[]): boolean {
    const line = this.#find(number) ?? this.#place(number);
    line.lastTouch = ++this.#now;
    const missing = sectors.filter((sector) => !line.valid.has(sector));
    for (const sector of missing) line.valid.add(sector);
    this.readBytes += missing.length * this.#sectorBytes;
    return missing.length === 0;
  }

  write(number: number, sectors: readonly number[], covered: readonly number[]): boolean {
    const bytes = sectors.length * this.#sectorBytes;
    const through = this.#model.write === "through";
    if (through) this.writeBytes += bytes;
    const there = this.#find(number);
    if (there === undefined && this.#model.writeAllocation === "never") {
      if (!through) this.writeBytes += bytes;
      return false;
    }
    const line = there ?? this.#place(number);
    line.lastTouch = ++this.#now;
    let hit = true;
    for (const sector of sectors) {
      if (!line.valid.has(sector)) {
        hit = false;
        const whole = covered.includes(sector);
        if (!whole && this.#model.writeAllocation !== "no-fetch" && this.#model.writeAllocation !== "never") {
          this.readBytes += this.#sectorBytes;
          line.valid.add(sector);
        }
        if (whole) line.valid.add(sector);
      }
      if (!through) line.dirty.add(sector);
    }
    return hit;
  }

  dirtyAtEnd(): number {
    let sectors = 0;
    for (const { lines } of this.#sets.values()) for (const { dirty } of lines) sectors += dirty.size;
    return sectors * this.#sectorBytes;
  }

  #setOf(number: number): { readonly lines: Line[]; turn: number } {
    const high = Math.floor(number / 2 ** 32);
    const hashed = this.#model.policy === "set" && this.#model.index === "hashed";
    const index = (hashed ? mixBits(number ^ mixBits(high)) >>> 0 : number) % this.#setCount;
    const set = this.#sets.get(index) ?? { lines: [], turn: 0 };
    this.#sets.set(index, set);
    return set;
  }

  #find(number: number): Line | undefined {
    return this.#setOf(number).lines.find((line) => line.number === number);
  }

  #place(number: number): Line {
    const set = this.#setOf(number);
    const line: Line = { number, valid: new Set(), dirty: new Set(), lastTouch: 0 };
    if (set.lines.length < this.#ways) {
      set.lines.push(line);
      return line;
    }
    const kind = this.#model.policy === "random" ? "random" : this.#model.replacement;
    let way = 0;
    if (kind === "random") way = this.#random(this.#ways);
    else if (kind === "fifo") {
      way = set.turn;
      set.turn = (set.turn + 1) % this.#ways;
    } else {
      const times = set.lines.map(({ lastTouch }) => lastTouch);
      way = times.indexOf(Math.min(...times));
    }
    this.writeBytes += (set.lines[way] as Line).dirty.size * this.#sectorBytes;
    set.lines[way] = line;
    return line;
  }
}
