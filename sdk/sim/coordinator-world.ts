/** The worlds of the coordinator's tests: a coordinator and its clients, in virtual time. */

import type { AcquireResult, OwnCalls } from '../src/crm/gate/coordinator.ts';
import type { CrmFamily } from '../src/crm/gate/family.ts';
import { type CoordinatorState, PortalCoordinator } from '../src/crm/gate/portal-coordinator.ts';
import { normalizeRateLimits } from '../src/manifest/rate-limits.ts';
import { VirtualClock } from './clock.ts';

export const NOTHING: OwnCalls = { ages: [], heldMs: 0 };
export const report = (numbers: Record<string, unknown> = {}) => ({
  status: 200,
  max: 100,
  remaining: 60,
  intervalMs: 10_000,
  ...numbers,
});

/** A coordinator, and the calls of its clients. */
export function coordinatorWorld(options: { before?: CoordinatorState; clock?: VirtualClock } = {}) {
  const { before, clock = new VirtualClock() } = options;
  const it = new PortalCoordinator({ limits: normalizeRateLimits(), clock, random: () => 0.5, before });
  const join = (isolate: string, own: Partial<Record<CrmFamily, OwnCalls>> = {}, wasAway = false) =>
    it.join({ isolate, wasAway, own: { general: NOTHING, search: NOTHING, ...own } });
  const acquire = (isolate: string, patienceMs = 0, family: CrmFamily = 'general') =>
    it.acquire({ isolate, family, patienceMs, settled: [] });
  const settle = (isolate: string, id: number, numbers?: Record<string, unknown>, ageMs = 0) =>
    it.settle({ isolate, settled: [{ id, report: numbers === undefined ? null : report(numbers), ageMs }] });
  /** Acquires calls until one is deferred. Returns the ids. */
  const acquireAll = async (isolate: string, family: CrmFamily = 'general') => {
    const ids: number[] = [];
    for (
      let answer: AcquireResult = await acquire(isolate, 0, family);
      answer.id !== undefined;
      answer = await acquire(isolate, 0, family)
    ) {
      ids.push(answer.id);
    }
    return ids;
  };
  return { clock, it, join, acquire, settle, acquireAll, run: <T>(work: () => Promise<T>) => clock.run(work()) };
}
