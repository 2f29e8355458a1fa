import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { LaunchParts } from "../answers/launch.js";
import { Frame, percent, Section } from "./figures.js";
import { Playback } from "./playback.js";

type Launch = LaunchParts["launch"];

const CELL = 24;
/** A whole launch takes so long; with reduced motion it goes in few steps instead. */
const LENGTH_MS = 12_000;
const REDUCED_STEPS = 20;

/** A launch at one instant, and the ways to move it. */
export function Player({ launch }: { readonly launch: Launch }): VNode {
  const { instants, missed, grids, arrays } = launch;
  const [instant, setInstant] = useState(instants);
  useEffect(() => setInstant(instants), [launch]);
  const isReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const stride = isReduced ? Math.ceil(instants / REDUCED_STEPS) : 1;
  const now = Math.min(instant, instants);
  const said = `${Math.round((100 * now) / Math.max(1, instants))} % of the steps, ${missed[now]} missed`;
  return (
    <>
      <Section id="launch" title="Tiles of the output">
        <Playback
          length={instants}
          at={now}
          onAt={setInstant}
          stride={stride}
          pictureMs={(LENGTH_MS * stride) / instants}
          name="Time"
          unit="step"
          said={said}
        >
          <output>{said}</output>
        </Playback>
        <p class="legend">
          <span>
            <i class="key hit" />
            reads hit the cache
          </span>
          <span>
            <i class="key miss" />
            reads missed
          </span>
          <span>
            <i class="key run" />
            running
          </span>
          <span>
            <i class="key todo" />
            not launched
          </span>
        </p>
        <div class={arePanels(grids) ? "panels" : undefined}>
          {grids.map((grid) => (
            <Grid grid={grid} instant={now} />
          ))}
        </div>
      </Section>
      <Section
        id="arrays"
        title="The L2 by array"
        about="What has been read of each array so far and missed, and how much of the L2 it fills now."
      >
        {arrays.map(({ name, missPercent, said: text, heldPercent, held }) => (
          <div class="array">
            <strong>{name}</strong>
            <span class="track" aria-hidden="true">
              <i class="bar measured" style={{ width: percent(missPercent[now] ?? 0) }} />
            </span>
            <span>{text[now]}</span>
            {heldPercent === undefined ? null : (
              <>
                <span class="track held" aria-hidden="true">
                  <i class="bar" style={{ width: percent(heldPercent[now] ?? 0) }} />
                </span>
                <span>{held?.[now]} in the L2</span>
              </>
            )}
          </div>
        ))}
      </Section>
    </>
  );
}

/** A grid a die, side by side. */
function arePanels(grids: Launch["grids"]): boolean {
  return grids.some(({ array }) => / on die \d+$/.test(array));
}

function Grid({ grid, instant }: { readonly grid: Launch["grids"][number]; readonly instant: number }): VNode {
  const { array, tiles, meaning, cells, width, height, side } = grid;
  const written = cells.reduce((sum, { end, tiles: own }) => sum + (end <= instant ? own : 0), 0);
  return (
    <figure class="launch">
      <figcaption>
        {array}: {written} of {tiles} tiles written; {meaning}.
      </figcaption>
      <Frame name={`Tiles of ${array}`}>
        <svg
          class="tiles"
          viewBox={`0 0 ${width * CELL} ${height * CELL}`}
          width={width * CELL}
          height={height * CELL}
          role="img"
          aria-label={`Tiles of ${array}, ${written} of ${tiles} written`}
        >
          {cells.map(({ row, column, start, end, missPercent, place, title }) => (
            <g class={end <= instant ? "tile" : start < instant ? "tile run" : "tile todo"} style={{ "--m": `${missPercent}%` }}>
              <rect x={column * CELL} y={row * CELL} width={CELL} height={CELL} />
              {side === 1 ? (
                <text x={column * CELL + CELL / 2} y={row * CELL + CELL / 2 + 3}>
                  {place}
                </text>
              ) : null}
              <title>{title}</title>
            </g>
          ))}
        </svg>
      </Frame>
    </figure>
  );
}
