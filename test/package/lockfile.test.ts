import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
}

function read<T>(path: string): T {
  return JSON.parse(readFileSync(path, "utf8")) as T;
}

describe("package-lock.json", () => {
  const { packages } = read<{ readonly packages: Readonly<Record<string, Locked>> }>("package-lock.json");
  const installed = Object.entries(packages).filter(([path]) => path !== "");

  it("names no download address, so that any registry serves", () => {
    expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  it("fixes the content of every package", () => {
    expect(installed.length).toBeGreaterThan(100);
    expect(installed.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
  });

  it("holds the exact versions that package.json asks for", () => {
    const { dependencies, devDependencies } = read<Readonly<Record<string, Readonly<Record<string, string>>>>>("package.json");
    const asked = Object.entries({ ...dependencies, ...devDependencies });
    expect(asked.map(([name]) => `${name} ${packages[`node_modules/${name}`]?.version}`)).toEqual(
      asked.map(([name, version]) => `${name} ${version}`),
    );
  });
});
