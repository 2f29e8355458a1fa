import { InputError } from "../../src/errors.js";

/** Modules of Node that commander imports for commands in files of their own, and the command line for files: there is none here. */
export const existsSync = (): boolean => false;
export const styleText = (_: string, text: string): string => text;

/** As src/cli/input/c-reader.ts has it. */
export async function loadParserOfC(path: string): Promise<never> {
  throw new InputError(path, "a workload: pages read no C, the command line does", "C");
}

export function readScops(): never {
  throw new Error("no parser of C has been loaded");
}
