import { once } from "node:events";
import type { Command } from "commander";
import { InputError } from "../../errors.js";
import { EXPLORER_PORT, explorerServer, hasExplorer } from "../../node/explorer-server.js";
import { Ending } from "../ending.js";
import { examples } from "../examples.js";
import { wholeNumber } from "../options.js";
import { printText } from "../output.js";
import { SUMMARIES } from "../summaries.js";

const MOST_PORT = 65_535;

interface Flags {
  readonly port?: number;
}

export function addExploreCommand(program: Command): void {
  program
    .command("explore")
    .summary(SUMMARIES.explore)
    .description("Serves the explorer on 127.0.0.1 until it is interrupted: kernels, launches and layers in a browser.")
    .option("--port <number>", `where it listens (default ${EXPLORER_PORT}; 0: any free one)`, wholeNumber("--port", 0))
    .addHelpText("after", examples(["redblue explore", "redblue explore --port 0"]))
    .action(async ({ port = EXPLORER_PORT }: Flags) => {
      if (port > MOST_PORT) throw new InputError("--port", `a port of at most ${MOST_PORT}`, String(port));
      if (!hasExplorer()) throw new InputError("explore", "the pages of the explorer (npm run build makes them)", "none");
      await serve(port);
    });
}

/** Serves until a signal comes. */
async function serve(port: number): Promise<void> {
  const ending = new Ending();
  const server = explorerServer();
  try {
    const listens = once(server, "listening");
    server.listen(port, "127.0.0.1");
    await listens;
  } catch (error) {
    ending.settle();
    throw new InputError("--port", "a port that is free", `${port} (${(error as NodeJS.ErrnoException).code})`);
  }
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  printText(`The explorer is at http://127.0.0.1:${bound}/ (Ctrl-C ends it)`);
  await new Promise<void>((resolve) => {
    if (ending.signal.aborted) resolve();
    else ending.signal.addEventListener("abort", () => resolve());
  });
  ending.settle();
  server.closeAllConnections();
  server.close();
}
