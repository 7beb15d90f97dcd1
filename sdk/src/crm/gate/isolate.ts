import type { RateLimitsManifest } from '../../manifest/manifest.ts';
import { ClientState } from './coordinator-client.ts';
import type { CrmFamily } from './family.ts';
import { Gate, type GateSettings } from './gate.ts';
import { Queue } from './queue.ts';

/** A gate, and the calls that wait for it. */
export interface Pace {
  /** Decides when a call may leave. */
  readonly gate: Gate;
  /** The order of the waiting calls. */
  readonly queue: Queue;
}

/** Gates and client states that are kept. Far more than one isolate uses at a time. */
const MAX_PACES = 2000;

/** Window of general calls until the CRM reports another, in ms (spec, Limits). */
export const INTERVAL_MS = 10_000;

/** Searches per second and account (spec, Limits). No header reports it. */
const SEARCHES_PER_SECOND = 5;

/**
 * The gates of an isolate, one per portal and family. They hold no promise and no timer, so all requests share them.
 */
export class Isolate {
  readonly #paces = new Map<string, Pace>();
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
      if (this.#clientStates.size >= MAX_PACES) {
        this.#clientStates.clear(); // their clients join again
      }
      state = new ClientState((this.#id ??= crypto.randomUUID()));
      this.#clientStates.set(portal, state);
    }
    return state;
  }

  /** Returns the gate and queue of a portal and family. */
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

/** Returns the gate settings of a family, from the app's rate limits. */
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
