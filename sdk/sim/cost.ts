/** What the gate costs a call when tokens are free: its own time, without the request. */

import { createCrmClient, createCrmIsolate } from '../src/crm/create-client.ts';
import { Pacer } from '../src/crm/gate/pacer.ts';
import { normalizeRateLimits } from '../src/manifest/rate-limits.ts';

declare const performance: { now(): number };

/** Calls of one round; the best of the rounds counts, since others use the machine too. */
const CALLS = 20_000;
const ROUNDS = 15;

/** A clock that is never late, and so far apart that every call finds free tokens. */
function freeClock() {
  let now = 0;
  return { now: () => (now += 200), setTimeout: () => 0, clearTimeout: () => {} };
}

const HEADERS = {
  'X-Crm-RateLimit-Max': '110',
  'X-Crm-RateLimit-Remaining': '90',
  'X-Crm-RateLimit-Interval-Milliseconds': '10000',
};

async function best(call: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const from = performance.now();
    for (let i = 0; i < CALLS; i++) {
      await call();
    }
    least = Math.min(least, performance.now() - from);
  }
  return (least * 1000) / CALLS;
}

/** Microseconds: of the gate alone, and of a whole call of the client whose request costs nothing. */
export async function costOfCall(): Promise<{ gate: number; client: number }> {
  const pacer = new Pacer({
    isolate: createCrmIsolate(),
    portal: '1',
    limits: normalizeRateLimits(),
    clock: freeClock(),
    random: Math.random,
  });
  const answer = { report: { status: 200, max: 110, remaining: 90, intervalMs: 10_000 } };
  const attempt = async () => answer;
  const [paced, bare] = [await best(() => pacer.pass('general', attempt)), await best(attempt)];
  const fetch = async () => new Response('{}', { headers: HEADERS });
  const crm = createCrmClient({ fetch, clock: freeClock(), random: Math.random, portalId: 1 });
  return { gate: paced - bare, client: await best(() => crm.request('GET', '/crm/v3/owners')) };
}
