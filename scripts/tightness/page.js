/** Rows and summary of docs/tightness.md. */

const FAMILIES = {
  products: "m × n × k",
  chains: "m, k, l, n",
  "long chains": "m, products, widths",
  attention: "one head",
  "feed-forward": "gated block",
  convolutions: "layer, 8 images",
};

export function pointRow({ label, fastWords, bound, theorem, cost, schedule, ratio }) {
  return `| ${[label, fastWords, bound, theorem, cost, schedule, ratio.toFixed(3)].join(" | ")} |`;
}

/** One table a family. */
export function tables(points) {
  return Object.entries(FAMILIES)
    .map(([family, heading]) => {
      const rows = points.filter((point) => point.family === family).map(pointRow);
      return [
        `### ${family[0].toUpperCase()}${family.slice(1)}`,
        "",
        `| ${heading} | S | bound | theorem | best schedule | which | ratio |`,
        "|---|---|---|---|---|---|---|",
        ...rows,
      ].join("\n");
    })
    .join("\n\n");
}

/** Median, 90th percentile and largest ratio of each family, and the worst points with what is open there. */
export function summary(points) {
  const large = points.filter((point) => point.large);
  const groups = [
    ["all points", points],
    ["all but long chains", points.filter((point) => point.family !== "long chains")],
    ...Object.keys(FAMILIES).map((family) => [family, points.filter((point) => point.family === family)]),
    ["extents large against √S", large],
  ];
  return [
    "| points | number | median | 90th percentile | largest | within 1.05 | bound machine-checked |",
    "|---|---|---|---|---|---|---|",
    ...groups.map(([name, group]) => distribution(name, group)),
    "",
    "The ten points farthest apart, and the ten farthest apart of those with large extents:",
    "",
    "| point | S | ratio | theorem | schedule | what is open |",
    "|---|---|---|---|---|---|",
    ...worst(points),
    ...worst(large),
  ].join("\n");
}

function distribution(name, points) {
  const ratios = points.map(({ ratio }) => ratio).sort((x, y) => x - y);
  const at = (share) => ratios[Math.ceil(share * ratios.length) - 1].toFixed(3);
  const percent = (holds) => `${Math.round((100 * points.filter(holds).length) / points.length)} %`;
  const close = percent(({ ratio }) => ratio <= 1.05);
  const checked = percent(({ status }) => status === "machine-checked");
  return `| ${[name, ratios.length, at(0.5), at(0.9), at(1), close, checked].join(" | ")} |`;
}

function worst(points) {
  return [...points]
    .sort((x, y) => y.ratio - x.ratio)
    .slice(0, 10)
    .map(
      ({ family, label, fastWords, ratio, theorem, schedule, reason }) =>
        `| ${[`${family}: ${label}`, fastWords, ratio.toFixed(3), theorem, schedule, reason].join(" | ")} |`,
    );
}

/** How near attention's bound comes to 4N²d²/S, and the schedule to the bound. */
export function attentionTable(points) {
  const rows = points
    .filter(({ leading, large }) => leading !== undefined && large)
    .map(({ label, fastWords, bound, cost, leading }) => {
      const share = (words) => (Number(words) / leading).toFixed(4);
      return `| ${[label, fastWords, leading, share(bound), share(cost)].join(" | ")} |`;
    });
  return ["| one head | S | 4N²d²/S | bound / (4N²d²/S) | schedule / (4N²d²/S) |", "|---|---|---|---|---|", ...rows].join("\n");
}
