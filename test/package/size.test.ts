import { expect, test } from "vitest";

interface Size {
  readonly name: string;
  readonly bytes: number;
  readonly limit: number;
}

// A script of the project, without types.
const script: string = "../../scripts/size.js";
const { sizes } = (await import(script)) as { readonly sizes: () => Promise<readonly Size[]> };
const measured = await sizes();

test.each(measured.map((size) => [size.name, size] as const))("%s stays below its limit", (name, { bytes, limit }) => {
  expect(bytes).toBeGreaterThan(name === "all tables, gzipped" ? 0 : 1000);
  expect(bytes).toBeLessThanOrEqual(limit);
});
