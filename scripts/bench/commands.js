import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { printTable } from "./print.js";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const LINE = "\ncpu-and-memory ";
/** Threads of the process count; what an optimizer's thread prints itself does not. */
const TELL = `data:text/javascript,import{isMainThread}from"node:worker_threads";import{writeSync}from"node:fs";
if(isMainThread)process.on("exit",()=>{const u=process.resourceUsage();
writeSync(2,${JSON.stringify(LINE)}+(u.userCPUTime+u.systemCPUTime)/1e6+" "+u.maxRSS/1024)})`;

/** Commands and the most CPU seconds that they may take where an empty Node takes 0.045. */
const COMMANDS = [
  ["gap gemm --m 8192 --n 8192 --k 4096 --gpu h200", 0.9],
  ["gap attention --heads 32 --kv-heads 8 --queries 8192 --dim 128 --causal --gpu h100", 1.5],
  ["gap attention --heads 32 --kv-heads 8 --queries 1 --keys 8192 --batch 64 --dim 128 --gpu h100", 2],
  ["gap gemm --m 4096 --n 128256 --k 4096 --gpu h100", 2],
  ["gap gemm --m 16384 --n 16384 --k 16384 --gpu h100", 2],
  ["gap gemm --m 4096 --n 4096 --k 7168 --dtype fp8 --scales a:1x128,b:128x128 --gpu h100", 2],
  ["report gemm --m 8192 --n 8192 --k 4096 --gpu h200", 3],
  ["curve gemm --m 65536 --n 65536 --k 65536 --gpu h200", 6],
  ["optimize gemm --m 8192 --n 8192 --k 8192 --gpu h100", 8],
];
const EMPTY_SECONDS = 0.045;
const MOST_MEGABYTES = 500;

/** Whole commands in CPU seconds and peak memory, against an empty Node: `npm run bench -- commands`. Runs each once. */
export const commands = {
  name: "commands",
  run: () => {
    console.log("commands: CPU of a new process as a ratio to an empty Node, and peak memory");
    const empty = Math.min(...[0, 1, 2].map(() => measured(["-e", "0"]).seconds));
    const folder = mkdtempSync(join(tmpdir(), "redblue-bench-"));
    const rows = COMMANDS.map(([command, limit]) => {
      const out = command.startsWith("report") ? ["--out", join(folder, "report.html")] : [];
      const { seconds, megabytes } = measured([MAIN, ...command.split(" "), ...out]);
      const [ratio, most] = [seconds / empty, limit / EMPTY_SECONDS];
      const over = ratio > most || megabytes > MOST_MEGABYTES ? "over" : "";
      return [command, `${ratio.toFixed(1)}×`, `${most.toFixed(0)}×`, `${megabytes.toFixed(0)} MB`, over];
    });
    rmSync(folder, { recursive: true });
    printTable([["", "ratio", "limit", "peak", ""], ...rows]);
  },
};

function measured(words) {
  const { status, stderr } = spawnSync(process.execPath, ["--import", TELL, ...words], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${words.join(" ")}: exit status ${status}\n${stderr}`);
  const [seconds, megabytes] = stderr
    .slice(stderr.lastIndexOf(LINE) + LINE.length)
    .split(" ")
    .map(Number);
  return { seconds, megabytes };
}
