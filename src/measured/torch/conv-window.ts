/**
 * Stride and padding that make so many outputs of so many inputs: the least padding of the largest stride that divides them
 * about, as networks have them. Undefined where none does.
 */
export function strideAndPadding(
  inputs: number,
  kernel: number,
  outputs: number,
): { readonly stride: number; readonly padding: number } | undefined {
  for (let stride = Math.max(1, Math.ceil(inputs / outputs)); stride >= 1; stride--) {
    for (let padding = 0; padding < kernel; padding++) {
      if (Math.floor((inputs + 2 * padding - kernel) / stride) + 1 === outputs) return { stride, padding };
    }
  }
  return undefined;
}
