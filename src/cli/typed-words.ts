import type { Command } from "commander";
import { formNamed, WORKLOAD_FORMS, type Workload } from "../computation/workload.js";
import { nameKey, type WorkloadFields, type WorkloadForm } from "../computation/workload-kind.js";
import { InputError } from "../errors.js";
import { SUMMARIES } from "./summaries.js";
import { COUNTS, fieldWords, optionOf, takesValue, withNumbers, withPlainFlags } from "./typed-flags.js";

/** The words with a command in front: the first that is one, and `gap` where only a workload or its numbers are named. */
export function withCommand(words: readonly string[]): readonly string[] {
  const [first = ""] = words;
  if (["help", "--help", "-h", "--version"].includes(first)) return words;
  const at = first.startsWith("-") ? words.findIndex(isCommand) : 0;
  const command = words[at] ?? "";
  if (isCommand(command)) return [commandNamed(command), ...words.slice(0, at), ...words.slice(at + 1)];
  const named = first.startsWith("-") ? words : [first];
  return named.some(isWorkload) ? ["gap", ...words] : words;
}

function isCommand(word: string): boolean {
  return Object.hasOwn(SUMMARIES, commandNamed(word));
}

function commandNamed(word: string): string {
  const name = word.toLowerCase();
  // A trace is not of ncu.
  return name === "profile" ? "ncu" : name;
}

function isWorkload(word: string): boolean {
  return formNamed(word, WORKLOAD_FORMS) !== undefined || COUNTS.test(word);
}

/**
 * The words as the command's parser takes them: the workload by its own name and in front of its flags, flags by their own names,
 * bare numbers as flags.
 *
 * @throws InputError for a workload or flag that no bound here covers, for a flag given by two names, and for too many numbers.
 */
export function plainWords(words: readonly string[], program: Command): readonly string[] {
  const [name = "", ...rest] = words;
  const command = program.commands.find((one) => one.name() === name);
  if (command === undefined) return words;
  const found = command.commands.length === 0 ? undefined : workloadAmong(rest, command);
  const child = command.commands.find((one) => one.name() === found?.form.name);
  if (found === undefined || child === undefined) return [name, ...withPlainFlags(rest, command.options)];
  const { form, fields, at } = found;
  const typed = withPlainFlags(
    rest.filter((_, i) => i !== at),
    child.options,
    form,
  );
  const isUsual = form.spellings?.usual?.some((one) => nameKey(one) === nameKey(rest[at] ?? "")) === true;
  const given = Object.entries(fields).filter(
    ([field, value]) => !isUsual || !typed.includes(fieldWords({ [field]: value })[0] ?? ""),
  );
  const implied = fieldWords(Object.fromEntries(given));
  const again = implied.find((word) => word.startsWith("-") && typed.includes(word));
  if (again !== undefined)
    throw new InputError(again, `none beside ${rest[at]}, which is ${form.name} ${implied.join(" ")}`, "one");
  return [name, form.name, ...implied, ...withNumbers(typed, form, child.options, fields)];
}

/** Where the words name a workload; a product where they give numbers alone. @throws InputError for one that is not here */
function workloadAmong(
  words: readonly string[],
  command: Command,
): { readonly form: WorkloadForm<Workload>; readonly fields: WorkloadFields; readonly at: number } | undefined {
  let numbers = false;
  let mayBeValue = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    if (word.startsWith("-")) {
      const option = optionOf(word, command.options);
      if (option !== undefined && takesValue(option, word)) i++;
      mayBeValue = option === undefined;
      continue;
    }
    const named = formNamed(word, WORKLOAD_FORMS);
    if (named !== undefined) return { ...named, at: i };
    if (!mayBeValue && !COUNTS.test(word)) return undefined;
    numbers ||= !mayBeValue;
    mayBeValue = false;
  }
  const product = formNamed("gemm", WORKLOAD_FORMS);
  return numbers && product !== undefined ? { ...product, at: -1 } : undefined;
}
