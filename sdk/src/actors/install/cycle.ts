/**
 * Brent's algorithm to detect repeated cursors, which would make a run endless. It remembers one cursor and replaces it
 * after twice as many steps, so that a cycle is found within three times its length.
 */
export interface CycleMark {
  readonly cursor: string;
  /** Steps until the remembered cursor is replaced. */
  readonly left: number;
  readonly span: number;
}

/** Returns the mark after the cursor, or undefined if the cursor repeats in this run. */
export function markCycle(mark: CycleMark | undefined, cursor: string): CycleMark | undefined {
  if (mark === undefined) {
    return { cursor, left: 1, span: 1 };
  }
  if (mark.cursor === cursor) {
    return undefined;
  }
  return mark.left > 1 ? { ...mark, left: mark.left - 1 } : { cursor, left: mark.span * 2, span: mark.span * 2 };
}
