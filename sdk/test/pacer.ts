import { Isolate } from '../src/crm/gate/isolate.ts';
import { Pacer } from '../src/crm/gate/pacer.ts';
import { normalizeRateLimits } from '../src/manifest/rate-limits.ts';

/** Returns a pacer that never delays a call. */
export function freePacer(now: () => number = Date.now): Pacer {
  const limits = normalizeRateLimits({ retry: false, bucket: { capacity: 1e6, searchCapacity: 1e6 } });
  const clock = {
    now,
    setTimeout: (wake: () => void, ms: number) => setTimeout(wake, ms),
    clearTimeout: (timer: unknown) => clearTimeout(timer as never),
  };
  return new Pacer({ isolate: new Isolate(), portal: '1', limits, clock, random: () => 0.5 });
}
