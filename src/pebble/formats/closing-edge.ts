type Edge = readonly [from: number, to: number];

/**
 * The index of the first edge that closes a cycle with edges before it, or undefined where the graph is acyclic. Bisects
 * over prefixes, each tested by Kahn's algorithm.
 */
export function closingEdge(vertices: number, edges: readonly Edge[]): number | undefined {
  if (isAcyclic(vertices, edges)) return undefined;
  let acyclic = 0;
  let cyclic = edges.length;
  while (cyclic - acyclic > 1) {
    const middle = (acyclic + cyclic) >> 1;
    if (isAcyclic(vertices, edges.slice(0, middle))) acyclic = middle;
    else cyclic = middle;
  }
  return cyclic - 1;
}

function isAcyclic(vertices: number, edges: readonly Edge[]): boolean {
  const waiting = new Int32Array(vertices);
  const successors = new Map<number, number[]>();
  for (const [from, to] of edges) {
    waiting[to] = (waiting[to] as number) + 1;
    const list = successors.get(from);
    if (list === undefined) successors.set(from, [to]);
    else list.push(to);
  }
  const ready: number[] = [];
  waiting.forEach((left, v) => {
    if (left === 0) ready.push(v);
  });
  let done = 0;
  for (let v = ready.pop(); v !== undefined; v = ready.pop()) {
    done++;
    for (const w of successors.get(v) ?? []) {
      const left = (waiting[w] as number) - 1;
      waiting[w] = left;
      if (left === 0) ready.push(w);
    }
  }
  return done === vertices;
}
