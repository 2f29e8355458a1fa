/** Light and dark by the reader's preference; narrow columns wrap, wide figures scroll in their frames. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --page: #fbfbfa; --card: #fff; --ink: #1b1f24; --muted: #5b6570; --line: #dfe3e7; --accent: #0072b2;
  --bar: #0072b2; --saved: #b9d6e8; --up: #e9b48f; --proven: #1b1f24; --measured: #d55e00; --hit: #9ccbe6; --miss: #d55e00; --todo: #eceff1; }
@media (prefers-color-scheme: dark) { :root { --page: #101315; --card: #171b1e; --ink: #e6e8ea; --muted: #9aa2aa; --line: #2b3036; --accent: #56b4e9;
  --bar: #3f97cc; --saved: #24465a; --up: #6b4128; --proven: #e6e8ea; --measured: #f08a4b; --hit: #27566f; --miss: #ef7f3c; --todo: #22282c; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 1060px; margin: 0 auto; padding: 24px 16px 64px; }
header p, .about { color: var(--muted); margin: 4px 0; overflow-wrap: anywhere; }
h1 { font-size: 1.45rem; line-height: 1.25; margin: 0 0 8px; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 0; } h3 { font-size: 1rem; margin: 20px 0 4px; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 16px; margin-top: 20px; min-width: 0; }
.lead { font-size: 1.05rem; margin: 16px 0 0; } .lead b { color: var(--accent); font-size: 1.9rem; display: block; line-height: 1.2; }
.advice { margin: 12px 0 0; padding-left: 1.2em; } .advice li, .about, .lead { overflow-wrap: anywhere; }
.frame { overflow-x: auto; max-width: 100%; margin-top: 12px; } :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.frame .chart { width: 100%; min-width: 700px; height: auto; background: transparent; display: block; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: 0.92rem; }
th, td { padding: 5px 6px; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
  tbody th:first-child { white-space: normal; }
  th:first-child { text-align: left; font-weight: 500; position: sticky; left: 0; background: var(--card); } thead th { color: var(--muted); font-weight: 500; }
.muted { color: var(--muted); }
.waterfall { list-style: none; margin: 12px 0 0; padding: 0; } .waterfall li { display: grid;
  grid-template-columns: minmax(0, 1fr) auto; column-gap: 12px; padding: 8px 0; border-top: 1px solid var(--line); }
.level { overflow-wrap: anywhere; } .amount { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap;
  } .factor { color: var(--accent); font-weight: 600; display: inline-block; min-width: 3.6em; }
.track { grid-column: 1 / -1; position: relative; height: 14px; margin: 4px 0; background: var(--todo);
  border-radius: 3px; overflow: hidden; } .track i { position: absolute; top: 0; bottom: 0; left: 0; }
.bar { background: var(--bar); } .bar.proven { background: var(--proven); } .bar.measured { background: var(--measured);
  } .saved { background: var(--saved); z-index: 1; } .saved.up { background: var(--up); }
.change { grid-column: 1 / -1; margin: 0; color: var(--muted); font-size: 0.9rem; }
.controls { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; margin-top: 12px; }
  .controls input { flex: 1 1 240px; min-width: 0; accent-color: var(--accent); } output { flex-basis: 100%;
  font-variant-numeric: tabular-nums; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 4px 0; color: var(--muted); font-size: 0.9rem; }
  .key { display: inline-block; width: 14px; height: 14px; margin-right: 6px; vertical-align: -2px;
  border: 1px solid var(--line); }
.key.hit { background: var(--hit); } .key.miss { background: var(--miss); } .key.todo { background: var(--todo); } .key.run { border: 2px solid var(--ink); }
figure { margin: 12px 0 0; } figcaption { color: var(--muted); font-size: 0.9rem; }
.tiles { display: block; max-width: none; } .tile rect { fill: color-mix(in oklab, var(--miss) var(--m), var(--hit)); stroke: var(--card); stroke-width: 1; }
.tile text { font: 9px system-ui, sans-serif; text-anchor: middle; fill: var(--ink); }
  .tile.todo rect { fill: var(--todo); } .tile.todo text { fill: var(--muted); } .tile.run rect { stroke: var(--ink);
  stroke-width: 2.5; }
.share { display: grid; grid-template-columns: minmax(2em, max-content) minmax(0, 1fr) 9.5em; gap: 4px 10px;
  align-items: center; margin-top: 6px; font-variant-numeric: tabular-nums; }
  .share span:last-child { text-align: right; } .share .track { grid-column: auto; margin: 0; }
  .share .write { background: var(--measured); }
details { margin-top: 10px; } summary { cursor: pointer; } pre { overflow-x: auto; font-size: 0.8rem;
  background: var(--todo); padding: 10px; border-radius: 6px; max-height: 24em; } details ul { color: var(--muted);
  font-size: 0.9rem; overflow-wrap: anywhere; }
@media (max-width: 760px) { thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; white-space: nowrap; }
  tr { display: flex; flex-wrap: wrap; gap: 0 14px; padding: 6px 0; border-bottom: 1px solid var(--line); }
  td, th { border: 0; padding: 1px 0; white-space: normal; overflow-wrap: anywhere; } th:first-child { flex: 1 0 100%; font-weight: 600; position: static; }
  td:empty { display: none; } td::before { content: attr(data-title) " "; color: var(--muted); } }
@media (max-width: 480px) { section { padding: 12px; } .waterfall li { grid-template-columns: minmax(0, 1fr); } .amount { text-align: left; } }
@media print { .frame { overflow: visible; } }
`;
