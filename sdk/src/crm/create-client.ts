/**
 * The managed CRM client by itself: the same that handlers get as `ctx.crm`, with everything that it touches given from
 * outside. Tests and simulations run it in virtual time.
 */

import type { CrmClient } from '../context/crm.ts';
import type { Logger } from '../context/logger.ts';
import type { RateLimitOptions } from '../declare/app.ts';
import { normalizeRateLimits } from '../manifest/rate-limits.ts';
import crm from '../profiles/crm.json' with { type: 'json' };
import { makeCrmClient } from './client.ts';
import type { PaceClock } from './gate/clock.ts';
import type { Coordinator } from './gate/coordinator.ts';
import { Isolate } from './gate/isolate.ts';
import { rateMetrics } from './gate/metrics.ts';
import { Pacer } from './gate/pacer.ts';

/** What a client is made of. */
export interface CrmClientOptions {
  /** Answers requests to the CRM, as the global `fetch` does. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Tells the time and sets timers. */
  readonly clock: PaceClock;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Whose budget it is. */
  readonly portalId: number | string;
  /** The rate budget. Default: that of an app that declares none. */
  readonly rateLimits?: RateLimitOptions;
  /** What the clients of one isolate share. Default: a new one. */
  readonly isolate?: Isolate;
  /** The desk of the portal, where several isolates share its budget. */
  readonly coordinator?: Coordinator;
  /** When the caller's time is up, in milliseconds of the clock: nothing waits beyond it. */
  readonly deadline?: number;
  /** Where metrics go, when `rateLimits.metrics` has them on. */
  readonly logger?: Pick<Logger, 'info'>;
  /** Default: a token that says nothing. */
  readonly token?: (refused?: string) => Promise<string>;
  /** Default: `https://api.crm.example`. */
  readonly apiOrigin?: string;
  /** Of the headers that tell rate limits. Default: `X-Crm`. */
  readonly headerPrefix?: string;
}

/** Makes a client that stands alone. Throws a RangeError for rate limits that no call could ever keep. */
export function createCrmClient(options: CrmClientOptions): CrmClient {
  const { fetch, clock, random, portalId, deadline, coordinator, logger, token = async () => 'token' } = options;
  const limits = normalizeRateLimits(options.rateLimits);
  const { capacity, requestedTokensPerCall: tokens } = limits.bucket;
  if (!(tokens >= 1 && tokens <= capacity)) {
    throw new RangeError(`requestedTokensPerCall is from 1 to the capacity ${capacity} of the bucket; it is ${tokens}`);
  }
  const portal = String(portalId);
  return makeCrmClient(
    {
      fetch: (url, init) => fetch(url.href, init),
      now: () => clock.now(),
      apiOrigin: options.apiOrigin ?? 'https://api.crm.example',
      headerPrefix: options.headerPrefix ?? 'X-Crm',
      pacer: new Pacer({
        isolate: options.isolate ?? new Isolate(),
        portal,
        limits,
        clock,
        random,
        deadline,
        coordinator,
        background: (work) => void work,
      }),
      ...(logger !== undefined && limits.metrics && { metrics: rateMetrics(logger, { portal }) }),
      token,
      onCall: () => {},
    },
    crm.paths,
  );
}

/** What the clients of one isolate share: the gates of its portals. */
export function createCrmIsolate(id?: string): Isolate {
  return new Isolate(id);
}
