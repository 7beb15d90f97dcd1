import type { PullSourceDefinition } from '../../capability/source.ts';
import type { SourceHttpClient } from '../../context/http.ts';
import { isObject } from '../../platform/body.ts';
import { PermanentSyncError } from './sync-errors.ts';

/** Longest cursor, in UTF-16 units. It is stored with each page and with the last calls of a step. */
const MAX_CURSOR = 8_000;

export interface PulledPage {
  readonly rows: readonly unknown[];
  readonly next?: string;
}

/**
 * Fetches a page from a pull source. Rejects with the source's error, with a TypeError for an invalid page, or with a
 * PermanentSyncError for a cursor that is too long.
 */
export async function pullPage(
  source: PullSourceDefinition,
  cursor: string | undefined,
  http: SourceHttpClient,
): Promise<PulledPage> {
  const page: unknown = await source.fetch({ ...(cursor !== undefined && { cursor }), http });
  const { rows, cursor: next } = isObject(page) ? page : ({} as Record<string, unknown>);
  if (!Array.isArray(rows)) {
    throw new TypeError('fetch must return { rows: [{ key, data }, …], cursor? }');
  }
  if (next !== undefined && next !== null && typeof next !== 'string') {
    throw new TypeError('the cursor that fetch returns must be a string; omit it on the last page');
  }
  if (typeof next === 'string' && next.length > MAX_CURSOR) {
    throw new PermanentSyncError(
      `the source returned a cursor of ${next.length} characters: the limit is ${MAX_CURSOR}`,
    );
  }
  // An empty cursor counts as none.
  return { rows, ...(typeof next === 'string' && next !== '' && { next }) };
}
