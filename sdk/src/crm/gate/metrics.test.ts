import { expect, test } from 'vitest';
import type { RateLimitOptions } from '../../declare/app.ts';
import { createCrmClient } from '../create-client.ts';
import { isBackpressure } from './backpressure.ts';

/** Returns the log of three calls: one succeeds, one gets a 429, and one is deferred because of it. */
async function logged(rateLimits?: RateLimitOptions): Promise<readonly string[]> {
  const lines: string[] = [];
  const answers = [
    new Response('{}', { headers: { 'X-Crm-RateLimit-Max': '110', 'X-Crm-RateLimit-Remaining': '55' } }),
    new Response('{}', { status: 429, headers: { 'retry-after': '3600' } }),
  ];
  const crm = createCrmClient({
    fetch: async () => answers.shift() as Response,
    clock: { now: () => 1_000, setTimeout: () => 0 },
    random: () => 0.5,
    portalId: 7,
    logger: { info: (message, fields) => void lines.push(`${message} ${JSON.stringify(fields)}`) },
    ...(rateLimits !== undefined && { rateLimits }),
  });
  await crm.request('GET', '/crm/v3/owners', { query: { email: 'who@example.com' } });
  for (let i = 0; i < 2; i++) {
    await crm.request('GET', '/crm/v3/owners').catch((error: unknown) => expect(isBackpressure(error)).toBe(true));
  }
  return lines;
}

test.each([{ metrics: {} }, { metrics: { enabled: true } }, { metrics: { enabled: false } }])(
  '%j has the four metrics in the log, with their fields and without the query',
  async (rateLimits) => {
    const origin = '"portal":"7","endpointFamily":"general","path":"/crm/v3/owners"';
    expect(await logged(rateLimits)).toEqual([
      `crm_ratelimit_remaining {${origin},"value":55,"status":200}`,
      `crm_ratelimit_headroom_pct {${origin},"value":50,"status":200}`,
      `crm_ratelimit_429_total {${origin},"value":1,"status":429,"retryAfterSeconds":3600}`,
      `crm_ratelimit_backpressure_total {${origin},"value":1,"retryAfterSeconds":3600}`,
      `crm_ratelimit_backpressure_total {${origin},"value":1,"retryAfterSeconds":3600}`,
    ]);
  },
);

test.each([undefined, {}, { metrics: false as const }])('%j has no metric in the log', async (rateLimits) => {
  expect(await logged(rateLimits)).toEqual([]);
});
