import { InputError } from "../../errors.js";

/** Nothing of a profile that is read whole is longer. */
const LONGEST_VALUE = 2 ** 24;

const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_LIST, CLOSE_LIST] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d] as const;

/**
 * Cuts the JSON of a Chrome trace, a piece of text after another, into the events of its list: `{ "traceEvents": [ … ], … }`, or the
 * list alone. Other lists and objects of the outermost object are handed over by their names. One value is in memory at a time.
 */
export class JsonEvents {
  private depth = 0;
  /** The text ends in a string, which is read again from its beginning with the next piece. */
  private cut = false;
  /** Of the value that is being read: where it begins in `text`, and at which depth. */
  private start = -1;
  private valueDepth = 0;
  private text = "";
  private at = 0;
  /** The last string of the outermost object, which names the next value. */
  private name = "";
  private listed = false;
  private bare = false;
  private begun = false;

  constructor(
    private readonly origin: string,
    private readonly takeEvent: (text: string) => void,
    private readonly takeOther: (name: string, text: string) => void,
  ) {}

  push(piece: string): void {
    const from = this.start >= 0 ? this.start : this.at;
    if (from > 0) {
      this.text = this.text.slice(from);
      this.at -= from;
      if (this.start >= 0) this.start -= from;
    }
    this.text += piece;
    if (this.text.length > LONGEST_VALUE + piece.length)
      throw new InputError(this.origin, `values of at most ${LONGEST_VALUE} characters`, "a longer one");
    this.scan();
  }

  /** @throws InputError where the JSON is not at its end. */
  end(): void {
    if (this.begun && this.depth === 0 && !this.cut) return;
    throw new InputError(this.origin, "the end of the trace's JSON (is the file truncated?)", "the end of the file");
  }

  private scan(): void {
    const { text } = this;
    const { length } = text;
    let { at } = this;
    let inString = false;
    let stringStart = 0;
    for (; at < length; at++) {
      if (inString) {
        at = endOfString(text, at);
        if (at < 0) break;
        inString = false;
        if (this.depth === 1 && !this.bare) this.name = text.slice(stringStart + 1, at);
        continue;
      }
      const code = text.charCodeAt(at);
      if (code === QUOTE) [inString, stringStart] = [true, at];
      else if (code === OPEN_BRACE || code === OPEN_LIST) this.open(code, at);
      else if (code === CLOSE_BRACE || code === CLOSE_LIST) this.close(at);
    }
    this.at = inString ? stringStart : at;
    this.cut = inString;
  }

  private open(code: number, at: number): void {
    if (this.depth === 0) {
      this.begun = true;
      this.bare = code === OPEN_LIST;
      this.listed = this.bare;
    } else if (this.depth === 1 && !this.bare && code === OPEN_LIST && this.name === "traceEvents") this.listed = true;
    else if (this.start < 0) [this.start, this.valueDepth] = [at, this.depth];
    this.depth++;
  }

  private close(at: number): void {
    this.depth--;
    if (this.depth < 0) throw new InputError(this.origin, "JSON", "a bracket that closes nothing");
    if (this.start >= 0 && this.depth === this.valueDepth) {
      const value = this.text.slice(this.start, at + 1);
      this.start = -1;
      if (this.listed) this.takeEvent(value);
      else this.takeOther(this.name, value);
    } else if (this.listed && !this.bare && this.depth === 1) this.listed = false;
  }
}

/** The quote that ends the string whose text begins at `from`, or −1. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  return -1;
}
