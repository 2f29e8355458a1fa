/** Reads a dense typed array inside its bounds; the callers' loops prove the index. */
export function at(array: Int32Array | Float64Array | Uint8Array, index: number): number {
  return array[index] as number;
}
