/** Asks a pull source for a page, and reads what it gives. */

import type { SourceHttpClient } from '../context/http.ts';
import type { PullSourceDefinition } from '../declare/source.ts';
import { isObject } from '../runtime/body.ts';

export interface PulledPage {
  readonly rows: readonly unknown[];
  readonly next?: string;
}

/** Rejects with whatever the source throws, and with a TypeError for what is no page. */
export async function pullPage(source: PullSourceDefinition, cursor: string | undefined, http: SourceHttpClient): Promise<PulledPage> {
  const page: unknown = await source.fetch({ ...(cursor !== undefined && { cursor }), http });
  const { rows, cursor: next } = isObject(page) ? page : ({} as Record<string, unknown>);
  if (!Array.isArray(rows)) {
    throw new TypeError('fetch must give { rows: [{ key, data }, …], cursor? }');
  }
  if (next !== undefined && next !== null && typeof next !== 'string') {
    throw new TypeError('the cursor that fetch gives must be a text, or be left out by the last page');
  }
  // An empty cursor could not be told from none when it comes back.
  return { rows, ...(typeof next === 'string' && next !== '' && { next }) };
}
