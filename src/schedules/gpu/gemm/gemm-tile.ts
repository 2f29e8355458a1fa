import { checkInteger, InputError, shown } from "../../../errors.js";

/** A CTA computes BM×BN of C and walks k in steps of BK. */
export interface GemmTile {
  readonly bm: number;
  readonly bn: number;
  readonly bk: number;
}

/** The tiles of the usual tensor-core kernels, largest first; the first that fits the GPU is the default. */
export const USUAL_TILES: readonly GemmTile[] = [
  { bm: 128, bn: 128, bk: 64 },
  { bm: 128, bn: 128, bk: 32 },
  { bm: 64, bn: 64, bk: 64 },
  { bm: 64, bn: 64, bk: 32 },
  { bm: 64, bn: 64, bk: 16 },
];

/** Reads `128x256x64`. @throws InputError naming `tile`. */
export function parseTile(text: string): GemmTile {
  const match = /^(\d{1,5})x(\d{1,5})x(\d{1,5})$/.exec(text);
  if (match === null) throw new InputError("tile", "BMxBNxBK such as 128x128x64", shown(text));
  const [bm, bn, bk] = match.slice(1).map(Number) as [number, number, number];
  for (const side of [bm, bn, bk]) checkInteger("tile", side, 1, 65536);
  return { bm, bn, bk };
}

/** `128x128x64`. */
export function formatTile(tile: GemmTile): string {
  return `${tile.bm}x${tile.bn}x${tile.bk}`;
}
