/** What clients do while their coordinator is away, and what they report after it, in virtual time. */

import { describe, expect, test } from 'vitest';
import { createCrmClient, createCrmIsolate } from '../src/crm/create-client.ts';
import type { Coordinator, JoinArguments } from '../src/crm/gate/coordinator.ts';
import { PortalCoordinator } from '../src/crm/gate/portal-coordinator.ts';
import { normalizeRateLimits } from '../src/manifest/rate-limits.ts';
import { VirtualClock } from './clock.ts';

const SILENCE = new Promise<never>(() => {});

/** A client of a coordinator that can be away: its methods reject, or never respond. */
function world(clients: number) {
  const clock = new VirtualClock();
  const joins: JoinArguments[] = [];
  const settled: number[] = [];
  const away = { how: 'no' as 'no' | 'rejects' | 'hangs' };
  let lastId = 0;
  const through = async <T>(answer: () => T): Promise<T> => {
    if (away.how === 'no') {
      return answer();
    }
    return away.how === 'hangs' ? SILENCE : Promise.reject(new Error('away'));
  };
  const take = (reports: readonly { id: number }[]) => void settled.push(...reports.map(({ id }) => id));
  const coordinator: Coordinator = {
    join: (args) => (joins.push(args), through(() => ({ clients, livesMs: 6_000, calls: 25 }))),
    acquire: ({ settled: reports }) => through(() => (take(reports), { clients, id: (lastId += 1) })),
    settle: ({ settled: reports }) => through(() => take(reports)),
    budget: ({ settled: reports }) => through(() => (take(reports), { now: 7, window: 7, waitMs: 0 })),
  };
  const fetch = async () => new Response('{}');
  const client = createCrmClient({ fetch, clock, random: () => 0.5, portalId: 1, coordinator });
  const call = () => clock.run(client.request('GET', '/crm/v3/owners'));
  return { joins, settled, away, call, sleep: (ms: number) => clock.run(clock.sleep(ms)) };
}

describe.each(['rejects', 'hangs'] as const)('while the coordinator is away and %s', (how) => {
  test('the reports of granted calls are kept, and sent once it is back', async () => {
    const { settled, away, call, sleep } = world(2);
    await call();
    away.how = how;
    await sleep(5_000); // the report of the first call fails
    await call().catch(() => {}); // so does the request for the next one, which had the report
    expect(settled).toEqual([]);
    away.how = 'no';
    await sleep(5_000);
    await call();
    expect(settled).toContain(1);
  });

  test('the calls that were sent alone are reported at the next join, with those of the failed one', async () => {
    const { joins, away, call, sleep } = world(1);
    await call();
    await call();
    await sleep(6_100);
    away.how = how;
    await call();
    away.how = 'no';
    await sleep(2_100);
    await call();
    expect(joins.map(({ own, wasAway }) => [own.general.ages.length, wasAway])).toEqual([
      [0, false],
      [2, false],
      [3, true],
    ]);
  });
});

describe('clients of an unreachable coordinator', () => {
  /** Clients that know of each other before the coordinator becomes unreachable. */
  async function apart(isolates: number, calls: number) {
    const clock = new VirtualClock();
    const real = new PortalCoordinator({ limits: normalizeRateLimits(), clock, random: () => 0.5 });
    let isUnreachable = false;
    const through = <T>(work: () => Promise<T>) => (isUnreachable ? Promise.reject(new Error('unreachable')) : work());
    const coordinator: Coordinator = {
      join: (args) => through(() => real.join(args)),
      acquire: (args) => through(() => real.acquire(args)),
      settle: (args) => through(() => real.settle(args)),
      budget: (args) => through(() => real.budget(args)),
    };
    const sentBy = new Map<number, number>();
    const clients = Array.from({ length: isolates }, (_, i) => {
      const fetch = async () => {
        sentBy.set(i, (sentBy.get(i) ?? 0) + (isUnreachable ? 1 : 0));
        await clock.sleep(50);
        return new Response('{}', { headers: { 'X-Crm-RateLimit-Max': '100' } });
      };
      return createCrmClient({
        fetch,
        clock,
        random: () => 0.5,
        portalId: 1,
        isolate: createCrmIsolate(String(i)),
        coordinator,
      });
    });
    const get = (i: number) => clients[i]!.request('GET', '/crm/v3/owners').catch(() => undefined);
    await clock.run(Promise.all(clients.map((_, i) => get(i))));
    await clock.run(Promise.all(clients.map((_, i) => get(i))));
    await clock.run(clock.sleep(7_000));
    await clock.run(Promise.all(clients.map((_, i) => get(i)))); // they know their number now
    await clock.run(clock.sleep(11_000));
    isUnreachable = true;
    await clock.run(
      Promise.race([
        clock.sleep(9_000),
        Promise.all(clients.flatMap((_, i) => Array.from({ length: calls }, () => get(i)))),
      ]),
    );
    return [...sentBy.values()];
  }

  test('use their share of the budget', async () => {
    for (const isolates of [2, 4]) {
      const sent = await apart(isolates, 150);
      expect(sent.length).toBe(isolates);
      expect(sent.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(100);
      sent.forEach((one) => expect(one).toBeGreaterThan(100 / isolates / 2));
    }
  });
});
