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

/** The uid of an event, and the full name that the CRM has for it. */
function named(fullName?: string) {
  let name = 'PAID';
  return {
    current: async () => name,
    async learn() {
      const isNew = fullName !== undefined && name !== fullName;
      name = fullName ?? name;
      return isNew;
    },
  };
}

const crmError = (status: number) => new CrmAnswerError('POST', '/events/batch', status, { message: 'bad row' });

describe('posting app events', () => {
  test('sends several occurrences as a batch', async () => {
    const { send, sizes } = crm(() => ({}));
    await postAppEvents(send, '/events', named(), occurrences(1));
    await postAppEvents(send, '/events', named(), occurrences(3));
    expect(sizes).toEqual([1, 3]);
  });

  test('sends valid occurrences of a batch with an invalid one', async () => {
    const { send } = crm((ids) => {
      if (ids.includes('o5')) {
        throw crmError(400);
      }
      return {};
    });
    const refused = await postAppEvents(send, '/events', named(), occurrences(20));
    expect(refused).toEqual([{ id: 'o5', message: 'POST /events/batch answered 400: bad row' }]);
  });

  test('accepts a duplicate as sent', async () => {
    const { send } = crm((ids) => {
      if (ids.includes('o0')) {
        throw crmError(409);
      }
      return {};
    });
    expect(await postAppEvents(send, '/events', named(), occurrences(2))).toEqual([]);
  });

  test('reports errors per occurrence', async () => {
    const errors = [
      { category: 'VALIDATION_ERROR', message: 'no such record', context: { id: ['o1'] } },
      { category: 'CONFLICT', message: 'already there', context: { id: ['o2'] } },
    ];
    const { send } = crm(() => ({ status: 'COMPLETE', errors }));
    expect(await postAppEvents(send, '/events', named(), occurrences(3))).toEqual([
      { id: 'o1', message: 'no such record' },
    ]);
  });

  test.each([401, 403, 429, 500, 503])('rejects after a %i', async (status) => {
    const { send, sizes } = crm(() => {
      throw crmError(status);
    });
    await expect(postAppEvents(send, '/events', named(), occurrences(4))).rejects.toThrow(String(status));
    expect(sizes).toEqual([4]);
  });

  describe('by a uid that the CRM refuses', () => {
    /** Answers by name, as the strict reading of the vendor's documents. */
    function strict(refusal: (ids: string[]) => unknown) {
      const sent: string[] = [];
      const send: Send = async (_method, _path, init) => {
        const body = init?.body as { inputs?: { id: string; eventTypeName: string }[] };
        const rows = body.inputs ?? [body as { id: string; eventTypeName: string }];
        const [name = ''] = rows.map((row) => row.eventTypeName);
        sent.push(`${rows.length} ${name}`);
        return name === 'ae1_PAID' ? {} : refusal(rows.map(({ id }) => id));
      };
      return { send, sent };
    }
    const failing = (status: number) => () => {
      throw crmError(status);
    };
    const perRow = (ids: string[]) => ({ errors: [{ category: 'VALIDATION_ERROR', context: { id: ids } }] });

    test.each([
      ['a batch refused with 400', 4, failing(400)],
      ['a batch refused with 404', 4, failing(404)],
      ['one occurrence', 1, failing(400)],
      ['each row', 4, perRow],
    ])('sends again by the full name: %s', async (_what, count, refusal) => {
      const { send, sent } = strict(refusal);
      expect(await postAppEvents(send, '/events', named('ae1_PAID'), occurrences(count))).toEqual([]);
      expect(sent).toEqual([`${count} PAID`, `${count} ae1_PAID`]);
    });

    test('sends only the refused rows again', async () => {
      const { send, sent } = strict(() => perRow(['o1']));
      expect(await postAppEvents(send, '/events', named('ae1_PAID'), occurrences(3))).toEqual([]);
      expect(sent).toEqual(['3 PAID', '1 ae1_PAID']);
    });

    test('asks for no name after a 409, 413 or 429', async () => {
      for (const status of [409, 413, 429]) {
        const { send, sent } = strict(failing(status));
        await postAppEvents(send, '/events', named('ae1_PAID'), occurrences(1)).catch(() => {});
        expect(sent).toEqual(['1 PAID']);
      }
    });
  });
});
