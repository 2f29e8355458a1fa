import { checkInteger, InputError } from "../errors.js";

/** A cache that keeps whole tiles must hold the largest, in whole bytes; @throws InputError naming `l2-bytes`. */
export function checkHoldsEveryTile(capacityBytes: number, tileBytes: Int32Array): void {
  let largest = 0;
  for (const bytes of tileBytes) if (bytes > largest) largest = bytes;
  checkCapacity(capacityBytes, largest);
}

/** @throws InputError naming `l2-bytes` for a capacity below the largest tile, or not of so many whole bytes. */
export function checkCapacity(capacityBytes: number, largestTileBytes: number): void {
  if (!(capacityBytes >= largestTileBytes)) {
    throw new InputError("l2-bytes", `at least ${largestTileBytes} bytes, the largest tile`, String(capacityBytes));
  }
  checkInteger("l2-bytes", capacityBytes, 1);
}
