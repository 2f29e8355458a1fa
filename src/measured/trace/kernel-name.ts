/**
 * The name of a kernel as CUPTI demangles it, in the form in which Nsight Compute prints it, so that one set of rules reads both:
 * `at::native::(anonymous namespace)::f<4u>(char*)::{lambda(float)#1}` is `at::<unnamed>::f<4>(char *)::[lambda(float) (instance 1)]`.
 * The kernel's parameters, which repeat its template arguments, are cut off.
 */
export function asNsightPrints(name: string): string {
  return withoutParameters(name)
    .replaceAll("(anonymous namespace)", "<unnamed>")
    .replaceAll("at::native::", "at::")
    .replace(/\{lambda\(([^{}]*)\)#(\d+)\}/g, "[lambda($1) (instance $2)]")
    .replace(/\b(\d+)(?:ul|u|l)\b/g, "$1")
    .replace(/(\w)([*&])/g, "$1 $2")
    .replaceAll("operator()", "operator ()")
    .replace(/> (?=>)/g, ">");
}

/** Up to the parenthesis that opens the last one that closes at the end: without the parameters. */
export function withoutParameters(name: string): string {
  if (!name.endsWith(")")) return name;
  let depth = 0;
  for (let at = name.length - 1; at > 0; at--) {
    if (name[at] === ")") depth++;
    else if (name[at] === "(" && --depth === 0) return name.slice(0, at);
  }
  return name;
}
