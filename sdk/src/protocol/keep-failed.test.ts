import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AppDefinition } from '../declare/app.ts';
import type { FailedAttempt } from './failed-deliveries.ts';
import { type Arrived, deliveryKey, forgetFailed, keepFailed, keptMs } from './keep-failed.ts';
import type { RequestContext } from './request-context.ts';

const DAY = 86_400_000;

afterEach(() => {
  vi.useRealTimers();
});

function setUp(answer: () => Promise<unknown> = async () => null, app: Partial<AppDefinition> = {}) {
  const calls: { actor: string; method: string; args: unknown }[] = [];
  const warnings: string[] = [];
  const host = {
    now: Date.now,
    log: ({ message }: { message: string }) => void warnings.push(message),
    actor(_class: string, actor: string, method: string, args: unknown) {
      calls.push({ actor, method, args });
      return answer();
    },
  };
  const worker = { app, worker: { name: 'main' } };
  return { context: { host, worker } as unknown as RequestContext, calls, warnings };
}

const arrived = (content: unknown, more: Partial<Arrived> = {}): Arrived => ({
  kind: 'trigger',
  target: 't',
  identity: 'i',
  portalId: 7,
  content,
  ...more,
});

const FAILURE = { status: 500, error: 'handler_error', message: 'failed', begunAt: 1 };

async function kept(content: unknown, failure: Partial<typeof FAILURE> = {}): Promise<FailedAttempt> {
  const { context, calls } = setUp();
  await keepFailed(context, '7', arrived(content), { ...FAILURE, ...failure });
  expect(calls.map(({ actor, method }) => [actor, method])).toEqual([['7', 'deliveryFailed']]);
  return calls[0]?.args as FailedAttempt;
}

describe('a copy', () => {
  test('of content without secrets is the content', async () => {
    const copy = await kept([{ eventId: 1 }]);
    expect(copy).toMatchObject({ content: [{ eventId: 1 }], original: undefined, isCut: false, size: 15 });
  });

  test('of content with a secret is redacted, and has the original to seal', async () => {
    const copy = await kept([{ token: 'pat-na1-0123456789ab' }]);
    expect(copy.content).toEqual([{ token: '[redacted]' }]);
    expect(copy.original).toBe('[{"token":"pat-na1-0123456789ab"}]');
  });

  test('of long content is its redacted start alone', async () => {
    const copy = await kept([{ token: 'pat-na1-0123456789ab', text: 'x'.repeat(131_072) }]);
    expect(copy).toMatchObject({ isCut: true, original: undefined });
    expect(copy.content).toHaveLength(2_000);
    expect(JSON.stringify(copy)).not.toContain('pat-na1');
  });

  test('of content as long as the limit is whole', async () => {
    expect(await kept('x'.repeat(131_070))).toMatchObject({ isCut: false, size: 131_072 });
    expect(await kept('x'.repeat(131_071))).toMatchObject({ isCut: true, size: 131_073 });
  });

  test('has a redacted message of at most 500 characters', async () => {
    const { message } = await kept([], { message: `pat-na1-0123456789ab ${'y'.repeat(600)}` });
    expect(message).toHaveLength(500);
    expect(message).toMatch(/^\[redacted\] y/);
  });
});

describe('the time that copies are kept', () => {
  test.each<[AppDefinition['deliveries'] | undefined, number]>([
    [undefined, 7],
    [{}, 7],
    [{ keepDays: 0 }, 0],
    [{ keepDays: -1 }, 0],
    [{ keepDays: 1.5 }, 1.5],
    [{ keepDays: 31 }, 30],
  ])('for deliveries: %j is %d days', (deliveries, days) => {
    expect(keptMs({ deliveries } as AppDefinition)).toBe(days * DAY);
  });
});

test('the id of a delivery is that of each attempt, and differs by kind, target and identity', async () => {
  const { context } = setUp();
  const id = (more: Partial<Arrived>) => deliveryKey(context, arrived(null, more));
  const all = await Promise.all([{}, { kind: 'source' as const }, { target: 'u' }, { identity: 'j' }].map(id));
  expect(new Set(all).size).toBe(4);
  expect(await id({ content: 'another attempt', portalId: 8 })).toBe(all[0]);
});

describe.each([
  ['keep', (context: RequestContext) => keepFailed(context, '7', arrived([]), FAILURE)],
  ['forget', (context: RequestContext) => forgetFailed(context, '7', arrived([]))],
])('to %s a copy', (_, change) => {
  test('never rejects, and warns if the actor fails', async () => {
    const { context, warnings } = setUp(() => Promise.reject(new Error('down')));
    await change(context);
    expect(warnings).toEqual([expect.stringContaining('may be incomplete')]);
  });

  test('delays the answer to the sender by at most 2 s', async () => {
    vi.useFakeTimers();
    const { context, calls, warnings } = setUp(() => new Promise(() => {}));
    const changed = change(context);
    await vi.waitUntil(() => calls.length > 0);
    await vi.advanceTimersByTimeAsync(2_000);
    await changed;
    expect(warnings).toHaveLength(1);
  });
});
