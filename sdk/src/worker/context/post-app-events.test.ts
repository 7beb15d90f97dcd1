import { describe, expect, test } from 'vitest';
import { CrmAnswerError } from '../../crm/error.ts';
import type { Send } from '../../crm/send.ts';
import type { Occurrence } from '../../protocol/app-events.ts';
import { postAppEvents } from './post-app-events.ts';

const occurrences = (count: number): Occurrence[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `o${i}`,
    objectId: '1',
    properties: {},
    timestamp: '2026-01-01T00:00:00.000Z',
  }));

/** A CRM that answers by what it is given; it remembers the sizes of what it was sent. */
function crm(answer: (ids: string[]) => unknown): { readonly send: Send; readonly sizes: number[] } {
  const sizes: number[] = [];
  return {
    sizes,
    send: async (_method, path, init) => {
      const body = init?.body as { inputs?: { id: string }[]; id: string };
      const ids = body.inputs?.map(({ id }) => id) ?? [body.id];
      expect(path).toBe(body.inputs === undefined ? '/events' : '/events/batch');
      sizes.push(ids.length);
      return answer(ids);
    },
  };
}

const refusal = (status: number) => new CrmAnswerError('POST', '/events/batch', status, { message: 'bad row' });

describe('posting app events', () => {
  test('one occurrence goes alone, several in one batch', async () => {
    const { send, sizes } = crm(() => ({}));
    await postAppEvents(send, '/events', 'PAID', occurrences(1));
    await postAppEvents(send, '/events', 'PAID', occurrences(3));
    expect(sizes).toEqual([1, 3]);
  });

  test('one bad occurrence does not keep the others back', async () => {
    const { send } = crm((ids) => {
      if (ids.includes('o5')) {
        throw refusal(400);
      }
      return {};
    });
    const refused = await postAppEvents(send, '/events', 'PAID', occurrences(20));
    expect(refused).toEqual([{ id: 'o5', message: 'POST /events/batch answered 400: bad row' }]);
  });

  test('an occurrence that the CRM has already counts as sent', async () => {
    const { send } = crm((ids) => {
      if (ids.includes('o0')) {
        throw refusal(409);
      }
      return {};
    });
    expect(await postAppEvents(send, '/events', 'PAID', occurrences(2))).toEqual([]);
  });

  test('errors of single occurrences in an answer are theirs alone', async () => {
    const errors = [
      { category: 'VALIDATION_ERROR', message: 'no such record', context: { id: ['o1'] } },
      { category: 'CONFLICT', message: 'already there', context: { id: ['o2'] } },
    ];
    const { send } = crm(() => ({ status: 'COMPLETE', errors }));
    expect(await postAppEvents(send, '/events', 'PAID', occurrences(3))).toEqual([
      { id: 'o1', message: 'no such record' },
    ]);
  });

  test.each([401, 403, 429, 500, 503])('a %i is no verdict on any occurrence', async (status) => {
    const { send, sizes } = crm(() => {
      throw refusal(status);
    });
    await expect(postAppEvents(send, '/events', 'PAID', occurrences(4))).rejects.toThrow(String(status));
    expect(sizes).toEqual([4]);
  });
});
