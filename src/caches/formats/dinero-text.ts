import { InputError, shown } from "../../errors.js";
import { joinLines, textLines } from "../../text/text-lines.js";
import type { AddressTrace } from "./external-trace.js";

const WRITE_OF: ReadonlyMap<string, number> = new Map([
  ["r", 0],
  ["w", 1],
  ["i", 0],
  ["0", 0],
  ["1", 1],
  ["2", 0],
]);

/**
 * Dinero IV's text formats, line by line: extended `r|w|i ADDRESS SIZE`, or traditional din `0|1|2 ADDRESS` (0 read, 1 write,
 * 2 instruction), addresses and sizes hexadecimal. Instruction fetches count as reads.
 *
 * @param dinBytes size of an access of the traditional format, which does not say it
 * @throws InputError naming the line.
 */
export function parseDineroText(text: string, dinBytes = 4): AddressTrace {
  const addresses: number[] = [];
  const sizes: number[] = [];
  const writes: number[] = [];
  for (const [number, line] of textLines(text)) {
    const [kind = "", address = "", size, ...more] = line.split(/\s+/);
    const isWrite = WRITE_OF.get(kind);
    const isTraditional = "012".includes(kind);
    if (isWrite === undefined || more.length > 0 || (size === undefined) !== isTraditional) {
      throw new InputError(`Dinero: line ${number}`, "r|w|i ADDRESS SIZE or 0|1|2 ADDRESS", shown(line));
    }
    const [first, bytes] = [hexadecimal(address), size === undefined ? dinBytes : hexadecimal(size)];
    if (!Number.isSafeInteger(first + bytes) || bytes < 1) {
      throw new InputError(`Dinero: line ${number}`, "hexadecimal address below 2^53 and size of at least 1", shown(line));
    }
    addresses.push(first);
    sizes.push(bytes);
    writes.push(isWrite);
  }
  return { addresses: Float64Array.from(addresses), sizes: Float64Array.from(sizes), writes: Uint8Array.from(writes) };
}

/** The extended text format. */
export function formatDineroText({ addresses, sizes, writes }: AddressTrace): string {
  const hexadecimalAt = (values: Float64Array, t: number): string => (values[t] as number).toString(16);
  return joinLines(
    addresses.length,
    (t) => `${writes[t] === 1 ? "w" : "r"} ${hexadecimalAt(addresses, t)} ${hexadecimalAt(sizes, t)}`,
  );
}

function hexadecimal(text: string): number {
  return /^(0[xX])?[0-9a-fA-F]{1,16}$/.test(text) ? Number.parseInt(text, 16) : Number.NaN;
}
