/** Asks a pull source for a page, and reads what it gives. */

import type { PullSourceDefinition } from '../../capability/source.ts';
import type { SourceHttpClient } from '../../context/http.ts';
import { isObject } from '../../platform/body.ts';
import { SyncFault } from './fault.ts';

/** Longest cursor, in UTF-16 units: it is kept with each page, and with what a step may have to be told again. */
const MAX_CURSOR = 8_000;

export interface PulledPage {
  readonly rows: readonly unknown[];
  readonly next?: string;
}

/** Rejects with whatever the source throws, with a TypeError for what is no page, with a SyncFault for a cursor that is too long. */
export async function pullPage(
  source: PullSourceDefinition,
  cursor: string | undefined,
  http: SourceHttpClient,
): Promise<PulledPage> {
  const page: unknown = await source.fetch({ ...(cursor !== undefined && { cursor }), http });
  const { rows, cursor: next } = isObject(page) ? page : ({} as Record<string, unknown>);
  if (!Array.isArray(rows)) {
    throw new TypeError('fetch must give { rows: [{ key, data }, …], cursor? }');
  }
  if (next !== undefined && next !== null && typeof next !== 'string') {
    throw new TypeError('the cursor that fetch gives must be a text, or be left out by the last page');
  }
  if (typeof next === 'string' && next.length > MAX_CURSOR) {
    throw new SyncFault(
      `the source gave a cursor of ${next.length} characters, and the longest that is kept has ${MAX_CURSOR}`,
    );
  }
  // An empty cursor could not be told from none when it comes back.
  return { rows, ...(typeof next === 'string' && next !== '' && { next }) };
}
