/** Pages of the API's answers. */

import { isObject } from '../platform/body.ts';

/** The cursor of the next page; undefined on the last. */
export function afterOf(page: unknown): string | undefined {
  const paging = isObject(page) ? page['paging'] : undefined;
  const next = isObject(paging) ? paging['next'] : undefined;
  const after = isObject(next) ? next['after'] : undefined;
  return after === undefined || after === null ? undefined : String(after);
}
