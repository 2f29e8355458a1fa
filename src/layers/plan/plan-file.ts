import { InputError, shown, shownField } from "../../errors.js";
import type { FusionPlan } from "./fusion-plan.js";

/** Reads `{ "kernels": [["norm", "product"], …] }`; the id is the file's. @throws InputError naming the file and field. */
export function planFromJson(json: unknown, origin: string): FusionPlan {
  const { kernels, ...others } = (typeof json === "object" && json !== null ? json : {}) as Readonly<Record<string, unknown>>;
  const [stray] = Object.keys(others);
  if (stray !== undefined) throw new InputError(`${origin}: ${shownField(stray)}`, "kernels: alone", "another field");
  if (!Array.isArray(kernels))
    throw new InputError(`${origin}: kernels`, "a list of kernels, each a list of operators", shown(kernels));
  const read = kernels.map((kernel: unknown, i) => {
    if (Array.isArray(kernel) && kernel.every((name) => typeof name === "string")) return kernel;
    throw new InputError(`${origin}: kernels[${i}]`, "a list of operators' names", shown(kernel));
  });
  return { id: origin, title: "as given", kernels: read };
}
