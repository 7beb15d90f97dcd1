/** The rules of the coordinator and its clients, in virtual time. */

import { describe, expect, test } from 'vitest';
import { createCrmClient, createCrmIsolate } from '../src/crm/create-client.ts';
import type { AcquireResult, Coordinator } from '../src/crm/gate/coordinator.ts';
import type { CrmFamily } from '../src/crm/gate/family.ts';
import { VirtualClock } from './clock.ts';
import { coordinatorWorld, NOTHING, report } from './coordinator-world.ts';

/** A coordinator that holds all calls for a minute. */
const heldWorld = () => coordinatorWorld({ before: { at: -Infinity, heldUntil: 60_000, grantedUntil: 0 } });

describe('an isolate that joins', () => {
  test('alone gets a solo grant of at most 10 s and at most the budget of 10 s', () =>
    coordinatorWorld().run(async () => {
      const { clients, livesMs, calls } = await coordinatorWorld().join('a');
      expect(clients).toBe(1);
      expect(livesMs).toBeLessThanOrEqual(10_000);
      expect(calls).toBeLessThanOrEqual(100);
    }));

  test('as the second learns of the first, and is granted what the solo grant leaves', async () => {
    const { run, join, acquireAll } = coordinatorWorld();
    await run(async () => {
      const { calls } = await join('a');
      expect((await join('b')).clients).toBe(2);
      expect((await acquireAll('b')).length).toBe(100 - calls);
    });
  });

  test('again reports the calls that it sent alone, which are charged for a window', async () => {
    const { run, clock, join, acquireAll } = coordinatorWorld();
    await run(async () => {
      await join('a');
      await join('b');
      await join('a', { general: { ages: Array.from({ length: 20 }, (_, i) => i * 10), heldMs: 0 } });
      expect((await acquireAll('b')).length).toBe(80);
      await clock.sleep(9_700);
      expect((await acquireAll('b')).length).toBe(0);
    });
  });

  test('and disappears blocks its solo grant for a window at most', async () => {
    const { run, clock, join, acquireAll } = coordinatorWorld();
    await run(async () => {
      await join('a');
      await clock.sleep(10_000);
      await join('b');
      expect((await acquireAll('b')).length).toBe(75);
      await clock.sleep(7_500);
      expect((await acquireAll('b')).length).toBe(25);
    });
  });

  test('tells what is left of the day, which limits all clients', async () => {
    const { run, it, join, acquire } = coordinatorWorld();
    await run(async () => {
      await it.join({ isolate: 'a', wasAway: false, own: { general: NOTHING, search: NOTHING }, day: 5 });
      await join('b');
      const ask = { isolate: 'b', family: 'general', stride: 1, calls: 1, settled: [] } as const;
      expect(await it.budget(ask)).toMatchObject({ day: 5, now: 1 });
      expect((await acquire('b')).isAwaited).toBe(true);
    });
  });

  test('during a hold gets no solo grant', async () => {
    const { run, clock, join } = heldWorld();
    await run(async () => {
      expect((await join('a')).clients).toBe(2);
      await clock.sleep(60_001);
      expect((await join('a')).clients).toBe(1);
    });
  });

  test('with a hold of the CRM holds all clients', async () => {
    const { run, join, acquire } = coordinatorWorld();
    await run(async () => {
      await join('a');
      await join('b');
      await join('a', { general: { ages: [], heldMs: 60_000 } });
      const { id, hintMs } = await acquire('b', 10_000);
      expect(id).toBeUndefined();
      expect(hintMs).toBeGreaterThanOrEqual(60_000);
    });
  });
});

describe('a granted call', () => {
  const shared = async () => {
    const all = coordinatorWorld();
    await all.run(async () => {
      await all.join('a');
      await all.join('b');
      await all.join('a');
    });
    return all;
  };

  test('is settled once, also if it is reported twice', async () => {
    const { run, acquire, settle, it } = await shared();
    await run(async () => {
      const { id } = await acquire('a');
      await settle('a', id!);
      await settle('a', id!, { status: 429, retryAfterMs: 60_000 });
      expect(it.state.heldUntil).toBe(0);
    });
  });

  test('that is not settled counts until it expires, and one window longer', async () => {
    const { run, clock, acquireAll } = await shared();
    await run(async () => {
      expect((await acquireAll('a')).length).toBe(100);
      await clock.sleep(44_000);
      expect((await acquireAll('b')).length).toBe(0);
      await clock.sleep(1_500);
      expect((await acquireAll('b')).length).toBe(100);
    });
  });

  test('that is not settled has no effect when it is reported after it expired', async () => {
    const { run, clock, acquire, acquireAll, settle, it } = await shared();
    await run(async () => {
      const { id } = await acquire('a');
      await clock.sleep(50_000);
      await acquireAll('b');
      await settle('a', id!, { status: 429, retryAfterMs: 60_000 });
      expect(it.state.heldUntil).toBe(0);
    });
  });

  test('counts from its response, however late it is reported', async () => {
    const { run, clock, acquireAll, it } = await shared();
    await run(async () => {
      const ids = await acquireAll('a');
      await clock.sleep(9_000);
      await it.settle({ isolate: 'a', settled: ids.map((id) => ({ id, report: report(), ageMs: 8_900 })) });
      expect((await acquireAll('b')).length).toBe(0);
      await clock.sleep(1_200);
      expect((await acquireAll('b')).length).toBe(99); // the last call of a window stays unused
    });
  });

  test('of an earlier coordinator has another id', async () => {
    const clock = new VirtualClock();
    const first = coordinatorWorld({ clock });
    await clock.run(first.join('a'));
    const { id } = await clock.run(first.acquire('b'));
    await clock.run(clock.sleep(1_000));
    const second = coordinatorWorld({ clock, before: first.it.state });
    const { id: other } = await clock.run(second.acquire('b'));
    expect(other).not.toBe(id);
  });

  test('wakes the requests that wait for its report', async () => {
    const { run, clock, join, acquire, settle } = heldWorld();
    await run(async () => {
      await join('a');
      await join('b');
      await clock.sleep(60_000);
      const { id } = await acquire('a', 10_000); // the probe after the hold
      const other = acquire('b', 10_000);
      await clock.sleep(20);
      const reportedAt = clock.now();
      await settle('a', id as number, {});
      expect((await other).id).toBeDefined();
      expect(clock.now()).toBe(reportedAt);
    });
  });

  test('goes to the first request, of any client', async () => {
    const { run, clock, acquire, acquireAll } = await shared();
    await run(async () => {
      await acquireAll('a');
      const order: string[] = [];
      const ask = (isolate: string) => acquire(isolate, 60_000).then(() => order.push(isolate));
      const asked: Promise<unknown>[] = [];
      for (const isolate of ['a', 'b', 'a', 'a', 'b']) {
        asked.push(ask(isolate));
        await clock.sleep(1);
      }
      await Promise.all(asked);
      expect(order).toEqual(['a', 'b', 'a', 'a', 'b']);
    });
  });

  test('is deferred with a hint, and hints do not exceed the budget', async () => {
    const { run, acquire, acquireAll } = await shared();
    await run(async () => {
      await acquireAll('a');
      const hints: number[] = [];
      for (let i = 0; i < 300; i++) {
        hints.push((await acquire(i % 2 === 0 ? 'a' : 'b')).hintMs!);
      }
      hints.forEach((from) => {
        const together = hints.filter((at) => at >= from && at < from + 9_000);
        expect(together.length).toBeLessThanOrEqual(200); // the bucket and its refill
      });
      expect(Math.max(...hints)).toBeGreaterThanOrEqual(30_000);
    });
  });
});

describe('a client with a deferred call', () => {
  test('that does not retry counts for 30 s', async () => {
    const { run, clock, join, acquire, acquireAll } = coordinatorWorld();
    await run(async () => {
      await join('a');
      await acquireAll('b');
      for (let i = 0; i < 20; i++) {
        expect((await acquire(`gone ${i}`)).hintMs).toBeGreaterThan(0);
      }
      await clock.sleep(30_100);
      expect((await acquire('a')).clients).toBe(1);
    });
  });
});

/** One of two clients. `acquire` responds to its requests. */
function oneOfTwo(acquire: (family: CrmFamily, clock: VirtualClock) => Promise<AcquireResult>) {
  const clock = new VirtualClock();
  const settled: number[] = [];
  const take = (calls: readonly { id: number }[]) => void settled.push(...calls.map(({ id }) => id));
  const coordinator: Coordinator = {
    join: async () => ({ clients: 2, livesMs: 6_000, calls: 25 }),
    acquire: async ({ family, settled: reports }) => (take(reports), acquire(family, clock)),
    settle: async ({ settled: reports }) => take(reports),
    budget: async ({ settled: reports }) => (take(reports), { now: 0, window: 0, waitMs: 0 }),
  };
  let sent = 0;
  const fetch = async () => ((sent += 1), new Response('{}'));
  const client = createCrmClient({ fetch, clock, random: () => 0.5, portalId: 1, coordinator });
  return { clock, client, coordinator, settled, sent: () => sent };
}

describe('a 429', () => {
  test('of an isolate with a solo grant holds the other isolates at once', async () => {
    for (const policyName of ['TEN_SECONDLY_ROLLING', 'DAILY']) {
      const { clock, it } = coordinatorWorld();
      const sent: string[] = [];
      const clientOf = (name: string) =>
        createCrmClient({
          fetch: async () => {
            sent.push(name);
            await clock.sleep(50);
            return Response.json({ policyName }, { status: 429, headers: { 'Retry-After': '60' } });
          },
          clock,
          random: () => 0.5,
          portalId: 1,
          isolate: createCrmIsolate(name),
          coordinator: it,
        });
      const [alone, other] = [clientOf('a'), clientOf('b')];
      await clock.run(expect(alone.request('GET', '/crm/v3/owners')).rejects.toThrow(/budget exhausted/));
      const search = other.request('POST', '/crm/v3/objects/contacts/search', { body: {} });
      await clock.run(expect(search).rejects.toThrow(/budget exhausted/));
      await clock.run(expect(other.request('GET', '/crm/v3/owners')).rejects.toThrow(/budget exhausted/));
      expect(sent).toEqual(['a']);
    }
  });
});

test.each<[CrmFamily, CrmFamily]>([
  ['general', 'search'],
  ['search', 'general'],
])('a 429 with Retry-After to a %s call holds %s calls of all clients', async (refused, other) => {
  const { run, clock, join, acquire, settle } = coordinatorWorld();
  await run(async () => {
    await join('a');
    await join('b');
    const { id } = await acquire('b', 10_000, refused);
    await settle('b', id as number, { status: 429, retryAfterMs: 60_000 });
    expect((await acquire('a', 10_000, other)).hintMs).toBeGreaterThanOrEqual(60_000);
    await clock.sleep(60_100);
    expect((await acquire('a', 10_000, other)).id).toBeDefined();
  });
});

describe('a client among others', () => {
  test('sends other calls while searches are deferred, and the reverse', async () => {
    for (const full of ['search', 'general'] as const) {
      const { clock, client } = oneOfTwo(async (family) =>
        family === full ? { clients: 2, hintMs: 30_000 } : { clients: 2, id: 1 },
      );
      const calls = {
        search: () => client.request('POST', '/crm/v3/objects/contacts/search', { body: {} }),
        general: () => client.request('GET', '/crm/v3/owners'),
      };
      await clock.run(expect(calls[full]()).rejects.toThrow(/budget exhausted/));
      await clock.run(expect(calls[full === 'search' ? 'general' : 'search']()).resolves.toEqual({}));
    }
  });

  test('reports a 429 at once, and other answers with the next request', async () => {
    for (const [status, soon] of [
      [429, true],
      [200, false],
    ] as const) {
      const { clock, coordinator, settled } = oneOfTwo(async () => ({ clients: 2, id: 9 }));
      const answer = () => Response.json({}, { status, headers: { 'Retry-After': '60' } });
      const client = createCrmClient({
        fetch: async () => answer(),
        clock,
        random: () => 0.5,
        portalId: 1,
        coordinator,
      });
      const call = client.request('GET', '/crm/v3/owners').catch(() => undefined);
      await clock.run(call.then(() => clock.sleep(1)));
      expect(settled).toEqual(soon ? [9] : []);
      await clock.run(clock.sleep(3_000));
      expect(settled).toEqual([9]);
    }
  });

  test('asks for calls of a card while those of a sync are deferred', async () => {
    const { clock, coordinator } = oneOfTwo(async () => ({ clients: 2, id: 1 }));
    const asked: number[] = [];
    const deferring: Coordinator = {
      ...coordinator,
      async acquire({ stride = 1 }) {
        asked.push(stride);
        return stride > 1 ? { clients: 2, hintMs: 30_000 } : { clients: 2, id: 1 };
      },
    };
    const isolate = createCrmIsolate('a');
    const call = (surface: 'sync' | 'card') =>
      createCrmClient({
        fetch: async () => new Response('{}'),
        clock,
        random: () => 0.5,
        portalId: 1,
        coordinator: deferring,
        isolate,
        surface,
      }).request('GET', '/crm/v3/owners');
    await clock.run(expect(call('sync')).rejects.toThrow(/budget exhausted/));
    await clock.run(expect(call('card')).resolves.toEqual({}));
    expect(asked).toEqual([16, 1]);
  });

  test('stops waiting when the caller aborts, and returns a call that is granted later', async () => {
    const { clock, client, settled, sent } = oneOfTwo((_, at) => at.sleep(8_000).then(() => ({ clients: 2, id: 7 })));
    const given = new AbortController();
    const call = client.request('GET', '/crm/v3/owners', { signal: given.signal });
    const gone = expect(call).rejects.toThrow(/changed my mind/);
    await clock.run(clock.sleep(50));
    given.abort(new Error('changed my mind'));
    await clock.run(gone);
    expect(clock.now()).toBeLessThan(1_000);
    await clock.run(clock.sleep(12_000));
    expect(sent()).toBe(0);
    expect(settled).toEqual([7]);
  });
});
