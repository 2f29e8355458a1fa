import { groupOf, type ScanWorkload } from "../../../computation/recurrence/scan.js";
import {
  type BlockWriter,
  gridsByName,
  kernelAfterKernel,
  layOutBlocks,
  type TileGrid,
  tileAt,
} from "../../tiles/tile-arrays.js";
import type { BlockWork, TileSchedule } from "../../tiles/tile-schedule.js";
import { chunksOf, type Scan, type ScanTile, scanTiledArrays } from "./scan.js";

/** A scan as tiles for the replay. @throws InputError when there are more tiles or touches than a replay can walk. */
export function layOutScan(schedule: Scan): TileSchedule {
  const { id } = schedule;
  const arrays = scanTiledArrays(schedule);
  const kernels: number[] = [];
  const work = id === "scan-recurrent" ? workOfLanes(schedule) : workOfChunks(schedule);
  return layOutBlocks(
    arrays,
    work,
    (writer) => {
      const layout = new Layout(schedule, gridsByName(arrays), writer);
      if (id === "scan-recurrent" || id === "scan-chunks-fused") kernels.push(layout.fused());
      else if (id === "scan-chunks") kernels.push(layout.states(), layout.results());
      else kernels.push(layout.additions(), layout.passing(), layout.results());
    },
    () => kernelAfterKernel(kernels.filter((blocks) => blocks > 0)),
  );
}

/** Operations of a state's element and a token, token after token: what joins the state, the result, and the decay, a multiply-add each. */
function operationsOfElement({ decay }: ScanWorkload): number {
  return decay === "none" ? 4 : 6;
}

/** Operations of all tokens and states, token after token. */
export function laneOperations(w: ScanWorkload): number {
  return w.batch * w.heads * w.tokens * w.state * w.dim * operationsOfElement(w);
}

/** Token after token nothing runs on matrix units: states are updated in 32 bits on plain lanes, step sizes by column with an exponential each. */
function workOfLanes({ workload: w, tile, stages }: Scan): Omit<BlockWork, "phaseOperations"> {
  const chain = { of: "token", count: Math.min(tile.tokens, w.tokens) } as const;
  const work = { kind: "product", operandType: "fp32", stages, chain } as const;
  return w.decay === "channel" ? { ...work, exponentialsPerOperation: 1 / operationsOfElement(w) } : work;
}

/** Where a block has several chunks, each waits for the state that the one before left. */
function workOfChunks({ workload: w, stages }: Scan): Omit<BlockWork, "phaseOperations"> {
  return { kind: "product", operandType: w.dataType, stages, chain: { of: "chunk", count: 1 } };
}

/** Writes the blocks of each kernel, and says how many they are. */
class Layout {
  readonly #schedule: Scan;
  readonly #w: ScanWorkload;
  readonly #grid: (name: string) => TileGrid;
  readonly #writer: BlockWriter;
  /** Chunks, or steps of so many tokens. */
  readonly #chunks: number;

  constructor(schedule: Scan, grid: (name: string) => TileGrid, writer: BlockWriter) {
    this.#schedule = schedule;
    this.#w = schedule.workload;
    this.#grid = grid;
    this.#writer = writer;
    this.#chunks = chunksOf(schedule);
  }

  /** States stay in the block: token after token, or chunk after chunk. */
  fused(): number {
    const { id } = this.#schedule;
    const { tokens, columns } = this.#tile();
    const ofElements = tokens * this.#w.state * columns * operationsOfElement(this.#w);
    const operations = id === "scan-recurrent" ? ofElements : this.#ofPairs() + 2 * this.#ofStates();
    return this.#blocks((head, column) => {
      this.#start(head, column);
      this.#step(this.#chunks, operations, head, 0, column, ["Q", "K", "V"]);
      this.#writer.write(this.#at("Y", head, 0, column), this.#grid("Y").columns);
      if (this.#w.finalState) this.#writer.phase(1, 0).write(this.#at("HT", head, 0, column), 0);
    });
  }

  /** States after each chunk, which stay in the block and are stored on the way. */
  states(): number {
    const { finalState } = this.#w;
    if (this.#chunks === 1 && !finalState) return 0;
    return this.#blocks((head, column) => {
      this.#start(head, column);
      if (this.#chunks > 1) {
        this.#step(this.#chunks - 1, this.#ofStates(), head, 0, column, ["K", "V"]);
        this.#writer.write(this.#at("S", head, 0, column), this.#grid("S").columns);
      }
      if (!finalState) return;
      this.#step(1, this.#ofStates(), head, this.#chunks - 1, column, ["K", "V"]);
      this.#writer.write(this.#at("HT", head, 0, column), 0);
    });
  }

  /** What each chunk adds to the states. */
  additions(): number {
    const chunks = this.#chunks - (this.#w.finalState ? 0 : 1);
    return this.#blocks((head, column, chunk) => {
      this.#step(1, this.#ofStates(), head, chunk, column, ["K", "V"]);
      this.#writer.write(this.#at("U", head, chunk, column), 0);
    }, chunks);
  }

  /** From the additions to the states after each chunk. */
  passing(): number {
    const { finalState } = this.#w;
    if (this.#chunks === 1 && !finalState) return 0;
    return this.#blocks((head, column) => {
      this.#start(head, column);
      if (this.#chunks > 1) {
        this.#step(this.#chunks - 1, 0, head, 0, column, ["U"]);
        this.#writer.write(this.#at("S", head, 0, column), this.#grid("S").columns);
      }
      if (!finalState) return;
      this.#step(1, 0, head, this.#chunks - 1, column, ["U"]);
      this.#writer.write(this.#at("HT", head, 0, column), 0);
    });
  }

  /** Results of every chunk, from the states before it. */
  results(): number {
    return this.#blocks((head, column, chunk) => {
      if (chunk > 0) this.#writer.phase(1, 0).read(this.#at("S", head, chunk - 1, column), 0);
      else this.#start(head, column);
      this.#step(1, this.#ofPairs() + this.#ofStates(), head, chunk, column, ["Q", "K", "V"]);
      this.#writer.write(this.#at("Y", head, chunk, column), 0);
    }, this.#chunks);
  }

  /** Reads what a head begins with. */
  #start(head: number, column: number): void {
    const names = [this.#w.decay === "channel" ? "A" : "", this.#w.initialState ? "H0" : ""].filter((name) => name !== "");
    if (names.length === 0) return;
    this.#writer.phase(1, 0);
    for (const name of names) this.#writer.read(this.#at(name, head, 0, column), 0);
  }

  /** Some chunks, one after the other: decays, then the arrays named. */
  #step(steps: number, operations: number, head: number, chunk: number, column: number, names: readonly string[]): void {
    this.#writer.phase(steps, operations);
    for (const name of this.#w.decay === "none" ? names : ["D", ...names])
      this.#writer.read(this.#at(name, head, chunk, column), this.#grid(name).columns);
  }

  #at(name: string, head: number, row: number, column: number): number {
    const grid = this.#grid(name);
    const isShared = name === "Q" || name === "K";
    const matrix = isShared ? groupOf(this.#w, head) : name === "A" ? head % this.#w.heads : head;
    return tileAt(grid, matrix, row, grid.columns === 1 ? 0 : column);
  }

  /** Head by head, the chunks of each, the columns of each of these. */
  #blocks(write: (head: number, column: number, chunk: number) => void, chunks = 1): number {
    const heads = this.#w.batch * this.#w.heads;
    const columns = Math.ceil(this.#w.dim / this.#schedule.tile.columns);
    for (let head = 0; head < heads; head++) {
      for (let chunk = 0; chunk < chunks; chunk++) {
        for (let column = 0; column < columns; column++) {
          write(head, column, chunk);
          this.#writer.endBlock();
        }
      }
    }
    return heads * chunks * columns;
  }

  /** No more of either than there are. */
  #tile(): ScanTile {
    const { tile, workload } = this.#schedule;
    return { tokens: Math.min(tile.tokens, workload.tokens), columns: Math.min(tile.columns, workload.dim) };
  }

  /** Operations of the products of queries and keys, and of these with V, as whole squares. */
  #ofPairs(): number {
    const { tokens, columns } = this.#tile();
    return 2 * tokens * tokens * (this.#w.state + columns);
  }

  /** Of the products of keys and V, or of queries and states. */
  #ofStates(): number {
    const { tokens, columns } = this.#tile();
    return 2 * tokens * this.#w.state * columns;
  }
}
