import type { VNode } from "preact";
import type { BoundsParts } from "../answers/bounds.js";
import type { CatalogueParts } from "../answers/catalogue.js";
import type { KernelParts } from "../answers/kernel.js";
import { type Known, useAnswer } from "../client.js";
import type { PageProps } from "../page.js";
import { Choices } from "../parts/choices.js";
import { CommandLine } from "../parts/command.js";
import { Chart, percent, Section, Table, Waterfall } from "../parts/figures.js";
import { save } from "../parts/save.js";

const EXAMPLE = "gemm --m 8192 --n 8192 --k 4096 --gpu h200";

/** A kernel: what it must move and take, what schedules do, and where the gap comes from; two of them side by side. */
export default function KernelPage({ texts, onTexts, files }: PageProps): VNode {
  const shown = texts.length === 0 ? [EXAMPLE] : texts.slice(0, 2);
  const { catalogue } = useAnswer<CatalogueParts>("catalogue", "", { lane: "catalogue" }).parts;
  const change = (at: number, text: string): void => onTexts(shown.map((one, i) => (i === at ? text : one)));
  return (
    <>
      <p class="about">
        How many bytes must a kernel move, how many does its schedule move, and where does the difference come from? Type the
        words of redblue gap, or choose below. What is proven stands there at once; schedules are replayed behind it.
      </p>
      <div class={shown.length > 1 ? "columns" : "column"}>
        {shown.map((text, at) => (
          <div>
            <Kernel name={`${at + 1}`} text={text} catalogue={catalogue} files={files} onText={(next) => change(at, next)} />
          </div>
        ))}
      </div>
      <p class="actions">
        {shown.length === 1 ? (
          <button type="button" onClick={() => onTexts([...shown, shown[0] ?? EXAMPLE])}>
            Compare with a second one
          </button>
        ) : (
          <button type="button" onClick={() => onTexts(shown.slice(0, 1))}>
            Close the second one
          </button>
        )}
      </p>
    </>
  );
}

interface Props {
  readonly name: string;
  readonly text: string;
  readonly catalogue: CatalogueParts["catalogue"] | undefined;
  readonly files: number;
  readonly onText: (text: string) => void;
}

function Kernel({ name, text, catalogue, files, onText }: Props): VNode {
  const proven = useAnswer<BoundsParts>("bounds", text, { lane: `bounds-${name}`, again: files });
  const replayed = useAnswer<KernelParts>("kernel", text, { lane: `kernel-${name}`, long: true, again: files });
  const { bounds } = proven.parts;
  return (
    <>
      <CommandLine name={name} command="gap" text={text} error={proven.error ?? replayed.error} onText={onText} />
      {catalogue === undefined ? null : <Choices catalogue={catalogue} text={text} onText={onText} />}
      {bounds === undefined ? null : <Proven name={name} bounds={bounds} known={proven} replayed={replayed} />}
      <p class="progress" role="status">
        {replayed.done || proven.error !== undefined ? "" : (replayed.progress ?? "")}
      </p>
      <Replayed name={name} known={replayed} />
    </>
  );
}

interface ProvenProps {
  readonly name: string;
  readonly bounds: BoundsParts["bounds"];
  readonly known: Known<BoundsParts>;
  readonly replayed: Known<KernelParts>;
}

/** What is proven, at once, and beside it what the best schedule moves, as soon as it is replayed. */
function Proven({ name, bounds, known, replayed }: ProvenProps): VNode {
  const { workload, machine, least, interfaces, all } = bounds;
  const { schedules } = replayed.parts;
  const isCurrent = replayed.of === known.of;
  const moved = isCurrent ? schedules?.interfaces : undefined;
  const [title, ...lines] = (isCurrent ? schedules?.lead : undefined) ?? [];
  return (
    <>
      <header class="answer" data-of={known.of} data-milliseconds={known.milliseconds?.toFixed(1)}>
        <h2>{workload}</h2>
        <p>{machine}</p>
        <dl class="figures">
          {least === undefined ? null : (
            <div>
              <dt>least time</dt>
              <dd>
                <b>{least.time}</b> {least.binds}
              </dd>
            </div>
          )}
          {title === undefined ? null : (
            <div>
              <dt>best schedule shown</dt>
              <dd>
                <b>{title}</b>
                {lines.map((line) => (
                  <p>{line}</p>
                ))}
              </dd>
            </div>
          )}
        </dl>
      </header>
      <Section
        id={`interfaces-${name}`}
        title="Bytes by interface"
        about="What no kernel can go below, and what the best schedule shown moves."
      >
        <ul class="interfaces">
          {interfaces.map((one) => {
            const here = moved?.find((other) => other.name === one.name);
            return (
              <li>
                <span class="level">
                  <strong>{one.name}</strong> <span class="muted">{one.theorem}</span>
                </span>
                <span class="amount">
                  {one.least}
                  {here === undefined ? "" : ` of ${here.moved}`}
                </span>
                <span class="track" aria-hidden="true">
                  <i class="bar" style={{ width: here === undefined ? "0%" : "100%" }} />
                  <i class="bar proven" style={{ width: percent(here?.percent ?? 100) }} />
                </span>
              </li>
            );
          })}
        </ul>
        <details>
          <summary>Bounds with reads and writes</summary>
          <Table name="Bounds" table={all} />
        </details>
        {least === undefined ? null : (
          <details>
            <summary>Least time of each resource</summary>
            <Table name="Least time of each resource" table={least.terms} />
          </details>
        )}
      </Section>
    </>
  );
}

function Replayed({ name, known }: { readonly name: string; readonly known: Known<KernelParts> }): VNode {
  const { schedules, breakdowns, roofline, curve, document: json } = known.parts;
  return (
    <div class={known.done ? "replayed" : "replayed waiting"} data-done={known.done} data-of={known.of}>
      {schedules?.tables.map(({ title, content }) => (
        <Section id={`schedules-${name}`} title="What schedules take and move" about={title}>
          <Table name="Schedules" table={content} />
        </Section>
      ))}
      {breakdowns === undefined || breakdowns.length === 0 ? null : (
        <Section
          id={`breakdown-${name}`}
          title="Where the gap comes from"
          about="From what the schedule moves down to what every kernel must move. The full bar is what is left, the pale one what the step saves."
        >
          {breakdowns.map(({ title, content }) => (
            <>
              <h3>{title}</h3>
              <Waterfall levels={content} />
            </>
          ))}
        </Section>
      )}
      {roofline === undefined ? null : (
        <Section
          id={`roofline-${name}`}
          title="Roofline"
          about="No run is above the roof, and none is right of the vertical line: that is its bound on DRAM bytes."
        >
          <Chart name="Roofline" svg={roofline} />
        </Section>
      )}
      {curve === undefined ? null : (
        <Section
          id={`curve-${name}`}
          title="Traffic and the size of the fast memory"
          about="Both axes logarithmic. Nothing can be in the shaded area: it lies below the proven bound at that size."
        >
          <Chart name="Traffic against size" svg={curve} />
        </Section>
      )}
      {json === undefined ? null : (
        <p class="actions">
          <button type="button" onClick={() => save(json, "gap.json")}>
            Save the document with its certificates
          </button>
        </p>
      )}
    </div>
  );
}
