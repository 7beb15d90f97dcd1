import { describe, expect, test } from 'vitest';
import type { Send } from '../../crm/send.ts';
import { appEvent } from '../../declare/app-event.ts';
import profile from '../../profiles/crm.json' with { type: 'json' };
import type { RequestContext } from '../../protocol/request-context.ts';
import { eventExtension, makeAppEvents } from './app-events.ts';
import { makeEventSender } from './event-sender.ts';
import { sendStored } from './stored-events.ts';

eventExtension.add({ makeSender: makeEventSender, sendStored });

const paid = appEvent('paid', {
  name: 'PAID',
  label: 'Paid',
  objectType: 'contact',
  properties: { amount: { type: 'number' } },
});

const PATH = profile.paths.appEvents;

interface Kept {
  readonly event: string;
  readonly occurrences: readonly unknown[];
  readonly maxSize: number;
  readonly maxDelayMs: number;
}

function setUp(
  batching?: false | { maxSize?: number; maxDelayMs?: number },
  answer: (path: string) => unknown = () => ({}),
) {
  const [kept, sent]: [Kept[], [string, unknown][]] = [[], []];
  const background: Promise<unknown>[] = [];
  const app = { events: [paid], ...(batching !== undefined && { appEvents: { batching } }) };
  const context = {
    env: {},
    worker: { app, profile, worker: { name: 'main' } },
    host: {
      now: () => Date.UTC(2026, 0, 31),
      actor: async (className: string, name: string, method: string, args: unknown) => {
        expect([className, name]).toEqual(['InstallActor', 'static']);
        if (method === 'eventName') {
          return null;
        }
        expect(method).toBe('eventsPut');
        kept.push(args as Kept);
        return undefined;
      },
    },
    waitUntil: (work: Promise<unknown>) => background.push(work),
  };
  const send: Send = async (method, path, init) => {
    sent.push([`${method} ${path}`, init?.body]);
    return answer(path);
  };
  return {
    kept,
    sent,
    background,
    appEvents: makeAppEvents(context as unknown as RequestContext, 'static', () => send),
  };
}

describe('ctx.appEvents.send', () => {
  test('sends occurrences of one turn in one call, with default batching', async () => {
    const { kept, sent, appEvents } = setUp();
    await Promise.all([
      appEvents.send(paid, { objectId: '1', properties: { amount: 5 } }),
      appEvents.send('paid', { email: 'a@b.example' }),
      appEvents.send(paid, { utk: 'u' }),
    ]);
    expect(kept).toHaveLength(1);
    expect(kept[0]).toMatchObject({ worker: 'main', event: 'paid', maxSize: 500, maxDelayMs: 5000 });
    expect(kept[0]?.occurrences).toMatchObject([
      { objectId: '1', properties: { amount: '5' } },
      { email: 'a@b.example' },
      { utk: 'u' },
    ]);
    expect(sent).toEqual([]);
  });

  test.each([
    [{ maxSize: 20 }, { maxSize: 20, maxDelayMs: 5000 }],
    [{ maxDelayMs: 100 }, { maxSize: 500, maxDelayMs: 100 }],
  ])('batches as configured: %j', async (batching, expected) => {
    const { kept, appEvents } = setUp(batching);
    await appEvents.send(paid, { objectId: '1' });
    expect(kept).toMatchObject([expected]);
  });

  test('sends immediately with `batching: false`', async () => {
    const { kept, sent, appEvents } = setUp(false);
    await appEvents.send(paid, { id: 'a', objectId: '1' });
    await appEvents.send(paid, { id: 'b', objectId: '1' });
    expect(kept).toEqual([]);
    expect(sent).toMatchObject([
      [`POST ${PATH}`, { eventTypeName: 'PAID', id: 'a' }],
      [`POST ${PATH}`, { eventTypeName: 'PAID', id: 'b' }],
    ]);
  });

  test('stores occurrences that the handler does not await', async () => {
    const { kept, background, appEvents } = setUp();
    void appEvents.send(paid, { objectId: '1' });
    expect(background).toHaveLength(1);
    await Promise.all(background);
    expect(kept).toHaveLength(1);
  });
});

describe('ctx.appEvents.sendBatch', () => {
  test('sends immediately, at most 500 per request', async () => {
    const { kept, sent, appEvents } = setUp();
    await appEvents.sendBatch(
      paid,
      Array.from({ length: 501 }, () => ({ objectId: '1' })),
    );
    expect(kept).toEqual([]);
    expect(sent.map(([request]) => request)).toEqual([`POST ${PATH}/batch`, `POST ${PATH}`]);
    expect((sent[0]?.[1] as { inputs: unknown[] } | undefined)?.inputs).toHaveLength(500);
  });

  test('makes no request for an empty array', async () => {
    const { sent, appEvents } = setUp();
    await appEvents.sendBatch(paid, []);
    expect(sent).toEqual([]);
  });

  test('rejects with the first refused occurrence and the count', async () => {
    const errors = [{ category: 'VALIDATION_ERROR', message: 'no such record', context: { id: ['b'] } }];
    const { appEvents } = setUp(undefined, () => ({ results: [], errors }));
    await expect(
      appEvents.sendBatch(paid, [
        { id: 'a', objectId: '1' },
        { id: 'b', objectId: '2' },
      ]),
    ).rejects.toThrow(/refused 1 of 2 occurrences of "paid"; "b": no such record/);
  });

  test('accepts duplicates as sent', async () => {
    const errors = [{ category: 'CONFLICT', message: 'exists', context: { id: ['b'] } }];
    const { appEvents } = setUp(undefined, () => ({ results: [], errors }));
    await expect(
      appEvents.sendBatch(paid, [
        { id: 'a', objectId: '1' },
        { id: 'b', objectId: '2' },
      ]),
    ).resolves.toBeUndefined();
  });

  test.each([undefined, null, {}, 'x'])('rejects a non-array (%j)', async (given) => {
    const { appEvents } = setUp();
    await expect(appEvents.sendBatch(paid, given as never)).rejects.toThrow('an array of occurrences');
  });
});
