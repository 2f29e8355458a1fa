import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../cli/until.js";

const PATH = `${process.env["PATH"] ?? ""}:/usr/sbin:/sbin`;
const DAEMONS = ["munged", "slurmctld", "slurmd", "sbatch"];

/** Why Slurm cannot be started here; undefined where it can. */
export function slurmMissing(): string | undefined {
  if (process.getuid?.() !== 0) return "slurmd must be started by root";
  const missing = DAEMONS.filter((name) => spawnSync("sh", ["-c", `command -v ${name}`], { env: { PATH } }).status !== 0);
  return missing.length === 0 ? undefined : `${missing.join(", ")} not installed (apt-get install slurm-wlm munge)`;
}

/** munged, slurmctld and one slurmd with four job slots, on loopback, without systemd, in a folder of their own. */
export class SlurmCluster {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;

  private constructor(folder: string) {
    this.folder = folder;
    this.environment = { ...process.env, PATH, SLURM_CONF: join(folder, "slurm.conf") };
  }

  static async start(): Promise<SlurmCluster> {
    const folder = mkdtempSync(join(tmpdir(), "redblue-slurm-"));
    chmodSync(folder, 0o755);
    const cluster = new SlurmCluster(folder);
    for (const name of ["state", "spool"]) mkdirSync(join(folder, name));
    writeFileSync(join(folder, "munge.key"), randomBytes(1024), { mode: 0o400 });
    writeFileSync(join(folder, "slurm.conf"), configuration(folder, await freePort(), await freePort()));
    const files = ["key", "socket", "pid", "log", "seed"].map(
      (name) => `--${name}${name === "socket" ? "" : "-file"}=${join(folder, `munge.${name}`)}`,
    );
    cluster.run("munged", ["--force", ...files]);
    cluster.run("slurmctld", ["-c"]);
    cluster.run("slurmd", ["-N", "node1"]);
    await cluster.until("the node is idle", () => cluster.run("sinfo", ["-h", "-o", "%T"]).trim() === "idle");
    return cluster;
  }

  run(program: string, words: readonly string[]): string {
    return execFileSync(program, words, { env: this.environment, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  }

  /** Waits for a state of the cluster; the error shows the controller's log. */
  async until(what: string, holds: () => boolean): Promise<void> {
    await until(what, () => attempt(holds)).catch((error: Error) => {
      throw new Error(`${error.message}\n${readFileSync(join(this.folder, "slurmctld.log"), "utf8").slice(-3000)}`);
    });
  }

  /** Ends the daemons, waits until they are gone and removes their folder. */
  async stop(): Promise<void> {
    attempt(() => this.run("scancel", ["--user=root"]) === "");
    const ids = ["munge.pid", "slurmd.pid", "slurmctld.pid"].flatMap((name) => {
      const file = join(this.folder, name);
      return existsSync(file) ? [Number(readFileSync(file, "utf8"))] : [];
    });
    attempt(() => this.run("scontrol", ["shutdown"]) === "");
    for (const id of ids) attempt(() => process.kill(id));
    const alive = (id: number): boolean => attempt(() => process.kill(id, 0));
    await until("the daemons are gone", () => !ids.some(alive)).catch(() => undefined);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** False also where the call fails: a daemon that is not up yet answers with an error. */
function attempt(call: () => boolean): boolean {
  try {
    return call();
  } catch {
    return false;
  }
}

function configuration(folder: string, controlPort: number, nodePort: number): string {
  const host = hostname().split(".")[0];
  return [
    "ClusterName=loopback",
    `SlurmctldHost=${host}(127.0.0.1)`,
    `SlurmctldPort=${controlPort}`,
    `SlurmdPort=${nodePort}`,
    "SlurmUser=root",
    "SlurmdUser=root",
    "AuthType=auth/munge",
    `AuthInfo=socket=${folder}/munge.socket`,
    "CredType=cred/munge",
    `StateSaveLocation=${folder}/state`,
    `SlurmdSpoolDir=${folder}/spool`,
    ...["slurmctld", "slurmd"].flatMap((name) => [
      `${name[0]?.toUpperCase()}${name.slice(1)}PidFile=${folder}/${name}.pid`,
      `${name[0]?.toUpperCase()}${name.slice(1)}LogFile=${folder}/${name}.log`,
    ]),
    "ProctrackType=proctrack/pgid",
    "TaskPlugin=task/none",
    "SelectType=select/cons_tres",
    "SelectTypeParameters=CR_CPU",
    // Four slots whatever the machine has, so that shards do run side by side.
    "SlurmdParameters=config_overrides",
    "SchedulerParameters=batch_sched_delay=0,sched_interval=1",
    "MailProg=/bin/true",
    "ReturnToService=2",
    `NodeName=node1 NodeHostname=${host} NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN`,
    "PartitionName=main Nodes=node1 Default=YES MaxTime=INFINITE State=UP",
    "",
  ].join("\n");
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
