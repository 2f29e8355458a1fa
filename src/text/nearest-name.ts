/**
 * Least number of single-character insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`. The kept
 * packages (leven, fastest-levenshtein) count a swap, a frequent slip, as two.
 */
export function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous: number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current: number[] = [row];
    for (let column = 1; column <= b.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      let least = Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        least = Math.min(least, (beforePrevious[column - 2] ?? 0) + 1);
      }
      current.push(least);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}

/** The known names nearest to `name`, case aside, or none when even those differ in more than a third of its characters, or in more than three. */
export function nearestNames(name: string, known: readonly string[]): readonly string[] {
  const limit = Math.min(3, Math.ceil(name.length / 3));
  // A long name cannot be near: its length alone exceeds the limit, so the quadratic comparison is skipped.
  const candidates = known
    .filter((candidate) => Math.abs(candidate.length - name.length) <= limit)
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }));
  const least = Math.min(limit, ...candidates.map(({ distance }) => distance));
  return candidates.filter(({ distance }) => distance === least).map(({ candidate }) => candidate);
}

/** The name in a form such as `group:G` or `random[:SEED]`. */
export function plainName(form: string): string {
  return form.replace(/[:[ ].*$/s, "");
}

/** ` (did you mean h200?)`, or nothing when no known name is near. */
export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestNames(name, known);
  return nearest.length === 0 ? "" : ` (did you mean ${nearest.join(" or ")}?)`;
}
