import { forMarkup } from "../../text/escape.js";
/** A part of the page under a heading; nothing without content. */
export function section(id: string, title: string, about: string, content: string): string {
  if (content === "") return "";
  return `<section aria-labelledby="${id}"><h2 id="${id}">${forMarkup(title)}</h2><p class="about">${forMarkup(about)}</p>${content}</section>`;
}

/** A wide figure scrolls in a frame of its own, which the keyboard reaches, so that the page never does. */
export function frame(name: string, content: string): string {
  return `<div class="frame" role="region" tabindex="0" aria-label="${forMarkup(name)}">${content}</div>`;
}

export function table(titles: readonly string[], rows: readonly (readonly string[])[], name: string): string {
  const head = titles.map((title) => `<th scope="col">${forMarkup(title)}</th>`).join("");
  const body = rows
    .map(
      ([first = "", ...rest]) =>
        `<tr><th scope="row">${forMarkup(first)}</th>${rest.map((cell, i) => cellOf(cell, titles[i + 1] ?? "")).join("")}</tr>`,
    )
    .join("\n");
  return frame(name, `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`);
}

/** On a phone a row is a card, in which a cell names its column. */
function cellOf(cell: string, title: string): string {
  return cell === "" ? "<td></td>" : `<td data-title="${forMarkup(title)}">${forMarkup(cell)}</td>`;
}
