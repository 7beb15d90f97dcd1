import { isObject } from '../platform/body.ts';

/** Returns the cursor of the next page, or undefined on the last one. */
export function afterOf(page: unknown): string | undefined {
  const paging = isObject(page) ? page['paging'] : undefined;
  const next = isObject(paging) ? paging['next'] : undefined;
  const after = isObject(next) ? next['after'] : undefined;
  return after === undefined || after === null ? undefined : String(after);
}
