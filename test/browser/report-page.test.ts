import { existsSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attentionWorkload } from "../../src/computation/attention.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { abstractMachine, gpuNamed } from "../../src/machines/registry.js";
import { chooseL2 } from "../../src/replay/l2/l2-model.js";
import { pageData } from "../../src/report/page/page-data.js";
import { reportPage } from "../../src/report/page/report-page.js";
import { parseLaunchOrder } from "../../src/schedules/tiles/launch-order.js";

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
if (CHROMIUM === undefined) console.warn("SKIPPED: the report in a real browser (no chromium in /usr/bin)");

const gpu = gpuNamed("a100");
const options = { l2: chooseL2(gpu, "bf16", "lru", 4 << 20), orders: [parseLaunchOrder("row")] };
const product = reportPage(pageData(gemmWorkload({ m: 2048, n: 2560, k: 512 }), gpu, options));
const pages: readonly (readonly [string, string])[] = [
  ["a product", product],
  ["attention", reportPage(pageData(attentionWorkload({ heads: 8, queries: 1024, dim: 64 }), gpuNamed("h200")))],
  ["the two-level memory model", reportPage(pageData(gemmWorkload({ m: 256, n: 256, k: 64 }), abstractMachine(1024)))],
];

test.each(pages)("the page of %s asks for nothing from outside and has no holes", (_, html) => {
  expect(html).not.toMatch(/\b(?:NaN|undefined|Infinity)\b/);
  // The one URL in the page is the empty icon; namespaces and links would be requests or look like them.
  expect(html.match(/\b(?:src|href|url)\s*[=(]\s*"?[^")]*/g)).toEqual(['href="data:,']);
  expect(html).not.toMatch(/https?:|@import|fetch\(/);
});

test("the same data give the same page, and names in it are text", () => {
  const again = pageData(gemmWorkload({ m: 2048, n: 2560, k: 512 }), gpu, options);
  expect(reportPage(again)).toBe(product);
  const odd = { ...again, gap: { ...again.gap, machine: { ...gpu, name: '<b>&"x"' } } };
  expect(reportPage(odd)).toContain("&lt;b&gt;&amp;&quot;x&quot;");
  expect(reportPage(odd)).not.toContain("<b>&");
});

describe.skipIf(CHROMIUM === undefined)("in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM ?? "", args: ["--no-sandbox"] });
  });
  afterAll(async () => browser?.close());

  /** Opens a page and collects what went wrong and what it asked for. */
  async function open(
    html: string,
    width: number,
    colorScheme: "light" | "dark" = "light",
  ): Promise<{ page: Page; troubles: string[] }> {
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
    const troubles: string[] = [];
    page.on("console", (message) => troubles.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => troubles.push(`error: ${error.message}`));
    page.on("request", (request) => {
      if (!request.url().startsWith("data:")) troubles.push(`request: ${request.url()}`);
    });
    await page.setContent(html, { waitUntil: "load" });
    return { page, troubles };
  }

  test.each(pages)(
    "the page of %s has no errors, no requests and no sideways scrolling, on a phone and a desk, light and dark",
    async (_, html) => {
      for (const [width, scheme] of [
        [375, "light"],
        [1280, "dark"],
      ] as const) {
        const { page, troubles } = await open(html, width, scheme);
        expect(troubles).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
        const headings = await page.locator("h1, h2").allTextContents();
        expect(headings).toContain("Where the gap comes from");
        expect(headings).toContain("Bounds and certificates");
        await page.close();
      }
    },
  );

  test.each(pages)("no column of the schedules of %s is hidden on a phone or a desk", async (_, html) => {
    for (const width of [375, 1280]) {
      const { page } = await open(html, width);
      const hidden = await page.evaluate<number>(`[...document.querySelectorAll("[aria-labelledby=schedules] .frame")]
        .reduce((most, frame) => Math.max(most, frame.scrollWidth - frame.clientWidth), 0)`);
      expect(hidden, `at ${width} pixels`).toBe(0);
      await page.close();
    }
  });

  test("the page leads with the fastest schedule and draws it at its estimated rate, below the roof", async () => {
    const [, [, html = ""] = []] = pages;
    const { page } = await open(html, 1280);
    expect(await page.locator(".lead b").textContent()).toMatch(/^[\d.]+× the least time$/);
    expect(await page.locator(".lead").textContent()).toMatch(/is the fastest shown: about /);
    const [roof, dot] = await page.evaluate<[number, number]>(`(() => {
      const chart = document.querySelector("[aria-labelledby=roofline] .chart");
      return [chart.querySelector(".bound").getBBox().y, Number(chart.querySelector("circle").getAttribute("cy"))];
    })()`);
    expect(dot).toBeGreaterThan(roof + 1);
    await page.close();
  });

  test("the slider moves by keyboard, tells what it shows, and tiles change with it", async () => {
    const { page, troubles } = await open(product, 1280);
    const slider = page.locator("#instant");
    const said = page.locator("#now");
    expect(await said.textContent()).toMatch(/^100 % of the steps: 320 of 320 tiles written, /);
    expect(await page.locator(".tile.todo, .tile.run").count()).toBe(0);
    await slider.focus();
    await page.keyboard.press("Home");
    expect(await said.textContent()).toBe("0 % of the steps: 0 of 320 tiles written, 0 B missed");
    expect(await page.locator(".tile.todo").count()).toBe(320);
    for (let i = 0; i < 5; i++) await page.keyboard.press("PageUp");
    expect(await slider.inputValue()).not.toBe("0");
    const running = await page.locator(".tile.run").count();
    // Two blocks an SM, and those that ended or began within the instant.
    expect(running).toBeGreaterThan(0);
    expect(running).toBeLessThanOrEqual(320);
    expect(await slider.getAttribute("aria-valuetext")).toBe(await said.textContent());
    expect(troubles).toEqual([]);
    await page.close();
  });

  test("Tab reaches the slider, the figures and the folds; a fold opens by keyboard", async () => {
    const { page } = await open(product, 375);
    const reached = new Set<string>();
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press("Tab");
      reached.add(
        await page.evaluate<string>(
          "document.activeElement.id || document.activeElement.className || document.activeElement.tagName",
        ),
      );
    }
    for (const stop of ["instant", "frame", "SUMMARY"]) expect([...reached]).toContain(stop);
    await page.locator("summary").first().focus();
    await page.keyboard.press("Enter");
    expect(await page.locator("details[open] pre").first().textContent()).toContain('"theorem"');
    await page.close();
  });

  test("text of the breakdown, of a chart and of a tile can be selected", async () => {
    const { page } = await open(product, 1280);
    for (const selector of [".level strong", ".chart text", ".tile text"]) {
      const [selected, text] = await page.evaluate<[string, string]>(`(() => {
        const node = document.querySelector(${JSON.stringify(selector)});
        getSelection().selectAllChildren(node);
        return [getSelection().toString().trim(), node.textContent.trim()];
      })()`);
      expect(selected).toBe(text);
      expect(selected).not.toBe("");
    }
    await page.close();
  });

  test("light and dark differ, and text stands out from its ground in both", async () => {
    const grounds = [];
    for (const scheme of ["light", "dark"] as const) {
      const { page } = await open(product, 1280, scheme);
      const contrasts = await page.evaluate<readonly (readonly [string, number])[]>(`(() => {
        const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
        const light = (colour) => {
          canvas.fillStyle = colour;
          canvas.fillRect(0, 0, 1, 1);
          const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((x) => x / 255).map((x) => (x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const ground = light(getComputedStyle(document.querySelector("section")).backgroundColor);
        return ["h1", ".about", ".change", ".factor", ".level .muted", "td", "summary"].map((selector) => {
          const ink = light(getComputedStyle(document.querySelector(selector)).color);
          return [selector, (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05)];
        });
      })()`);
      // WCAG's figure for text of this size.
      for (const [selector, contrast] of contrasts) expect(contrast, `${scheme} ${selector}`).toBeGreaterThanOrEqual(4.5);
      grounds.push(await page.evaluate("getComputedStyle(document.body).backgroundColor"));
      await page.close();
    }
    expect(grounds[0]).not.toBe(grounds[1]);
  });
});
