/** Posts occurrences of one app event to the CRM. */

import { CrmAnswerError } from '../../crm/error.ts';
import type { Send } from '../../crm/send.ts';
import { isObject } from '../../platform/body.ts';
import type { Occurrence, RefusedOccurrence } from '../../protocol/app-events.ts';

/** How many occurrences one request may carry (spec, Limits). */
export const MAX_OCCURRENCES = 500;

/**
 * Posts them all at once; gives those that the CRM refused. Rejects when none was taken, and another time may be better.
 * @param path of the profile
 * @param eventType the uid of the event
 */
export async function postAppEvents(
  send: Send,
  path: string,
  eventType: string,
  occurrences: readonly Occurrence[],
): Promise<readonly RefusedOccurrence[]> {
  const inputs = occurrences.map((occurrence) => ({ eventTypeName: eventType, ...occurrence }));
  try {
    if (inputs.length === 1) {
      await send('POST', path, { body: inputs[0] });
      return [];
    }
    return refusedIn(await send('POST', `${path}/batch`, { body: { inputs } }), occurrences);
  } catch (error) {
    if (!isFinal(error)) {
      throw error;
    }
    const [first] = occurrences;
    if (first !== undefined && occurrences.length === 1) {
      return error.status === 409 ? [] : [{ id: first.id, message: error.message }]; // 409: the CRM has it already
    }
    // One of them spoils all the others: halves of the batch find it.
    const middle = Math.ceil(occurrences.length / 2);
    const left = await postAppEvents(send, path, eventType, occurrences.slice(0, middle));
    return [...left, ...(await postAppEvents(send, path, eventType, occurrences.slice(middle)))];
  }
}

/** Whether the same request would be refused again. */
function isFinal(error: unknown): error is CrmAnswerError {
  return error instanceof CrmAnswerError && [400, 409, 413, 422].includes(error.status);
}

/** Errors name the ids that they are about; what only says that the occurrence is there already is none. */
function refusedIn(answer: unknown, occurrences: readonly Occurrence[]): RefusedOccurrence[] {
  const errors = isObject(answer) && Array.isArray(answer['errors']) ? (answer['errors'] as unknown[]) : [];
  const sent = new Set(occurrences.map(({ id }) => id));
  return errors.filter(isObject).flatMap(({ id, context, category, message }) => {
    if (category === 'CONFLICT' || category === 'DUPLICATE') {
      return [];
    }
    const ids = [id, ...(isObject(context) ? Object.values(context).flat() : [])];
    return ids
      .filter((one): one is string => typeof one === 'string' && sent.has(one))
      .map((one) => ({ id: one, message: typeof message === 'string' ? message : 'the CRM refused it' }));
  });
}
