import { relative } from "node:path";
import { sitesOf } from "./sites.js";
/** The checker in the tests, each of its refusals recorded (record.js). */
export const plugin = (root) => ({
  name: "refusals",
  enforce: "pre",
  transform(code, id) {
    const name = relative(root, id.split("?")[0]);
    if (!name.startsWith("src/verify/")) return undefined;
    const edits = sitesOf(name, code).flatMap(({ edits }) => edits);
    edits.sort(([a], [b]) => b - a);
    let out = code;
    for (const [at, inserted] of edits) out = out.slice(0, at) + inserted + out.slice(at);
    return { code: out, map: null };
  },
});
