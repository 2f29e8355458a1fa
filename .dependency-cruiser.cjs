/**
 * Direction of imports. Rooms are listed from the ground up: an import points down the list, or stays in its room.
 * test/package/import-rules.test.ts breaks every rule once on purpose.
 */
const ROOMS = [
  "errors",
  "budget",
  "text",
  "exact",
  "computation",
  "scop",
  "machines",
  "pebble",
  "bounds",
  "verify",
  "time",
  "schedules",
  "caches",
  "replay",
  "lift",
  "measured",
  "plan",
  "gap",
  "layers",
  "sweep",
  "report",
  "index",
  "node",
  "cli",
];

/** Path of a room, a folder or a single file. */
const room = (names) => `^src/(${names.join("|")})(/|\\.ts$)`;

const packageNamed = (name) => `(^|/)node_modules/${name.replaceAll(".", "\\.")}/|^${name.replaceAll(".", "\\.")}$`;

const forbid = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

const directions = ROOMS.slice(0, -1).map((name, height) =>
  forbid(
    `${name}-imports-downwards`,
    `${name} may import only what stands before it in the list of rooms`,
    { path: room([name]) },
    {
      path: room(ROOMS.slice(height + 1)),
    },
  ),
);

/** Packages that one place wraps for all others. */
const wrapped = [
  ["fraction.js", "^src/exact/"],
  ["javascript-lp-solver", "^src/bounds/linear-program/"],
  ["commander", "^src/cli/"],
  ["d3-scale", "^src/report/"],
  ["d3-shape", "^src/report/"],
  ["yaml", "^src/cli/"],
  ["csv-parse", "^src/measured/nsight/"],
  ["protobufjs", "^src/layers/onnx/"],
  ["web-tree-sitter", "^src/node/"],
].map(([name, owner]) =>
  forbid(
    `${name.replace(".", "-")}-has-one-owner`,
    `only ${owner} imports ${name}`,
    { pathNot: owner },
    { path: packageNamed(name) },
  ),
);

module.exports = {
  forbidden: [
    ...directions,
    ...wrapped,
    forbid("no-room-from", "every source file stands in a room of the list", { path: "^src/", pathNot: room(ROOMS) }, {}),
    forbid("no-room-to", "every source file stands in a room of the list", {}, { path: "^src/", pathNot: room(ROOMS) }),
    forbid(
      "caches-know-no-kernels",
      "a cache sees dense ids and sizes",
      { path: room(["caches"]) },
      {
        path: room(["computation", "machines", "pebble", "bounds", "schedules"]),
      },
    ),
    forbid(
      "verify-imports-no-theorem",
      "the checker of certificates shares a table of potentials with the theorems, which it tests, and nothing else",
      { path: "^src/verify/" },
      { path: "^src/bounds/", pathNot: "^src/bounds/potentials/(accumulators|intermediates|tables)\\.ts$" },
    ),
    forbid(
      "runs-in-a-browser",
      "Node itself is used in src/cli and src/node only",
      { pathNot: room(["cli", "node"]) },
      {
        dependencyTypes: ["core"],
      },
    ),
    forbid("no-cycles", "files that import each other are one file", {}, { circular: true }),
    forbid("no-unresolved", "an import must lead somewhere", {}, { couldNotResolve: true }),
    forbid(
      "answers-draw-nothing",
      "what answers runs in workers and in tests, and knows no page",
      { path: "^explorer/(answers|node)/" },
      { path: "^explorer/(pages|parts)/" },
    ),
    forbid(
      "source-imports-source",
      "src imports src, Node and declared run-time packages only",
      { path: "^src/" },
      {
        path: "^(test|scripts|dist|explorer)/",
      },
    ),
    forbid(
      "declared-packages-only",
      "what src imports is a run-time dependency",
      { path: "^src/" },
      {
        dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown", "npm-optional", "undetermined"],
        // Installed by those who read C, and here for tests.
        pathNot: packageNamed("web-tree-sitter"),
      },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    /** Type-only imports count too. */
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "types", "default"] },
  },
};
