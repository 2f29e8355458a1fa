import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { interleave } from "./measure.js";
import { printTable } from "./print.js";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const PRODUCT = "gemm --m 8192 --n 8192 --k 4096 --gpu h200".split(" ");
/** As on a terminal, and over with the first thing printed there. */
const UNTIL_FIRST_OUTPUT = "data:text/javascript,process.stdout.isTTY=true;process.stdout.write=()=>process.exit(0)";

const COMMANDS = [
  ["node -e 0", ["-e", "0"]],
  ["redblue --help", [MAIN, "--help"]],
  ["redblue gap --help", [MAIN, "gap", "--help"]],
  ["redblue gpus", [MAIN, "gpus"]],
  ["redblue bound gemm …", [MAIN, "bound", ...PRODUCT]],
  ["redblue gap gemm …, bounds on screen", ["--import", UNTIL_FIRST_OUTPUT, MAIN, "gap", ...PRODUCT]],
  ["redblue gap gemm …, to the end", [MAIN, "gap", ...PRODUCT]],
];

/** Whole processes, from nothing, beside Node doing nothing. */
export const coldStart = {
  name: "cold-start",
  run: (_, repeats) => {
    console.log(`cold-start: ${["redblue", "gap", ...PRODUCT].join(" ")} and others, a new process each`);
    const contestants = COMMANDS.map(([name, words]) => ({ name, run: () => spawnSync(process.execPath, words).status }));
    const results = interleave(contestants, repeats, (name, status) => {
      if (status !== 0) throw new Error(`${name}: exit status ${status}`);
    });
    const milliseconds = (seconds) => (1000 * seconds).toFixed(0);
    printTable([
      ["", "best ms", "median ms", "ratio to node -e 0"],
      ...results.map(({ name, best, median, ratio }) => [name, milliseconds(best), milliseconds(median), `${ratio.toFixed(1)}×`]),
    ]);
  },
};
