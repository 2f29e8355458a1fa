import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { redblue } from "./run.js";

const folder = mkdtempSync(join(tmpdir(), "redblue-pebble-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const PYRAMID = JSON.stringify({
  vertices: 6,
  edges: [
    [0, 3],
    [1, 3],
    [1, 4],
    [2, 4],
    [3, 5],
    [4, 5],
  ],
  outputs: [5],
});

describe("optimum, moves and bounds of a graph", () => {
  test("a pyramid of three inputs: 6 words at S = 2, 4 at S = 3, and the moves verify", () => {
    const path = file("pyramid.json", PYRAMID);
    for (const [fast, optimum] of [
      ["2", 6],
      ["3", 4],
    ] as const) {
      const { status, stdout, stderr } = redblue(["pebble", path, "--fast", fast, "--json"]);
      expect([status, stderr]).toEqual([0, ""]);
      const document = JSON.parse(stdout);
      expect(document).toMatchObject({ schema: "redblue.pebbling/2", exact: true, optimum });
      for (const bound of document.bounds) if (bound.value !== undefined) expect(bound.value).toBeLessThanOrEqual(optimum);
      expect(redblue(["verify", file(`p${fast}.json`, stdout)]).status).toBe(0);
    }
    expect(JSON.parse(redblue(["pebble", path, "--fast", "3", "--no-slide", "--json"]).stdout).optimum).toBe(6);
  });

  test("a game that has begun: what it can still cost, the moves to go on with, and the page that plays it", () => {
    const words = (after: string) => ["pebble", file("begun.json", PYRAMID), "--fast", "4", "--no-slide", "--after", after];
    const best = redblue([...words("l0,l1,c3"), "--moves"]);
    expect(best.stdout).toMatch(/After 3 move\(s\): l0,l1,c3\nLeast I\/O: 4 words \(exact.*load 0\nload 1\ncompute 3\n/s);
    expect(redblue(words("l0,d0,l0")).stdout).toContain("Least I/O: 5 words (exact");
    expect(redblue([...words("l0"), "--link"]).stdout).toMatch(/#\/game\?.*begun\.json\+--fast\+4\+--no-slide\+--after\+l0\n$/);
    for (const [after, said] of [
      ["l3", /^redblue: --after: move 0 .* the value is not in the memory it would be loaded from\n$/],
      ["x", /^redblue: --after: expected moves such as .*, found 'x'\n$/],
    ] as const)
      expect(redblue(words(after))).toMatchObject({ status: 2, stderr: expect.stringMatching(said) });
    expect(redblue([...words("l0"), "--json"]).status).toBe(2);
    const levels = redblue(["pebble", file("begun.json", PYRAMID), "--fast", "3,4", "--after", "l0"]);
    expect(levels).toMatchObject({ status: 2, stderr: expect.stringContaining("--after: expected one fast memory") });
  });

  test("a product from its extents, with the theorems beside", () => {
    const { stdout } = redblue("pebble gemm --m 2 --n 2 --k 2 --fast 3 --moves".split(" "));
    expect(stdout).toContain("Least I/O: 17 words (exact");
    expect(stdout).toContain("gemm-segments");
    expect(stdout).toMatch(/\nstore C\[/);
  });

  test.each([
    ["chain", ["--m", "2", "--k", "2", "--l", "2", "--n", "2"], "chain-recomputation", 24],
    ["ffn", "--tokens 2 --model 2 --hidden 1 --gated".split(" "), "chain-recomputation", 19],
    ["attention", "--heads 1 --queries 1 --keys 2 --dim 2 --softmax-block 2".split(" "), "chain-fused", 12],
    [
      "conv",
      ["--in-channels", "1", "--out-channels", "3", "--height", "1", "--width", "3", "--kernel", "1x2"],
      "conv-segments",
      18,
    ],
    ["einsum", ["F[i] += P[i] * P[j]", "--extent", "i=3,j=3"], "einsum-projective", 6],
  ])(
    "%s from its extents; its document verifies, and no longer once the workload is another",
    (kind, words, theorem, optimum) => {
      const { status, stdout, stderr } = redblue([
        "pebble",
        kind,
        ...words,
        "--fast",
        kind === "attention" ? "5" : "4",
        "--json",
      ]);
      expect([status, stderr]).toEqual([0, ""]);
      const document = JSON.parse(stdout);
      expect(document).toMatchObject({ exact: true, optimum });
      const bound = document.bounds.find(({ id }: { id?: string }) => id === theorem);
      expect(bound.value).toBeGreaterThan(0);
      expect(bound.value).toBeLessThanOrEqual(optimum);
      expect(redblue(["verify", file(`${kind}.json`, stdout)]).status).toBe(0);
      const others = {
        chain: { m: 3 },
        ffn: { gated: false },
        attention: { keys: 3 },
        conv: { kernel: [1, 3] },
        einsum: { text: "F[i] += P[j] * P[i]" },
      };
      const other = others[kind as keyof typeof others];
      const edited = { ...document, workload: { ...document.workload, ...other } };
      expect(redblue(["verify", file(`${kind}-edited.json`, JSON.stringify(edited))]).status).toBe(1);
    },
  );

  test("a softmax of another block of keys is another graph", () => {
    const words = "pebble attention --heads 1 --queries 1 --keys 2 --dim 1 --fast 5 --softmax-block 2 --json".split(" ");
    const document = JSON.parse(redblue(words).stdout);
    expect(redblue(["verify", file("two-pass.json", JSON.stringify(document))]).status).toBe(0);
    const { expansion } = document;
    for (const edited of [
      { ...expansion, keyBlock: 1 },
      { ...expansion, keyBlock: 0 },
      { ...expansion, softmax: 1 },
    ]) {
      const path = file("edited-softmax.json", JSON.stringify({ ...document, expansion: edited }));
      expect(redblue(["verify", path]).status).toBe(1);
    }
  });

  test("bounds of a workload are refused beside a graph that only has as many inputs and outputs", () => {
    const words = "pebble gemm --m 2 --n 2 --k 2 --fast 4 --reduction tree:2 --json".split(" ");
    const document = JSON.parse(redblue(words).stdout);
    expect(redblue(["verify", file("tree.json", JSON.stringify(document))]).status).toBe(0);
    const formulas = document.bounds.filter((bound: { interface?: string }) => bound.interface !== undefined);
    expect(formulas.length).toBeGreaterThan(0);
    const chain = { ...document, expansion: {}, bounds: formulas };
    const { status, stdout, stderr } = redblue(["verify", file("chain-claimed.json", JSON.stringify(chain))]);
    expect(status).toBe(1);
    expect(stdout + stderr).toContain("not the graph of the workload");
  });

  test("when the search gives up there is an interval, and the reason", () => {
    const { status, stdout } = redblue("pebble gemm --m 3 --n 3 --k 3 --fast 5 --max-states 50 --json".split(" "));
    expect(status).toBe(0);
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({ exact: false, stopped: "states limit of 50" });
    expect(document.optimum).toBeUndefined();
    expect(document.lower).toBeLessThan(document.upper);
    expect(redblue(["verify", file("interval.json", stdout)]).status).toBe(0);
  });

  test("HyperDAG files are read", () => {
    const path = file("chain.hdag", "% a chain of three\n2 3 4\n0 0\n0 1\n1 1\n1 2\n");
    expect(JSON.parse(redblue(["pebble", path, "--fast", "2", "--json"]).stdout)).toMatchObject({ exact: true, optimum: 2 });
  });

  test("processors share nothing but slow memory", () => {
    const one = JSON.parse(redblue("pebble gemm --m 2 --n 1 --k 2 --fast 3 --json".split(" ")).stdout).optimum;
    const two = JSON.parse(redblue("pebble gemm --m 2 --n 1 --k 2 --fast 3 --processors 2 --json".split(" ")).stdout).optimum;
    expect(two).toBeLessThanOrEqual(one);
  });
});

describe("a hierarchy of levels", () => {
  const words = "pebble gemm --m 2 --n 2 --k 1 --fast 3,5 --level-costs 1,10".split(" ");
  const { status, stdout } = redblue([...words, "--json"]);
  const document = JSON.parse(stdout);

  test("has the traffic of each level, bounds at each boundary, and moves that verify", () => {
    expect(status).toBe(0);
    expect(document).toMatchObject({
      schema: "redblue.pebbling/2",
      exact: true,
      optimum: 88,
      game: { capacities: [3, 5], costs: [1, 10] },
      levels: [
        { level: 1, loadedWords: 4, storedWords: 4 },
        { level: 2, loadedWords: 4, storedWords: 4 },
      ],
    });
    const levels = new Set(document.bounds.map(({ level }: { level: number }) => level));
    expect([...levels]).toEqual([1, 2]);
    const { status: verified, stdout: said } = redblue(["verify", file("levels.json", stdout)]);
    expect([verified, said]).toEqual([0, expect.stringContaining("hold")]);
  });

  test("is printed with its boundaries and its pebbling", () => {
    const text = redblue([...words, "--moves"]).stdout;
    expect(text).toContain("Least cost over all boundaries: 88 (exact");
    expect(text).toContain("level 2 to slow memory");
    expect(text).toMatch(/\nload A\[0,0\] \(level 2\)\n/);
  });

  test("beyond the search is an interval that verifies", () => {
    const found = redblue("pebble gemm --m 3 --n 3 --k 3 --fast 4,8,16 --max-states 50 --json".split(" "));
    expect(found.status).toBe(0);
    const interval = JSON.parse(found.stdout);
    expect(interval).toMatchObject({ exact: false, stopped: "states limit of 50" });
    expect(interval.lower).toBeLessThanOrEqual(interval.upper);
    expect(redblue(["verify", file("levels-interval.json", found.stdout)]).status).toBe(0);
  });

  type Edit = (copy: typeof document) => void;
  test.each<readonly [string, Edit]>([
    ["a cheaper optimum", (d) => (d.optimum -= 1)],
    ["another cost of a level", (d) => (d.game.costs[1] = 9)],
    ["a smaller level", (d) => (d.game.capacities[0] = 1)],
    ["less traffic at a level", (d) => (d.levels[1].loadedWords -= 1)],
    ["a level less", (d) => d.levels.pop()],
    ["a bound at a level that is not there", (d) => (d.bounds[0].level = 3)],
    ["a larger bound", (d) => (d.bounds[0].value += 1)],
    ["a bound above the traffic", (d) => (d.bounds[0].value = 99)],
    ["no moves", (d) => (d.moves = [])],
    ["a dropped move", (d) => d.moves.splice(2, 1)],
    [
      "a formula of one boundary claimed at another",
      (d) => {
        const formula = d.bounds.find(({ id }: { id?: string }) => id === "gemm-segments");
        formula.level = 3 - formula.level;
      },
    ],
  ])("%s is refused", (name, edit) => {
    const copy = structuredClone(document);
    edit(copy);
    const outcome = redblue(["verify", file(`levels-${name.replaceAll(" ", "-")}.json`, JSON.stringify(copy))]);
    expect(outcome.status, outcome.stdout + outcome.stderr).toBe(1);
  });

  test.each<readonly [string, RegExp]>([
    ["--fast 3,", /--fast/],
    ["--fast 3,0", /--fast/],
    ["--fast 2,9", /--fast.*at least 3 words in level 1/],
    ["--fast 3,9 --level-costs 1", /--level-costs.*one cost a level, 2/],
    ["--fast 3,9 --level-costs 1,x", /--level-costs/],
    ["--fast 3 --level-costs 1", /--level-costs/],
  ])("%s is exit 2 with one line", (flags, message) => {
    const outcome = redblue(["pebble", "gemm", "--m", "2", "--n", "2", "--k", "2", ...flags.split(" ")]);
    expect([outcome.status, outcome.stdout]).toEqual([2, ""]);
    expect(outcome.stderr.trimEnd()).toMatch(message);
    expect(outcome.stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});

describe("an edited pebbling is refused with exit 1", () => {
  const document = JSON.parse(redblue(["pebble", file("p.json", PYRAMID), "--fast", "2", "--json"]).stdout);
  type Edit = (copy: typeof document) => void;
  test.each<readonly [string, Edit]>([
    ["a cheaper optimum", (d) => (d.optimum -= 1)],
    ["a dropped move", (d) => d.moves.splice(3, 1)],
    ["less memory", (d) => (d.game.fastWords = 1)],
    ["another rule", (d) => (d.game.sliding = false)],
    ["an edge less", (d) => d.graph.edges.pop()],
    ["a larger bound", (d) => (d.bounds[0].value += 1)],
    ["a bound above the cost", (d) => (d.bounds[0].value = 99)],
    ["no moves list", (d) => delete d.moves],
    ["a cycle", (d) => d.graph.edges.push([5, 3])],
  ])("%s", (name, edit) => {
    const copy = structuredClone(document);
    edit(copy);
    const outcome = redblue(["verify", file(`edit-${name.replaceAll(" ", "-")}.json`, JSON.stringify(copy))]);
    expect(outcome.status, outcome.stdout + outcome.stderr).toBe(1);
  });
});

describe("bad input is exit 2 with one line that names it", () => {
  const graph = (fields: object): string => JSON.stringify({ ...JSON.parse(PYRAMID), ...fields });
  test.each<readonly [string, string, RegExp]>([
    [
      "cycle.json",
      graph({
        edges: [
          [0, 1],
          [1, 2],
          [2, 1],
        ],
      }),
      /cycle\.json.*(cycle|acyclic)/,
    ],
    ["dangling.json", graph({ edges: [[0, 9]] }), /dangling\.json.*edges\[0\]/],
    [
      "twice.json",
      graph({
        edges: [
          [0, 3],
          [0, 3],
        ],
      }),
      /twice\.json.*edges\[1\]/,
    ],
    ["weights.json", graph({ weights: [1, 2] }), /weights\.json.*weights/],
    ["cut.json", PYRAMID.slice(0, 30), /cut\.json/],
    ["cut.hdag", "2 3 4\n0 0\n0 1\n", /cut\.hdag/],
    ["letters.hdag", "2 3 4\n0 0\n0 x\n1 1\n1 2\n", /letters\.hdag.*3/],
  ])("%s", (name, content, line) => {
    const { status, stdout, stderr } = redblue(["pebble", file(name, content), "--fast", "3"]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).toMatch(line);
  });

  test.each<readonly [string, RegExp]>([
    ["pebble gemm --m 2 --n 2 --k 2", /--fast: .*nothing/],
    ["pebble gemm --m 2 --n 2 --k 2 --fast 2", /--fast: .*at least 3/],
    ["pebble gemm --m 2 --n 2 --k 2 --fast 0", /--fast/],
    ["pebble gemm --m 2 --n 2 --k 2 --fast 4 --reduction star", /--reduction: .*'star'/],
    ["pebble gemm --m 9999 --n 9999 --k 9999 --fast 4", /at most/],
    ["pebble gem --fast 4", /did you mean gemm/],
    ["pebble /no/such.json --fast 4", /no such file/],
  ])("%s", (words, line) => {
    const { status, stdout, stderr } = redblue(words.split(" "));
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(line);
  });
});

describe("graph writes what pebble reads", () => {
  test.each(["json", "hdag"])("%s", (format) => {
    const { status, stdout } = redblue(["graph", "gemm", "--m", "2", "--n", "2", "--k", "2", "--format", format]);
    expect(status).toBe(0);
    const path = file(`round.${format}`, stdout);
    expect(JSON.parse(redblue(["pebble", path, "--fast", "4", "--json"]).stdout)).toMatchObject({ exact: true, optimum: 14 });
  });

  test("DOT", () => {
    expect(redblue(["graph", file("dot.json", PYRAMID), "--format", "dot"]).stdout).toMatch(/^digraph[\s\S]*0 -> 3;/);
    expect(redblue(["graph", file("dot.json", PYRAMID), "--format", "svg"])).toMatchObject({ status: 2, stdout: "" });
  });
});

test("a level narrower than a value that has to pass it is refused in one line", () => {
  const edges = ["0 2", "2 3", "1 4", "3 4", "4 5", "2 5"].map((edge) => edge.split(" ").map(Number));
  const wide = file("wide.json", JSON.stringify({ vertices: 6, edges, outputs: [5], weights: [1, 1, 3, 1, 1, 1] }));
  const refused = redblue(["pebble", wide, "--fast", "4,1"]);
  expect([refused.status, refused.stdout]).toEqual([2, ""]);
  expect(refused.stderr).toMatch(/^redblue: --fast: expected at least 3 words in level 2[^\n]*\n$/);
  expect(redblue(["pebble", wide, "--fast", "4,3"])).toMatchObject({ status: 0 });
});

test("a hierarchy's document of attention records how the softmax was expanded, and verifies", () => {
  const words = "pebble attention --heads 1 --queries 1 --keys 2 --dim 1 --fast 7,9 --softmax-block 2 --max-states 2000 --json";
  const { status, stdout } = redblue(words.split(" "));
  expect(status).toBe(0);
  expect(JSON.parse(stdout).expansion).toMatchObject({ keyBlock: 2, keyOrder: "forward" });
  expect(redblue(["verify", file("hierarchy-attention.json", stdout)])).toMatchObject({ status: 0, stderr: "" });
});
