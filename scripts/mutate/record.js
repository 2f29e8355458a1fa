// What earlier runs found, in coverage/mutate: a run may be stopped and goes on where it was.
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";

export const hashOf = (...texts) => {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(text).update("\0");
  return hash.digest("hex").slice(0, 16);
};

/** Lines of JSON in a file, each a `key` and its `value`; the last of a key counts. */
export function recordIn(path) {
  mkdirSync(dirname(path), { recursive: true });
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  const found = new Map();
  for (const line of lines) {
    // The last line of a run that was killed may be half of one.
    if (!line.endsWith("}")) continue;
    const { key, value } = JSON.parse(line);
    found.set(key, value);
  }
  return {
    get: (key) => found.get(key),
    set(key, value) {
      found.set(key, value);
      appendFileSync(path, `${JSON.stringify({ key, value })}\n`);
    },
  };
}
