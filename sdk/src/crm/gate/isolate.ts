import type { RateLimitsManifest } from '../../manifest/manifest.ts';
import { ClientState } from './coordinator-client.ts';
import type { CrmFamily } from './family.ts';
import { Gate, type GateSettings } from './gate.ts';
import { Account } from './hold.ts';
import { Line } from './line.ts';

/** Portals that are kept. Far more than one isolate serves at a time. */
const MAX_PORTALS = 1000;

/** Window of general calls until the CRM reports another, in ms (spec, Limits). */
const INTERVAL_MS = 10_000;

/** Searches per second and account (spec, Limits). No header reports it. */
const SEARCHES_PER_SECOND = 5;

/** What an isolate keeps of a portal. */
interface Portal {
  readonly account: Account;
  readonly lines: Partial<Record<CrmFamily, Line>>;
  /** The isolate as a client of the portal's coordinator. */
  client?: ClientState;
}

/**
 * The gates of an isolate, one per portal and family. They hold no promise and no timer, so all requests share them.
 */
export class Isolate {
  readonly #portals = new Map<string, Portal>();
  #id: string | undefined;

  /** @param id identifies the isolate to coordinators. Default: random */
  constructor(id?: string) {
    this.#id = id;
  }

  /** Returns the state of the isolate as a client of a portal's coordinator. */
  clientStateOf(portal: string, now: number): ClientState {
    const found = this.#portal(portal, now);
    found.client ??= new ClientState((this.#id ??= crypto.randomUUID()));
    return found.client;
  }

  /** Returns the line of a portal and family. */
  lineOf(portal: string, family: CrmFamily, limits: RateLimitsManifest, random: () => number, now: number): Line {
    const { lines, account } = this.#portal(portal, now);
    lines[family] ??= new Line(new Gate(settingsOf(family, limits), random, account));
    return lines[family];
  }

  #portal(name: string, now: number): Portal {
    let portal = this.#portals.get(name);
    if (portal === undefined) {
      this.#makeRoom(now);
      portal = { account: new Account(), lines: {} };
      this.#portals.set(name, portal);
    }
    return portal;
  }

  #makeRoom(now: number): void {
    if (this.#portals.size < MAX_PORTALS) {
      return;
    }
    for (const [name, { lines }] of this.#portals) {
      if (Object.values(lines).every(({ gate, waiters }) => waiters.length === 0 && gate.isIdle(now))) {
        this.#portals.delete(name);
      }
    }
  }
}

/** Returns the gate settings of a family, from the app's rate limits. */
export function settingsOf(family: CrmFamily, { bucket }: RateLimitsManifest): GateSettings {
  const { capacity, refillPerSecond, searchCapacity, searchRefillPerSecond, requestedTokensPerCall, adaptive } = bucket;
  const cost = Math.min(Math.max(requestedTokensPerCall, 1), family === 'search' ? searchCapacity : capacity);
  return family === 'search'
    ? {
        capacity: searchCapacity,
        refillPerSecond: searchRefillPerSecond,
        cost,
        max: SEARCHES_PER_SECOND,
        intervalMs: 1000,
        adaptive,
      }
    : { capacity, refillPerSecond, cost, intervalMs: INTERVAL_MS, adaptive };
}
