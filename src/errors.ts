/**
 * The one error the library throws for input it cannot use. The command line turns it into one line and exit status 2.
 *
 * `subject` names the flag, field, file or line; `found` is what stood there; `expected` what would be accepted. The message is one
 * line of bounded length, whatever the input put into these.
 */
export class InputError extends Error {
  override readonly name: string = "InputError";
  readonly subject: string;
  readonly found: string | undefined;
  readonly expected: string;

  constructor(subject: string, expected: string, found?: string) {
    const [first, last] = [shortened(oneLine(subject), 240), found === undefined ? "" : shortened(oneLine(found), 120)];
    const between = shortened(oneLine(expected), LONGEST_MESSAGE - first.length - last.length - 20, HINT_LENGTH);
    super(found === undefined ? `${first}: ${between}` : `${first}: expected ${between}, found ${last}`);
    this.subject = subject;
    this.found = found;
    this.expected = expected;
  }
}

const LONGEST_MESSAGE = 500;

/** What a text ends with often helps most: which known name is near. */
const HINT_LENGTH = 60;

function shortened(text: string, length: number, kept = 0): string {
  return text.length > length ? `${text.slice(0, length - 3 - kept)}...${text.slice(text.length - kept)}` : text;
}

/** What a terminal obeys rather than shows: control characters, ends of lines, turns of the direction of writing, halves of characters. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The text with such characters spelt out (`\u001b`): safe inside a line. Text that a file chose goes to people through this. */
export function oneLine(text: string): string {
  return text.replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Shows any value briefly inside an error message. */
export function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "bigint" || typeof value === "number") return shortened(`${value}`, 60);
  if (typeof value === "string") return shortened(`'${oneLine(value.slice(0, 60))}'`, 60);
  return shortened(jsonOf(value), 60);
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // A circle, or a bigint within.
    return String(value);
  }
}

/** A field's name, which is the file's to choose: in a message it stays short and on one line. */
export function shownField(name: string): string {
  return /^[\w.-]{1,60}$/.test(name) ? name : shown(JSON.stringify(name));
}

/** Checks a text; without types nothing else would say which argument is none. */
export function checkText(subject: string, value: unknown): string {
  if (typeof value !== "string")
    throw new InputError(subject, "a text", typeof value === "number" ? String(value) : shown(value));
  return value;
}

/** Checks a safe integer in `[low, high]`; `subject` names it in the error. */
export function checkInteger(subject: string, value: unknown, low: number, high: number = Number.MAX_SAFE_INTEGER): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < low || value > high) {
    throw new InputError(
      subject,
      high === Number.MAX_SAFE_INTEGER ? `a whole number of at least ${low}` : `a whole number from ${low} to ${high}`,
      typeof value === "number" ? String(value) : shown(value),
    );
  }
  return value;
}

/** @throws InputError naming the version that reads a document whose schema is older than those of this one. */
export function refuseOlder(origin: string, schema: unknown): void {
  if (typeof schema === "string" && /^redblue\.[a-z-]{1,20}\/1$/.test(schema)) {
    throw new InputError(origin, "a document of redblue 0.2", `${schema}, which redblue 0.1 reads`);
  }
}
