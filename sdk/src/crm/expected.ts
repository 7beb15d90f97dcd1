import { isObject } from '../platform/body.ts';
import { CrmNoAnswerError } from './error.ts';

/**
 * The body of a 2xx response that a call expects. `object`: an object. `list`: an object with `results`. `none`: no
 * body, or JSON that the caller ignores.
 */
export type Expected = 'object' | 'list' | 'none';

/**
 * Returns the body of a 2xx response. Throws a CrmNoAnswerError for another body, such as the page of a proxy or JSON
 * that was cut off: it does not tell what the CRM did.
 */
export function expected(kind: Expected, method: string, path: string, body: unknown): unknown {
  const isExpected =
    kind === 'none'
      ? typeof body !== 'string'
      : isObject(body) && (kind === 'object' || Array.isArray(body['results']));
  if (!isExpected) {
    throw new CrmNoAnswerError(method, path, new Error('the response is not the expected JSON'));
  }
  return body;
}
