/**
 * One step of the search: load the missing operands of a vertex, delete victims to make the room, compute the vertex. That
 * loses no optimum (lazy forms): a load can wait until just before the first computation that uses it; a deletion until
 * its room is needed, so no proper subset of the victims would do; a store until just before the deletion, since a red
 * value is never loaded; and a stored value is not computed again before it was loaded, or the store could have waited.
 */
export interface Step {
  vertex: number;
  /** The operand whose pebble slides, or -1. */
  slide: number;
  readonly victims: number[];
  /** Victims (the slid operand may be one) stored before they go. */
  readonly stored: number[];
  /** Words loaded (where not prepaid) plus twice the words stored. */
  cost: number;
}
