// Stands between a test, which waits without an event loop, and the process that runs the command line.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { workerData } from "node:worker_threads";

const { port, answered } = workerData;
// No terminal: what is printed depends on it.
const path = fileURLToPath(new URL("./warm-process.js", import.meta.url));
const child = fork(path, { stdio: ["ignore", "ignore", "pipe", "ipc"] });
child.stderr.pipe(process.stderr);

function answer(message) {
  port.postMessage(message);
  Atomics.store(answered, 0, 1);
  Atomics.notify(answered, 0);
}

child.on("message", answer);
child.on("exit", (status, signal) => answer({ died: `exit status ${status}, signal ${signal}` }));
port.on("message", (request) => {
  if (request === "end") child.kill("SIGKILL");
  else child.send(request);
});
