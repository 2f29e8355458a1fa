import { checkInteger, InputError, shown } from "../../errors.js";
import { checkExtent } from "../computation.js";
import type { WorkloadFields } from "../workload-kind.js";

/** Rows of each group: a list, or what a router sends to experts. */
export interface RoutingOptions {
  /** Rows of each group, 0 for one that gets none. */
  readonly rows?: readonly number[] | undefined;
  readonly experts?: number | undefined;
  /** Experts of a token. */
  readonly topK?: number | undefined;
  readonly tokens?: number | undefined;
  /** `zipf:S`: the load of the i-th expert goes as i^-S; equal loads unless given. */
  readonly skew?: string | undefined;
}

/** Rows of each group in order, and how many of the groups have one row of the input as theirs. */
export interface Routing {
  readonly rows: readonly number[];
  readonly topK: number;
}

/** Flags of the rows of groups, which all workloads of experts have. */
export const ROUTING_FIELDS = [
  { flag: "experts", what: "in place of --rows: groups", also: ["num-experts", "n-experts", "e", "groups"], optional: true },
  {
    flag: "top-k",
    what: "experts of a token (default 1)",
    also: ["num-experts-per-tok", "experts-per-token"],
    optional: true,
  },
  { flag: "tokens", what: "tokens that are routed", also: ["num-tokens", "seq", "seqlen"], optional: true },
] as const;

export const ROWS_FIELD = { flag: "rows", what: "rows of each group in order, such as 128,64,0", least: 0 } as const;

export const SKEW_FIELD = {
  flag: "skew",
  value: "zipf:S",
  what: "the i-th expert's load goes as i^-S (default: equal loads)",
} as const;

/** What a form's fields say of rows and skew; one group's rows may stand as a number. */
export function routingIn(flags: WorkloadFields): Pick<RoutingOptions, "rows" | "skew"> {
  const { rows, skew } = flags;
  return { rows: (typeof rows === "number" ? [rows] : rows) as readonly number[] | undefined, skew: skew as string | undefined };
}

/** Groups that a list may have: their tiles and certificates are numbered one by one. */
const MOST_GROUPS = 65_536;

/**
 * The rows of the groups: those listed, or the expected loads of a router, rounded by largest remainder. No expert gets more rows than
 * there are tokens.
 *
 * @throws InputError naming `rows`, `experts`, `top-k`, `tokens` or `skew`.
 */
export function routing(options: RoutingOptions): Routing {
  const { rows, experts, tokens, skew } = options;
  const topK = checkExtent("top-k", options.topK ?? 1);
  if (rows !== undefined) {
    const stray = Object.entries({ experts, tokens, skew }).find(([, value]) => value !== undefined);
    if (stray !== undefined) throw new InputError(stray[0], "--rows, or --experts with --tokens", "both");
    return { rows: checkedRows(rows), topK };
  }
  if (experts === undefined)
    throw new InputError("rows", "rows of each group such as 128,64,0, or --experts and --tokens", "none");
  checkInteger("experts", experts, 1, MOST_GROUPS);
  checkExtent("tokens", tokens);
  if (topK > experts) throw new InputError("top-k", `at most ${experts}, the experts`, String(topK));
  const loads = expectedLoads(topK * (tokens as number), shares(experts, skew), tokens as number);
  return { rows: checkedRows(loads), topK };
}

/** @throws InputError naming `rows` */
export function checkedRows(rows: unknown): readonly number[] {
  const expected = `a list of 1 to ${MOST_GROUPS} whole numbers, not all 0`;
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > MOST_GROUPS) throw new InputError("rows", expected, shown(rows));
  const all = rows.map((row) => checkInteger("rows", row, 0)).reduce((sum, row) => sum + row, 0);
  if (all === 0) throw new InputError("rows", expected, "0 rows");
  checkExtent("rows", all);
  return [...rows];
}

/**
 * The tokens whose rows these are, where each goes to `topK` different experts.
 *
 * @throws InputError naming `rows` where no routing of distinct experts has such loads
 */
export function tokensOf({ rows, topK }: Routing): number {
  const all = rows.reduce((sum, row) => sum + row, 0);
  if (all % topK !== 0) throw new InputError("rows", `${topK} rows a token, a multiple of ${topK} in all`, String(all));
  const tokens = all / topK;
  const most = rows.reduce((x, y) => Math.max(x, y));
  if (most > tokens) throw new InputError("rows", `at most ${tokens} rows of an expert, one of each token`, String(most));
  return tokens;
}

/**
 * The token of each row of each group, for graphs and replays, where it matters which they are: rows of all groups one after the other are
 * dealt to the tokens in turn, so that no group has a token twice. Bounds hold for every routing with these loads.
 */
export function routedTokens(groups: Routing): readonly (readonly number[])[] {
  const tokens = tokensOf(groups);
  let first = 0;
  return groups.rows.map((rows) => {
    const own = Array.from({ length: rows }, (_, i) => (first + i) % tokens);
    first += rows;
    return own;
  });
}

/** Weights of the experts' loads. @throws InputError naming `skew` */
function shares(experts: number, skew: string | undefined): readonly number[] {
  if (skew === undefined) return Array.from({ length: experts }, () => 1);
  const [, digits] = /^zipf:(\d{1,2}(?:\.\d{1,6})?)$/.exec(String(skew)) ?? [];
  if (digits === undefined) throw new InputError("skew", "zipf:S such as zipf:1.1", shown(skew));
  return Array.from({ length: experts }, (_, i) => (i + 1) ** -Number(digits));
}

/** `total` rows in proportion to the shares, none above `most`, rounded by largest remainder; ties go to the first. */
function expectedLoads(total: number, weights: readonly number[], most: number): readonly number[] {
  const full = new Set<number>();
  const level = (): number => {
    const left = weights.reduce((sum, weight, i) => (full.has(i) ? sum : sum + weight), 0);
    return (total - full.size * most) / left;
  };
  for (let found = true; found && full.size < weights.length; ) {
    const each = level();
    const over = weights.flatMap((weight, i) => (!full.has(i) && weight * each > most ? [i] : []));
    for (const i of over) full.add(i);
    found = over.length > 0;
  }
  const each = full.size < weights.length ? level() : 0;
  const exact = weights.map((weight, i) => (full.has(i) ? most : weight * each));
  const loads = exact.map(Math.floor);
  const missing = total - loads.reduce((sum, load) => sum + load, 0);
  const remainder = (i: number): number => (exact[i] as number) - (loads[i] as number);
  const order = exact.map((_, i) => i).filter((i) => (loads[i] as number) < most);
  order.sort((i, j) => remainder(j) - remainder(i) || i - j);
  for (const i of order.slice(0, missing)) loads[i] = (loads[i] as number) + 1;
  return loads;
}

/** Groups with rows by their number of rows, most first: `[rows, groups]`. */
export function classesOfRows(rows: readonly number[]): readonly (readonly [rows: number, groups: number])[] {
  const counts = new Map<number, number>();
  for (const row of rows) if (row > 0) counts.set(row, (counts.get(row) ?? 0) + 1);
  return [...counts].sort(([x], [y]) => y - x);
}

/** `256 groups of 128 rows`, or `200 of 256 groups with rows, 1 to 890 of them, 32768 in all`. */
export function describeRows(rows: readonly number[], name: string): string {
  const classes = classesOfRows(rows);
  const [most, least] = [classes[0]?.[0] ?? 0, classes.at(-1)?.[0] ?? 0];
  const groups = classes.reduce((sum, [, count]) => sum + count, 0);
  const of = groups === rows.length ? `${groups} ${name}` : `${groups} of ${rows.length} ${name} with rows`;
  if (most === least) return groups === rows.length ? `${of} of ${most} rows` : `${of}, ${most} each`;
  const all = rows.reduce((sum, row) => sum + row, 0);
  return `${of}${groups === rows.length ? " of" : ","} ${least} to ${most} rows, ${all} in all`;
}
