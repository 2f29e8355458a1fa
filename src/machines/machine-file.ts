import { InputError, shown } from "../errors.js";
import { parseJson } from "../text/json-text.js";
import { didYouMean } from "../text/nearest-name.js";
import { gpuFromJson, oneOfList } from "./gpu-file.js";
import type { Gpu, TreeMachine } from "./machine.js";
import { treeFromFields } from "./tree-file.js";

const KINDS = ["gpu", "tree"];

/**
 * Reads a user's machine: a GPU, or with `"kind": "tree"` a tree of memories; a `redblue.machines/2` document of one of them too.
 *
 * @param origin the file's name, for errors.
 * @throws InputError as `gpuFromJson`, or whose subject is `origin: kind`
 */
export function machineFromJson(text: string, origin: string): Gpu | TreeMachine {
  const json = oneOfList(parseJson(text, origin), origin);
  const { kind, levels }: { readonly kind?: unknown; readonly levels?: unknown } =
    typeof json === "object" && json !== null ? json : {};
  if (kind === "tree") return treeFromFields(json, origin);
  if (kind === undefined && levels !== undefined) throw new InputError(`${origin}: kind`, "'tree' beside levels", "nothing");
  if (kind !== undefined && kind !== "gpu") {
    const named = KINDS.map((one) => `'${one}'`).join(" or ");
    throw new InputError(`${origin}: kind`, `${named}${typeof kind === "string" ? didYouMean(kind, KINDS) : ""}`, shown(kind));
  }
  return gpuFromJson(text, origin);
}
