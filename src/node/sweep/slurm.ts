import { spawnSync } from "node:child_process";
import { InputError } from "../../errors.js";

/** A sweep as Slurm runs it: an array of shards, then a job that puts them together. */
export interface SlurmSweep {
  /** The command without `--shard` and `--merge`, word by word; run in `folder`. */
  readonly command: readonly string[];
  readonly folder: string;
  readonly shards: number;
  /** Logs of the jobs: `array-%a.log`, `merge.log`. */
  readonly logFolder: string;
  /** Cores of a shard, and worker threads in it. */
  readonly cpusPerShard: number;
  /** Further options for sbatch, such as `--partition=short`. */
  readonly options: readonly string[];
}

/** Times that a shard whose process dies is started again; its state makes it go on where it was. */
const RESTARTS = 5;

/** The script of one shard of the array. Slurm puts a job back into the queue where its node fails or is preempted (`--requeue`). */
export function shardScript({ command, shards, cpusPerShard }: SlurmSweep): string {
  return [
    "#!/bin/sh",
    "restarts=0",
    `until ${command.map(quoted).join(" ")} --workers ${cpusPerShard} --shard "$SLURM_ARRAY_TASK_ID/${shards}"; do`,
    "  code=$?",
    "  # Another try would not mend bad input (2), and must not resist being stopped (130).",
    `  if [ "$code" -eq 2 ] || [ "$code" -eq 130 ] || [ "$restarts" -eq ${RESTARTS} ]; then exit "$code"; fi`,
    "  restarts=$((restarts + 1))",
    "done",
    "",
  ].join("\n");
}

export function mergeScript({ command, shards }: SlurmSweep): string {
  return ["#!/bin/sh", `exec ${command.map(quoted).join(" ")} --merge ${shards}`, ""].join("\n");
}

/**
 * Submits the array and the merging job after it, and returns their job ids.
 *
 * @throws InputError where there is no sbatch, or it refuses: with its own message.
 */
export function submitSweep(sweep: SlurmSweep): { readonly array: string; readonly merge: string } {
  const log = (name: string): string => `--output=${sweep.logFolder}/${name}.log`;
  const common = ["--parsable", "--open-mode=append", `--chdir=${sweep.folder}`, ...sweep.options];
  const array = sbatch(
    [
      ...common,
      "--job-name=redblue-sweep",
      "--requeue",
      `--array=1-${sweep.shards}`,
      `--cpus-per-task=${sweep.cpusPerShard}`,
      log("array-%a"),
    ],
    shardScript(sweep),
  );
  const merge = sbatch(
    [...common, "--job-name=redblue-merge", `--dependency=afterok:${array}`, "--kill-on-invalid-dep=yes", log("merge")],
    mergeScript(sweep),
  );
  return { array, merge };
}

function sbatch(options: readonly string[], script: string): string {
  const { error, status, stdout, stderr } = spawnSync("sbatch", options, { input: script, encoding: "utf8" });
  if (error !== undefined) throw new InputError("--engine slurm", "sbatch on the PATH", (error as NodeJS.ErrnoException).code);
  if (status !== 0) throw new InputError("--engine slurm", "a job that sbatch accepts", stderr.trim().split("\n").at(-1));
  // With several clusters the id is followed by the cluster's name.
  return stdout.trim().split(";")[0] ?? "";
}

function quoted(word: string): string {
  return /^[\w./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
