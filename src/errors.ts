/**
 * The one error the library throws for input it cannot use. The command line turns it into one line and exit status 2.
 *
 * `subject` names the flag, field, file or line; `found` is what stood there; `expected` what would be accepted.
 */
export class InputError extends Error {
  override readonly name: string = "InputError";
  readonly subject: string;
  readonly found: string | undefined;
  readonly expected: string;

  constructor(subject: string, expected: string, found?: string) {
    super(found === undefined ? `${subject}: ${expected}` : `${subject}: expected ${expected}, found ${found}`);
    this.subject = subject;
    this.found = found;
    this.expected = expected;
  }
}

/** Shows any value briefly inside an error message. */
export function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  const text =
    typeof value === "string"
      ? `'${value.replace(/\p{Cc}+/gu, " ")}'`
      : typeof value === "bigint" || typeof value === "number"
        ? `${value}`
        : (JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
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
