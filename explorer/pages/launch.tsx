import type { VNode } from "preact";
import { textOf, wordsOf } from "../../src/text/shell-words.js";
import type { CatalogueParts } from "../answers/catalogue.js";
import type { LaunchParts } from "../answers/launch.js";
import { useAnswer } from "../client.js";
import type { PageProps } from "../page.js";
import { Choices } from "../parts/choices.js";
import { CommandLine } from "../parts/command.js";
import { Player } from "../parts/player.js";
import { withFlag } from "../words.js";

const EXAMPLE = "gemm --m 4096 --n 4096 --k 2048 --gpu h100 --schedule tiled-gemm --order row";

/** A launch: tiles of the output as blocks run, what the L2 misses of each array, and which array fills it. */
export default function LaunchPage({ texts, onTexts, files }: PageProps): VNode {
  const [text = EXAMPLE] = texts;
  const onText = (next: string): void => onTexts([next]);
  const { catalogue } = useAnswer<CatalogueParts>("catalogue", "", { lane: "catalogue" }).parts;
  const known = useAnswer<LaunchParts>("launch", text, { lane: "launch", long: true, again: files });
  const { launch } = known.parts;
  return (
    <>
      <CommandLine name="launch" command="gap" text={text} error={known.error} onText={onText} />
      {catalogue === undefined ? null : <Choices catalogue={catalogue} text={text} onText={onText} />}
      <p class="progress" role="status">
        {known.done ? "" : (known.progress ?? "")}
      </p>
      {launch === undefined ? null : (
        <div class={known.done ? "replayed" : "replayed waiting"} data-done={known.done} data-of={known.of}>
          <header class="answer">
            <h2>{launch.workload}</h2>
            <p>
              {launch.schedule} through {launch.cache}
            </p>
          </header>
          <ScheduleChoice launch={launch} text={text} onText={onText} />
          <Player launch={launch} />
        </div>
      )}
    </>
  );
}

interface ChoiceProps {
  readonly launch: LaunchParts["launch"];
  readonly text: string;
  readonly onText: (text: string) => void;
}

function ScheduleChoice({ launch: { choices, schedule }, text, onText }: ChoiceProps): VNode {
  const choose = (label: string): void => {
    const one = choices.find((choice) => choice.label === label);
    const words = withFlag(wordsOf(text), "schedule", one?.id);
    onText(textOf(one?.order === undefined ? words : withFlag(words, "order", one.order)));
  };
  return (
    <p class="choices">
      <label>
        schedule
        <select value={schedule} onChange={(event) => choose(event.currentTarget.value)}>
          {choices.map(({ label }) => (
            <option value={label}>{label}</option>
          ))}
        </select>
      </label>
    </p>
  );
}
