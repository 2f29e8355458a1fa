// Rewrites the blocks of README.md, docs and the guide that show the tool's own output: ```text blocks that begin with
// "$ npx redblue …", and those that follow a ```js block; what docs/guide/requirements.md says of each id. The pages of docs/api are TypeDoc's (npm run docs:api).
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const root = new URL("../", import.meta.url);
const RECIPE = /```js\n([\s\S]*?)```\n\n```text\n[\s\S]*?\n```/g;
const files = [
  "README.md",
  ...["docs", "docs/guide"].flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, root))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  ),
];
/** What the tool prints, for a command line without quotes. */
function printed(words) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["dist/cli/main.js", ...words.split(" ")], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`redblue ${words}: ${stderr}`);
  return stdout.trimEnd();
}

const meanings = new Map(JSON.parse(printed("bounds --json")).requirements.map(({ id, meaning }) => [id, meaning]));
for (const name of files) {
  const before = readFileSync(new URL(name, root), "utf8");
  const shown = before.replace(RECIPE, (_, code) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
      cwd: root,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(stderr);
    return `\`\`\`js\n${code}\`\`\`\n\n\`\`\`text\n${stdout.trimEnd()}\n\`\`\``;
  });
  const outputs = shown.replace(
    /```text\n\$ npx redblue ([^\n]*)\n(?:[\s\S]*?\n)??```/g,
    (_, words) => `\`\`\`text\n$ npx redblue ${words}\n${printed(words)}\n\`\`\``,
  );
  const after =
    name === "docs/guide/requirements.md"
      ? outputs.replace(/^\| `([a-z0-9-]+)` \| .* \|$/gm, (row, id) =>
          meanings.has(id) ? `| \`${id}\` | ${meanings.get(id)} |` : row,
        )
      : outputs;
  if (after !== before) {
    writeFileSync(new URL(name, root), after);
    console.log(`updated ${name}`);
  }
}
