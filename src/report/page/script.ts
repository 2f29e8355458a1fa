/** Moves the launch grids to the slider's instant; without it the page shows the end. */
export const PAGE_SCRIPT = `
(() => {
  const slider = document.getElementById("instant");
  if (!slider) return;
  const now = document.getElementById("now");
  const missed = JSON.parse(document.getElementById("missed").textContent);
  const tiles = [...document.querySelectorAll(".tile")].map((element) => {
    const { s, e, n } = element.dataset;
    return { element, start: Number(s), end: Number(e), count: Number(n) };
  });
  const all = tiles.reduce((sum, tile) => sum + tile.count, 0);
  const bytes = (value) => {
    const units = ["B", "kB", "MB", "GB", "TB", "PB"];
    let unit = 0;
    while (value >= 1000 && unit < units.length - 1) { value /= 1000; unit++; }
    return (unit === 0 ? value : value.toPrecision(4)) + " " + units[unit];
  };
  const show = () => {
    const instant = Number(slider.value);
    let done = 0;
    for (const { element, start, end, count } of tiles) {
      const state = end <= instant ? "done" : start < instant ? "run" : "todo";
      if (state === "done") done += count;
      element.classList.toggle("run", state === "run");
      element.classList.toggle("todo", state === "todo");
    }
    const part = Math.round((100 * instant) / Number(slider.max));
    const text = part + " % of the steps: " + done + " of " + all + " tiles written, " + bytes(missed[instant]) + " missed";
    now.textContent = text;
    slider.setAttribute("aria-valuetext", text);
  };
  slider.addEventListener("input", show);
  show();
})();
`;
