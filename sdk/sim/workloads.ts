import { type Call, get, type Invocation, search } from './workload.ts';

const times = (count: number, call: Call) => Array.from({ length: count }, () => call);

/** Calls that arrive evenly within some ms. Default: at the same time. */
export const burst = (calls: number, withinMs = 0): Invocation[] =>
  times(calls, get).map((call, i) => ({ delay: (i * withinMs) / calls, calls: [call] }));

/** 50 invocations that start at the same time, each with sequential calls. */
export const fiftyTimesTwenty = (each = 20): Invocation[] =>
  Array.from({ length: 50 }, () => ({ delay: 0, calls: times(each, get) }));

/** Searches in ten invocations. */
export const searches = (count: number): Invocation[] =>
  Array.from({ length: 10 }, () => ({ delay: 0, calls: times(count / 10, search) }));

/** Calls at a constant rate. */
export const steady = (perSecond: number, seconds: number): Invocation[] =>
  Array.from({ length: Math.floor(perSecond * seconds) }, (_, i) => ({ delay: (i * 1000) / perSecond, calls: [get] }));

/** Calls and searches at a constant rate with a burst every 30 s. Below the limits on average. */
export function mixed(seconds: number, random: () => number): Invocation[] {
  const invocations: Invocation[] = [];
  for (let second = 0; second < seconds; second++) {
    for (let i = 0; i < 6; i++) {
      invocations.push({ delay: (second + random()) * 1000, calls: [get] });
    }
    for (let i = 0; i < 2; i++) {
      invocations.push({ delay: (second + random()) * 1000, calls: [search] });
    }
    if (second % 30 === 10) {
      invocations.push(...times(90, get).map((call) => ({ delay: second * 1000, calls: [call] })));
    }
  }
  return invocations;
}
