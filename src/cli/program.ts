import { Command, CommanderError } from "commander";
import { InputError, oneLine, shown } from "../errors.js";
import { VERSION } from "../node/version.js";
import { didYouMean } from "../text/nearest-name.js";
import { addCommands } from "./commands.js";
import { examples } from "./examples.js";
import { applyLimits } from "./limit-flag.js";
import { linkTo } from "./link.js";
import { printText } from "./output.js";
import { SUMMARIES } from "./summaries.js";
import { plainWords, withCommand } from "./typed-words.js";

/** The program with the command that the words name. The others are there by name alone: loading them takes longer than most answers. */
async function buildProgram(words: readonly string[]): Promise<Command> {
  const program = new Command("redblue")
    .description(
      "How many bytes must a GPU kernel move, how many does its schedule move, and where does the difference come from?",
    )
    .version(VERSION, "--version")
    .option("--debug", "print the stack of an error")
    .option("--link", "print the address of the explorer's page for the command (redblue explore serves it)")
    .addHelpText("after", examples(["redblue gap gemm --m 8192 --n 8192 --k 4096 --gpu h200", "redblue gap gemm --help"]));
  // Inherited by the commands below: errors are thrown, and printed once, here.
  program
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  const [first, second] = words.filter((word) => !word.startsWith("-"));
  if (first === "help" && second !== undefined && !Object.hasOwn(SUMMARIES, second)) {
    const names = Object.keys(SUMMARIES);
    throw new InputError("help", `one of ${names.join(", ")}${didYouMean(second, names)}`, shown(second));
  }
  await addCommands(program, first === "help" ? second : first);
  applyLimits(program);
  if (words.includes("--help") || words.includes("-h")) (await import("./schedule-help.js")).leaveOutFlagsOfOthers(program);
  return program;
}

/** Where what a command takes can be read, unless the nearest name was said already. */
function whereToLook(message: string, words: readonly string[], program: Command | undefined): string {
  if (/did you mean/i.test(message)) return "";
  const command = program?.commands.find((one) => one.name() === words[0]);
  const child = command?.commands.find((one) => one.name() === words[1]);
  return ` (see ${["redblue", command?.name(), child?.name(), "--help"].filter((name) => name !== undefined).join(" ")})`;
}

/** Runs the command line with these words: answers and errors go to the streams of the process, its exit status is set, not taken. */
export async function runProgram(all: readonly string[]): Promise<void> {
  const debug = all.includes("--debug");
  const given = all.filter((word) => word !== "--debug");
  const isLink = given.includes("--link");
  let words = given.length === 0 ? ["--help"] : withCommand(given.filter((word) => word !== "--link"));
  let program: Command | undefined;
  try {
    program = await buildProgram(words);
    words = plainWords(words, program);
    if (isLink) return printText(linkTo(words));
    await program.parseAsync(words, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return;
    process.exitCode = 2;
    const known = error instanceof InputError || error instanceof CommanderError;
    const message = error instanceof Error ? error.message : String(error);
    const mayLook = error instanceof CommanderError || (error instanceof InputError && error.found === "nothing");
    const hint = mayLook ? whereToLook(message, words, program) : "";
    const line = `${oneLine(message.replace(/^error: /, "").replace(/\s*\n\s*/g, " "))}${hint}`;
    process.stderr.write(`redblue: ${known ? line : `internal error: ${line} (--debug shows where)`}\n`);
    if (debug && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  }
}
