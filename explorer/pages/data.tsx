import type { VNode } from "preact";
import { formatAddress } from "../../src/text/page-address.js";
import { textOf, wordsOf } from "../../src/text/shell-words.js";
import type { CatalogueParts } from "../answers/catalogue.js";
import type { DataParts } from "../answers/data.js";
import { files, useAnswer } from "../client.js";
import type { PageProps } from "../page.js";
import { Select } from "../parts/choices.js";
import { Chart, Section, Table } from "../parts/figures.js";
import { withFlag } from "../words.js";

/** Files of the reader's own, which stay in the page: certificates, models, machines, profiles. */
export default function DataPage({ texts, onTexts, onFiles, files: count }: PageProps): VNode {
  const [text = ""] = texts;
  const [name = ""] = wordsOf(text);
  return (
    <>
      <p class="about">
        A file stays in this page: nothing is sent anywhere. Documents that redblue printed with --json are checked here. An ONNX
        model is opened as a layer, the figures of a GPU as a machine, and a profile of Nsight Compute, Nsight Systems or the
        PyTorch profiler is set beside its least times.
      </p>
      <p class="choices">
        <label>
          files (or drop them on any page)
          <input type="file" multiple onChange={(event) => onFiles([...(event.currentTarget.files ?? [])])} />
        </label>
        {files.size === 0 ? null : (
          <label>
            shown
            <select value={name} onChange={(event) => onTexts([textOf([event.currentTarget.value])])}>
              {[...files.keys()].map((one) => (
                <option value={one}>{one}</option>
              ))}
            </select>
          </label>
        )}
      </p>
      {name === "" ? null : <Given text={text} count={count} onText={(next) => onTexts([next])} />}
    </>
  );
}

interface GivenProps {
  readonly text: string;
  readonly count: number;
  readonly onText: (text: string) => void;
}

function Given({ text, count, onText }: GivenProps): VNode {
  const known = useAnswer<DataParts>("data", text, { lane: "data", again: count });
  const { catalogue } = useAnswer<CatalogueParts>("catalogue", "", { lane: "catalogue" }).parts;
  const { data } = known.parts;
  const words = wordsOf(text);
  return (
    <div data-done={known.done} data-of={known.of}>
      <p class="error" role="status">
        {known.error ?? ""}
      </p>
      <p class="progress" role="status">
        {known.done ? "" : (known.progress ?? "")}
      </p>
      {data === undefined ? null : (
        <Section id="data" title={words[0] ?? ""}>
          {data.lines.map((line) => (
            <p>{line}</p>
          ))}
          {data.kind === "profile" && catalogue !== undefined ? (
            <p class="choices">
              <Select
                words={words}
                set={(flag, value) => onText(textOf(withFlag(words, flag, value)))}
                flag="gpu"
                values={catalogue.machines.map(({ id }) => id)}
              />
            </p>
          ) : null}
          {data.next === undefined ? null : (
            <p>
              <a href={formatAddress({ page: data.next.page, texts: [data.next.text] })}>Open it as a {data.next.page}</a>
            </p>
          )}
          {data.table === undefined ? null : <Table name="Kernels" table={data.table} />}
          {data.roofline === undefined ? null : <Chart name="Roofline" svg={data.roofline} />}
        </Section>
      )}
    </div>
  );
}
