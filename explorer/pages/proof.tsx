import type { VNode } from "preact";
import type { CatalogueParts } from "../answers/catalogue.js";
import type { ProofParts, ProofView } from "../answers/proof.js";
import { useAnswer } from "../client.js";
import type { PageProps } from "../page.js";
import { Choices } from "../parts/choices.js";
import { CommandLine } from "../parts/command.js";
import { Section } from "../parts/figures.js";
import { Checker } from "../parts/verdict.js";

const EXAMPLE = "gemm --m 4096 --n 4096 --k 16 --fast-words 1024";

/** One bound: its theorem with the numbers put in, what it requires, and its certificate, to be checked in the page. */
export default function ProofPage({ texts, onTexts, files }: PageProps): VNode {
  const [text = EXAMPLE, name] = texts;
  const known = useAnswer<ProofParts>("proof", text, { lane: "proof", again: files });
  const { catalogue } = useAnswer<CatalogueParts>("catalogue", "", { lane: "catalogue" }).parts;
  const { proof } = known.parts;
  const shown = proof?.bounds.find((one) => one.name === name) ?? proof?.bounds.find((one) => one.isBest);
  const onText = (next: string): void => onTexts([next]);
  return (
    <>
      <CommandLine name="proof" command="bound" text={text} error={known.error} onText={onText} />
      {catalogue === undefined ? null : <Choices catalogue={catalogue} text={text} onText={onText} />}
      {proof === undefined || shown === undefined ? null : (
        <div data-of={known.of} data-done={known.done}>
          <header class="answer">
            <h2>{proof.workload}</h2>
            <p>{proof.machine}</p>
          </header>
          <form class="choices" onSubmit={(event) => event.preventDefault()}>
            <label>
              bound
              <select value={shown.name} onChange={(event) => onTexts([text, event.currentTarget.value])}>
                {proof.bounds.map((one) => (
                  <option value={one.name}>
                    {one.name}
                    {one.isBest ? " (best)" : ""}
                  </option>
                ))}
              </select>
            </label>
          </form>
          <Proof view={shown} />
          <Section
            id="check"
            title="Check it"
            about="The checker shares no code with what derived the bound, and runs in this page. The extracted one is proven sound in Coq."
          >
            <Checker
              key={`${known.of} ${shown.name}`}
              text={JSON.stringify(shown.document, null, 2)}
              hasCoq={shown.status === "machine-checked"}
            />
          </Section>
        </div>
      )}
    </>
  );
}

function Proof({ view }: { readonly view: ProofView }): VNode {
  const { title, statement, value, unit, reads, writes, numbers, requires, status, proof, source } = view;
  const own = requires.filter(({ isCommon }) => !isCommon);
  const common = requires.filter(({ isCommon }) => isCommon);
  return (
    <>
      <Section id="theorem" title={title} about={view.counts}>
        <p class="statement">{statement}</p>
        <p class="lead" data-value={value.replaceAll(",", "")}>
          <b>
            Q ≥ {value} {unit}
          </b>
          Interface: {view.interface}, {view.scope}
          {reads === undefined ? "" : `; reads at least ${reads}`}
          {writes === undefined ? "" : `; writes at least ${writes}`}
        </p>
        <p class="muted">
          {status}; {source}; proof in <code>{proof}</code>. Fast memory: {view.fastMemory}.
        </p>
        <h3>With these numbers in it</h3>
        <dl class="numbers">
          {numbers.map((one) => (
            <div>
              <dt>{one.name}</dt>
              <dd>{one.value}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section id="requires" title="What it requires" about="The bound holds for every kernel that does these.">
        <Requirements list={own} />
        <details>
          <summary>What every bound on this machine requires</summary>
          <Requirements list={common} />
        </details>
      </Section>
    </>
  );
}

function Requirements({ list }: { readonly list: ProofView["requires"] }): VNode {
  if (list.length === 0) return <p>Nothing beside what every bound on this machine requires.</p>;
  return (
    <dl class="requires">
      {list.map(({ id, meaning }) => (
        <>
          <dt>{id}</dt>
          <dd>{meaning}</dd>
        </>
      ))}
    </dl>
  );
}
