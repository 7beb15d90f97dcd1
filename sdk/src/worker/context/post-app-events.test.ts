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

/** A fake CRM that records the size of each request. */
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

const crmError = (status: number) => new CrmAnswerError('POST', '/events/batch', status, { message: 'bad row' });

describe('posting app events', () => {
  test('sends several occurrences as a batch', async () => {
    const { send, sizes } = crm(() => ({}));
    await postAppEvents(send, '/events', 'PAID', occurrences(1));
    await postAppEvents(send, '/events', 'PAID', occurrences(3));
    expect(sizes).toEqual([1, 3]);
  });

  test('sends valid occurrences of a batch with an invalid one', async () => {
    const { send } = crm((ids) => {
      if (ids.includes('o5')) {
        throw crmError(400);
      }
      return {};
    });
    const refused = await postAppEvents(send, '/events', 'PAID', occurrences(20));
    expect(refused).toEqual([{ id: 'o5', message: 'POST /events/batch answered 400: bad row' }]);
  });

  test('accepts a duplicate as sent', async () => {
    const { send } = crm((ids) => {
      if (ids.includes('o0')) {
        throw crmError(409);
      }
      return {};
    });
    expect(await postAppEvents(send, '/events', 'PAID', occurrences(2))).toEqual([]);
  });

  test('reports errors per occurrence', async () => {
    const errors = [
      { category: 'VALIDATION_ERROR', message: 'no such record', context: { id: ['o1'] } },
      { category: 'CONFLICT', message: 'already there', context: { id: ['o2'] } },
    ];
    const { send } = crm(() => ({ status: 'COMPLETE', errors }));
    expect(await postAppEvents(send, '/events', 'PAID', occurrences(3))).toEqual([
      { id: 'o1', message: 'no such record' },
    ]);
  });

  test.each([401, 403, 429, 500, 503])('rejects after a %i', async (status) => {
    const { send, sizes } = crm(() => {
      throw crmError(status);
    });
    await expect(postAppEvents(send, '/events', 'PAID', occurrences(4))).rejects.toThrow(String(status));
    expect(sizes).toEqual([4]);
  });
});
