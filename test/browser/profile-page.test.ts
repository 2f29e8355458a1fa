import { existsSync, readFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { expect, test } from "vitest";
import { profiledStep } from "../../src/gap/step/profiled-step.js";
import { H100 } from "../../src/machines/known/h100.js";
import { readNsightKernels } from "../../src/measured/index.js";
import { profilePage } from "../../src/report/page/profile-page.js";

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
if (CHROMIUM === undefined) console.warn("SKIPPED: a profile's page in a real browser (no chromium in /usr/bin)");

const csv = readFileSync(new URL("../measured/profiles/llama.csv", import.meta.url), "utf8");
const { report, summary } = profiledStep(readNsightKernels(csv, "llama.csv"), "llama.csv", H100, { top: 1 });
if (summary === undefined) throw new RangeError("no step");
const html = profilePage({ title: "<llama>", report, step: summary, top: 6 });

test("the page of a profile asks for nothing from outside, has no holes, and names in it are text", () => {
  expect(html).not.toMatch(/\b(?:NaN|undefined|Infinity)\b/);
  expect(html).not.toMatch(/https?:|@import|fetch\(|<script/);
  expect(html).toContain("<h1>&lt;llama&gt;</h1>");
});

test.skipIf(CHROMIUM === undefined)("in Chromium: parts of the step lead to rows that open, on a phone and a desk", async () => {
  const browser = await chromium.launch({ executablePath: CHROMIUM ?? "", args: ["--no-sandbox"] });
  try {
    const inks = [];
    for (const [width, colorScheme] of [
      [375, "light"],
      [1280, "dark"],
    ] as const) {
      const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
      const troubles: string[] = [];
      page.on("console", (message) => troubles.push(message.text()));
      page.on("pageerror", (error) => troubles.push(error.message));
      await page.setContent(html, { waitUntil: "load" });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      const parts = await page.evaluate<readonly number[]>(
        '[...document.querySelectorAll(".step a, .step i")].map((one) => one.getBoundingClientRect().width)',
      );
      expect(parts).toHaveLength(12);
      for (const part of parts) expect(part).toBeLessThan(width);
      const row = page.locator("details.kernel").first();
      expect(await row.locator("pre").isVisible()).toBe(false);
      await page.locator(".step a").first().focus();
      await page.keyboard.press("Enter");
      expect(await row.locator("pre").isVisible()).toBe(true);
      expect(await row.locator("pre").textContent()).toContain("compulsory");
      expect(troubles).toEqual([]);
      inks.push(await page.evaluate("getComputedStyle(document.body).color"));
      await page.close();
    }
    expect(inks[0]).not.toBe(inks[1]);
  } finally {
    await browser.close();
  }
});
