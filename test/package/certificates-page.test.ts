import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const script = fileURLToPath(new URL("../../scripts/certificates-page.js", import.meta.url));
const { stderr } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });

test("docs/certificates.md has the fields of the certificate types as they are", () => {
  expect(stderr).not.toContain("stale");
});

// To become a plain test when the certificate types have all their docstrings.
test("every field of a certificate has a docstring", () => {
  expect(stderr).toBe("");
});
