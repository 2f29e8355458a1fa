import type { VNode } from "preact";
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { buildCdag } from "../../src/pebble/cdag.js";
import { formatMoves, parseMoves } from "../../src/pebble/formats/moves.js";
import type { Move } from "../../src/pebble/rules.js";
import { textOf, wordsOf } from "../../src/text/shell-words.js";
import type { GameParts, GraphView, HintParts } from "../answers/game.js";
import { documents, files as dropped, useAnswer } from "../client.js";
import { Board } from "../game/board.js";
import { Editor } from "../game/editor.js";
import { Lessons } from "../game/lessons.js";
import { FILES, GRAPHS, LEVELS } from "../game/levels.js";
import { Score } from "../game/score.js";
import { Setup } from "../game/setup.js";
import { type Action, actionsAt, nameOf, type Table, tableAfter, wordsOfMove } from "../game/table.js";
import { Watch } from "../game/watch.js";
import type { PageProps } from "../page.js";
import { CommandLine } from "../parts/command.js";
import { Frame, Section } from "../parts/figures.js";
import { flagOf, withFlag } from "../words.js";

const OWN = "own.json";
const FIRST_OWN: GraphView = {
  vertices: 3,
  edges: [
    [0, 2],
    [1, 2],
  ],
  outputs: [2],
};
/** Beyond these characters a graph does not go into the address. */
const LONGEST = 3000;

for (const [name, { graph }] of Object.entries(FILES)) if (!dropped.has(name)) documents.set(name, bytesOf(graph));

/** The red-blue pebble game, to be played: legal moves, the cost so far, and what is still possible. */
export default function GamePage({ texts, onTexts, files }: PageProps): VNode {
  const [text = LEVELS[0]?.text ?? "", own] = texts;
  const words = wordsOf(text);
  const base = textOf(withFlag(words, "after", undefined));
  const file = fileOf(words);
  if (own !== undefined && file !== undefined) documents.set(file, new TextEncoder().encode(own));
  const again = `${files} ${own ?? ""}`;
  const known = useAnswer<GameParts>("game", base, { lane: "game", again });
  const ahead = useAnswer<HintParts>("hint", text, { lane: "hint", long: true, again });
  const { board } = known.parts;
  const graph = useMemo(() => (board === undefined ? undefined : buildCdag(board.graph)), [board]);
  const [selected, select] = useState(0);
  const [said, say] = useState("");
  const [asked, ask] = useState<string>();
  const [watched, watch] = useState<number>();
  const [marked, mark] = useState<ReadonlySet<number>>();
  const isCurrent = known.of === base;
  const found = isCurrent ? known.parts.found : undefined;
  const rest = ahead.of === text ? ahead.parts.rest : undefined;
  const moves = isCurrent ? movesOf(words) : [];
  const start = useCallback(
    (next: string, ownGraph?: string) => {
      for (const reset of [ask, watch]) reset(undefined);
      say("");
      select(0);
      onTexts(ownGraph === undefined ? [next] : [next, ownGraph]);
    },
    [onTexts],
  );
  const open = async (given: File): Promise<void> => {
    const content = new Uint8Array(await given.arrayBuffer());
    documents.set(given.name, content);
    const isShort = content.length <= LONGEST && /\.json$/i.test(given.name);
    const words = [given.name, "--fast", "4", "--no-slide"];
    start(textOf(words), isShort ? new TextDecoder().decode(content) : undefined);
  };
  const keep = own === undefined ? [] : [own];
  const play = (next: readonly Move[], line: string): void => {
    say(line);
    ask(undefined);
    onTexts([textOf(withFlag(words, "after", next.length === 0 ? undefined : formatMoves(next))), ...keep]);
  };
  const table = graph === undefined || board === undefined ? undefined : tableAfter(graph, board.game, moves);
  const hint = asked === text && rest !== undefined && table !== undefined ? rest.moves[table.moves.length] : undefined;
  useEffect(() => {
    if (hint !== undefined) select(hint[1]);
  }, [hint?.[1], asked]);
  const act = (one: Table, { move, label, refusal }: Action): void => {
    const line = wordsOfMove(one.graph, move);
    if (refusal !== undefined) say(`${label} ${nameOf(one.graph, move[1])} is illegal: ${refusal}.`);
    else play([...one.moves, move], `${line}: cost ${tableAfter(one.graph, one.game, [...one.moves, move]).words}.`);
  };
  const undo = (one: Table): void => {
    const last = one.moves.at(-1);
    if (last !== undefined) play(one.moves.slice(0, -1), `Undone: ${wordsOfMove(one.graph, last)}.`);
  };
  const giveHint = (one: Table): void => {
    if (hint === undefined) ask(text);
    else play([...one.moves, hint], `${wordsOfMove(one.graph, hint)}, as the hint says.`);
  };
  const onKey = (one: Table, key: string): boolean => {
    const action = actionsAt(one, selected).find((other) => other.key === key.toLowerCase());
    if (action !== undefined) act(one, action);
    else if (key === "u" || key === "Backspace") undo(one);
    else if (key === "h") giveHint(one);
    else return false;
    return true;
  };
  const draw = (next: GraphView): void => {
    select(Math.min(selected, next.vertices - 1));
    onTexts([textOf(withFlag(wordsOf(base), "after", undefined)), JSON.stringify(next)]);
  };
  const level = LEVELS.findIndex((one) => one.text === base);
  const error = known.error ?? ahead.error;
  const at = table === undefined ? 0 : Math.min(selected, table.graph.vertexCount - 1);
  const best = found?.moves ?? [];
  const shown =
    table === undefined || watched === undefined ? table : tableAfter(table.graph, table.game, best.slice(0, watched));
  const line = table === undefined ? "" : statusOf(table, said, hint, asked === text, rest?.upper, found?.upper);
  return (
    <>
      <p class="about">
        A vertex is a word. A red disk is a copy in fast memory, a blue ring one in slow memory. Loads and stores cost a word
        each; a vertex is computed when all its operands are red. The game is won when every output is blue.
      </p>
      <Lessons
        level={level}
        isWon={table?.isWon ?? false}
        words={table?.words ?? 0}
        onLevel={(i) => start(LEVELS[i]?.text ?? base)}
      />
      <p class="error" role="status">
        {error ?? ""}
      </p>
      {shown === undefined || table === undefined ? null : (
        <section aria-label="Game" class="game" data-text={text} data-won={shown.isWon} data-done={known.done && ahead.done}>
          <Score
            table={shown}
            found={found}
            bound={isCurrent ? known.parts.bound : undefined}
            rest={watched === undefined ? rest : found}
          />
          <Frame name="Graph">
            <Board
              table={shown}
              selected={at}
              {...(marked === undefined ? {} : { marked })}
              onSelect={(v) => {
                if (marked !== undefined && v === at) mark(toggled(marked, v));
                select(v);
              }}
              onAction={(action) => (watched === undefined ? act(table, action) : undefined)}
              onKey={(key) => watched === undefined && onKey(table, key)}
            />
          </Frame>
          {watched !== undefined ? (
            <Watch length={best.length} at={watched} said={lastMove(shown)} onAt={watch} onClose={() => watch(undefined)} />
          ) : (
            <>
              <fieldset class="actions">
                <legend>Moves of {nameOf(table.graph, at)}</legend>
                {actionsAt(table, at).map((action) => (
                  <button
                    type="button"
                    aria-disabled={action.refusal !== undefined}
                    aria-keyshortcuts={action.key}
                    onClick={() => act(table, action)}
                  >
                    {action.label} <kbd>{action.key.toUpperCase()}</kbd>
                  </button>
                ))}
              </fieldset>
              <p class="said" role="status">
                {line}
              </p>
              <div class="actions">
                <button type="button" aria-keyshortcuts="u" disabled={table.moves.length === 0} onClick={() => undo(table)}>
                  Undo <kbd>U</kbd>
                </button>
                <button type="button" disabled={table.moves.length === 0} onClick={() => play([], "Begun again.")}>
                  Begin again
                </button>
                <button type="button" aria-keyshortcuts="h" disabled={table.isWon} onClick={() => giveHint(table)}>
                  {hint === undefined ? "Hint" : "Make that move"} <kbd>H</kbd>
                </button>
                <button type="button" disabled={best.length === 0} onClick={() => watch(0)}>
                  {found?.isExact === false ? "Watch the best game found" : "Watch an optimal game"}
                </button>
                {base.startsWith(OWN) ? (
                  <button
                    type="button"
                    aria-pressed={marked !== undefined}
                    onClick={() => mark(marked === undefined ? new Set() : undefined)}
                  >
                    {marked === undefined ? "Draw" : "Play"}
                  </button>
                ) : null}
              </div>
            </>
          )}
          {marked === undefined || board === undefined ? null : (
            <Editor graph={board.graph} marked={marked} selected={at} onGraph={draw} onMarked={mark} />
          )}
        </section>
      )}
      <Section id="setup" title="Another graph, other rules">
        <Setup
          text={base}
          graphs={[...GRAPHS, { title: "My own, drawn here", text: `${OWN} --fast 4 --no-slide` }]}
          onText={(next) => {
            const isSame = fileOf(wordsOf(next)) === file;
            const isOwn = next.startsWith(OWN);
            if (!isSame) mark(isOwn ? new Set() : undefined);
            start(next, isSame ? own : isOwn ? JSON.stringify(FIRST_OWN) : undefined);
          }}
          onFile={(one) => void open(one)}
        />
      </Section>
      <Section
        id="share"
        title="Share"
        about="The address of this page holds the graph and the moves. The command line takes the same words."
      >
        <p class="actions">
          <button
            type="button"
            onClick={() => void navigator.clipboard.writeText(location.href).then(() => say("The link is copied."))}
          >
            Copy the link
          </button>
        </p>
        <CommandLine name="game" command="pebble" text={text} onText={(next) => onTexts([next, ...keep])} />
      </Section>
    </>
  );
}

function bytesOf(graph: GraphView): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(graph));
}

function toggled(marked: ReadonlySet<number>, v: number): ReadonlySet<number> {
  const next = new Set(marked);
  if (!next.delete(v)) next.add(v);
  return next;
}

function fileOf(words: readonly string[]): string | undefined {
  return words.find((word) => /\.(json|hdag)$/i.test(word));
}

/** Moves of the address; none where they cannot be read, which the answers say. */
function movesOf(words: readonly string[]): readonly Move[] {
  try {
    return parseMoves(flagOf(words, "after") ?? "");
  } catch {
    return [];
  }
}

function lastMove({ graph, moves }: Table): string {
  const last = moves.at(-1);
  return last === undefined ? "" : wordsOfMove(graph, last);
}

/** What was done, what to do next, or how the game ended. */
function statusOf(
  { graph, isWon, words }: Table,
  said: string,
  hint: Move | undefined,
  isAsked: boolean,
  best: number | undefined,
  optimum: number | undefined,
): string {
  if (isWon && optimum !== undefined && words <= optimum) return `${said} Won at a cost of ${words}, the optimum.`;
  if (isWon) return `${said} Won at a cost of ${words}${optimum === undefined ? "" : `; the optimum is ${optimum}`}.`;
  if (hint !== undefined) return `Hint: ${wordsOfMove(graph, hint)}. The whole game can cost ${best}.`;
  return isAsked ? "Searching for the best move …" : said;
}
