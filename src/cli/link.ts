import { InputError, shown } from "../errors.js";
import { EXPLORER_PORT } from "../node/explorer-server.js";
import { formatAddress } from "../text/page-address.js";
import { textOf } from "../text/shell-words.js";

/** Which page of the explorer shows what a command answers. */
const PAGE_OF: Readonly<Record<string, string>> = {
  gap: "kernel",
  bound: "kernel",
  time: "kernel",
  report: "kernel",
  replay: "launch",
  layer: "layer",
  pebble: "game",
};

/** Flags that say how a command prints, which a page does not. */
const OF_PRINT: readonly string[] = ["--json", "--explain", "--moves"];

/** The address of the page for a command's words, as `redblue explore` serves it. @throws InputError where no page shows it */
export function linkTo([command = "", ...words]: readonly string[]): string {
  const page = Object.hasOwn(PAGE_OF, command) ? PAGE_OF[command] : undefined;
  if (page === undefined) throw new InputError("--link", `one of ${Object.keys(PAGE_OF).join(", ")}`, shown(command));
  const text = textOf(words.filter((word) => !OF_PRINT.includes(word)));
  return `http://127.0.0.1:${EXPLORER_PORT}/${formatAddress({ page, texts: [text] })}`;
}
