import { parseJson } from "../text/json-text.js";
import { gpuFromJson, oneOfList } from "./gpu-file.js";
import type { Gpu, TreeMachine } from "./machine.js";
import { treeFromFields } from "./tree-file.js";

/**
 * Reads a user's machine: a GPU, or with `"kind": "tree"` a tree of memories; a `redblue.machines/2` document of one of them too.
 *
 * @param origin the file's name, for errors.
 * @throws InputError as `gpuFromJson`
 */
export function machineFromJson(text: string, origin: string): Gpu | TreeMachine {
  const json = oneOfList(parseJson(text, origin), origin);
  const isTree = typeof json === "object" && json !== null && (json as { readonly kind?: unknown }).kind === "tree";
  return isTree ? treeFromFields(json, origin) : gpuFromJson(text, origin);
}
