/**
 * Counts pages without rows. A source may have some in a row, for example when it filters rows after it has read them.
 * But one that returns an empty page with a new cursor each time would make a run endless.
 */

import { ActorError } from '../../protocol/actor.ts';

/** Most pages in a row without rows, in one run: some minutes of calls. The next run continues at their cursor. */
const MAX_EMPTY_PAGES = 1_000;

/** Returns how many pages in a row have no rows, with one more page. Throws `empty_pages` beyond the limit. */
export function countEmptyPages(before = 0, rows: number, next: string | undefined): number {
  const count = rows === 0 && next !== undefined ? before + 1 : 0;
  if (count > MAX_EMPTY_PAGES) {
    throw new ActorError(
      'empty_pages',
      `the source returned more than ${MAX_EMPTY_PAGES} pages in a row without rows, each with a new cursor; ` +
        'the next run continues there. Return the last page without a cursor',
    );
  }
  return count;
}
