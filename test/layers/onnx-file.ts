/** Writes small ONNX files by hand: the wire format of protobuf, and of onnx.proto the fields that a graph needs. */

type Field = readonly [number, number | string | Uint8Array | readonly Field[]];

export interface Described {
  readonly name: string;
  readonly shape: readonly (number | string)[];
  /** 1: float. */
  readonly type?: number;
}

export interface WrittenNode {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly domain?: string;
  readonly name?: string;
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>;
}

export interface WrittenGraph {
  readonly nodes: readonly WrittenNode[];
  readonly inputs: readonly Described[];
  readonly outputs: readonly Described[];
  readonly weights?: readonly Described[];
  readonly numbers?: Readonly<Record<string, readonly number[]>>;
  readonly values?: readonly Described[];
}

function varint(value: number): readonly number[] {
  const bytes: number[] = [];
  let left = BigInt.asUintN(64, BigInt(value));
  for (; left > 127n; left >>= 7n) bytes.push(Number(left & 127n) | 128);
  return [...bytes, Number(left)];
}

function encoded(fields: readonly Field[]): Uint8Array {
  const parts = fields.map(([id, value]) => {
    if (typeof value === "number") return Uint8Array.from([...varint(id << 3), ...varint(value)]);
    const inner =
      typeof value === "string" ? new TextEncoder().encode(value) : value instanceof Uint8Array ? value : encoded(value);
    return Uint8Array.from([...varint((id << 3) | 2), ...varint(inner.length), ...inner]);
  });
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function info({ name, shape, type = 1 }: Described): readonly Field[] {
  const dims = shape.map((extent): Field => [1, [[typeof extent === "number" ? 1 : 2, extent]]]);
  return [
    [1, name],
    [
      2,
      [
        [
          1,
          [
            [1, type],
            [2, dims],
          ],
        ],
      ],
    ],
  ];
}

const dimsOf = (shape: readonly (number | string)[]): readonly Field[] => shape.map((extent): Field => [1, Number(extent)]);

export function onnxFile({ nodes, inputs, outputs, weights = [], numbers = {}, values = [] }: WrittenGraph): Uint8Array {
  const node = ({ op, inputs: read, outputs: made, domain = "", name = "", attributes = {} }: WrittenNode): Field => [
    1,
    [
      ...read.map((one): Field => [1, one]),
      ...made.map((one): Field => [2, one]),
      [3, name],
      [4, op],
      ...Object.entries(attributes).map(([key, given]): Field => {
        const value: readonly Field[] = typeof given === "number" ? [[3, given]] : given.map((one): Field => [8, one]);
        return [5, [[1, key], ...value]];
      }),
      [7, domain],
    ],
  ];
  const graph: readonly Field[] = [
    ...nodes.map(node),
    ...weights.map(({ name, shape, type = 1 }): Field => [5, [...dimsOf(shape), [2, type], [8, name]]]),
    ...Object.entries(numbers).map(
      ([name, given]): Field => [5, [[1, given.length], [2, 7], ...given.map((one): Field => [7, one]), [8, name]]],
    ),
    ...inputs.map((one): Field => [11, info(one)]),
    ...outputs.map((one): Field => [12, info(one)]),
    ...values.map((one): Field => [13, info(one)]),
  ];
  return encoded([
    [1, 10],
    [7, graph],
    [8, [[2, 20]]],
  ]);
}
