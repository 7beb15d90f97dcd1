import { CrmAnswerError } from '../../crm/error.ts';
import type { Send } from '../../crm/send.ts';
import { isObject } from '../../platform/body.ts';
import type { Occurrence, RefusedOccurrence } from '../../protocol/app-events.ts';
import type { EventName } from './event-name.ts';

/** Maximum number of occurrences per request. The CRM's limit. */
export const MAX_OCCURRENCES = 500;

/**
 * Posts occurrences of one app event to the CRM. Returns the rejected ones. Rejects after a transient failure.
 * @param path the profile's path
 * @param event the event's name, which is another one after the CRM has refused its uid
 */
export async function postAppEvents(
  send: Send,
  path: string,
  event: Pick<EventName, 'current' | 'learn'>,
  occurrences: readonly Occurrence[],
): Promise<readonly RefusedOccurrence[]> {
  const eventTypeName = await event.current();
  const inputs = occurrences.map((occurrence) => ({ eventTypeName, ...occurrence }));
  try {
    if (inputs.length === 1) {
      await send('POST', path, { body: inputs[0], expects: 'none' });
      return [];
    }
    const answer = await send('POST', `${path}/batch`, { body: { inputs }, expects: 'none' });
    const refused = refusedIn(answer, occurrences);
    if (refused.length > 0 && (await event.learn(send))) {
      const again = new Set(refused.map(({ id }) => id));
      return await postAppEvents(
        send,
        path,
        event,
        occurrences.filter(({ id }) => again.has(id)),
      );
    }
    return refused;
  } catch (error) {
    if (isUnknown(error) && (await event.learn(send))) {
      return postAppEvents(send, path, event, occurrences);
    }
    if (!isFinal(error)) {
      throw error;
    }
    const [first] = occurrences;
    if (first !== undefined && occurrences.length === 1) {
      return error.status === 409 ? [] : [{ id: first.id, message: error.message }]; // 409: the CRM already has it
    }
    // One invalid occurrence fails the whole batch: bisect to find it.
    const middle = Math.ceil(occurrences.length / 2);
    const left = await postAppEvents(send, path, event, occurrences.slice(0, middle));
    return [...left, ...(await postAppEvents(send, path, event, occurrences.slice(middle)))];
  }
}

/** Reports whether the CRM may refuse the event's name. */
function isUnknown(error: unknown): boolean {
  return error instanceof CrmAnswerError && [400, 404, 422].includes(error.status);
}

/** Reports whether a retry would fail again. */
function isFinal(error: unknown): error is CrmAnswerError {
  return error instanceof CrmAnswerError && [400, 409, 413, 422].includes(error.status);
}

/** Returns the rejected occurrences. Errors contain the ids. A duplicate does not count as rejected. */
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
