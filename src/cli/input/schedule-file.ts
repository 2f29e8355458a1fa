import { InputError, shown, shownField } from "../../errors.js";
import type { ScheduleChoice } from "../../plan/schedule-space.js";
import { clusterSize } from "../../schedules/tiles/cluster-shape.js";
import { didYouMean } from "../../text/nearest-name.js";
import type { MachineFlags, TiledFlags } from "../options.js";
import { readWorkloadFile } from "./files.js";
import type { NamedSchedule } from "./schedule-fields.js";
import { readScheduleFields, SCHEDULE_FIELDS } from "./schedule-fields.js";

const FILE_NAME = /\.(json|ya?ml)$/i;

/** Fields of a schedule file, `{ schedule: tiled-gemm, tile: 128x256x64, order: group:8 }`. @throws InputError naming file and field. */
export async function readScheduleFile(path: string): Promise<Readonly<Record<string, unknown>>> {
  const content = await readWorkloadFile(path);
  if (typeof content !== "object" || content === null || Array.isArray(content)) {
    throw new InputError(path, "a schedule such as { schedule: tiled-gemm, tile: 128x256x64, order: group:8 }", shown(content));
  }
  const stray = Object.keys(content).find((name) => !SCHEDULE_FIELDS.includes(name));
  if (stray !== undefined) {
    throw new InputError(
      `${path}: ${shownField(stray)}`,
      `one of ${SCHEDULE_FIELDS.join(", ")}${didYouMean(stray, SCHEDULE_FIELDS)}`,
      "another field",
    );
  }
  return content as Readonly<Record<string, unknown>>;
}

/** Whether a list of schedules may hold this text for a file. */
export function isScheduleFile(value: unknown): value is string {
  return typeof value === "string" && FILE_NAME.test(value);
}

/** Flags with those of the file that `--schedule` may name; flags on the command line win. */
export async function withScheduleFile<Flags extends TiledFlags & { readonly schedule?: string }>(flags: Flags): Promise<Flags> {
  const { schedule } = flags;
  if (!isScheduleFile(schedule)) return flags;
  const named = readScheduleFields(schedule, await readScheduleFile(schedule));
  if (named === undefined) throw new InputError(schedule, "schedule: and its fields", "no fields");
  // Without --no-lse the flag says nothing.
  const { lse, ...given } = flags;
  return { ...flagsOf(named), ...given, ...(lse === false ? { lse } : {}), schedule: named.id } as Flags;
}

function flagsOf({ options }: NamedSchedule): TiledFlags & Pick<MachineFlags, "cluster"> {
  const { orders, bands, tile, stages, threads, ctasPerSm, splits, reduction, scheduler, kOrder } = options;
  const { serpentine, lse, queryOrder, keyOrder, cluster: shape } = options;
  const cluster = shape === undefined ? undefined : { size: clusterSize(shape), shape };
  const ofProducts = { order: orders, band: bands, tile, stages, threads, ctasPerSm, splits, reduction, scheduler, kOrder };
  const all = { ...ofProducts, serpentine, lse, queryOrder, keyOrder, cluster };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** The text of a schedule file. */
export function scheduleFileText(choice: ScheduleChoice, remark: string): string {
  return `# ${remark}\n${Object.entries(choice)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join("")}`;
}
