import type { DataType } from "../../computation/data-types.js";
import type { ProfiledKernel } from "../nsight/kernels.js";
import { callsAround } from "./calls-around.js";
import { recogniseWork } from "./operators.js";
import type { RecognisedWork } from "./recognised-work.js";

/**
 * What the kernels of a profile compute, by PyTorch's ranges around them and their names.
 *
 * @param dataType presumed where neither says
 */
export function recogniseStep(
  kernels: readonly ProfiledKernel[],
  dataType: DataType = "bf16",
): ReadonlyMap<ProfiledKernel, RecognisedWork> {
  const launched = new Set<number>();
  const sizes = new Map<number, readonly number[]>();
  // Calls are read twice: those of a long profile would fill the memory.
  for (const kernel of kernels) {
    for (const { id, sizes: extents, producers } of callsAround(kernel)) {
      if (id !== undefined) launched.add(id);
      producers.forEach((producer, at) => {
        const size = extents[at] ?? [];
        if (producer?.place === 0 && size.length > 0) sizes.set(producer.id, size);
      });
    }
  }
  const facts = { sizeOf: (id: number) => sizes.get(id), launched: (id: number) => launched.has(id), dataType };
  return new Map(
    kernels.flatMap((kernel) => {
      const found = recogniseWork(kernel, callsAround(kernel), facts);
      return found === undefined ? [] : [[kernel, found] as const];
    }),
  );
}
