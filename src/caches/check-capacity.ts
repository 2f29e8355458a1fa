import { InputError } from "../errors.js";

/** A cache that keeps whole tiles must hold the largest; @throws InputError naming `l2-bytes`. */
export function checkHoldsEveryTile(capacityBytes: number, tileBytes: Int32Array): void {
  let largest = 0;
  for (const bytes of tileBytes) if (bytes > largest) largest = bytes;
  if (!(capacityBytes >= largest)) {
    throw new InputError("l2-bytes", `at least ${largest} bytes, the largest tile`, String(capacityBytes));
  }
}
