import type { RateLimitOptions } from '../src/declare/app.ts';
import { randomOf } from './random.ts';
import { SHARED_TARGETS } from './shared-targets.ts';
import { rounded, type Target } from './target.ts';
import { type Run, run, shortest, type UpstreamSettings } from './upstream-run.ts';
import { type Invocation, percentile } from './workload.ts';
import { burst, fiftyTimesTwenty, mixed, searches, steady } from './workloads.ts';

export type { Target } from './target.ts';

const LIMITS = [100, 110, 190, 250];

/** Workloads for each kind of window. The runs must have no 429, so Retry-After cannot differ in them. */
type Workloads = Readonly<Record<'sliding' | 'fixed', readonly (readonly Invocation[])[]>>;

/** Bursts whose calls arrive within some ms. */
const bursts = (calls: number): Workloads => ({
  sliding: [0, 1, 5].map((withinMs) => burst(calls, withinMs)),
  fixed: [20, 35, 50].map((withinMs) => burst(calls, withinMs)),
});

/** Reports whether a run had no 429, neither from the CRM nor for a handler, and no error. */
const isClean = ({ refused, raw429, errors }: Run) => refused + raw429 + errors === 0;

/** Measures the share of the optimum, averaged over the workloads. */
async function againstOptimum(
  calls: number,
  workloads: Workloads,
  least: readonly number[],
  rateLimits: RateLimitOptions = {},
) {
  const figures: string[] = [];
  let holds = true;
  for (const [i, limit] of LIMITS.entries()) {
    let [sum, runs, deferrals, refused] = [0, 0, 0, 0];
    for (const window of ['sliding', 'fixed'] as const) {
      for (const invocations of workloads[window]) {
        const one = await run(limit, { limit, window }, invocations, { rateLimits });
        sum += shortest(calls, limit, 10_000) / one.spanMs;
        runs += 1;
        deferrals = Math.max(deferrals, one.backpressure / calls);
        refused += one.refused;
        holds &&= isClean(one);
      }
    }
    const eff = sum / runs;
    holds &&= eff >= least[i]! && deferrals <= 0.95;
    figures.push(
      `${limit}: ${rounded(eff)} of the optimum, ${refused} 429s, at most ${rounded(deferrals)} deferrals per call`,
    );
  }
  return { holds, figures: figures.join('; ') };
}

/** Counts the runs with a 429, with random limits, windows, phases and latencies. */
async function anyUpstream(runs: number) {
  const random = randomOf(7);
  const between = (low: number, high: number) => low + random() * (high - low);
  let refusing = 0;
  for (let i = 0; i < runs; i++) {
    const medianMs = between(20, 500);
    const setting: UpstreamSettings = {
      limit: Math.floor(between(100, 300)),
      intervalMs: Math.floor(between(5, 20)) * 1000,
      window: random() < 0.5 ? 'sliding' : 'fixed',
      phaseMs: between(0, 10_000),
      medianMs,
      p99Ms: medianMs * between(2, 20),
    };
    const invocations = i % 2 === 0 ? burst(300) : fiftyTimesTwenty(8);
    // Responses that take longer than the time limit of an attempt are errors, as they should be.
    const { refused, raw429 } = await run(i, setting, invocations);
    refusing += refused + raw429 === 0 ? 0 : 1;
  }
  return { holds: refusing === 0, figures: `${refusing} of ${runs} runs` };
}

export const TARGETS: readonly Target[] = [
  {
    name: 'a burst of 1000 calls that arrive within 0 to 50 ms',
    goal:
      'at least .85, .90, .52 and .31 of the optimum at 100, 110, 190 and 250 per 10 s, no 429, ' +
      'at most .95 deferrals per call',
    quick: 1000,
    full: 1000,
    measure: (size) => againstOptimum(size, bursts(size), [0.85, 0.9, 0.52, 0.31]),
  },
  {
    name: 'a burst of 1000 calls within 0 to 50 ms, with an adaptive bucket',
    goal: 'at least .85, .90, .90 and .70 of the optimum, no 429',
    quick: 1000,
    full: 1000,
    measure: (size) => againstOptimum(size, bursts(size), [0.85, 0.9, 0.9, 0.7], { bucket: { adaptive: true } }),
  },
  {
    name: '50 invocations with 20 calls each',
    goal: 'at least .86, .90, .53 and .32 of the optimum, no 429',
    quick: 20,
    full: 20,
    measure(size) {
      const each = [fiftyTimesTwenty(size)];
      return againstOptimum(50 * size, { sliding: each, fixed: each }, [0.86, 0.9, 0.53, 0.32]);
    },
  },
  {
    name: 'upstreams of any limit, window, phase and latency',
    goal: 'no run with a 429',
    quick: 30,
    full: 120,
    measure: anyUpstream,
  },
  {
    name: '5000 searches',
    goal: 'no 429, at least .79 of the optimum (21 minutes)',
    quick: 500,
    full: 5000,
    async measure(size) {
      const one = await run(1, { limit: 110 }, searches(size));
      const { refused, spanMs } = one;
      const eff = shortest(size, 5, 1000) / spanMs;
      return {
        holds: isClean(one) && eff >= 0.79,
        figures: `${refused} 429s, ${rounded(eff)} of the optimum, ${rounded(spanMs / 60_000)} minutes`,
      };
    },
  },
  {
    name: '9.5 calls per second',
    goal: 'no call is deferred, and the 99th percentile is at most 0.5 s',
    quick: 60,
    full: 600,
    async measure(size) {
      const one = await run(2, { limit: 110 }, steady(9.5, size));
      const { refused, backpressure, tookMs } = one;
      const p99 = percentile(tookMs, 0.99);
      return {
        holds: isClean(one) && backpressure === 0 && p99 <= 500,
        figures: `${refused} 429s, ${backpressure} deferred, p99 ${Math.round(p99)} ms`,
      };
    },
  },
  {
    name: 'a mixed load',
    goal: 'no 429, at least .99 of the optimum, and the 99th percentile is at most 20 s',
    quick: 120,
    full: 600,
    async measure(size) {
      const invocations = mixed(size, randomOf(3));
      const { refused, spanMs, tookMs } = await run(3, { limit: 110 }, invocations);
      const last = Math.max(...invocations.map(({ delay }) => delay));
      const [eff, p99] = [last / spanMs, percentile(tookMs, 0.99)];
      return {
        holds: refused === 0 && eff >= 0.99 && p99 <= 20_000,
        figures: `${refused} 429s, ${rounded(eff)} of the optimum, p99 ${rounded(p99 / 1000)} s`,
      };
    },
  },
  {
    name: 'another app uses the window for 10 s',
    goal: 'at most 2 429s per episode, and no call takes longer than 15 s',
    quick: 1,
    full: 6,
    async measure(size) {
      const { refused, longestStayMs, raw429 } = await run(4, { limit: 110 }, steady(8, size * 60), {
        async meanwhile(upstream, clock) {
          for (let episode = 0; episode < size; episode++) {
            await clock.sleep(episode === 0 ? 20_000 : 50_000);
            for (let i = 0; i < 1000; i++) {
              upstream.external();
              await clock.sleep(10);
            }
          }
        },
      });
      return {
        holds: refused <= 2 * size && longestStayMs <= 15_000 && raw429 === 0,
        figures: `${refused} 429s in ${size} episodes, longest call ${rounded(longestStayMs / 1000)} s`,
      };
    },
  },
  {
    name: 'the daily quota of a static token is exhausted',
    goal: 'at most one 429, and at least .98 of the optimum',
    quick: 3_600_000,
    full: 3_600_000,
    async measure(resetsAt) {
      const daily = { left: 200, resetsAt, full: 1000, isTold: true };
      const { refused, spanMs } = await run(5, { limit: 110, daily, retryAfter: 'seconds' }, steady(2, 200));
      // The quota is full again, and waiting calls leave at the rate of the window.
      const eff = (resetsAt + shortest(200, 110, 10_000)) / spanMs;
      return { holds: refused <= 1 && eff >= 0.98, figures: `${refused} 429s, ${rounded(eff)} of the optimum` };
    },
  },
  ...SHARED_TARGETS,
];

/** Measures a target. */
export function measure(target: Target, size: number = target.full): ReturnType<Target['measure']> {
  return target.measure(size);
}
