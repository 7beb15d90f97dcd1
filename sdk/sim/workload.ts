import type { CrmClient } from '../src/context/crm.ts';
import { isBackpressure } from '../src/crm/gate/backpressure.ts';
import type { VirtualClock } from './clock.ts';

/** The figures of a workload. */
export interface Outcome {
  readonly calls: number;
  /** Calls that ended in backpressure, and were retried. */
  backpressure: number;
  /** 429s that reached the caller. */
  raw429: number;
  errors: number;
  /** Time of each call from its first attempt to its success, in ms. */
  readonly tookMs: number[];
  /** When each call succeeded, in the same order, in ms. */
  readonly doneAt: number[];
  /** Longest time of one attempt, in ms. */
  longestStayMs: number;
  /** Time from the start to the last success, in ms. */
  spanMs: number;
}

export type Call = (crm: CrmClient) => Promise<unknown>;

export const get: Call = (crm) => crm.request('GET', '/crm/v3/objects/contacts/1');
export const search: Call = (crm) => crm.request('POST', '/crm/v3/objects/contacts/search', { body: {} });

/** Sequential calls of one handler. */
export interface Invocation {
  /** When it starts, in ms. */
  readonly delay: number;
  readonly calls: readonly Call[];
}

/**
 * Runs invocations concurrently. A call that ends in backpressure is retried after its hint.
 *
 * @param clientOf returns the client of an invocation
 */
export async function runWorkload(
  clock: VirtualClock,
  invocations: readonly Invocation[],
  clientOf: (invocation: number) => CrmClient,
): Promise<Outcome> {
  const start = clock.now();
  const outcome: Outcome = {
    calls: invocations.reduce((sum, { calls }) => sum + calls.length, 0),
    backpressure: 0,
    raw429: 0,
    errors: 0,
    tookMs: [],
    doneAt: [],
    longestStayMs: 0,
    spanMs: 0,
  };
  const one = async (index: number, { delay, calls }: Invocation) => {
    await clock.sleep(delay);
    for (const call of calls) {
      await until(clock, call, () => clientOf(index), outcome);
    }
  };
  await clock.run(Promise.all(invocations.map((invocation, index) => one(index, invocation))));
  outcome.spanMs = clock.now() - start;
  return outcome;
}

async function until(clock: VirtualClock, call: Call, clientOf: () => CrmClient, outcome: Outcome): Promise<void> {
  const asked = clock.now();
  for (;;) {
    const from = clock.now();
    try {
      await call(clientOf());
      outcome.longestStayMs = Math.max(outcome.longestStayMs, clock.now() - from);
      outcome.tookMs.push(clock.now() - asked);
      outcome.doneAt.push(clock.now());
      return;
    } catch (error) {
      outcome.longestStayMs = Math.max(outcome.longestStayMs, clock.now() - from);
      if (!isBackpressure(error)) {
        outcome.raw429 += (error as { status?: number }).status === 429 ? 1 : 0;
        outcome.errors += 1;
        return;
      }
      outcome.backpressure += 1;
      await clock.sleep(error.retryAfterSeconds * 1000);
    }
  }
}

/** Returns the value at a percentile. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
