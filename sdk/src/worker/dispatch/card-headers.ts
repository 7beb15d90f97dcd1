/** The headers that only responses to cards have. */

import type { Invocation } from '../invocation/invocation.ts';
import type { Dispatch } from '../invocation/job.ts';
import type { Answer } from '../invocation/outcome.ts';
import { signatureOf } from './card-flags.ts';
import { warnOfSize } from './card-size.ts';

/**
 * Returns the headers of a card backend's response: the id of the invocation, which the card's log entries name, and the
 * signature of flags. Logs a warning if the response is too large.
 */
export async function headersOf(
  job: Dispatch,
  invocation: Invocation,
  answer: Answer,
  text: string,
): Promise<Record<string, string>> {
  warnOfSize(invocation, text);
  return { 'x-svc-invocation': invocation.id, ...(await signatureOf(job, answer, text)) };
}
