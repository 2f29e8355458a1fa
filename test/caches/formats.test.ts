import * as fc from "fast-check";
import { expect, test } from "vitest";
import { formatTraceCsv, parseTraceCsv } from "../../src/caches/formats/csv.js";
import { DenseIds } from "../../src/caches/formats/dense-ids.js";
import { formatDineroBinary, parseDineroBinary } from "../../src/caches/formats/dinero-binary.js";
import { formatDineroText, parseDineroText } from "../../src/caches/formats/dinero-text.js";
import type { AddressTrace } from "../../src/caches/formats/external-trace.js";
import { addressesOf, lineTrace } from "../../src/caches/formats/external-trace.js";
import { formatOracleGeneral, parseOracleGeneral } from "../../src/caches/formats/oracle-general.js";
import { traceOf } from "../../src/caches/trace.js";
import { InputError } from "../../src/errors.js";
import { parameters } from "../properties/arbitraries.js";
import { trace } from "./random-traces.js";

/** One record, its fields from the right: time, id, size, next access. */
function record(time: number, id: bigint, size: number, next: bigint): number[] {
  const bytes = new Uint8Array(24);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, time, true);
  view.setBigUint64(4, id, true);
  view.setUint32(12, size, true);
  view.setBigInt64(16, next, true);
  return [...bytes];
}
const NEVER = 2n ** 63n - 1n;

test("oracleGeneral is packed little-endian with next accesses counted from 1", () => {
  const bytes = Uint8Array.from([
    ...record(5, 2n ** 40n + 3n, 128, 3n),
    ...record(6, 7n, 64, NEVER),
    ...record(2 ** 32 - 1, 2n ** 40n + 3n, 128, -1n),
  ]);
  const parsed = parseOracleGeneral(bytes);
  expect([...parsed.trace.ids]).toEqual([0, 1, 0]);
  expect([...parsed.originalIds]).toEqual([2 ** 40 + 3, 7]);
  expect([...parsed.sizes]).toEqual([128, 64, 128]);
  expect([...parsed.times]).toEqual([5, 6, 2 ** 32 - 1]);
  const written = formatOracleGeneral(parsed.trace, parsed);
  expect([...written.subarray(0, 48)]).toEqual([...bytes.subarray(0, 48)]);
  expect([...written.subarray(48)]).toEqual(record(2 ** 32 - 1, 2n ** 40n + 3n, 128, NEVER));
});

test("a view into a larger buffer is read from its own start", () => {
  const bytes = Uint8Array.from([1, 2, 3, ...record(0, 9n, 1, NEVER)]);
  expect([...parseOracleGeneral(bytes.subarray(3)).originalIds]).toEqual([9]);
  expect([...parseDineroBinary(Uint8Array.of(7, 128, 0, 0, 0, 4, 0, 1, 0).subarray(1)).addresses]).toEqual([128]);
});

test("a CSV trace without labels has its positions as times, dense ids and sizes of one", () => {
  expect(formatTraceCsv(traceOf(Int32Array.of(1, 0, 1), Uint8Array.of(0, 1, 0)))).toBe(
    "time,id,size,op\n0,1,1,r\n1,0,1,w\n2,1,1,r\n",
  );
});

test("oracleGeneral, CSV and Dinero files come back as they were written", () => {
  fc.assert(
    fc.property(trace(9, 60), fc.nat(2 ** 20), (t, shift) => {
      // Dense ids are numbered by first access, so a trace comes back under its original ids.
      const originalIds = Float64Array.from({ length: t.idCount }, (_, id) => id * 2 ** 33 + shift);
      const sizes = Float64Array.from(t.ids, (id) => id + 1);
      const times = Float64Array.from(t.ids, (_, at) => at * 3);
      const labels = { originalIds, sizes, times };
      const original = [...t.ids].map((id) => originalIds[id]);
      const [oracle, csv] = [parseOracleGeneral(formatOracleGeneral(t, labels)), parseTraceCsv(formatTraceCsv(t, labels))];
      for (const back of [oracle, csv]) {
        expect([...back.trace.ids].map((id) => back.originalIds[id])).toEqual(original);
        expect([back.sizes, back.times]).toEqual([sizes, times]);
      }
      expect(csv.trace.writes).toEqual(t.writes);
      const accesses = addressesOf(t, 128);
      expect(parseDineroBinary(formatDineroBinary(accesses))).toEqual(accesses);
      expect(parseDineroText(formatDineroText(accesses))).toEqual(accesses);
      const lines = lineTrace(accesses, 128);
      expect([...lines.trace.ids].map((id) => lines.lineNumbers[id])).toEqual([...t.ids]);
      expect(lines.trace.writes).toEqual(t.writes);
    }),
    parameters(100),
  );
});

test("Dinero text may be extended or traditional, with any line ends", () => {
  expect(parseDineroText("r 1f80 80\r\nw 0xABC 4\n\ni 0 1\n2 10\n1 ff")).toEqual({
    addresses: Float64Array.of(0x1f80, 0xabc, 0, 0x10, 0xff),
    sizes: Float64Array.of(128, 4, 1, 4, 4),
    writes: Uint8Array.of(0, 1, 0, 0, 1),
  });
  expect(parseDineroText("0 8", 16).sizes[0]).toBe(16);
});

test("an access across lines touches each of them", () => {
  const accesses: AddressTrace = {
    addresses: Float64Array.of(120, 2 ** 52, 0),
    sizes: Float64Array.of(200, 1, 128),
    writes: Uint8Array.of(1, 0, 0),
  };
  const { trace: lines, lineNumbers } = lineTrace(accesses, 128);
  expect([...lineNumbers]).toEqual([0, 1, 2, 2 ** 45]);
  expect([...lines.ids]).toEqual([0, 1, 2, 3, 0]);
  expect([...lines.writes]).toEqual([1, 1, 1, 0, 0]);
});

test("CSV takes its columns from the header", () => {
  const parsed = parseTraceCsv("op, id\nw,900719925474099\nread , 3\n");
  expect([...parsed.originalIds]).toEqual([900_719_925_474_099, 3]);
  expect([[...parsed.trace.writes], [...parsed.sizes], [...parsed.times]]).toEqual([
    [1, 0],
    [1, 1],
    [0, 1],
  ]);
});

test("what is cut short, malformed or out of range is refused with its record or line", () => {
  const wrong: readonly (readonly [() => unknown, string])[] = [
    [() => parseOracleGeneral(new Uint8Array(30)), "oracleGeneral: record 2: expected 24 bytes, found 6"],
    [() => parseOracleGeneral(Uint8Array.from(record(0, 2n ** 53n, 1, NEVER))), "record 1: expected an object id below 2^53"],
    [() => parseOracleGeneral(Uint8Array.from(record(0, 1n, 1, 1n))), "record 1: expected the number of a later record"],
    [() => parseOracleGeneral(Uint8Array.from(record(0, 1n, 1, -2n))), "found -2"],
    [() => parseDineroBinary(new Uint8Array(12)), "Dinero: record 2: expected 8 bytes, found 4"],
    [() => parseDineroBinary(Uint8Array.of(0, 0, 0, 0, 4, 0, 3, 0)), "Dinero: record 1: expected a type"],
    [() => parseDineroBinary(new Uint8Array(8)), "Dinero: record 1: expected a size"],
    [() => parseDineroText("r 0 4\nx 0 4"), "Dinero: line 2"],
    [() => parseDineroText("r 0"), "Dinero: line 1"],
    [() => parseDineroText("0 0 4"), "Dinero: line 1"],
    [() => parseDineroText("r 0 4 4"), "Dinero: line 1"],
    [() => parseDineroText("r 0g 4"), "Dinero: line 1"],
    [() => parseDineroText("\nr 0 0"), "Dinero: line 2"],
    [() => parseDineroText("r 3fffffffffffff 4"), "Dinero: line 1"],
    [() => parseTraceCsv(""), "CSV trace: line 1"],
    [() => parseTraceCsv("op,size\n"), "CSV trace: line 1: expected a column id"],
    [() => parseTraceCsv("id,id\n"), "CSV trace: line 1: expected columns among"],
    [() => parseTraceCsv("id,colour\n"), "found 'colour'"],
    [() => parseTraceCsv("id\n1,2\n"), "CSV trace: line 2: expected 1 cells, found 2"],
    [() => parseTraceCsv("id\n1\n\n-2\n"), "CSV trace: line 4: expected id a whole number"],
    [() => parseTraceCsv("id\n9007199254740992\n"), "CSV trace: line 2: expected id a whole number"],
    [() => parseTraceCsv("id,op\n1,x\n"), "CSV trace: line 2: expected op one of"],
    [() => formatDineroBinary(addressesOf(traceOf(Int32Array.of(2 ** 26)), 128)), "access 0: expected an address"],
    [() => formatDineroBinary(addressesOf(traceOf(Int32Array.of(0)), 2 ** 16)), "access 0: expected a size"],
    [
      () => formatOracleGeneral(traceOf(Int32Array.of(0)), { sizes: Float64Array.of(2 ** 32) }),
      "access 0: expected size a whole number below 4294967296",
    ],
    [() => formatOracleGeneral(traceOf(Int32Array.of(0)), { originalIds: new Float64Array(0) }), "access 0: expected object id"],
    [() => lineTrace({ addresses: Float64Array.of(1), sizes: Float64Array.of(0), writes: Uint8Array.of(0) }, 128), "access 0"],
    [() => lineTrace({ addresses: Float64Array.of(-1), sizes: Float64Array.of(4), writes: Uint8Array.of(0) }, 128), "access 0"],
  ];
  for (const [attempt, message] of wrong) {
    expect(attempt).toThrow(InputError);
    expect(attempt).toThrow(message);
  }
});

test("dense ids equal a Map, for small, huge and colliding numbers", () => {
  const number = fc.oneof(
    fc.nat(50),
    fc.nat(2 ** 21 - 1).map((high) => high * 2 ** 32 + 5),
    fc.maxSafeNat(),
  );
  fc.assert(
    fc.property(fc.array(number, { maxLength: 3000, size: "max" }), (numbers) => {
      const dense = new DenseIds();
      const plain = new Map<number, number>();
      for (const value of numbers) {
        if (!plain.has(value)) plain.set(value, plain.size);
        expect(dense.of(value)).toBe(plain.get(value));
      }
      expect([...dense.originals()]).toEqual([...plain.keys()]);
    }),
    parameters(20),
  );
});
