/**
 * A panel of rows goes through one product of a chain, or through two while each column of the array between them is made, used and
 * dropped. The weights of the step stream past all rows, are held while row after row is turned, or stay for all panels.
 */
export interface RowsStep {
  /** The products of the step, `last` at most one more than `first`. */
  readonly first: number;
  readonly last: number;
  readonly weights: "stream" | "hold" | "stay";
}

/** Products `first` to `last` of a chain of these widths; the weights of those that `stays` names stay for all panels. */
export interface RowsPart {
  readonly widths: readonly number[];
  readonly first: number;
  readonly last: number;
  readonly stays: (product: number) => boolean;
}

/**
 * The steps by which most rows, up to `most`, go through all products of the part; 0 where not one row fits. Among equals single
 * products come before pairs and weights that stream before weights that are held.
 */
export function mostRows(
  part: RowsPart,
  fastWords: number,
  most: number,
): { readonly rows: number; readonly steps: readonly RowsStep[] } {
  const { first, last } = part;
  const free = fastWords - stayingWords(part);
  // Through the first products of the part: as many rows as the narrowest of their steps allows.
  const through: { readonly rows: number; readonly step?: RowsStep }[] = [{ rows: most }];
  for (let q = first; q <= last; q++) {
    let best: { readonly rows: number; readonly step?: RowsStep } = { rows: 0 };
    for (const step of stepsTo(part, q)) {
      const rows = Math.min(through[step.first - first]?.rows ?? 0, rowsOf(step, part, free));
      if (rows > best.rows) best = { rows, step };
    }
    through.push(best);
  }
  const steps: RowsStep[] = [];
  for (let step = through.at(-1)?.step; step !== undefined; step = through[step.first - first]?.step) steps.unshift(step);
  return { rows: through.at(-1)?.rows ?? 0, steps };
}

function stayingWords({ widths, first, last, stays }: RowsPart): number {
  let words = 0;
  for (let q = first; q <= last; q++) if (stays(q)) words += wordsOf(widths, q);
  return words;
}

function wordsOf(widths: readonly number[], q: number): number {
  return (widths[q - 1] as number) * (widths[q] as number);
}

/** The steps that end with product q. A pair's weights both stay or neither does. */
function stepsTo({ first, stays }: RowsPart, q: number): readonly RowsStep[] {
  const ways = stays(q) ? (["stay"] as const) : (["stream", "hold"] as const);
  const starts = q > first && stays(q - 1) === stays(q) ? [q, q - 1] : [q];
  return starts.flatMap((start) => ways.map((weights) => ({ first: start, last: q, weights })));
}

/** The rows for which `free` words suffice, beside the weights that stay. */
function rowsOf(step: RowsStep, { widths, first, last }: RowsPart, free: number): number {
  const [k, n] = [widths[step.first - 1], widths[step.last]] as [number, number];
  const [enters, leaves] = [step.first === first, step.last === last];
  // A row that is turned. A single product at the start loads its words as it goes, one at the end stores each sum when it is finished;
  // a pair has all words, all sums and one word of the array between.
  const turned = step.first < step.last ? k + n + 1 : enters ? n + 1 : leaves ? k + 1 : k + n;
  if (step.weights === "stream") return Math.floor((free - 1) / turned);
  const left = free - turned - (step.weights === "hold" ? wordsOfStep(widths, step) : 0);
  // Rows that wait have k words each, rows that were turned n.
  const waiting = Math.max(enters ? 0 : k, leaves ? 0 : n);
  return left < 0 ? 0 : Math.floor(left / waiting) + 1;
}

function wordsOfStep(widths: readonly number[], { first, last }: RowsStep): number {
  return first === last ? wordsOf(widths, last) : wordsOf(widths, first) + wordsOf(widths, last);
}
