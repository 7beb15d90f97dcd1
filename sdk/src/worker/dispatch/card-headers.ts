/** The headers that only responses to cards have. */

import type { Invocation } from '../invocation/invocation.ts';
import type { Dispatch } from '../invocation/job.ts';
import type { Answer } from '../invocation/outcome.ts';
import { signed } from './card-flags.ts';
import { warnOfSize } from './card-size.ts';

/** Returns the header with the id of the invocation. Streams have it, too. */
export function invocationHeader({ id }: Invocation): Record<string, string> {
  return { 'x-svc-invocation': id };
}

/**
 * Returns the headers of a card backend's response: the id of the invocation, which the card's log entries name, and the
 * signature of flags. Logs a warning if the response is too large.
 */
export function headersOf(
  job: Dispatch,
  invocation: Invocation,
  { body }: Answer,
  text: string,
): Record<string, string> | Promise<Record<string, string>> {
  warnOfSize(invocation, text);
  const headers = invocationHeader(invocation);
  return body['flags'] === undefined ? headers : signed(job, headers, text);
}
