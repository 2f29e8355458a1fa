import type { VNode } from "preact";
import type { FoundView, GameParts } from "../answers/game.js";
import { nameOf, type Table } from "./table.js";

interface Props {
  readonly table: Table;
  readonly found: FoundView | undefined;
  readonly bound: GameParts["bound"] | undefined;
  /** Of the games that begin as this one. */
  readonly rest: FoundView | undefined;
}

/** Cost so far beside what is possible, and what lies in fast memory. */
export function Score({ table, found, bound, rest }: Props): VNode {
  const { graph, game, position, words, used } = table;
  const held = Array.from({ length: graph.vertexCount }, (_, v) => v).filter((v) => position.fast[0]?.[v] === 1);
  const free = Math.max(0, game.fastCapacity - used);
  return (
    <>
      <dl class="score">
        <div>
          <dt>cost so far</dt>
          <dd data-cost={words}>{words}</dd>
        </div>
        <div>
          <dt>still possible</dt>
          <dd data-rest={rest?.isExact === true ? rest.upper : undefined}>{range(rest)}</dd>
        </div>
        <div>
          <dt>optimum</dt>
          <dd data-optimum={found?.isExact === true ? found.upper : undefined}>{range(found)}</dd>
        </div>
        <div>
          <dt>bound</dt>
          <dd>
            {bound?.words ?? "–"} <small>{bound?.id}</small>
          </dd>
        </div>
      </dl>
      <p class="memory">
        <span>
          Fast memory, {used} of {game.fastCapacity} {game.fastCapacity === 1 ? "word" : "words"}:
        </span>
        {held.map((v) => (
          <b>{nameOf(graph, v)}</b>
        ))}
        {Array.from({ length: Math.min(free, 32) }, () => (
          <b class="free" aria-hidden="true">
            free
          </b>
        ))}
      </p>
    </>
  );
}

function range(found: FoundView | undefined): string {
  if (found === undefined) return "…";
  return found.isExact ? String(found.upper) : `${found.lower} to ${found.upper}`;
}
