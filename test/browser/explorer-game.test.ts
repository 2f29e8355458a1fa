import { existsSync, readFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { layoutOf, neighbour } from "../../explorer/game/layout.js";
import { LEVELS } from "../../explorer/game/levels.js";
import { readPebbleWords } from "../../src/cli/read-pebble.js";
import { workloadGraph } from "../../src/gap/pebbling.js";
import { explorerServer, hasExplorer } from "../../src/node/explorer-server.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import { formatAddress } from "../../src/text/page-address.js";
import { wordsOf } from "../../src/text/shell-words.js";

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
const isReady = CHROMIUM !== undefined && hasExplorer();
if (!isReady) console.warn("SKIPPED: game and proofs in a real browser (no chromium in /usr/bin, or no npm run explorer)");

describe.skipIf(!isReady)("in Chromium", () => {
  let browser: Browser;
  let server: Server;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM ?? "", args: ["--no-sandbox"] });
    server = explorerServer();
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  async function open(page: string, texts: readonly string[], look: Parameters<Browser["newPage"]>[0] = {}) {
    const opened = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...look });
    const troubles: string[] = [];
    opened.on("console", (message) => troubles.push(`console: ${message.text()}`));
    opened.on("pageerror", (error) => troubles.push(`error: ${error.message}`));
    // A worker that is ended asks for nothing more.
    opened.on("requestfailed", (request) => {
      if (request.failure()?.errorText !== "net::ERR_ABORTED") troubles.push(`request: ${request.url()}`);
    });
    const { port } = server.address() as AddressInfo;
    await opened.goto(`http://127.0.0.1:${port}/${formatAddress({ page, texts })}`);
    return { page: opened, troubles };
  }

  /** Presses Tab until what has the focus holds the text. */
  async function tabTo(page: Page, wanted: string): Promise<void> {
    for (let presses = 0; presses < 80; presses++) {
      await page.keyboard.press("Tab");
      const here = await page.evaluate(
        "document.activeElement === document.body ? '' : document.activeElement.textContent + ' ' + document.activeElement.className",
      );
      if (String(here).includes(wanted)) return;
    }
    throw new Error(`Tab does not lead to ${wanted}`);
  }

  /** Plays an optimal game with arrows and letters. */
  async function playByKeys(page: Page, text: string): Promise<void> {
    const { on, game } = await readPebbleWords(wordsOf(text));
    if (!("workload" in on)) throw new Error(text);
    const graph = workloadGraph(on.workload, on.expansion);
    const layout = layoutOf(graph);
    await tabTo(page, "vertex");
    let here = 0;
    for (const move of findOptimum(graph, game).moves) {
      for (const key of keysTo(move[1])) await page.keyboard.press(key);
      here = move[1];
      await page.keyboard.press(move[0][0] as string);
    }
    function keysTo(vertex: number): readonly string[] {
      const ways = new Map<number, readonly string[]>([[here, []]]);
      for (const [v, way] of ways)
        for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
          const next = neighbour(layout, v, key);
          if (next !== undefined && !ways.has(next)) ways.set(next, [...way, key]);
        }
      return ways.get(vertex) ?? [];
    }
  }

  test.each([
    [
      5,
      "a phone, dark, with reduced motion",
      { viewport: { width: 375, height: 800 }, colorScheme: "dark", reducedMotion: "reduce" },
    ],
    [2, "a desk, light", { viewport: { width: 1440, height: 900 } }],
  ] as const)("%i lessons are played to the end by keyboard alone, on %s", async (count, _, look) => {
    const { page, troubles } = await open("game", [], look);
    for (const { text, goal, title } of LEVELS.slice(0, count)) {
      await page.waitForSelector(`.game[data-text="${text}"] [data-cost="0"]`);
      await page.waitForSelector(`[data-optimum="${goal}"]`);
      await playByKeys(page, text);
      await page.waitForSelector('.task[data-reached="true"]');
      expect(await page.getAttribute("[data-cost]", "data-cost"), title).toBe(String(goal));
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
      if (text !== LEVELS.at(-1)?.text) {
        await tabTo(page, "Next lesson");
        await page.keyboard.press("Enter");
      }
    }
    expect(troubles).toEqual([]);
    await page.close();
  });

  test("hints alone win at the optimum; undo, illegal moves, what is still possible, and the address", async () => {
    const text = "gemm --m 2 --n 1 --k 1 --fast 3 --no-slide";
    const { page, troubles } = await open("game", [text]);
    const possible = async (words: number): Promise<unknown> => page.waitForSelector(`[data-rest="${words}"]`);
    await possible(5);
    await page.focus('[data-vertex="0"]');
    await page.keyboard.press("c");
    expect(await page.textContent(".said")).toContain("illegal: the vertex is an input");
    for (const key of ["l", "d", "l"]) await page.keyboard.press(key);
    await possible(6);
    expect(page.url()).toContain("--after+l0,d0,l0");
    await page.reload();
    await possible(6);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await possible(5);
    while ((await page.getAttribute(".game", "data-won")) === "false") {
      await page.getByRole("button", { name: "Hint" }).click();
      await page.getByRole("button", { name: "Make that move" }).click();
    }
    expect(await page.textContent(".said")).toContain("Won at a cost of 5, the optimum.");
    await page.getByRole("button", { name: "Watch an optimal game" }).click();
    await page.getByRole("slider").press("End");
    expect(await page.textContent("output")).toMatch(/^(\d+) of \1 moves: Store C/);
    expect(troubles).toEqual([]);
    await page.close();
  });

  test("a graph is drawn, played and shared, and one is read from a file", async () => {
    const { page, troubles } = await open("game", []);
    await page.getByRole("combobox", { name: "graph" }).selectOption({ label: "My own, drawn here" });
    await page.waitForSelector('[data-optimum="3"]');
    await page.click('[data-vertex="2"]');
    for (const name of ["Mark 2", "Add a vertex over 2", "Add an input"]) await page.getByRole("button", { name }).click();
    await page.waitForSelector('[data-vertex="4"]');
    const [, words, graph] = /\?(.*)&(.*)$/.exec(page.url()) ?? [];
    expect(words).toBe("own.json+--fast+4+--no-slide");
    expect(JSON.parse(decodeURIComponent(graph ?? ""))).toEqual({
      vertices: 5,
      edges: [
        [0, 2],
        [1, 2],
        [2, 3],
      ],
      outputs: [3, 4],
    });
    const graphs = page.getByRole("combobox", { name: "graph" });
    for (const [label, optimum] of [
      ["Tree with 8 leaves", 11],
      ["Diamond, 3×3", 2],
      ["FFT of 4 points", 11],
    ] as const) {
      await graphs.selectOption({ label });
      await page.waitForSelector(`[data-optimum="${optimum}"]`);
    }
    await page.setInputFiles("input[type=file]", "docs/examples/graph.json");
    await page.waitForSelector('[data-vertex="6"]');
    await page.waitForSelector('[data-optimum="5"]');
    expect(decodeURIComponent(page.url())).toContain("graph.json+--fast+4");
    await page.reload();
    await page.waitForSelector('[data-vertex="6"]');
    expect(troubles).toEqual([]);
    await page.close();
  });

  test.each([
    ["an extracted checker", "gemm --m 4096 --n 4096 --k 16 --fast-words 1024", "accepted by extracted checkers: gemm-segments"],
    ["potentials", "gemm --m 4096 --n 4096 --k 4096 --gpu h200", undefined],
  ])("a proof with %s is checked in the page, and an edited one refused", async (_, text, said) => {
    const { page, troubles } = await open("proof", [text], { viewport: { width: 375, height: 800 } });
    const verdict = async (button: string): Promise<string> => {
      await page.getByRole("button", { name: button }).click();
      await page.waitForSelector(".verdict[data-done=true]");
      return (await page.textContent(".verdict")) ?? "";
    };
    await page.waitForSelector("[data-done=true] .statement");
    if (text.includes("h200")) {
      const names = await page.locator("select option").allTextContents();
      await page
        .getByRole("combobox", { name: "bound" })
        .selectOption({ label: names.find((name) => name.startsWith("gemm-holding-cost on l2-sm")) ?? "" });
    }
    expect(await verdict("Check it here")).toContain("It holds.1 certificate(s) hold");
    // That of potentials tests tables for seconds.
    if (said !== undefined) expect(await verdict("extracted checker")).toContain(said);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    const value = await page.getAttribute("[data-value]", "data-value");
    await page.click("summary:has-text('certificate')");
    const editor = page.locator(".certificate textarea");
    const document = await editor.inputValue();
    await editor.fill(document.replaceAll(String(value), String(Number(value) + 1)));
    expect(await verdict("Check it here")).toMatch(/Refused\.bounds\[0\]/);
    await editor.fill("{");
    expect(await verdict("Check it here")).toMatch(/Refused\.certificate\.json/);
    await editor.fill(document);
    const coq = page.getByRole("button", { name: "Save the Coq file" });
    if (await coq.isVisible()) {
      const [file] = await Promise.all([page.waitForEvent("download"), coq.click()]);
      const saved = readFileSync(await file.path(), "utf8");
      expect(saved).toContain("Theorem");
      expect(saved).toContain(String(value));
    }
    expect(troubles).toEqual([]);
    await page.close();
  });
});
