/** Where things stand in a JSON text; only built once an error has to be explained. */
export interface JsonLines {
  /** Line of the first syntax error, if there is one. */
  readonly errorLine?: number;
  /** Lines of the fields of the top object and of the entries of its lists: `edges`, `edges[3]`. */
  readonly lines: ReadonlyMap<string, number>;
}

const TOKEN: RegExp = /\s*([{}[\],:]|"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;
const DEEPEST = 500;

/** Scans a JSON text for the lines of its parts. */
export function jsonLines(text: string): JsonLines {
  const scanner = new Scanner(text);
  const isComplete = scanner.value("", 0) && text.slice(scanner.position).trim() === "";
  return isComplete ? { lines: scanner.lines } : { lines: scanner.lines, errorLine: scanner.line() };
}

class Scanner {
  readonly lines = new Map<string, number>();
  position = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The line of the next token, or of the last where there is none. */
  line(): number {
    const ahead = /\s*/y;
    ahead.lastIndex = this.position;
    const skipped = ahead.exec(this.text)?.[0].length ?? 0;
    const end = this.position + skipped < this.text.length ? this.position + skipped : this.text.trimEnd().length;
    return this.text.slice(0, end).split("\n").length;
  }

  /** Scans one value; false at a syntax error, with the position before the offending token. */
  value(path: string, depth: number): boolean {
    if (depth > DEEPEST) return false;
    if (depth > 0 && depth <= 2) this.lines.set(path, this.line());
    const token = this.next();
    if (token === undefined) return false;
    if (token === "{") return this.list("}", (i) => this.field(path, depth, i));
    if (token === "[") return this.list("]", (i) => this.value(`${path}[${i}]`, depth + 1));
    if (/^[}\],:]$/.test(token)) {
      this.position -= token.length;
      return false;
    }
    return true;
  }

  private field(path: string, depth: number, _index: number): boolean {
    const key = this.next();
    if (key === undefined || !key.startsWith('"')) return false;
    if (this.next() !== ":") return false;
    return this.value(path === "" ? key.slice(1, -1) : `${path}.${key.slice(1, -1)}`, depth + 1);
  }

  private list(end: string, item: (index: number) => boolean): boolean {
    const start = this.position;
    if (this.next() === end) return true;
    this.position = start;
    for (let i = 0; ; i++) {
      if (!item(i)) return false;
      const before = this.position;
      const token = this.next();
      if (token === end) return true;
      if (token !== ",") {
        this.position = before;
        return false;
      }
    }
  }

  private next(): string | undefined {
    TOKEN.lastIndex = this.position;
    const token = TOKEN.exec(this.text)?.[1];
    if (token !== undefined) this.position = TOKEN.lastIndex;
    return token;
  }
}
