import { expect, test } from 'vitest';
import type { WebhookEvent } from '../../context/handler.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { keptIfFailed } from './failed-trigger.ts';

interface Given {
  readonly auth?: 'static' | 'oauth';
  readonly portalId?: number | null;
  readonly keepDays?: number;
  readonly events?: readonly WebhookEvent[];
}

/** Runs a delivery. Returns the calls of the actors of installs, and the status of its answer. */
async function delivered(run: () => Promise<Response>, given: Given = {}) {
  const { auth = 'oauth', portalId = 7, keepDays, events = [{ eventId: 1 }] } = given;
  const calls: [install: string, method: string, args: { readonly status?: number; readonly message?: string }][] = [];
  const host = {
    now: Date.now,
    actor: async (_class: string, install: string, method: string, args: object) =>
      void calls.push([install, method, args]),
  };
  const app = { auth, ...(keepDays !== undefined && { deliveries: { keepDays } }) };
  const context = { host, worker: { app, worker: { name: 'main' } } } as unknown as RequestContext;
  const answer = keptIfFailed(context, { trigger: 't', portalId, deliveryId: 'd', events }, run);
  const status = await answer.then(
    (response) => response.status,
    (error: Error) => error.message,
  );
  return { calls: calls.map(([install, method]) => `${install} ${method}`), args: calls[0]?.[2], status };
}

const answers = (status: number) => async () => Response.json({ error: 'x', message: 'why' }, { status });

test.each([400, 402, 429, 500, 503, 504])('a delivery that is answered with %i is kept', async (status) => {
  const { calls, args, status: answered } = await delivered(answers(status));
  expect([calls, answered]).toEqual([['7 deliveryFailed'], status]);
  expect(args).toMatchObject({ status, error: 'x', message: 'why', kind: 'trigger', target: 't', portalId: 7 });
});

test('a delivery whose run throws is kept, and the error passes on', async () => {
  const { calls, args, status } = await delivered(() => Promise.reject(new Error('gone')));
  expect([calls, status]).toEqual([['7 deliveryFailed'], 'gone']);
  expect(args).toMatchObject({ status: 500, error: 'internal_error' });
});

test('an accepted delivery drops the copy of an earlier attempt, and asks for none on the first', async () => {
  expect((await delivered(answers(200))).calls).toEqual([]);
  expect((await delivered(answers(200), { events: [{ attemptNumber: 0 }] })).calls).toEqual([]);
  const { calls } = await delivered(answers(200), { events: [{ attemptNumber: 0 }, { attemptNumber: 2 }] });
  expect(calls).toEqual(['7 deliveryAccepted']);
});

test('the copy is kept with the install: that of the portal, or the only one with static auth', async () => {
  const of = async (given: Given) => (await delivered(answers(500), given)).calls;
  expect(await of({ auth: 'static' })).toEqual(['static deliveryFailed']);
  expect(await of({ auth: 'static', portalId: null })).toEqual(['static deliveryFailed']);
  expect(await of({ portalId: null })).toEqual([]); // nothing would erase it
  expect(await of({ keepDays: 0 })).toEqual([]);
});
