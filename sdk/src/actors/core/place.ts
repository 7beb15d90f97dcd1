import { ActorError, type ActorStore } from '../../protocol/actor.ts';

/** Rows of one kind under a prefix, in the order of a list. */
export interface Range {
  readonly prefix: string;
  /** Where to start: the first row, unless a page went before. */
  readonly start?: string;
}

/**
 * The rows of a list after a place. A place is the key of the last row of a page without `root`, so that the list goes
 * on there although the row was deleted meanwhile.
 * @param root what all keys of this kind begin with
 * @param prefix what the keys of this list begin with
 * @param form matches every place
 * @throws an `ActorError` with the code `invalid_input`
 */
export function rangeAfter(root: string, prefix: string, after: unknown, form: RegExp): Range {
  if (after === undefined) {
    return { prefix };
  }
  if (typeof after !== 'string' || !form.test(after) || !`${root}${after}`.startsWith(prefix)) {
    throw new ActorError(
      'invalid_input',
      `invalid after ${JSON.stringify(after)}: expected the next of the page before`,
    );
  }
  return { prefix, start: `${root}${after}\u0000` };
}

/** Yields the rows of a range in portions, since rows may be long. */
export function* rowsOf<Row>(
  store: ActorStore,
  { prefix, start }: Range,
  portion: number,
  limit = Infinity,
): Generator<[key: string, row: Row]> {
  let from = start;
  for (let left = limit; left > 0; ) {
    const asked = Math.min(left, portion);
    const found = store.list<Row>({ prefix, limit: asked, start: from });
    yield* found;
    left = found.length < asked ? 0 : left - asked;
    from = `${found.at(-1)?.[0]}\u0000`;
  }
}
