/** What apps do: calls that begin at given times, each called again when it is told to come later. */

import type { CrmClient } from '../src/context/crm.ts';
import { isBackpressure } from '../src/crm/gate/backpressure.ts';
import type { VirtualClock } from './clock.ts';

/** What came of a workload. */
export interface Outcome {
  readonly calls: number;
  /** Answers that said to come later. */
  backpressure: number;
  /** 429s that reached the caller. */
  raw429: number;
  errors: number;
  /** How long each call took from its first asking to its success, in milliseconds. */
  readonly tookMs: number[];
  /** When each succeeded, in the same order, in milliseconds. */
  readonly doneAt: number[];
  /** The longest that one call stayed in the process before it was sent on, or turned away. */
  longestStayMs: number;
  /** From the start to the last success. */
  spanMs: number;
}

export type Call = (crm: CrmClient) => Promise<unknown>;

export const get: Call = (crm) => crm.request('GET', '/crm/v3/objects/contacts/1');
export const search: Call = (crm) => crm.request('POST', '/crm/v3/objects/contacts/search', { body: {} });

/** One thing that is done in order. @param delay before it begins, in milliseconds */
export interface Strand {
  readonly delay: number;
  readonly calls: readonly Call[];
}

/** Runs the strands side by side. @param clientOf gives a client for each invocation */
export async function runWorkload(
  clock: VirtualClock,
  strands: readonly Strand[],
  clientOf: (strand: number) => CrmClient,
): Promise<Outcome> {
  const start = clock.now();
  const outcome: Outcome = {
    calls: strands.reduce((sum, { calls }) => sum + calls.length, 0),
    backpressure: 0,
    raw429: 0,
    errors: 0,
    tookMs: [],
    doneAt: [],
    longestStayMs: 0,
    spanMs: 0,
  };
  const one = async (index: number, { delay, calls }: Strand) => {
    await clock.sleep(delay);
    for (const call of calls) {
      await until(clock, call, () => clientOf(index), outcome);
    }
  };
  await clock.run(Promise.all(strands.map((strand, index) => one(index, strand))));
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

/** The value below which so many of the values are. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
