import type { VNode } from "preact";
import { textOf, wordsOf } from "../../src/text/shell-words.js";
import { flagOf, withFlag } from "../words.js";

interface Props {
  /** The words without moves. */
  readonly text: string;
  readonly graphs: readonly { readonly title: string; readonly text: string }[];
  readonly onText: (text: string) => void;
  readonly onFile: (file: File) => void;
}

/** Which graph is played, and by which rules; a change begins a new game. */
export function Setup({ text, graphs, onText, onFile }: Props): VNode {
  const words = wordsOf(text);
  const set = (flag: string, value: string | undefined): void => onText(textOf(withFlag(words, flag, value)));
  const subject = (one: string): string =>
    textOf(withFlag(withFlag(withFlag(wordsOf(one), "fast", undefined), "no-slide", undefined), "no-recompute", undefined));
  const chosen = graphs.find((one) => subject(one.text) === subject(text))?.text ?? "";
  const fast = Number(flagOf(words, "fast") ?? "");
  return (
    <form class="choices" onSubmit={(event) => event.preventDefault()}>
      <label>
        graph
        <select value={chosen} onChange={(event) => onText(event.currentTarget.value)}>
          {chosen === "" ? <option value="">{subject(text)}</option> : null}
          {graphs.map((one) => (
            <option value={one.text}>{one.title}</option>
          ))}
        </select>
      </label>
      <label>
        words of fast memory
        <input
          type="number"
          min={1}
          max={64}
          value={fast}
          onChange={({ currentTarget: { value } }) => set("fast", String(Math.max(1, Math.trunc(Number(value)))))}
        />
      </label>
      <label class="switch">
        <input
          type="checkbox"
          checked={flagOf(words, "no-slide") === undefined}
          onChange={(event) => set("no-slide", event.currentTarget.checked ? undefined : "")}
        />
        results may take the place of an operand
      </label>
      <label class="switch">
        <input
          type="checkbox"
          checked={flagOf(words, "no-recompute") === undefined}
          onChange={(event) => set("no-recompute", event.currentTarget.checked ? undefined : "")}
        />
        vertices may be computed again
      </label>
      <label>
        a graph file
        <input
          type="file"
          accept=".json,.hdag"
          onChange={({ currentTarget: { files } }) => {
            if (files?.[0] !== undefined) onFile(files[0]);
          }}
        />
      </label>
    </form>
  );
}
