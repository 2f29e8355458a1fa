/** An array and the indices it is read or written by. */
export interface Access {
  readonly array: string;
  readonly indices: readonly string[];
}

export interface Statement {
  readonly target: Access;
  readonly operands: readonly Access[];
}

/** Statements Xq = X(q−1)·Wq from inputs to an output: rows side by side, the other rows, columns w0, …, wr of X0, …, Xr. */
export interface CheckedStatements {
  readonly batch: bigint;
  readonly rows: bigint;
  readonly widths: readonly bigint[];
}

/** A statement as a product: what it reads that is made in the chain (X), what it multiplies that by (W), what it makes. */
interface Stage {
  readonly x: Access;
  readonly w: Access;
  readonly target: Access;
}

/** Every chain of two statements or more; the shapes of an array's accesses agree. */
export function readStatementChains(
  statements: readonly Statement[],
  extentOf: (index: string) => bigint,
): readonly CheckedStatements[] {
  const read = new Set(statements.flatMap(({ operands }) => operands).map(({ array }) => array));
  return statements
    .filter(({ target }) => !read.has(target.array))
    .map((last) => stagesOf(statements, last).map((stages) => asChain(stages, extentOf)))
    .flatMap((orders) => orders.find((chain) => chain !== undefined) ?? []);
}

/** The stages that end in a statement, with either operand of the first as X0; none where they are no line from inputs. */
function stagesOf(statements: readonly Statement[], last: Statement): readonly (readonly Stage[])[] {
  const [p, q, ...more] = last.operands;
  if (p === undefined || q === undefined || more.length > 0 || p.array === q.array) return [];
  const maker = (access: Access): Statement | undefined => statements.find(({ target }) => target.array === access.array);
  const [before, other] = [maker(p), maker(q)];
  if (before !== undefined && other !== undefined) return [];
  const stage = (x: Access, w: Access): Stage => ({ x, w, target: last.target });
  const made = before ?? other;
  if (made === undefined) return [[stage(p, q)], [stage(q, p)]];
  const own = before === undefined ? stage(q, p) : stage(p, q);
  return stagesOf(statements, made)
    .filter((stages) => stages.every(({ x, w }) => own.w.array !== x.array && own.w.array !== w.array))
    .map((stages) => [...stages, own]);
}

/** Dimension by dimension: rows stay rows, columns are summed over by the next stage, every index of a stage has one such part. */
function asChain(stages: readonly Stage[], extentOf: (index: string) => bigint): CheckedStatements | undefined {
  if (stages.length < 2) return undefined;
  const size = (indices: readonly string[]): bigint => indices.reduce((product, index) => product * extentOf(index), 1n);
  const parts = stages.map(partsOf);
  const widths: bigint[] = [];
  // By the position of a row in the X just made: has every W so far an index of it?
  let shared: readonly boolean[] = [];
  for (const [q, { x, w, target }] of stages.entries()) {
    const [own, earlier] = [parts[q], q === 0 ? undefined : stages[q - 1]];
    if (own === undefined) return undefined;
    if (earlier !== undefined) {
      const stays = earlier.target.indices.map((index) => parts[q - 1]?.rows.includes(index) === true);
      if (stays.length !== x.indices.length || x.indices.some((index, at) => own.rows.includes(index) !== stays[at]))
        return undefined;
    } else widths.push(size(own.summed));
    widths.push(size(own.columns));
    const before = shared;
    shared = target.indices.map((index) => w.indices.includes(index) && (q === 0 || before[x.indices.indexOf(index)] === true));
  }
  const last = stages.at(-1) as Stage;
  const rows = last.target.indices.map((index, at) => ({ index, at })).filter(({ index }) => last.x.indices.includes(index));
  const those = (wanted: boolean): bigint => size(rows.filter(({ at }) => shared[at] === wanted).map(({ index }) => index));
  return { batch: those(true), rows: those(false), widths };
}

interface Parts {
  readonly rows: readonly string[];
  readonly summed: readonly string[];
  readonly columns: readonly string[];
}

/** Undefined where an index is in one access only. */
function partsOf({ x, w, target }: Stage): Parts | undefined {
  const all = [...new Set([x, w, target].flatMap(({ indices }) => indices))];
  const among = (index: string, ...accesses: readonly Access[]): boolean =>
    accesses.every(({ indices }) => indices.includes(index));
  const rows = all.filter((index) => among(index, x, target));
  const summed = all.filter((index) => among(index, x, w) && !among(index, target));
  const columns = all.filter((index) => among(index, w, target) && !among(index, x));
  return rows.length + summed.length + columns.length === all.length ? { rows, summed, columns } : undefined;
}
