// A process that runs tests of the copy, and is ended when it takes too long.
import { fork } from "node:child_process";
import { readFileSync } from "node:fs";

const ENVIRONMENT = { ...process.env, REDBLUE_SEED: "1" };

// One in a loop without end does not notice that nobody waits for it any more.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

/** Milliseconds of a processor that the process has had; where that cannot be read, of the clock. */
function spent(pid) {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ").slice(11, 13);
    return 10 * (Number(user) + Number(system));
  } catch {
    return performance.now();
  }
}

/**
 * A process of scripts/mutate/worker.js: `ask` sends it a message and waits for the answer, or for its end, which is `undefined`, where it
 * takes more than `ms` of a processor.
 */
export function start() {
  const child = fork("scripts/mutate/worker.js", {
    env: ENVIRONMENT,
    execArgv: ["--max-old-space-size=3000"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  let answer = () => {};
  const kill = () => child.kill("SIGKILL");
  process.on("exit", kill);
  child.on("message", (message) => answer(message));
  child.on("exit", () => {
    process.off("exit", kill);
    answer(undefined);
  });
  const ask = (message, ms) =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve(undefined);
      const limit = spent(child.pid) + ms;
      const timer = setInterval(() => spent(child.pid) > limit && kill(), 1_000);
      answer = (found) => {
        clearInterval(timer);
        resolve(found);
      };
      child.send(message);
    });
  return { ask, end: () => child.connected && child.disconnect() };
}
