import { appendFileSync } from "node:fs";

/** Setup of the tests that `npm run verify -- refusals` runs: what the lines of the checker report to (sites.js). */

const found = new Set();
/** The first to refuse, and the one held back. */
let [first, silent] = [undefined, undefined];

function note(site) {
  first ??= site;
  if (found.has(site)) return;
  found.add(site);
  appendFileSync(process.env.REDBLUE_REFUSALS, `${site}\n`);
}

// Set once: the modules of a worker are loaded once, this file before each test file.
globalThis.refusals ??= {
  /** Is the refusal to be thrown? */
  stands(site) {
    note(site);
    return site !== silent;
  },
  checked:
    (site, check) =>
    (...args) => {
      const before = first;
      try {
        return check(...args);
      } catch (error) {
        first = before;
        note(site);
        if (site !== silent) throw error;
        // What `exactly` would give back: the count that is claimed.
        return check.name === "exactly" ? BigInt(args[0][args[1]]) : undefined;
      }
    },
  /** What a check says when its first refusal is held back. */
  withoutFirst(check) {
    first = undefined;
    check();
    silent = first;
    try {
      return check();
    } finally {
      silent = undefined;
    }
  },
};
