import { rounded, type Target, UPSTREAMS } from './target.ts';
import { type Conditions, run, shortest } from './upstream-run.ts';
import { percentile } from './workload.ts';
import { burst, fiftyTimesTwenty, steady } from './workloads.ts';

/** Numbers of isolates that share a portal. */
const ISOLATES = [2, 4, 8, 16];

/** Calls per window of the upstream. */
const SHARED_LIMIT = 110;

/** Calls per second while another app uses the window. */
const COMING = 8;

/** Time over which successful calls are counted, in ms. */
const COUNTED_MS = 10_000;

const WORKLOADS = [() => burst(1000), () => fiftyTimesTwenty()];

const percent = (share: number) => `${rounded(share * 100)} %`;

/** The worst figures of some runs, as a share of the calls or of the optimum. */
interface Worst {
  refused: number;
  eff: number;
  rpcs: number;
  isClean: boolean;
}

/** Runs both workloads against the upstreams. */
async function worstOf(isolates: number, upstreams: number, conditions: Partial<Conditions>): Promise<Worst> {
  const worst: Worst = { refused: 0, eff: Infinity, rpcs: 0, isClean: true };
  for (const [i, upstream] of UPSTREAMS.slice(0, upstreams).entries()) {
    for (const invocations of WORKLOADS) {
      const one = await run(isolates + i, { limit: SHARED_LIMIT, ...upstream }, invocations(), {
        isolates,
        isCoordinated: true,
        ...conditions,
      });
      worst.refused = Math.max(worst.refused, one.refused / one.calls);
      worst.eff = Math.min(worst.eff, shortest(one.calls, SHARED_LIMIT, 10_000) / one.spanMs);
      worst.rpcs = Math.max(worst.rpcs, one.rpcs / one.calls);
      worst.isClean &&= one.raw429 + one.errors === 0 && one.tookMs.length === one.calls;
    }
  }
  return worst;
}

async function steadyWith(isolates: number): Promise<{ p50: number; rpcs: number; refused: number }> {
  const { tookMs, rpcs, calls, refused } = await run(isolates, { limit: SHARED_LIMIT }, steady(9.5, 120), {
    isolates,
    isCoordinated: true,
  });
  return { p50: percentile(tookMs, 0.5), rpcs: rpcs / calls, refused: refused / calls };
}

async function shared(upstreams: number) {
  const figures: string[] = [];
  let [holds, alone] = [true, 0];
  for (const isolates of [1, ...ISOLATES]) {
    const [worst, even] = [await worstOf(isolates, upstreams, {}), await steadyWith(isolates)];
    const [refused, rpcs] = [Math.max(worst.refused, even.refused), Math.max(worst.rpcs, even.rpcs)];
    alone ||= even.p50;
    holds &&=
      refused <= 0.001 &&
      worst.eff >= 0.89 &&
      rpcs <= (isolates === 1 ? 0.1 : 2) &&
      even.p50 <= alone + 25 &&
      worst.isClean;
    figures.push(
      `K = ${isolates}: ${percent(refused)} 429s, ${rounded(worst.eff)} of the optimum, ${rounded(rpcs)} RPCs per call, ` +
        `p50 ${Math.round(even.p50)} ms`,
    );
  }
  return { holds, figures: figures.join('; ') };
}

async function withoutCoordinator(upstreams: number) {
  const figures: string[] = [];
  let holds = true;
  for (const isolates of ISOLATES) {
    const worst = await worstOf(isolates, upstreams, { down: { from: 20_000, to: 50_000 } });
    holds &&= worst.refused <= 0.02 && worst.eff >= 0.45 && worst.isClean;
    figures.push(
      `K = ${isolates}: ${percent(worst.refused)} 429s, ${rounded(worst.eff)} of the optimum, ` +
        `${worst.isClean ? 'nothing' : 'calls'} lost`,
    );
  }
  return { holds, figures: figures.join('; ') };
}

/** Measures how long after another app has left the window all calls succeed: the worst of some seeds. */
async function recovery(seeds: number) {
  let worst = 0;
  for (let seed = 1; seed <= seeds; seed++) {
    let leftAt = 0;
    const { doneAt } = await run(seed, { limit: SHARED_LIMIT }, steady(COMING, 150), {
      rateLimits: { bucket: { adaptive: true } },
      async meanwhile(upstream, clock) {
        await clock.sleep(20_000);
        for (let i = 0; i < 1000; i++) {
          upstream.external();
          await clock.sleep(10);
        }
        leftAt = clock.now();
      },
    });
    const enough = (COMING * COUNTED_MS) / 1000;
    const since = doneAt.filter((at) => at >= leftAt);
    const from = since.find((at, i) => since[i + enough - 1]! <= at + COUNTED_MS) ?? Infinity;
    worst = Math.max(worst, from - leftAt);
  }
  return { holds: worst <= 30_000, figures: `${rounded(worst / 1000)} s` };
}

/** When the daily quota is full again, in ms, and the calls that are left before. */
const DAY = { resetsAt: 300_000, left: 300 };

/** Calls of which the daily quota refuses all but the first. */
const DAILY_CALLS = 2_000;

/** Measures the worst share of the optimum: the calls leave at the rate of the window once the quota is full again. */
async function daily(upstreams: number) {
  const figures: string[] = [];
  let holds = true;
  for (const isolates of ISOLATES) {
    let [eff, worstRefused] = [Infinity, 0];
    for (const [i, upstream] of UPSTREAMS.slice(0, upstreams).entries()) {
      for (const limit of [SHARED_LIMIT, 190]) {
        const one = await run(
          isolates + i,
          { limit, ...upstream, retryAfter: 'seconds', daily: { ...DAY, full: 100_000, isTold: false } },
          burst(DAILY_CALLS),
          { isolates, isCoordinated: true, rateLimits: { bucket: { adaptive: true } } },
        );
        const optimum = DAY.resetsAt + shortest(one.calls - DAY.left, limit, 10_000);
        eff = Math.min(eff, optimum / one.spanMs);
        worstRefused = Math.max(worstRefused, one.refused);
        holds &&= one.raw429 + one.errors === 0 && one.tookMs.length === one.calls;
      }
    }
    holds &&= eff >= 0.95;
    figures.push(`K = ${isolates}: ${rounded(eff)} of the optimum, at most ${worstRefused} 429s`);
  }
  return { holds, figures: figures.join('; ') };
}

export const SHARED_TARGETS: readonly Target[] = [
  {
    name: 'several isolates with a coordinator',
    goal:
      'K = 2 to 16: at most .1 % 429s, at least .89 of the optimum, at most 2 RPCs per call (one isolate: .1), ' +
      'and a median at constant load of at most 25 ms above that of one isolate',
    quick: 1,
    full: UPSTREAMS.length,
    measure: shared,
  },
  {
    name: 'the coordinator is unreachable for 30 s',
    goal: 'K = 2 to 16: at most 2 % 429s, at least .45 of the optimum, nothing lost',
    quick: 1,
    full: UPSTREAMS.length,
    measure: withoutCoordinator,
  },
  {
    name: 'the daily quota is exhausted, with several isolates and an adaptive bucket',
    goal: 'K = 2 to 16: at least .95 of the optimum, nothing lost',
    quick: 1,
    full: 2,
    measure: daily,
  },
  {
    name: 'another app uses the window for 10 s, with an adaptive bucket',
    goal: 'all calls succeed at most 30 s later',
    quick: 1,
    full: 3,
    measure: recovery,
  },
];
