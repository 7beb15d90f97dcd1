import { isObject } from '../platform/body.ts';
import { objectsIn } from './objects-in.ts';
import type { Send } from './send.ts';

/** Returns the cursor of the next page, or undefined on the last one. */
export function afterOf(page: unknown): string | undefined {
  const paging = isObject(page) ? page['paging'] : undefined;
  const next = isObject(paging) ? paging['next'] : undefined;
  const after = isObject(next) ? next['after'] : undefined;
  return after === undefined || after === null ? undefined : String(after);
}

/** Reads all pages, and returns their results. */
export async function allPages(send: Send, path: string): Promise<unknown[]> {
  const results: unknown[] = [];
  for (let after: string | undefined; ; ) {
    const page = await send('GET', path, { query: { after }, expects: 'list', retry: 'idempotent' });
    results.push(...objectsIn(page, 'results'));
    const next = afterOf(page);
    if (next === undefined || next === after) {
      return results;
    }
    after = next;
  }
}
