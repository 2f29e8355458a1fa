import { InputError } from "../../errors.js";
import { MAXIMUM_ACCESSES } from "../trace.js";
import type { AddressTrace } from "./external-trace.js";

/** Dinero IV's binary format: records of 8 bytes, little-endian: address u32, size u16, type u8, a byte of padding. */
const RECORD_BYTES = 8;
const [READ, WRITE, INSTRUCTION] = [0, 1, 2];

/**
 * Instruction fetches count as reads.
 *
 * @throws InputError naming the record, counted from 1: cut short, no size, a type that is neither read, write nor instruction.
 */
export function parseDineroBinary(bytes: Uint8Array): AddressTrace {
  const count = Math.floor(bytes.length / RECORD_BYTES);
  const rest = bytes.length % RECORD_BYTES;
  if (rest !== 0) throw new InputError(`Dinero: record ${count + 1}`, `${RECORD_BYTES} bytes`, `${rest}`);
  if (count > MAXIMUM_ACCESSES) throw new InputError("Dinero", `at most ${MAXIMUM_ACCESSES} records`, String(count));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const addresses = new Float64Array(count);
  const sizes = new Float64Array(count);
  const writes = new Uint8Array(count);
  for (let t = 0; t < count; t++) {
    const at = t * RECORD_BYTES;
    const type = view.getUint8(at + 6);
    if (type !== READ && type !== WRITE && type !== INSTRUCTION) {
      throw new InputError(`Dinero: record ${t + 1}`, "a type of 0 (read), 1 (write) or 2 (instruction)", String(type));
    }
    addresses[t] = view.getUint32(at, true);
    sizes[t] = view.getUint16(at + 4, true);
    if (sizes[t] === 0) throw new InputError(`Dinero: record ${t + 1}`, "a size of at least 1 byte", "0");
    writes[t] = type === WRITE ? 1 : 0;
  }
  return { addresses, sizes, writes };
}

/**
 * Writes a trace in Dinero's binary format.
 *
 * @throws InputError naming the access whose address is not below 2^32 or whose size is not below 2^16.
 */
export function formatDineroBinary({ addresses, sizes, writes }: AddressTrace): Uint8Array {
  const bytes = new Uint8Array(addresses.length * RECORD_BYTES);
  const view = new DataView(bytes.buffer);
  for (let t = 0; t < addresses.length; t++) {
    const [address, size] = [addresses[t] as number, sizes[t] as number];
    if (!Number.isInteger(address) || address < 0 || address >= 2 ** 32) {
      throw new InputError(`access ${t}`, "an address that is a whole number below 2^32", String(address));
    }
    if (!Number.isInteger(size) || size < 1 || size >= 2 ** 16) {
      throw new InputError(`access ${t}`, "a size from 1 to 65535 bytes", String(size));
    }
    const at = t * RECORD_BYTES;
    view.setUint32(at, address, true);
    view.setUint16(at + 4, size, true);
    view.setUint8(at + 6, writes[t] === 1 ? WRITE : READ);
  }
  return bytes;
}
