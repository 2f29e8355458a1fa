import type { Option } from "commander";
import type { Workload } from "../computation/workload.js";
import { camelCase, nameKey, type WorkloadFields, type WorkloadForm } from "../computation/workload-kind.js";
import { InputError } from "../errors.js";
import { printRemark } from "./output.js";

/** One number, or several with an x between. */
export const COUNTS: RegExp = /^\d{1,16}[kmg]?([x×*]\d{1,16}[kmg]?)*$/i;

/** The option that a word such as `--KV_Heads=8` or `-m` names, case and separators aside. */
export function optionOf(word: string, options: readonly Option[]): Option | undefined {
  const name = nameOf(word);
  const key = nameKey(name);
  return (
    options.find(({ long, short }) => long === name || short === name) ?? options.find(({ long }) => nameKey(long ?? "") === key)
  );
}

/** Whether the option's value is the word after this one. */
export function takesValue(option: Option, word: string): boolean {
  return (option.required || option.optional) && !word.includes("=");
}

function nameOf(word: string): string {
  return word.replace(/=.*$/s, "");
}

/** The words with every flag by its own name. @throws InputError for one that no bound here covers, or given by two names. */
export function withPlainFlags(
  words: readonly string[],
  options: readonly Option[],
  form?: WorkloadForm<Workload>,
): readonly string[] {
  const plain: string[] = [];
  /** As which word each flag was given. */
  const givenAs = new Map<string, string>();
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    if (word === "--") return [...plain, ...words.slice(i)];
    const name = nameOf(word);
    if (!word.startsWith("-") || name === "-h" || name === "--help") {
      plain.push(word);
      continue;
    }
    const next = word === name ? words[i + 1] : word.slice(name.length + 1);
    const option = optionOf(word, options) ?? optionOf(`--${otherName(name, form)}`, options);
    if (option?.long !== undefined) {
      const before = givenAs.get(option.long);
      if (before !== undefined && before !== name) throw new InputError(name, `${option.long} once`, `${before} too`);
      givenAs.set(option.long, name);
      plain.push(`${option.long}${word.slice(name.length)}`);
      if (takesValue(option, word) && next !== undefined) plain.push(words[++i] as string);
      continue;
    }
    const isValue = next !== undefined && !next.startsWith("-");
    const skipped = word === name && isValue && /^(\d+|true|false)$/.test(next) ? 1 : 0;
    const idle = entryOf(form?.spellings?.idle, name);
    const refused = entryOf(form?.spellings?.refused, name);
    if (idle !== undefined) {
      printRemark(`${name}: changes no count here: ${idle}`);
      i += skipped;
    } else if (refused !== undefined) {
      if (refused.unless === undefined || refused.unless !== next) throw new InputError(name, refused.instead);
      i += skipped;
    } else if (form?.record !== undefined && /^--?[A-Za-z]$/.test(name) && isValue) {
      plain.push(`--${form.record.flag}`, `${name.replace(/^-+/, "")}=${next}`);
      if (word === name) i++;
    } else plain.push(word);
  }
  return plain;
}

/** The flag of the form that has this other name. */
function otherName(name: string, form: WorkloadForm<Workload> | undefined): string | undefined {
  const right = form?.rightType;
  const types = right === undefined ? [] : [right, { flag: "dtype", also: right.left }];
  const { extents = [], switches = [], sides = [], numbers = [] } = form ?? {};
  const fields = [...extents, ...switches, ...sides, ...numbers, ...types];
  return fields.find(({ also }) => also?.some((one) => nameKey(one) === nameKey(name)))?.flag;
}

function entryOf<T>(table: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return Object.entries(table ?? {}).find(([one]) => nameKey(one) === nameKey(name))?.[1];
}

/** Fields of a form as words of the command line. */
export function fieldWords(fields: WorkloadFields): readonly string[] {
  return Object.entries(fields).flatMap(([field, value]) => {
    const flag = `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return value === true ? [flag] : [flag, String(value)];
  });
}

/** The words with bare numbers as the extents that they give, without those that are set. @throws InputError unless all are given. */
export function withNumbers(
  words: readonly string[],
  form: WorkloadForm<Workload>,
  options: readonly Option[],
  set: WorkloadFields,
): readonly string[] {
  if (form.argument !== undefined) return words;
  const others: string[] = [];
  const numbers: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    const option = word.startsWith("-") ? optionOf(word, options) : undefined;
    // Whether a number is the value of a flag that is not known is not known either; the parser refuses the flag.
    if (word.startsWith("-") && option === undefined) return words;
    if (option !== undefined && takesValue(option, word)) others.push(word, ...words.slice(++i, i + 1));
    else if (COUNTS.test(word)) numbers.push(...word.split(/[x×*]/i));
    else others.push(word);
  }
  if (numbers.length === 0) return words;
  const shape = (form.spellings?.shape ?? []).filter((flag) => set[camelCase(flag)] === undefined);
  if (shape.length !== numbers.length) {
    const flags = form.extents.filter(({ optional }) => optional === undefined).map(({ flag }) => `--${flag}`);
    const expected =
      shape.length === 0 ? `its extents as flags: ${flags.join(", ")}` : `${shape.length} numbers (${shape.join(", ")})`;
    throw new InputError(form.name, expected, numbers.join(" "));
  }
  const again = shape.find((flag) => others.some((word) => nameOf(word) === `--${flag}`));
  if (again !== undefined) throw new InputError(`--${again}`, "numbers or flags", "both");
  return [...shape.flatMap((flag, i) => [`--${flag}`, numbers[i] as string]), ...others];
}
