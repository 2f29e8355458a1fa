import type { Loads } from "../../schedules/gpu/gemm/box-padding.js";
import type { ProfiledKernel } from "../nsight/kernels.js";

/** What a profile says of a launch beside its counters. */
export type NamedLaunch = Pick<ProfiledKernel, "name" | "grid" | "block"> & Partial<Pick<ProfiledKernel, "metrics">>;

/** The schedule of a launch as its name and its grid tell it, in the terms of the schedules here. */
export interface NamedSchedule {
  /** Of a schedule here. */
  readonly id: string;
  /** Of a product rows × columns × k of a row-major C, of attention queries × keys. */
  readonly tile?: string;
  readonly stages?: number;
  /** Rows × columns of tiles; absent without clusters. */
  readonly cluster?: string;
  readonly loads?: Loads;
  readonly splits?: number;
  readonly reduction?: "parallel";
  readonly keyOrder?: "backward";
  /** The launch order that the grid tells; absent where name and grid leave it open. */
  readonly order?: string;
  /** Bytes into the SMs, where boxes that are filled up deliver more than a replay of the words counts. */
  readonly boxBytes?: number;
  /** Bytes into the SMs beside the operands' tiles: what an epilogue reads. */
  readonly epilogueBytes?: number;
  /** Why no replay here moves what the launch does. */
  readonly notReplayed?: string;
  /** What neither name nor grid says, and is taken as the library usually has it. */
  readonly presumed?: string;
}

/** A counter in bytes, where the profile has it to the byte. */
export function countedBytes({ metrics = [] }: Partial<Pick<ProfiledKernel, "metrics">>, metric: string): number | undefined {
  const text = metrics.find(({ name, unit }) => name === metric && unit === "byte")?.text;
  return text === undefined ? undefined : Number(text.replaceAll(",", ""));
}
