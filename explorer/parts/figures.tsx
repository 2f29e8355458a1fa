import type { ComponentChildren, VNode } from "preact";
import type { LevelView } from "../answers/kernel.js";
import type { TableView } from "../answers/view.js";

/** A part of a page under a heading. */
export function Section({ id, title, about, children }: SectionProps): VNode {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {about === undefined ? null : <p class="about">{about}</p>}
      {children}
    </section>
  );
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly about?: string;
  readonly children: ComponentChildren;
}

/** A wide figure scrolls in a frame of its own, which the keyboard reaches, so that the page never does. */
export function Frame({ name, children }: { readonly name: string; readonly children: ComponentChildren }): VNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section has a heading, and this none.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached.
    <div class="frame" role="region" tabIndex={0} aria-label={name}>
      {children}
    </div>
  );
}

/** On a phone a row is a card, in which a cell names its column. */
export function Table({ name, table: { columns, rows, notes } }: { readonly name: string; readonly table: TableView }): VNode {
  return (
    <>
      <Frame name={name}>
        <table>
          <thead>
            <tr>
              {columns.map(({ title, align }) => (
                <th scope="col" class={align}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first, ...rest]) => (
              <tr>
                <th scope="row">{first}</th>
                {rest.map((cell, i) => (
                  <td class={columns[i + 1]?.align} data-title={columns[i + 1]?.title}>
                    {cell === "" ? null : cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Frame>
      <Notes lines={notes} />
    </>
  );
}

function Notes({ lines }: { readonly lines: readonly string[] }): VNode | null {
  if (lines.length === 0) return null;
  return (
    <ul class="advice muted">
      {lines.map((line) => (
        <li>{line}</li>
      ))}
    </ul>
  );
}

/** A chart that a worker has drawn; its texts are escaped there. */
export function Chart({ name, svg }: { readonly name: string; readonly svg: string }): VNode {
  return (
    <Frame name={name}>
      <div dangerouslySetInnerHTML={{ __html: svg }} />
    </Frame>
  );
}

/** A breakdown as bars from the left: what a level moves, and behind it what the step before it saved or added. */
export function Waterfall({ levels }: { readonly levels: readonly LevelView[] }): VNode {
  return (
    <ol class="waterfall">
      {levels.map(({ name, label, basis, amount, width, before = width, factor, change }) => (
        <li>
          <div class="level">
            <strong>{name}</strong> <span class="muted">{label}</span>
          </div>
          <div class="amount">
            <span>{amount}</span> <span class="factor">{factor}</span>
          </div>
          <div class="track" aria-hidden="true">
            <i
              class={before < width ? "saved up" : "saved"}
              style={{ left: percent(Math.min(before, width)), width: percent(Math.abs(before - width)) }}
            />
            <i class={`bar ${basis}`} style={{ width: percent(width) }} />
          </div>
          {change === "" ? null : <p class="change">{change}</p>}
        </li>
      ))}
    </ol>
  );
}

export function percent(share: number): string {
  return `${share.toFixed(2)}%`;
}
