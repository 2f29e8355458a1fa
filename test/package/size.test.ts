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

/** Still above their limits: a size that fits leaves this list. */
const PENDING: ReadonlySet<string> = new Set(["bound of one product, gzipped", "tarball"]);

test.each(measured.map((size) => [size.name, size] as const))("%s stays below its limit", (name, { bytes, limit }) => {
  expect(bytes).toBeGreaterThan(name === "all tables, gzipped" ? 0 : 1000);
  if (PENDING.has(name)) expect(bytes, "fits now: take it from the list").toBeGreaterThan(limit);
  else expect(bytes).toBeLessThanOrEqual(limit);
});
