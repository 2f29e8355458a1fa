/** Tables of docs/tightness.md, and the points of docs/data/tightness.csv. */

const FAMILIES = [
  ...["products", "chains", "multi-layer chains", "attention", "feed-forward", "convolutions", "grouped products"],
  ...["linear algebra", "stencils", "transforms", "2:4 sparse products", "sliding windows", "latent attention"],
];
const COLUMNS = ["family", "point", "S", "bound", "theorem", "status", "traffic", "schedule", "ratio"];

/** One line of the CSV file. The label alone may hold commas. */
function pointRow({ family, label, fastWords, bound, theorem, status, cost, schedule, ratio }) {
  return [family, `"${label}"`, fastWords, bound, theorem, status, cost, schedule, ratio.toFixed(3)].join(",");
}

export function csv(points) {
  return `${[COLUMNS.join(","), ...points.map(pointRow)].join("\n")}\n`;
}

/** One table a family: the theorems that give its bounds, the most frequent first. */
export function tables(points) {
  return FAMILIES.map((family) => {
    const own = points.filter((point) => point.family === family);
    const theorems = [...new Set(own.map(({ theorem }) => theorem))]
      .map((theorem) => [theorem, own.filter((point) => point.theorem === theorem)])
      .sort(([, x], [, y]) => y.length - x.length);
    return [
      `### ${family[0].toUpperCase()}${family.slice(1)}`,
      "",
      "| theorem | best bound at | median | largest | at |",
      "|---|---|---|---|---|",
      ...theorems.map(([theorem, group]) => {
        const worst = group.reduce((x, y) => (y.ratio > x.ratio ? y : x));
        const [median, largest] = [0.5, 1].map((share) =>
          quantile(
            group.map(({ ratio }) => ratio),
            share,
          ),
        );
        return `| ${[theorem, group.length, median, largest, `${worst.label} (${worst.schedule})`].join(" | ")} |`;
      }),
    ].join("\n");
  }).join("\n\n");
}

/** Median, 90th percentile and largest ratio of each family, and the worst points with what is open there. */
export function summary(points) {
  const large = points.filter((point) => point.large);
  const groups = [
    ["all points", points],
    ["all but multi-layer chains", points.filter((point) => point.family !== "multi-layer chains")],
    ...FAMILIES.map((family) => [family, points.filter((point) => point.family === family)]),
    ["extents large against √S", large],
  ];
  return [
    "| points | number | median | 90th percentile | largest | within 1.05 | bound machine-checked |",
    "|---|---|---|---|---|---|---|",
    ...groups.map(([name, group]) => distribution(name, group)),
    "",
    "The ten points in words with the largest ratios, and the ten with the largest ratios at large extents:",
    "",
    "| point | S | ratio | theorem | schedule | what is open |",
    "|---|---|---|---|---|---|",
    ...worst(points.filter(({ unit }) => unit === undefined)),
    ...worst(large),
  ].join("\n");
}

function quantile(ratios, share) {
  return ratios.sort((x, y) => x - y)[Math.ceil(share * ratios.length) - 1].toFixed(3);
}

function distribution(name, points) {
  const ratios = points.map(({ ratio }) => ratio);
  const at = (share) => quantile(ratios, share);
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

/** The bound and the schedule of attention as multiples of 4N²d²/S, at large extents. */
export function attentionTable(points) {
  const rows = points
    .filter(({ leading, large }) => leading !== undefined && large)
    .map(({ label, fastWords, bound, cost, leading }) => {
      const share = (words) => (Number(words) / leading).toFixed(4);
      return `| ${[label, fastWords, leading, share(bound), share(cost)].join(" | ")} |`;
    });
  return ["| one head | S | 4N²d²/S | bound / (4N²d²/S) | schedule / (4N²d²/S) |", "|---|---|---|---|---|", ...rows].join("\n");
}
