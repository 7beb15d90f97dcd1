/** The gates of an isolate: one for each portal and family of calls. Numbers and queues, which all requests share. */

import type { RateLimitsManifest } from '../../manifest/manifest.ts';
import type { CrmFamily } from './family.ts';
import { Gate, type GateSettings } from './gate.ts';
import { Membership } from './membership.ts';
import { Queue } from './queue.ts';

/** A gate, and who waits at it. */
export interface Pace {
  readonly gate: Gate;
  readonly queue: Queue;
}

/** How many portals are remembered: far more than one isolate serves at a time. */
const MAX_PACES = 2000;

/** The window of general calls until the CRM says another, in milliseconds (spec, Limits). */
export const INTERVAL_MS = 10_000;

/** Searches that an account takes in a second (spec, Limits). No header says so. */
const SEARCHES_PER_SECOND = 5;

export class Isolate {
  readonly #paces = new Map<string, Pace>();
  readonly #memberships = new Map<string, Membership>();
  #id: string | undefined;

  /** @param id tells it from the other isolates of a portal. Default: random, when it is first needed */
  constructor(id?: string) {
    this.#id = id;
  }

  membershipOf(portal: string): Membership {
    let membership = this.#memberships.get(portal);
    if (membership === undefined) {
      if (this.#memberships.size >= MAX_PACES) {
        this.#memberships.clear(); // they join again
      }
      membership = new Membership((this.#id ??= crypto.randomUUID()));
      this.#memberships.set(portal, membership);
    }
    return membership;
  }

  paceOf(portal: string, family: CrmFamily, limits: RateLimitsManifest, random: () => number, now: number): Pace {
    const name = `${family} ${portal}`;
    let pace = this.#paces.get(name);
    if (pace === undefined) {
      this.#makeRoom(now);
      pace = { gate: new Gate(settingsOf(family, limits), random), queue: new Queue() };
      this.#paces.set(name, pace);
    }
    return pace;
  }

  #makeRoom(now: number): void {
    if (this.#paces.size < MAX_PACES) {
      return;
    }
    for (const [name, { gate, queue }] of this.#paces) {
      if (queue.length === 0 && gate.isIdle(now)) {
        this.#paces.delete(name);
      }
    }
  }
}

/** What a family of the app begins with. */
export function settingsOf(family: CrmFamily, { bucket, retry }: RateLimitsManifest): GateSettings {
  const { capacity, refillPerSecond, searchCapacity, searchRefillPerSecond, requestedTokensPerCall, adaptive } = bucket;
  const capMs = retry === false ? 0 : retry.capMs;
  const cost = Math.min(Math.max(requestedTokensPerCall, 1), family === 'search' ? searchCapacity : capacity);
  return family === 'search'
    ? {
        capacity: searchCapacity,
        refillPerSecond: searchRefillPerSecond,
        cost,
        max: SEARCHES_PER_SECOND,
        intervalMs: 1000,
        adaptive: false,
        capMs,
      }
    : { capacity, refillPerSecond, cost, intervalMs: INTERVAL_MS, adaptive, capMs };
}
