import { isObject } from '../platform/body.ts';
import { CrmNoAnswerError } from './error.ts';

/**
 * The body of a 2xx response that a call expects. `record`: an object with an id. `object`: an object. `list`: an object
 * with `results`. `none`: no body, or JSON that the caller ignores.
 */
export type Expected = 'record' | 'object' | 'list' | 'none';

/**
 * Returns the body of a 2xx response. Throws a CrmNoAnswerError for another body, such as the page of a proxy or JSON
 * that was cut off: it does not tell what the CRM did.
 */
export function expected(kind: Expected, method: string, path: string, body: unknown): unknown {
  const problem = problemOf(kind, body);
  if (problem !== undefined) {
    throw new CrmNoAnswerError(method, path, new Error(`the response ${problem}`));
  }
  return body;
}

function problemOf(kind: Expected, body: unknown): string | undefined {
  if (typeof body === 'string') {
    return 'is not valid JSON';
  }
  if (kind === 'none') {
    return undefined;
  }
  if (body === undefined) {
    return 'has no body';
  }
  if (!isObject(body)) {
    return 'is not a JSON object';
  }
  if (kind === 'list') {
    return Array.isArray(body['results']) ? undefined : 'has no results';
  }
  return kind === 'record' && !['string', 'number'].includes(typeof body['id']) ? 'has no record id' : undefined;
}
