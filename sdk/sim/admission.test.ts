/** Which calls wait for their turn, which are deferred, and when, in virtual time. */

import { describe, expect, test } from 'vitest';
import { createCrmClient, createCrmIsolate } from '../src/crm/create-client.ts';
import { isBackpressure } from '../src/crm/gate/backpressure.ts';
import type { RateLimitOptions } from '../src/declare/app.ts';
import { VirtualClock } from './clock.ts';
import { randomOf } from './random.ts';
import { Upstream } from './upstream.ts';

/** The time of a workflow action, less what is left for its handler, in ms. */
const DEADLINE_MS = 18_000;

/** Invocations of one isolate against an upstream. */
function portalWith(limit: number, rateLimits: RateLimitOptions = {}, surfaceMs = DEADLINE_MS) {
  const clock = new VirtualClock();
  const random = randomOf(limit);
  const upstream = new Upstream({ clock, random, limit });
  const isolate = createCrmIsolate('one');
  const outcomes: { readonly at: number; readonly hint: number }[] = [];
  /** Makes calls in one invocation. A deferred one counts with its hint, another one with 0. */
  const invoke = async (calls: number) => {
    const deadline = clock.now() + surfaceMs;
    const crm = createCrmClient({ fetch: upstream.fetch, clock, random, portalId: 1, isolate, deadline, rateLimits });
    const call = () =>
      crm.request('GET', '/crm/v3/owners').then(
        () => 0,
        (error) => (isBackpressure(error) ? error.retryAfterSeconds : Infinity),
      );
    await Promise.all(
      Array.from({ length: calls }, async () => {
        const hint = await call();
        outcomes.push({ at: clock.now(), hint });
      }),
    );
  };
  return { clock, outcomes, invoke, upstream };
}

test.each([100, 110])('a call for which the window has room within the cap waits, at %i per 10 s', async (limit) => {
  const { clock, outcomes, invoke, upstream } = portalWith(limit);
  await clock.run(invoke(limit + 5));
  expect(outcomes.filter(({ hint }) => hint > 0)).toEqual([]);
  expect(upstream.refused).toBe(0);
});

test('120 parallel reads of an action wait as far as the cap permits, and as long as its surface has time', async () => {
  const { clock, outcomes, invoke } = portalWith(100);
  await clock.run(invoke(120));
  // At 10 per second, as the CRM reports, ten more leave within a round trip of the cap. The others know at once.
  const deferred = outcomes.filter(({ hint }) => hint > 0);
  expect(deferred.length).toBeLessThanOrEqual(10);
  expect(Math.max(...deferred.map(({ at }) => at))).toBeLessThan(1_000);
  const patient = portalWith(100, { retry: { capMs: 'surface' } });
  await patient.clock.run(patient.invoke(120));
  expect(patient.outcomes.filter(({ hint }) => hint > 0)).toEqual([]);
  expect(patient.clock.now()).toBeLessThan(DEADLINE_MS);
  expect(patient.upstream.refused).toBe(0);
});

test('a call that finds the window full is deferred within two seconds', async () => {
  const { clock, outcomes, invoke } = portalWith(110);
  await clock.run(invoke(400));
  const deferred = outcomes.filter(({ hint }) => hint > 0);
  expect(deferred.length).toBeGreaterThan(150);
  expect(Math.max(...deferred.map(({ at }) => at))).toBeLessThan(2_000);
});

test('the deferred calls of an invocation, which comes back as one, delay no hint of others', async () => {
  const { clock, outcomes, invoke } = portalWith(110);
  await clock.run(
    (async () => {
      const first = invoke(1_000);
      await clock.sleep(2_000);
      outcomes.length = 0;
      await Promise.race([invoke(300), first]);
    })(),
  );
  const hints = outcomes.map(({ hint }) => hint).filter((hint) => hint > 0);
  expect(hints.length).toBeGreaterThan(100);
  expect(Math.max(...hints)).toBeLessThanOrEqual(12);
});

test('an invocation that returns after its hint passes', async () => {
  const { clock, outcomes, invoke } = portalWith(110);
  await clock.run(invoke(1_000));
  await clock.run(clock.sleep(11_000));
  outcomes.length = 0;
  await clock.run(invoke(60));
  expect(outcomes.filter(({ hint }) => hint > 0)).toEqual([]);
});

describe('with capMs surface', () => {
  const rateLimits: RateLimitOptions = { retry: { capMs: 'surface' } };

  test('all calls of a sync wait, since it has the time', async () => {
    const { clock, outcomes, invoke, upstream } = portalWith(110, rateLimits, 598_000);
    await clock.run(invoke(400));
    expect(outcomes.filter(({ hint }) => hint > 0)).toEqual([]);
    expect(upstream.refused).toBe(0);
  });

  test('calls that the surface has no time for are deferred when they arrive, but for 2 %', async () => {
    const { clock, outcomes, invoke } = portalWith(110, rateLimits, 25_000);
    await clock.run(invoke(500));
    const deferred = outcomes.filter(({ hint }) => hint > 0);
    expect(deferred.length).toBeGreaterThan(200);
    expect(deferred.filter(({ at }) => at > 2_000).length).toBeLessThanOrEqual(deferred.length / 50);
    expect(Math.max(...outcomes.map(({ at }) => at))).toBeLessThan(26_000);
  });
});
