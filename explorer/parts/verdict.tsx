import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { CheckParts } from "../answers/check.js";
import { documents, useAnswer } from "../client.js";
import { saveText } from "./save.js";

interface Props {
  /** The document as text, to be edited. */
  readonly text: string;
  /** Whether the Coq file is of this document. */
  readonly hasCoq: boolean;
}

const CHECKED = "certificate.json";
let versions = 0;

/** A document that can be edited and checked in the page, and the verdict. */
export function Checker({ text, hasCoq }: Props): VNode {
  const [typed, setTyped] = useState(text);
  const [asked, ask] = useState<{ readonly words: string; readonly version: number }>();
  const check = (flags: string): void => {
    documents.set(CHECKED, new TextEncoder().encode(typed));
    versions++;
    ask({ words: `${CHECKED}${flags}`, version: versions });
  };
  return (
    <>
      <details>
        <summary>The certificate: a document that can be edited, to see what the checker refuses</summary>
        <label class="certificate">
          redblue.bounds/2, as JSON
          <textarea
            rows={18}
            spellcheck={false}
            value={typed}
            onInput={(event) => {
              setTyped(event.currentTarget.value);
              ask(undefined);
            }}
          />
        </label>
      </details>
      <p class="actions">
        <button type="button" class="primary" onClick={() => check("")}>
          Check it here
        </button>
        <button type="button" onClick={() => check(" --extracted")}>
          Check it with the extracted checker too
        </button>
        <button type="button" onClick={() => saveText(typed, CHECKED)}>
          Save the document
        </button>
        {hasCoq ? (
          <button type="button" onClick={() => check(" --coq")}>
            Save the Coq file
          </button>
        ) : null}
      </p>
      {asked === undefined ? null : <Verdict key={asked.version} words={asked.words} />}
    </>
  );
}

function Verdict({ words }: { readonly words: string }): VNode {
  const known = useAnswer<CheckParts>("check", words, { lane: "check" });
  const { verdict, coq } = known.parts;
  const [saved, setSaved] = useState(false);
  if (coq !== undefined && coq.theorems.length > 0 && known.done && !saved) {
    setSaved(true);
    saveText(coq.text, "Bound.v");
  }
  const title = !known.done ? "Checking …" : known.error !== undefined || verdict?.holds === false ? "Refused." : "It holds.";
  return (
    <div class="verdict" role="status" data-done={known.done} data-holds={known.done && verdict?.holds === true}>
      {words.endsWith("--coq") ? (
        <p>
          {coq === undefined
            ? "Writing …"
            : coq.theorems.length === 0
              ? "No bound in it is machine-checked."
              : "Bound.v is saved."}
        </p>
      ) : (
        <p>
          <strong>{title}</strong>
        </p>
      )}
      {(known.error === undefined ? (verdict?.lines ?? []) : [known.error]).map((line) => (
        <p>{line}</p>
      ))}
      <p class="muted">
        <code>redblue verify {words}</code>
      </p>
    </div>
  );
}
