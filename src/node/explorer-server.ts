import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";

/** Where `redblue explore` listens unless told otherwise. */
export const EXPLORER_PORT = 8733;

const DIST: string = join(dirname(createRequire(import.meta.url).resolve("redblue/package.json")), "dist");

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".bin": "application/octet-stream",
};

/** As the page says itself, and no frames around it, which only a header can say. */
const POLICY =
  "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Whether the pages were built: a checkout builds them with `npm run build`. */
export function hasExplorer(): boolean {
  return existsSync(join(DIST, "explorer", "index.html"));
}

/** A server of the explorer's files and of nothing else. It answers to names of this machine only, so that no other site can read it. */
export function explorerServer(): Server {
  return createServer((request, response) => {
    const { status, type, body } = answerTo(request);
    response.writeHead(status, { ...headersOf(type), "Content-Length": body.length });
    finish(request, response, body);
  });
}

function finish({ method }: IncomingMessage, response: ServerResponse, body: Buffer): void {
  response.end(method === "HEAD" ? undefined : body);
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

function answerTo({ method, url = "/", headers }: IncomingMessage): Answer {
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(headers.host ?? "")) return refused(403, "not for this host");
  if (method !== "GET" && method !== "HEAD") return refused(405, "only GET and HEAD");
  const [path = "/"] = url.split("?");
  // A name and at most one known folder: no path leads out.
  const [, folder = "", name = "index.html"] = /^\/(chunks\/)?([\w-][\w.-]*)?$/.exec(path) ?? [undefined, undefined, ""];
  const type = TYPES[extname(name)];
  const places = [join(DIST, "explorer", folder, name), ...(extname(name) === ".bin" ? [join(DIST, "chunks", name)] : [])];
  const place = type === undefined ? undefined : places.find((one) => existsSync(one));
  return type === undefined || place === undefined ? refused(404, "not here") : { status: 200, type, body: readFileSync(place) };
}

function refused(status: number, why: string): Answer {
  return { status, type: "text/plain; charset=utf-8", body: Buffer.from(`${why}\n`) };
}

function headersOf(type: string): Readonly<Record<string, string>> {
  return {
    "Content-Type": type,
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
  };
}
