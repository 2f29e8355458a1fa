import ts from "typescript";

/** What refuses where its arguments do not agree, beside `new Refused`. */
const CHECKS = new Set(["requireEqual", "exactly", "requireFraction", "requireRequirements"]);

/**
 * The places of a source of the checker that refuse: `new Refused`, calls of `CHECKS`, and the texts that conditions of potentials
 * give back. Each has its line, its source, and what is inserted where, from `globalThis.refusals` (record.js), to record it.
 *
 * @param {string} name path from the root of the repository
 * @param {string} code
 * @returns {readonly { site: string, text: string, edits: readonly (readonly [at: number, inserted: string])[] }[]}
 */
export function sitesOf(name, code) {
  const source = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true);
  const sites = [];
  const add = (node, edits) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    const before = sites.filter(({ site }) => site.split("#")[0] === `${name}:${line + 1}`).length;
    const site = `${name}:${line + 1}${before > 0 ? `#${before + 1}` : ""}`;
    sites.push({ site, text: node.getText().replace(/\s+/g, " "), edits: edits(`globalThis.refusals`, JSON.stringify(site)) });
  };
  const around = (node, before, after) => [
    [node.getStart(), before],
    [node.end, after],
  ];
  const visit = (node) => {
    if (ts.isNewExpression(node) && node.expression.getText() === "Refused") {
      const { parent } = node;
      if (ts.isThrowStatement(parent)) add(node, (to, site) => around(parent, `{ if (${to}.stands(${site})) `, " }"));
      else add(node, (to, site) => around(node, `(${to}.stands(${site}), `, ")"));
    } else if (ts.isCallExpression(node) && CHECKS.has(node.expression.getText())) {
      add(node, (to, site) => around(node.expression, `${to}.checked(${site}, `, ")"));
    } else if (ts.isStringLiteral(node) && name.includes("/potentials/") && isOutcome(node)) {
      add(node, (to, site) => around(node, `(${to}.stands(${site}), `, ")"));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return sites;
}

/** Is the text what a condition gives back? */
function isOutcome(node) {
  const { parent } = node;
  if (ts.isConditionalExpression(parent)) return node !== parent.condition && isOutcome(parent);
  return ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === node);
}
