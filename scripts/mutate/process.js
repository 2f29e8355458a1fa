// A process that runs tests of the copy, and is ended when it takes too long.
import { fork } from "node:child_process";

const ENVIRONMENT = { ...process.env, REDBLUE_SEED: "1" };

// One in a loop without end does not notice that nobody waits for it any more.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

/** A process of scripts/mutate/worker.js: `ask` sends it a message and waits for the answer, or for its end, which is `undefined`. */
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
      const timer = setTimeout(kill, ms);
      answer = (found) => {
        clearTimeout(timer);
        resolve(found);
      };
      child.send(message);
    });
  return { ask, end: () => child.connected && child.disconnect() };
}
