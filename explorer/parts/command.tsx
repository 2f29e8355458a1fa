import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";

interface Props {
  readonly name: string;
  readonly command: string;
  readonly text: string;
  readonly error?: string | undefined;
  readonly onText: (text: string) => void;
}

/** The words of a page as the command line takes them, to be typed and to be copied. */
export function CommandLine({ name, command, text, error, onText }: Props): VNode {
  const [typed, setTyped] = useState(text);
  const [copied, setCopied] = useState(false);
  useEffect(() => setTyped(text), [text]);
  useEffect(() => setCopied(false), [text]);
  const whole = `redblue ${command} ${text}`;
  const id = `command-${name}`;
  const type = (next: string): void => {
    setTyped(next);
    onText(next.replaceAll("\n", " "));
  };
  return (
    <div class="command">
      <label for={id}>redblue {command}</label>
      <textarea
        id={id}
        rows={2}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        value={typed}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-error`}
        onInput={(event) => type(event.currentTarget.value)}
      />
      <p id={`${id}-error`} class="error" role="status">
        {error ?? ""}
      </p>
      <button type="button" onClick={() => void navigator.clipboard.writeText(whole).then(() => setCopied(true))}>
        {copied ? "Copied" : "Copy the command"}
      </button>
    </div>
  );
}
