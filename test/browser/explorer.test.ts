import { existsSync, readFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { explorerServer } from "../../src/node/explorer-server.js";

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
if (CHROMIUM === undefined) console.warn("SKIPPED: the explorer in a real browser (no chromium in /usr/bin)");

/** Gzipped bytes until the first answer, and with all that replays; tables and the ONNX reader are loaded when they are needed. */
const FIRST_PAGE = 250_000;
const WITH_REPLAYS = 358_000;
const SMALL = "gemm --m 512 --n 512 --k 128 --gpu a100";

describe.skipIf(CHROMIUM === undefined)("the explorer in Chromium", () => {
  let browser: Browser;
  let server: Server;
  beforeAll(async () => {
    server = explorerServer().listen(0, "127.0.0.1");
    browser = await chromium.launch({ executablePath: CHROMIUM ?? "", args: ["--no-sandbox"] });
  });
  afterAll(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
  });

  interface Opened {
    readonly page: Page;
    /** What went wrong, and what was asked of anyone else. */
    readonly troubles: string[];
    /** Gzipped bytes of each file that was loaded, by name. */
    readonly sizes: ReadonlyMap<string, number>;
  }

  async function open(hash: string, width: number, options: Parameters<Browser["newPage"]>[0] = {}): Promise<Opened> {
    const page = await browser.newPage({ viewport: { width, height: 900 }, ...options });
    const troubles: string[] = [];
    const sizes = new Map<string, number>();
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    page.on("console", (message) => troubles.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => troubles.push(`error: ${error.message}`));
    page.on("request", (request) => {
      if (!request.url().startsWith(origin) && !/^(data|blob):/.test(request.url())) troubles.push(`request: ${request.url()}`);
    });
    page.on("response", (response) => {
      const name = new URL(response.url()).pathname.slice(1) || "index.html";
      if (response.url().startsWith(origin))
        sizes.set(name, gzipSync(readFileSync(`dist/explorer/${name}`), { level: 9 }).length);
    });
    await page.goto(`${origin}${hash}`);
    await page.waitForSelector('[data-done="true"]', { state: "attached" });
    return { page, troubles, sizes };
  }

  const addressOf = (page: string, text: string): string => `#/${page}?${encodeURIComponent(text)}`;

  test.each([
    ["kernel", SMALL, "What schedules take and move"],
    ["launch", `${SMALL} --schedule tiled-gemm --order row`, "Tiles of the output"],
    ["launch", "attention --heads 4 --queries 512 --dim 64 --gpu h100 --schedule flash-attention-2", "The L2 by array"],
    ["launch", "chain --m 512 --k 64 --l 512 --n 64 --gpu a100", "The L2 by array"],
    ["layer", "gemma-2b --tokens 128 --gpu h100", "Plans and what they must move"],
  ])(
    "the page %s of %s has no errors and no sideways scrolling, on a phone and a desk, light and dark",
    async (name, text, title) => {
      const grounds = [];
      for (const [width, colorScheme] of [
        [375, "light"],
        [1440, "dark"],
      ] as const) {
        const { page, troubles } = await open(addressOf(name, text), width, { colorScheme });
        expect(await page.locator("h2").allTextContents()).toContain(title);
        expect(await page.locator("main").textContent()).not.toMatch(/\b(?:NaN|undefined|Infinity)\b/);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
        expect(await page.evaluate(CONTRASTS)).toEqual([]);
        expect(troubles).toEqual([]);
        grounds.push(await page.evaluate("getComputedStyle(document.body).backgroundColor"));
        await page.close();
      }
      expect(grounds[0]).not.toBe(grounds[1]);
    },
  );

  test("the first page is small, what replays is loaded behind it, and all works when the network is gone", async () => {
    const bytesOf = (sizes: ReadonlyMap<string, number>): number =>
      [...sizes].reduce((sum, [name, size]) => sum + (name.endsWith(".bin") ? 0 : size), 0);
    // Words that are refused are proven nothing of and replayed never: all is here that the first answer needs.
    const first = await open(addressOf("kernel", "gemm --m 64 --gpu a100"), 1280);
    expect(bytesOf(first.sizes)).toBeGreaterThan(50_000);
    expect(bytesOf(first.sizes)).toBeLessThanOrEqual(FIRST_PAGE);
    await first.page.close();
    const { page, sizes } = await open(addressOf("kernel", SMALL), 1280);
    expect(bytesOf(sizes)).toBeLessThanOrEqual(WITH_REPLAYS);
    expect([...sizes.keys()].join(" ")).not.toMatch(/onnx/);
    await page.context().setOffline(true);
    await page.locator("textarea").fill("gemm --m 256 --n 512 --k 128 --gpu a100");
    await page.waitForSelector('.replayed[data-done="true"][data-of*="--m 256"]');
    expect(await page.locator(".answer h2").textContent()).toContain("256×512");
    await page.close();
  });

  test("a keyboard reaches the words, the fields, the folds and the tables; the address follows the words", async () => {
    const { page, troubles } = await open(addressOf("kernel", SMALL), 375);
    const reached = new Set<string>();
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press("Tab");
      reached.add(await page.evaluate<string>("document.activeElement.className || document.activeElement.tagName"));
    }
    for (const stop of ["A", "TEXTAREA", "BUTTON", "SELECT", "INPUT", "SUMMARY", "frame"]) expect([...reached]).toContain(stop);
    const field = page.locator('.choices label[title^="rows of A"], .choices label').filter({ hasText: /^m/ }).locator("input");
    await field.first().fill("768");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.waitForSelector('.answer[data-of*="--m 768"]');
    expect(await page.evaluate("location.hash")).toContain("--m+768");
    await page.locator("textarea").fill("gemm --m 64 --gpu a100");
    await page.locator(".error", { hasText: "--n" }).waitFor();
    await page.locator("button", { hasText: "Compare" }).focus();
    await page.keyboard.press("Enter");
    expect(await page.locator("textarea").count()).toBe(2);
    expect(troubles).toEqual([]);
    await page.close();
  });

  test("a launch plays, pauses and steps by keyboard, in few steps where motion is not wanted", async () => {
    const hash = addressOf("launch", `${SMALL} --schedule tiled-gemm --order row`);
    const { page, troubles } = await open(hash, 1280, { reducedMotion: "reduce" });
    const slider = page.locator('input[type="range"]');
    await slider.focus();
    await page.keyboard.press("Home");
    expect(await slider.getAttribute("aria-valuetext")).toBe("0 % of the steps, 0 B missed");
    expect(await page.locator(".tile:not(.todo)").count()).toBe(0);
    await page.locator("button", { hasText: "+1" }).press("Enter");
    expect(await slider.inputValue()).toBe("1");
    await page.locator("button", { hasText: "Play" }).press("Enter");
    await page.locator('input[type="range"]:not([aria-valuetext^="0 %"]):not([aria-valuetext^="1 %"])').waitFor();
    await page.locator("button", { hasText: "Pause" }).press("Enter");
    expect(Number(await slider.inputValue()) % 10).toBe(1);
    expect(troubles).toEqual([]);
    await page.close();
  });

  test("files stay in the page: a document is checked, a model opened, and their names are texts", async () => {
    const { page, troubles } = await open(addressOf("data", "none.json"), 1280);
    expect(await page.locator(".error").textContent()).toContain("dropped into this page");
    const give = async (name: string, content: string | Buffer): Promise<void> => {
      const buffer = typeof content === "string" ? Buffer.from(content) : content;
      await page.locator('input[type="file"]').setInputFiles({ name, mimeType: "application/octet-stream", buffer });
      await page.locator(`[data-of*=${JSON.stringify(name.slice(0, 4))}][data-done="true"]`).waitFor();
    };
    await give("<img src=x onerror=alert(1)>.json", "{");
    expect(await page.locator("main img").count()).toBe(0);
    expect(await page.locator(".error").textContent()).toContain("<img src=x onerror=alert(1)>.json");
    await give("some.onnx", readFileSync(new URL("../layers/onnx/gated-script.onnx", import.meta.url)));
    expect(await page.locator("#data + p").textContent()).toMatch(/^An ONNX graph of \d+ nodes/);
    await page.locator("a", { hasText: "Open it as a layer" }).click();
    await page.waitForSelector(".error:not(:empty), .answer");
    expect(await page.evaluate("location.hash")).toContain("#/layer?some.onnx");
    expect(troubles).toEqual([]);
    await page.close();
  });
});

/** Texts that stand out too little from their ground, by WCAG's figure for text of this size. */
const CONTRASTS = `(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const light = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((x) => x / 255).map((x) => (x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const groundOf = (node) => {
    const own = getComputedStyle(node).backgroundColor;
    return own !== "rgba(0, 0, 0, 0)" ? own : node.parentElement === null ? "Canvas" : groundOf(node.parentElement);
  };
  return ["nav a", "h1", "h2", ".about", ".answer p", "label", "textarea", "button", "select", ".figures b", "th", "td", ".muted", ".change", ".factor", "summary", "figcaption", ".legend", "output"]
    .flatMap((selector) => {
      const node = document.querySelector(selector);
      if (node === null) return [];
      const [ink, ground] = [light(getComputedStyle(node).color), light(groundOf(node))];
      const contrast = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
      return contrast < 4.5 ? [selector + " " + contrast.toFixed(2)] : [];
    });
})()`;
