/** Which surfaces' calls leave first, in virtual time. */

import { describe, expect, test } from 'vitest';
import { createCrmClient, createCrmIsolate } from '../src/crm/create-client.ts';
import { isBackpressure } from '../src/crm/gate/backpressure.ts';
import { PortalCoordinator } from '../src/crm/gate/portal-coordinator.ts';
import { normalizeRateLimits } from '../src/manifest/rate-limits.ts';
import type { Surface } from '../src/platform/observation.ts';
import { VirtualClock } from './clock.ts';
import { randomOf } from './random.ts';
import { Upstream } from './upstream.ts';

/** Calls of several surfaces to one portal, from as many isolates. */
function portalWith(limit: number, isolates: number) {
  const clock = new VirtualClock();
  const random = randomOf(limit);
  const upstream = new Upstream({ clock, random, limit });
  const rateLimits = { retry: { capMs: 'surface' as const } };
  const coordinator =
    isolates > 1 ? new PortalCoordinator({ limits: normalizeRateLimits(rateLimits), clock, random }) : undefined;
  const all = Array.from({ length: isolates }, (_, i) => createCrmIsolate(String(i)));
  let made = 0;
  /** Makes a call, again after each hint. Returns its time from the first attempt, in ms. */
  const call = async (surface: Surface, surfaceMs: number): Promise<number> => {
    const start = clock.now();
    const isolate = all[made++ % isolates]!;
    for (;;) {
      const deadline = clock.now() + surfaceMs;
      const crm = createCrmClient({
        fetch: upstream.fetch,
        clock,
        random,
        portalId: 1,
        isolate,
        surface,
        deadline,
        rateLimits,
        ...(coordinator && { coordinator }),
      });
      try {
        await crm.request('GET', '/crm/v3/owners');
        return clock.now() - start;
      } catch (error) {
        if (!isBackpressure(error)) {
          throw error;
        }
        await clock.sleep(error.retryAfterSeconds * 1000);
      }
    }
  };
  const calls = (count: number, surface: Surface, surfaceMs: number) =>
    Promise.all(Array.from({ length: count }, () => call(surface, surfaceMs)));
  return { clock, upstream, call, calls };
}

describe.each([1, 2])('with %i isolates', (isolates) => {
  test.each([
    [100, 'sync', 100],
    [100, 'trigger', 100],
    [110, 'sync', 100],
    [110, 'sync', 300],
    [110, 'trigger', 300],
  ] as const)(
    'at %i per 10 s, a card behind %s calls, %i of them, waits at most 1 s',
    async (limit, surface, count) => {
      const { clock, upstream, call, calls } = portalWith(limit, isolates);
      const took: number[] = [];
      await clock.run(
        (async () => {
          await call(surface, 598_000); // the limit is known
          const background = calls(count, surface, 598_000);
          for (let i = 0; i < 3; i++) {
            await clock.sleep(1_200);
            took.push(await call('card', 13_000));
          }
          await background; // none starves
        })(),
      );
      expect(Math.max(...took)).toBeLessThanOrEqual(1_000);
      expect(upstream.refused).toBe(0);
    },
  );

  test('syncs keep a share while cards make more calls than the portal allows', async () => {
    const { clock, upstream, calls } = portalWith(110, isolates);
    let done = 0;
    await clock.run(
      (async () => {
        const cards = (async () => {
          for (let second = 0; second < 60; second++) {
            void calls(20, 'card', 13_000);
            await clock.sleep(1_000);
          }
        })();
        for (let i = 0; i < 100; i++) {
          void calls(1, 'sync', 598_000).then(() => (done += 1));
        }
        await cards;
      })(),
    );
    expect(done).toBeGreaterThanOrEqual(25); // 1 of 17 of 600
    expect(upstream.refused).toBe(0);
  });
});
