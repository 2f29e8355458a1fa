import { relative } from "node:path";
import { sitesOf } from "./sites.js";

/** A plugin of Vite: the checker as the tests load it reports each of its refusals (record.js). */
export const plugin = (root) => ({
  name: "refusals",
  enforce: "pre",
  transform(code, id) {
    const name = relative(root, id.split("?")[0]).replaceAll("\\", "/");
    if (!name.startsWith("src/verify/")) return undefined;
    const edits = sitesOf(name, code).flatMap((site) => site.edits);
    // From the end on, so that places before stay where they are.
    const changed = edits
      .toSorted(([a], [b]) => b - a)
      .reduce((text, [at, own]) => text.slice(0, at) + own + text.slice(at), code);
    return { code: changed, map: null };
  },
});
