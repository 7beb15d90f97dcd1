import type { RateLimitsManifest } from '../../manifest/manifest.ts';
import { ClientState } from './coordinator-client.ts';
import type { CrmFamily } from './family.ts';
import { Gate, type GateSettings } from './gate.ts';
import { Line } from './line.ts';

/** Gates and client states that are kept. Far more than one isolate uses at a time. */
const MAX_LINES = 2000;

/** Window of general calls until the CRM reports another, in ms (spec, Limits). */
export const INTERVAL_MS = 10_000;

/** Searches per second and account (spec, Limits). No header reports it. */
const SEARCHES_PER_SECOND = 5;

/**
 * The gates of an isolate, one per portal and family. They hold no promise and no timer, so all requests share them.
 */
export class Isolate {
  readonly #lines = new Map<string, Line>();
  readonly #clientStates = new Map<string, ClientState>();
  #id: string | undefined;

  /** @param id identifies the isolate to coordinators. Default: random */
  constructor(id?: string) {
    this.#id = id;
  }

  /** Returns the state of the isolate as a client of a portal's coordinator. */
  clientStateOf(portal: string): ClientState {
    let state = this.#clientStates.get(portal);
    if (state === undefined) {
      if (this.#clientStates.size >= MAX_LINES) {
        this.#clientStates.clear(); // their clients join again
      }
      state = new ClientState((this.#id ??= crypto.randomUUID()));
      this.#clientStates.set(portal, state);
    }
    return state;
  }

  /** Returns the line of a portal and family. */
  lineOf(portal: string, family: CrmFamily, limits: RateLimitsManifest, random: () => number, now: number): Line {
    const name = `${family} ${portal}`;
    let line = this.#lines.get(name);
    if (line === undefined) {
      this.#makeRoom(now);
      const account = this.#lines.get(`${family === 'search' ? 'general' : 'search'} ${portal}`)?.gate.account;
      line = new Line(new Gate(settingsOf(family, limits), random, account));
      this.#lines.set(name, line);
    }
    return line;
  }

  #makeRoom(now: number): void {
    if (this.#lines.size < MAX_LINES) {
      return;
    }
    for (const [name, { gate, waiters }] of this.#lines) {
      if (waiters.length === 0 && gate.isIdle(now)) {
        this.#lines.delete(name);
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
