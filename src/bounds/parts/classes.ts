/** Groups that a bound is proven of at once: `groups` of them, each with `rows` rows at least. */
export interface RowClass {
  readonly rows: number;
  readonly groups: number;
}

/**
 * Groups by their rows, in at most `most` classes. Rows of a group beyond its class's have their own words, and a bound of their own. Where
 * there are more classes, those are joined that lose the fewest rows.
 */
export function rowClasses(exact: readonly (readonly [rows: number, groups: number])[], most: number): readonly RowClass[] {
  const classes = exact.map(([rows, groups]) => ({ rows, groups }));
  while (classes.length > most) {
    let at = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i + 1 < classes.length; i++) {
      const [more, fewer] = [classes[i] as RowClass, classes[i + 1] as RowClass];
      const lost = more.groups * (more.rows - fewer.rows);
      if (lost < least) [at, least] = [i, lost];
    }
    const [more, fewer] = [classes[at] as RowClass, classes[at + 1] as RowClass];
    classes.splice(at, 2, { rows: fewer.rows, groups: more.groups + fewer.groups });
  }
  return classes;
}
