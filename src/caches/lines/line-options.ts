import { checkInteger, InputError, shown } from "../../errors.js";

/** What goes to memory when a line is written. */
export type WritePolicy = "back" | "through";

/**
 * What a write does to a line that is absent: `fetch` takes a line and fetches the sectors that the write covers in part only,
 * `no-fetch` takes a line and fetches nothing, `never` takes no line and passes the write on.
 */
export type WriteAllocation = "fetch" | "no-fetch" | "never";

/** Properties of a cache that keeps lines; each has a default. */
export interface LineOptions {
  /** Default 128, the line of NVIDIA's L1 and L2. */
  readonly lineBytes?: number;
  /** Unit of validity, dirtiness and transfer, a whole part of the line; default the line, 32 for a sectored NVIDIA cache. */
  readonly sectorBytes?: number;
  /** Default `back`. */
  readonly write?: WritePolicy;
  /** Default `fetch`. */
  readonly writeAllocation?: WriteAllocation;
}

/** `LineOptions` with every default filled in. */
export interface ResolvedLineOptions extends Required<LineOptions> {
  readonly sectorsPerLine: number;
}

const DEFAULT_LINE_BYTES = 128;
/** Sectors of a line are bits of a 32-bit mask with sign. */
const MAXIMUM_SECTORS = 31;
const WRITE_POLICIES: readonly WritePolicy[] = ["back", "through"];
const WRITE_ALLOCATIONS: readonly WriteAllocation[] = ["fetch", "no-fetch", "never"];

/** @throws InputError naming the option. */
export function resolveLineOptions(options: LineOptions): ResolvedLineOptions {
  const lineBytes = checkInteger("lineBytes", options.lineBytes ?? DEFAULT_LINE_BYTES, 1, 2 ** 20);
  const sectorBytes = checkInteger("sectorBytes", options.sectorBytes ?? lineBytes, 1, lineBytes);
  const sectorsPerLine = lineBytes / sectorBytes;
  if (!Number.isInteger(sectorsPerLine) || sectorsPerLine > MAXIMUM_SECTORS) {
    throw new InputError(
      "sectorBytes",
      `a whole part of the ${lineBytes}-byte line, at most ${MAXIMUM_SECTORS}`,
      `${sectorBytes}`,
    );
  }
  const write = options.write ?? "back";
  if (!WRITE_POLICIES.includes(write)) throw new InputError("write", `one of ${WRITE_POLICIES.join(", ")}`, shown(write));
  const writeAllocation = options.writeAllocation ?? "fetch";
  if (!WRITE_ALLOCATIONS.includes(writeAllocation)) {
    throw new InputError("writeAllocation", `one of ${WRITE_ALLOCATIONS.join(", ")}`, shown(writeAllocation));
  }
  return { lineBytes, sectorBytes, sectorsPerLine, write, writeAllocation };
}
