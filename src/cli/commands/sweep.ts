import { existsSync, mkdirSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Command } from "commander";
import type { Limits } from "../../budget.js";
import { InputError, shown } from "../../errors.js";
import { checkApart, checkWritable } from "../../node/output-file.js";
import { digest } from "../../node/sweep/digest.js";
import { formatOf, writeCertificates, writeResults } from "../../node/sweep/output.js";
import type { Shard, SweepProgress } from "../../node/sweep/run.js";
import { runSweep } from "../../node/sweep/run.js";
import { submitSweep } from "../../node/sweep/slurm.js";
import type { StateFile, StateHeader } from "../../node/sweep/state.js";
import { checkFinished, finishState, readStates } from "../../node/sweep/state.js";
import { VERSION } from "../../node/version.js";
import { didYouMean } from "../../text/nearest-name.js";
import { Ending } from "../ending.js";
import { examples } from "../examples.js";
import { readWorkloadFile } from "../input/files.js";
import { readSweepPlan, withScheduleFiles } from "../input/sweep-plan.js";
import { wholeNumber } from "../options.js";
import { endProgress, printRemark, printText, progress } from "../output.js";
import { SUMMARIES } from "../summaries.js";

interface Flags {
  readonly out: string;
  readonly certificates?: string;
  readonly workers?: number;
  readonly shard?: Shard;
  readonly merge?: number;
  readonly engine?: string;
  readonly shards?: number;
  readonly sbatch?: readonly string[];
  readonly limit?: Partial<Limits>;
}

/** A thread has its own memory of about 50 MB; a shard its own file. */
const MOST_WORKERS = 1024;
const MOST_SHARDS = 100_000;

export function addSweepCommand(program: Command): void {
  program
    .command("sweep")
    .summary(SUMMARIES.sweep)
    .description(
      "Evaluate every point of a plan (workloads × shapes × machines × schedules × caches) and write a row for each " +
        "interface of each. A run that is stopped goes on where it was when the same command is given again.",
    )
    .argument("<plan>", "a plan as YAML or JSON (docs/sweep.md)")
    .requiredOption("--out <file>", "result: .parquet, .csv or .jsonl")
    .option("--certificates <file>", "also write every certificate once, as JSON lines")
    .option("--workers <count>", "worker threads (default: one a core)", atMost("--workers", MOST_WORKERS))
    .option("--shard <i/n>", "only the i-th of n shards, into OUT.shards/; --merge n puts them together", readShard)
    .option("--merge <n>", "put n finished shards together into OUT", atMost("--merge", MOST_SHARDS))
    .option("--engine <name>", "threads (this machine, the default) or slurm (an array of shards and a job that merges them)")
    .option("--shards <n>", "with --engine slurm: shards of the array", atMost("--shards", MOST_SHARDS))
    .option("--sbatch <option>", "with --engine slurm: a further option for sbatch, repeatable", collect)
    .addHelpText(
      "after",
      examples([
        "redblue sweep plan.yaml --out points.parquet",
        "redblue sweep plan.yaml --out points.jsonl --certificates certificates.jsonl --workers 1",
        "redblue sweep plan.yaml --out points.csv --shard 1/2",
        "redblue sweep plan.yaml --out points.csv --shard 2/2",
        "redblue sweep plan.yaml --out points.csv --merge 2",
        "redblue sweep plan.yaml --out points.parquet --engine slurm --shards 64 --sbatch=--partition=short",
      ]),
    )
    .action(async (path: string, flags: Flags) => {
      process.exitCode = await sweep(path, flags);
    });
}

async function sweep(path: string, flags: Flags): Promise<number> {
  const plan = readSweepPlan(path, await withScheduleFiles(await readWorkloadFile(path)));
  formatOf(flags.out, "--out");
  checkFiles(path, flags);
  if (flags.engine !== undefined && flags.engine !== "threads") return submit(path, flags);
  if (flags.shards !== undefined || flags.sbatch !== undefined)
    throw new InputError(flags.shards === undefined ? "--sbatch" : "--shards", "--engine slurm beside it", "none");
  const identity = { plan: digest(`${VERSION} ${plan.identity}`), points: plan.points };
  if (flags.merge !== undefined) {
    if (flags.shard !== undefined) throw new InputError("--merge", "either --shard or --merge", "both");
    const count = flags.merge;
    const shards = Array.from({ length: count }, (_, i) => ({ index: i + 1, count }));
    const files = shards.map((one) => ({ path: `${shardPath(flags.out, one)}.jsonl`, header: headerOf(identity, one) }));
    await assemble(files, flags);
    return 0;
  }
  const shard = flags.shard ?? { index: 1, count: 1 };
  const partial = `${flags.shard === undefined ? flags.out : shardPath(flags.out, shard)}.part`;
  const complete = partial.replace(/\.part$/, ".jsonl");
  const header = headerOf(identity, shard);
  if (flags.shard !== undefined) {
    makeFolder(`${flags.out}.shards`);
    if (existsSync(complete)) {
      checkFinished({ path: complete, header });
      printRemark(`${complete}: this shard is finished`);
      return 0;
    }
  }
  const ending = new Ending();
  const run = { ...plan, shard, statePath: partial, header, workers: flags.workers, signal: ending.signal };
  const finished = await runSweep({ ...run, onProgress: showProgress }).finally(() => {
    endProgress();
    ending.settle();
  });
  if (!finished) {
    printRemark(`stopped; ${partial} holds what is done, and the same command goes on from there`);
    return ending.status;
  }
  if (flags.shard !== undefined) {
    finishState(partial, complete);
    return 0;
  }
  await assemble([{ path: partial, header }], flags);
  rmSync(partial);
  return 0;
}

/** Hands the plan to Slurm: the same command, a shard a job. */
function submit(path: string, flags: Flags): number {
  const { engine, shards, sbatch = [], shard, merge, workers = 1 } = flags;
  if (engine !== "slurm")
    throw new InputError("--engine", `threads or slurm${didYouMean(engine ?? "", ["threads", "slurm"])}`, shown(engine));
  if (shard !== undefined || merge !== undefined)
    throw new InputError("--engine", "neither --shard nor --merge beside it", "one");
  if (shards === undefined) throw new InputError("--shards", "the number of jobs in the array", "nothing");
  const [plan, out] = [resolve(path), resolve(flags.out)];
  const logFolder = `${out}.shards`;
  makeFolder(logFolder);
  const command = [process.execPath, process.argv[1] ?? "", "sweep", plan, "--out", out];
  if (flags.certificates !== undefined) command.push("--certificates", resolve(flags.certificates));
  const raised = Object.entries(flags.limit ?? {}).map(([kind, count]) => `${kind}=${count}`);
  if (raised.length > 0) command.push("--limit", raised.join(","));
  const jobs = submitSweep({ command, folder: process.cwd(), shards, logFolder, cpusPerShard: workers, options: sbatch });
  printText(`submitted ${shards} shards as job ${jobs.array}, and job ${jobs.merge} to put them together; logs in ${logFolder}`);
  return 0;
}

/** What is written must not be what is read, or kept until the end. @throws InputError naming the flag. */
function checkFiles(plan: string, { out, certificates }: Flags): void {
  checkApart("--out", out, [plan]);
  checkWritable(out);
  if (certificates === undefined) return;
  const shards = `${out}.shards`;
  checkApart("--certificates", certificates, [plan, out, `${out}.part`, shards, join(shards, basename(certificates))]);
  checkWritable(certificates);
}

function headerOf(identity: Omit<StateHeader, "shard" | "schema">, { index, count }: Shard): StateHeader {
  return { schema: "redblue.sweep-state/2", ...identity, shard: `${index}/${count}` };
}

async function assemble(files: readonly StateFile[], flags: Flags): Promise<void> {
  const results = readStates(files);
  const { certificates } = flags;
  // Before the rows: a path that cannot be written must leave neither half a result nor a word on stdout.
  const written = certificates === undefined ? undefined : writeCertificates(certificates, results);
  const rows = await writeResults(flags.out, formatOf(flags.out, "--out"), results);
  printText(`${flags.out}: ${rows} rows of ${results.length} points`);
  if (written !== undefined) printText(`${certificates}: ${written} certificates`);
}

function showProgress({ done, all, secondsLeft }: SweepProgress): void {
  const left = secondsLeft === undefined ? "" : `, ${duration(secondsLeft)} left`;
  const filled = Math.floor((20 * done) / all);
  progress(`[${"█".repeat(filled)}${"░".repeat(20 - filled)}] ${done} of ${all} points${left}`);
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

function shardPath(out: string, { index, count }: Shard): string {
  return `${out}.shards/${index}-of-${count}`;
}

/** @throws InputError where it cannot be made. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  try {
    mkdirSync(path);
  } catch (error) {
    throw new InputError(path, "a folder that can be made", (error as NodeJS.ErrnoException).code);
  }
}

function collect(option: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), option];
}

function atMost(flag: string, most: number): (text: string) => number {
  return (text) => {
    const count = wholeNumber(flag)(text);
    if (count > most) throw new InputError(flag, `a whole number from 1 to ${most}`, text);
    return count;
  };
}

function readShard(text: string): Shard {
  const [, i, n] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text) ?? [];
  const [index, count] = [Number(i), Number(n)];
  if (i === undefined || index > count || count > MOST_SHARDS)
    throw new InputError("--shard", `i/n with 1 ≤ i ≤ n ≤ ${MOST_SHARDS}, such as 3/8`, shown(text));
  return { index, count };
}
