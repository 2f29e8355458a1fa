/** How many random graphs are compared: 1 in `npm run verify` (REDBLUE_SLOW), a quarter in the default suite, REDBLUE_TWIN times as many if set. */
export const effort: number = Number(process.env["REDBLUE_TWIN"] ?? (process.env["REDBLUE_SLOW"] === undefined ? 1 / 4 : 1));

/** Seeds of graphs, one test each. */
export const seeds: readonly number[] = Array.from({ length: Math.ceil(40 * Math.min(1, effort)) }, (_, seed) => seed);
