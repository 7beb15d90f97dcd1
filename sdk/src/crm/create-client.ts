import type { CrmClient } from '../context/crm.ts';
import type { Logger } from '../context/logger.ts';
import type { RateLimitOptions } from '../declare/app.ts';
import { normalizeRateLimits } from '../manifest/rate-limits.ts';
import type { Surface } from '../platform/observation.ts';
import crm from '../profiles/crm.json' with { type: 'json' };
import { makeAssociations } from './associations.ts';
import { associationsExtension } from './associations-extension.ts';
import { makeBatch } from './batch.ts';
import { batchExtension } from './batch-extension.ts';
import { makeBudget } from './budget.ts';
import { budgetExtension } from './budget-extension.ts';
import { makeCrmClient } from './client.ts';
import { makeConversations } from './conversations.ts';
import { conversationsExtension } from './conversations-extension.ts';
import type { PaceClock } from './gate/clock.ts';
import type { Coordinator } from './gate/coordinator.ts';
import { Isolate } from './gate/isolate.ts';
import { rateMetrics } from './gate/metrics.ts';
import { Pacer } from './gate/pacer.ts';
import { PortalCoordinator } from './gate/portal-coordinator.ts';
import { strideOf } from './gate/stride.ts';
import { makeProperties } from './properties.ts';
import { propertiesExtension } from './properties-extension.ts';

/** The options of `createCrmClient`. */
export interface CrmClientOptions {
  /** Sends requests to the CRM, like the global `fetch`. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Provides the time and timers. */
  readonly clock: PaceClock;
  /** Returns a number from 0 to 1, like `Math.random`. */
  readonly random: () => number;
  /** The portal that the client calls. Each portal has its own budget. */
  readonly portalId: number | string;
  /** The surface that calls, which sets the priority of its calls. Default: `card`. */
  readonly surface?: Surface;
  /** The rate budget. Default: the default budget of an app. */
  readonly rateLimits?: RateLimitOptions;
  /** The result of `createCrmIsolate`, which the clients of one isolate share. Default: a new one. */
  readonly isolate?: Isolate;
  /** The coordinator of the portal, if several isolates share its budget. Default: none. */
  readonly coordinator?: Coordinator;
  /** The time of `clock` until which calls may wait, in ms. Default: none. */
  readonly deadline?: number;
  /** Receives metrics, if `rateLimits.metrics` is set. */
  readonly logger?: Pick<Logger, 'info'>;
  /** Returns the access token, if possible another one than the `refused` one. Default: always returns `token`. */
  readonly token?: (refused?: string) => Promise<string>;
  /** The origin of the CRM's API. Default: `https://api.crm.example`. */
  readonly apiOrigin?: string;
  /** The prefix of the rate headers. Default: `X-Crm`. */
  readonly headerPrefix?: string;
}

/**
 * Creates the client that handlers have as `ctx.crm`, but without a worker: for tests, and simulations in virtual time.
 *
 * @throws {RangeError} when `requestedTokensPerCall` is less than 1 or more than `capacity`
 * @example
 * import { createCrmClient } from '@svc/sdk/runtime';
 *
 * const clock = { now: Date.now, setTimeout, clearTimeout };
 * const crm = createCrmClient({ fetch, clock, random: Math.random, portalId: 1 });
 * await crm.objects.get('contacts', '101');
 */
export function createCrmClient(options: CrmClientOptions): CrmClient {
  const { fetch, clock, random, portalId, deadline, coordinator, logger, token = async () => 'token' } = options;
  const limits = normalizeRateLimits(options.rateLimits);
  const { capacity, requestedTokensPerCall: tokens } = limits.bucket;
  if (!(tokens >= 1 && tokens <= capacity)) {
    throw new RangeError(
      `invalid requestedTokensPerCall ${tokens}: expected a number from 1 to the bucket's capacity ${capacity}`,
    );
  }
  const portal = String(portalId);
  associationsExtension.add(makeAssociations);
  batchExtension.add(makeBatch);
  budgetExtension.add(makeBudget);
  conversationsExtension.add(makeConversations);
  propertiesExtension.add(makeProperties);
  return makeCrmClient(
    {
      fetch: (url, init) => fetch(url.href, init),
      now: () => clock.now(),
      apiOrigin: options.apiOrigin ?? 'https://api.crm.example',
      headerPrefix: options.headerPrefix ?? 'X-Crm',
      pacer: new Pacer({
        isolate: options.isolate ?? new Isolate(),
        portal,
        stride: strideOf(options.surface ?? 'card'),
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

/** The options of `createCrmCoordinator`. */
export interface CrmCoordinatorOptions {
  /** Provides the time and timers. */
  readonly clock: PaceClock;
  /** Returns a number from 0 to 1, like `Math.random`. */
  readonly random: () => number;
  /** The rate budget, the same as that of the clients. Default: the default budget of an app. */
  readonly rateLimits?: RateLimitOptions;
}

/**
 * Creates the coordinator of one portal, for tests and for other hosts. Clients of several isolates or processes share
 * the portal's budget through it. Pass it to `createCrmClient` as `coordinator`, or pass an object that calls it over a
 * network: its arguments and results are JSON. Its state is in memory.
 *
 * @example
 * import { createCrmClient, createCrmCoordinator, createCrmIsolate } from '@svc/sdk/runtime';
 *
 * const shared = { clock: { now: Date.now, setTimeout, clearTimeout }, random: Math.random };
 * const coordinator = createCrmCoordinator(shared);
 * const [one, other] = ['a', 'b'].map((id) =>
 *   createCrmClient({ ...shared, fetch, portalId: 1, coordinator, isolate: createCrmIsolate(id) }),
 * );
 */
export function createCrmCoordinator({ clock, random, rateLimits }: CrmCoordinatorOptions): Coordinator {
  return new PortalCoordinator({ limits: normalizeRateLimits(rateLimits), clock, random });
}

/**
 * Creates what the clients of one isolate share: the state of the rate limits of each portal. Pass it to
 * `createCrmClient` as `isolate`.
 *
 * @param id identifies the isolate to coordinators. Default: random
 * @example
 * import { createCrmClient, createCrmIsolate } from '@svc/sdk/runtime';
 *
 * const shared = { clock: { now: Date.now, setTimeout, clearTimeout }, random: Math.random, fetch };
 * const isolate = createCrmIsolate();
 * const clients = [1, 2].map((portalId) => createCrmClient({ ...shared, portalId, isolate }));
 */
export function createCrmIsolate(id?: string): Isolate {
  return new Isolate(id);
}
