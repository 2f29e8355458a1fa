import type { VNode } from "preact";
import { textOf, wordsOf } from "../../src/text/shell-words.js";
import type { CatalogueParts } from "../answers/catalogue.js";
import type { LayerParts } from "../answers/layer.js";
import { useAnswer } from "../client.js";
import type { PageProps } from "../page.js";
import { Field, Select } from "../parts/choices.js";
import { CommandLine } from "../parts/command.js";
import { Chart, Section, Table } from "../parts/figures.js";
import { save } from "../parts/save.js";
import { withFlag } from "../words.js";

const EXAMPLE = "llama3-8b --phase prefill --tokens 4096 --gpu h100";

/** A layer of a model: what must move, its plans of kernels, what fusing saves, and every kernel under the roof. */
export default function LayerPage({ texts, onTexts, files }: PageProps): VNode {
  const [text = EXAMPLE] = texts;
  const { catalogue } = useAnswer<CatalogueParts>("catalogue", "", { lane: "catalogue" }).parts;
  const known = useAnswer<LayerParts>("layer", text, { lane: "layer", long: true, again: files });
  const { layer, roofline, document: json } = known.parts;
  return (
    <>
      <CommandLine name="layer" command="layer" text={text} error={known.error} onText={(next) => onTexts([next])} />
      {catalogue === undefined ? null : <LayerChoices catalogue={catalogue} text={text} onText={(next) => onTexts([next])} />}
      <p class="progress" role="status">
        {known.done ? "" : (known.progress ?? "")}
      </p>
      {layer === undefined ? null : (
        <div class={known.done ? "replayed" : "replayed waiting"} data-done={known.done} data-of={known.of}>
          <header class="answer">
            <h2>{layer.title}</h2>
            <p>{layer.machine}</p>
            <dl class="figures">
              {layer.least === undefined ? null : (
                <div>
                  <dt>least time, whatever the plan</dt>
                  <dd>
                    <b>{layer.least.time}</b> {layer.least.binds}
                  </dd>
                </div>
              )}
              <div>
                <dt>must move between DRAM and the chip</dt>
                <dd>
                  <b>{layer.floor}</b>
                </dd>
              </div>
            </dl>
          </header>
          <Section id="shares" title="What must move, whatever the plan">
            <Table name="What must move" table={layer.shares} />
            {layer.least === undefined ? null : (
              <details>
                <summary>Least time of each resource</summary>
                <Table name="Least time of each resource" table={layer.least.terms} />
              </details>
            )}
          </Section>
          <Section id="plans" title="Plans and what they must move">
            <Table name="Plans" table={layer.plans} />
          </Section>
          {layer.kernels === undefined ? null : (
            <Section id="kernels" title={`Kernels of ${layer.kernels.plan}`}>
              <Table name="Kernels" table={layer.kernels.table} />
            </Section>
          )}
          {layer.fusions === undefined ? null : (
            <Section id="fusions" title="What fusing two neighbours can save at most">
              <Table name="Fusions" table={layer.fusions} />
            </Section>
          )}
          {roofline === undefined ? null : (
            <Section
              id="roofline"
              title="Roofline"
              about="Every kernel with a product, at the least bytes and the least time that are proven of it."
            >
              <Chart name="Roofline" svg={roofline} />
            </Section>
          )}
          <p class="muted">Sizes: {layer.source}</p>
          {json === undefined ? null : (
            <p class="actions">
              <button type="button" onClick={() => save(json, "layer.json")}>
                Save the document with its certificates
              </button>
            </p>
          )}
        </div>
      )}
    </>
  );
}

interface ChoicesProps {
  readonly catalogue: CatalogueParts["catalogue"];
  readonly text: string;
  readonly onText: (text: string) => void;
}

function LayerChoices({ catalogue, text, onText }: ChoicesProps): VNode {
  const [model = "", ...flags] = wordsOf(text);
  const words = [model, ...flags];
  const set = (flag: string, value: string | undefined): void => onText(textOf(withFlag(words, flag, value)));
  const models = catalogue.models.map(({ id }) => id);
  return (
    <form class="choices" onSubmit={(event) => event.preventDefault()}>
      <label>
        model
        <select value={model} onChange={(event) => onText(textOf([event.currentTarget.value, ...flags]))}>
          {(models.includes(model) ? models : [model, ...models]).map((one) => (
            <option value={one}>{one}</option>
          ))}
        </select>
      </label>
      <Select words={words} set={set} flag="phase" values={["prefill", "decode"]} />
      <Field words={words} set={set} flag="batch" what="sequences (default 1)" isNumber />
      <Field words={words} set={set} flag="tokens" what="new tokens of each sequence (default 4096, 1 in decoding)" isNumber />
      <Field words={words} set={set} flag="context" what="tokens in the KV cache before" isNumber />
      <Select words={words} set={set} flag="dtype" values={catalogue.types} />
      <Field words={words} set={set} flag="gpus" what="GPUs that share the layer (default 1)" isNumber />
      <Select words={words} set={set} flag="gpu" values={catalogue.machines.map(({ id }) => id)} />
      <Select words={words} set={set} flag="objective" values={["l2-sm", "dram-l2", "time"]} />
    </form>
  );
}
