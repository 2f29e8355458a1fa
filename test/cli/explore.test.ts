import { once } from "node:events";
import type { IncomingHttpHeaders, Server } from "node:http";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { explorerServer } from "../../src/node/explorer-server.js";
import { redblue } from "./run.js";

let server: Server;
beforeAll(async () => {
  server = explorerServer().listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => server.close());

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The answer to a path as it is written: `fetch` would take its dots away. */
async function asked(path: string, options: { readonly method?: string; readonly host?: string } = {}): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  const { method = "GET", host = `127.0.0.1:${port}` } = options;
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, method, headers: { host } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks).toString("utf8") }),
      );
    });
    sent.on("error", reject);
    sent.end();
  });
}

test("the server gives the page with a policy that allows no inline code, no code from strings, and no other origin", async () => {
  const { status, headers, body } = await asked("/");
  expect(status).toBe(200);
  expect(headers["content-type"]).toMatch(/^text\/html/);
  const policy = String(headers["content-security-policy"]);
  expect(policy).toMatch(/default-src 'none'; script-src 'self';/);
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  // The page says so itself too, for servers that do not.
  const [, own] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(body) ?? [];
  expect(own).not.toBeUndefined();
  expect(policy.startsWith(String(own))).toBe(true);
  expect(body).not.toMatch(/<script(?![^>]* src=)|\son\w+=|style="/);
});

test.each(["/main.js", "/worker.js", "/style.css", "/accumulators.bin", "/index.html?x=1"])("the server has %s", async (path) => {
  expect(await asked(path)).toMatchObject({ status: 200 });
});

test.each([
  ...["/../package.json", "/chunks/../../package.json", "/%2e%2e/package.json", "/..%2fpackage.json", "/chunks/..", "/.."],
  ...["/cli/main.js", "/chunks//main.js", "//main.js", "/main.js%00", "/..\\package.json", "/chunks/", "/toString"],
])("the server leads nowhere else: %s", async (path) => {
  expect(await asked(path)).toMatchObject({ status: 404, body: "not here\n" });
});

test("the server answers this machine alone, and only reads", async () => {
  expect(await asked("/", { host: "evil.example" })).toMatchObject({ status: 403 });
  expect(await asked("/", { host: "127.0.0.1.evil.example" })).toMatchObject({ status: 403 });
  expect(await asked("/", { method: "POST" })).toMatchObject({ status: 405 });
  expect(await asked("/", { method: "HEAD" })).toMatchObject({ status: 200, body: "" });
});

test("explore refuses a port that is none", () => {
  for (const port of ["65536", "x", "-1"]) expect(redblue(["explore", "--port", port])).toMatchObject({ status: 2, stdout: "" });
});

test("--link prints the address of the page that shows what a command answers", () => {
  const { stdout, status } = redblue(["gemm", "8192", "8192", "4096", "--gpu", "h200", "--json", "--link"]);
  expect(status).toBe(0);
  expect(stdout).toBe("http://127.0.0.1:8733/#/kernel?gemm+--m+8192+--n+8192+--k+4096+--gpu+h200\n");
  expect(redblue(["layer", "llama3-8b", "--gpu", "h100", "--link"]).stdout).toContain("/#/layer?llama3-8b+--gpu+h100\n");
  expect(redblue(["sweep", "plan.yaml", "--link"])).toMatchObject({ status: 2 });
});
