// Rewrites the blocks of README.md and docs/*.md that show the tool's own output: ```text blocks that begin with "$ npx redblue …",
// and those of docs/cookbook.md that follow a ```js block; and docs/api.md.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { apiPage } from "./api-docs.js";

const root = new URL("../", import.meta.url);
const RECIPE = /```js\n([\s\S]*?)```\n\n```text\n[\s\S]*?\n```/g;
writeFileSync(new URL("docs/api.md", root), apiPage());
const files = [
  "README.md",
  ...["docs", "docs/guide"].flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, root))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  ),
];
for (const name of files) {
  const before = readFileSync(new URL(name, root), "utf8");
  const shown =
    name !== "docs/cookbook.md"
      ? before
      : before.replace(RECIPE, (_, code) => {
          const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
            cwd: root,
            encoding: "utf8",
          });
          if (status !== 0) throw new Error(stderr);
          return `\`\`\`js\n${code}\`\`\`\n\n\`\`\`text\n${stdout.trimEnd()}\n\`\`\``;
        });
  const after = shown.replace(/```text\n\$ npx redblue ([^\n]*)\n(?:[\s\S]*?\n)??```/g, (_, words) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["dist/cli/main.js", ...words.split(" ")], {
      cwd: root,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`redblue ${words}: ${stderr}`);
    return `\`\`\`text\n$ npx redblue ${words}\n${stdout.trimEnd()}\n\`\`\``;
  });
  if (after !== before) {
    writeFileSync(new URL(name, root), after);
    console.log(`updated ${name}`);
  }
}
