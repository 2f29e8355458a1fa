// Rewrites the blocks of README.md and docs/*.md that show the tool's own output: ```text blocks that begin with "$ npx redblue …",
// and those of docs/cookbook.md and docs/quickstart.md that follow a ```js block. The pages of docs/api are TypeDoc's (npm run docs:api).
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const root = new URL("../", import.meta.url);
const SCRIPTED = ["docs/cookbook.md", "docs/quickstart.md"];
const RECIPE = /```js\n([\s\S]*?)```\n\n```text\n[\s\S]*?\n```/g;
const files = [
  "README.md",
  ...readdirSync(new URL("docs/", root))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
for (const name of files) {
  const before = readFileSync(new URL(name, root), "utf8");
  const shown = !SCRIPTED.includes(name)
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
