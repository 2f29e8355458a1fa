const nowhere = { isTTY: false, write: (): boolean => true };

/** What the command line asks of the process: nothing is printed, nothing ends. */
export const process = {
  argv: [] as readonly string[],
  execArgv: [] as readonly string[],
  env: {} as Readonly<Record<string, string | undefined>>,
  versions: {} as Readonly<Record<string, string | undefined>>,
  stdout: nowhere,
  stderr: nowhere,
  exitCode: 0,
};

export const { argv, execArgv, env, versions, stdout, stderr } = process;
