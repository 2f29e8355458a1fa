// A process that runs tests of the copy, and is ended when it takes too long.
import { fork } from "node:child_process";

const ENVIRONMENT = { ...process.env, REDBLUE_SEED: "1" };

/** A process of scripts/mutate/worker.js: `ask` sends it a message and waits for the answer, or for its end, which is `undefined`. */
export function start() {
  const child = fork("scripts/mutate/worker.js", {
    env: ENVIRONMENT,
    execArgv: ["--max-old-space-size=3000"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  let answer = () => {};
  child.on("message", (message) => answer(message));
  child.on("exit", () => answer(undefined));
  const kill = () => child.kill("SIGKILL");
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
