/** Modules of Node that commander imports for commands in files of their own, and the command line for files: there is none here. */
export const existsSync = (): boolean => false;
export const styleText = (_: string, text: string): string => text;
