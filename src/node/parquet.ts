type Cell = string | number | boolean | undefined;

type ColumnType = "INT64" | "DOUBLE" | "BOOLEAN" | "STRING";

/** A column of a table; without a type the values say which. */
interface ParquetColumn {
  readonly name: string;
  readonly values: readonly Cell[];
  readonly type?: ColumnType;
}

/** A table as a Parquet file; absent cells are null. */
export async function parquetBytes(columns: readonly ParquetColumn[]): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import("hyparquet-writer");
  const columnData = columns.map(({ name, values, type = typeOf(values) }) => ({
    ...{ name, type, nullable: true },
    data: values.map((value) => (value === undefined ? null : AS[type](value))),
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

const AS: Readonly<Record<ColumnType, (value: string | number | boolean) => unknown>> = {
  INT64: BigInt,
  DOUBLE: Number,
  BOOLEAN: Boolean,
  STRING: String,
};

/** A column of whole numbers is INT64 while they fit, of ratios DOUBLE, of anything else text. */
function typeOf(values: readonly Cell[]): ColumnType {
  const there = values.filter((value) => value !== undefined);
  if (there.every(isWhole)) return "INT64";
  if (there.every((value) => typeof value === "number")) return "DOUBLE";
  return there.every((value) => typeof value === "boolean") ? "BOOLEAN" : "STRING";
}

/** A whole number, or the decimal text that stands for one above 2^53 − 1, within 63 bits. */
function isWhole(value: string | number | boolean): value is string | number {
  if (typeof value === "number") return Number.isSafeInteger(value);
  return typeof value === "string" && /^\d{16,19}$/.test(value) && BigInt(value) < 2n ** 63n;
}
