type Edge = readonly [from: number, to: number];

/** The indices of the first edge that is there twice and of its repetition. */
export function repeatedEdge(vertices: number, edges: readonly Edge[]): readonly [first: number, second: number] | undefined {
  const seen = new Map<number, number>();
  for (const [index, [from, to]] of edges.entries()) {
    const first = seen.get(from * vertices + to);
    if (first !== undefined) return [first, index];
    seen.set(from * vertices + to, index);
  }
  return undefined;
}

/**
 * The index of the first edge that closes a cycle with edges before it, or undefined where the graph is acyclic. Bisects
 * over prefixes, each tested by Kahn's algorithm.
 */
export function closingEdge(vertices: number, edges: readonly Edge[]): number | undefined {
  if (isAcyclic(vertices, edges, edges.length)) return undefined;
  let acyclic = 0;
  let cyclic = edges.length;
  while (cyclic - acyclic > 1) {
    const middle = (acyclic + cyclic) >> 1;
    if (isAcyclic(vertices, edges, middle)) acyclic = middle;
    else cyclic = middle;
  }
  return cyclic - 1;
}

function isAcyclic(vertices: number, edges: readonly Edge[], count: number): boolean {
  const waiting = new Int32Array(vertices);
  /** Edges out of each vertex as a linked list: the last of them, and the one before each; −1 at its end. */
  const last = new Int32Array(vertices).fill(-1);
  const before = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const [from, to] = edges[i] as Edge;
    waiting[to] = (waiting[to] as number) + 1;
    before[i] = last[from] as number;
    last[from] = i;
  }
  const ready: number[] = [];
  waiting.forEach((left, v) => {
    if (left === 0) ready.push(v);
  });
  let done = 0;
  for (let v = ready.pop(); v !== undefined; v = ready.pop()) {
    done++;
    for (let i = last[v] as number; i >= 0; i = before[i] as number) {
      const [, to] = edges[i] as Edge;
      const left = (waiting[to] as number) - 1;
      waiting[to] = left;
      if (left === 0) ready.push(to);
    }
  }
  return done === vertices;
}
