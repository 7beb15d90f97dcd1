import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakeState, fakeState } from '../../../test/actor-state.ts';
import { deliveries } from '../../actors/portal/deliveries.ts';
import type { TriggerDefinition } from '../../capability/trigger.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { once } from './trigger-dedup.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_767_225_600_000 });
});

afterEach(() => {
  vi.useRealTimers();
});

type Dedup = 'strict' | 'best-effort';

/** What calls of the portal's actor do: `down` rejects, `hung` has no answer, `lost` runs and then rejects. */
type Fault = 'down' | 'hung' | 'lost' | undefined;

/** Delivers to one trigger, with the actors of portals in memory. */
function world(dedup: Dedup) {
  const actors = new Map<string, FakeState>();
  const fault: { of: (method: string) => Fault; answersAfterMs: number } = { of: () => undefined, answersAfterMs: 0 };
  async function actor(_class: string, name: string, method: string, args: unknown): Promise<unknown> {
    const fake = actors.get(name) ?? fakeState(`portal-${name}-${crypto.randomUUID()}`);
    actors.set(name, fake);
    fake.clock = Date.now();
    if (fault.answersAfterMs > 0) {
      await new Promise((resolve) => setTimeout(resolve, fault.answersAfterMs));
    }
    const how = fault.of(method);
    if (how === 'hung') {
      return new Promise(() => {});
    }
    if (how === 'down') {
      throw new Error('the actor is down');
    }
    const answer = deliveries(fake.state).methods?.[method]?.(args);
    if (how === 'lost') {
      throw new Error('the answer was lost');
    }
    return answer;
  }
  const context = { host: { now: Date.now, actor }, worker: { worker: { name: 'main' } } } as unknown as RequestContext;
  const runs: number[] = [];
  async function deliver(answer: number | Error | Promise<number> = 200, delivery = 'd', portal: number | null = 7) {
    const trigger = { id: 't', dedup } as TriggerDefinition;
    const response = once(context, trigger, portal, delivery, async (timeoutMs) => {
      runs.push(timeoutMs);
      if (answer instanceof Error) {
        throw answer;
      }
      return Response.json({ ok: true }, { status: await answer });
    });
    return response.then(
      async (one) => ({ status: one.status, ...((await one.json()) as object) }),
      (error: { status?: number; code?: string; headers?: Record<string, string> }) => ({
        status: error.status ?? 500,
        code: error.code,
        retryAfter: error.headers?.['retry-after'],
      }),
    );
  }
  return { deliver, runs, fault };
}

const BOTH: Dedup[] = ['strict', 'best-effort'];

describe.each(BOTH)('a %s delivery', (dedup) => {
  test('that was accepted is a duplicate, for its portal', async () => {
    const { deliver, runs } = world(dedup);
    expect(await deliver()).toEqual({ status: 200, ok: true });
    expect(await deliver()).toEqual({ status: 200, ok: true, duplicate: true });
    expect(await deliver(200, 'other')).toEqual({ status: 200, ok: true });
    expect(await deliver(200, 'd', 8)).toEqual({ status: 200, ok: true });
    expect(await deliver(200, 'd', null)).toEqual({ status: 200, ok: true });
    expect(runs.length).toBe(4);
  });

  test.each([400, 402, 429, 499, 500, 503])('that was answered with %i runs again', async (status) => {
    const { deliver, runs } = world(dedup);
    await deliver(status);
    expect(await deliver()).toEqual({ status: 200, ok: true });
    expect(runs.length).toBe(2);
  });

  test('whose run threw runs again', async () => {
    const { deliver, runs } = world(dedup);
    expect((await deliver(new Error('no'))).status).toBe(500);
    expect(await deliver()).toEqual({ status: 200, ok: true });
    expect(runs.length).toBe(2);
  });

  test('is recorded again if the first call fails, and its answer stays if both do', async () => {
    const { deliver, runs, fault } = world(dedup);
    let calls = 0;
    fault.of = (method) => (method === 'deliveryDone' && (calls += 1) === 1 ? 'down' : undefined);
    expect(await deliver()).toEqual({ status: 200, ok: true });
    expect(await deliver()).toEqual({ status: 200, ok: true, duplicate: true });
    fault.of = (method) => (method === 'deliveryDone' ? 'down' : undefined);
    expect(await deliver(200, 'other')).toEqual({ status: 200, ok: true });
    expect(runs.length).toBe(2);
  });

  test('has the rest of the time limit', async () => {
    const { deliver, runs, fault } = world(dedup);
    fault.answersAfterMs = 1_500;
    const first = deliver();
    await vi.advanceTimersByTimeAsync(3_000);
    await first;
    expect(runs).toEqual([3_500]);
  });
});

describe('a strict delivery', () => {
  test('is refused while another copy runs, until the claim of that copy ends', async () => {
    const { deliver, runs } = world('strict');
    void deliver(new Promise(() => {})); // its process ends
    await vi.advanceTimersByTimeAsync(0);
    expect(await deliver()).toEqual({ status: 503, code: 'delivery_running', retryAfter: '35' });
    await vi.advanceTimersByTimeAsync(34_500);
    expect(await deliver()).toEqual({ status: 503, code: 'delivery_running', retryAfter: '1' });
    await vi.advanceTimersByTimeAsync(500);
    expect(await deliver()).toEqual({ status: 200, ok: true });
    expect(runs.length).toBe(2);
  });

  test.each(['down', 'hung'] as const)('does not run while its claims are %s', async (how) => {
    const { deliver, runs, fault } = world('strict');
    fault.of = () => how;
    const refused = deliver();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await refused).toEqual({ status: 503, code: 'dedup_unavailable', retryAfter: '10' });
    fault.of = () => undefined;
    expect(await deliver()).toEqual({ status: 200, ok: true });
    expect(runs.length).toBe(1);
  });

  test('whose claim was stored, but not answered, runs after the claim', async () => {
    const { deliver, runs, fault } = world('strict');
    fault.of = (method) => (method === 'deliveryClaim' ? 'lost' : undefined);
    expect((await deliver()).status).toBe(503);
    fault.of = () => undefined;
    expect(await deliver()).toMatchObject({ status: 503, code: 'delivery_running' });
    await vi.advanceTimersByTimeAsync(35_000);
    expect(await deliver()).toEqual({ status: 200, ok: true });
    expect(runs.length).toBe(1);
  });
});

test.each(['down', 'hung'] as const)('a best-effort delivery runs while the record is %s', async (how) => {
  const { deliver, runs, fault } = world('best-effort');
  fault.of = () => how;
  const answered = deliver();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await answered).toEqual({ status: 200, ok: true });
  expect(runs.length).toBe(1);
});
