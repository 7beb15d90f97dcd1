/** Workloads by their names in the table. */

import { type Call, get, type Strand, search } from './workload.ts';

const times = (count: number, call: Call) => Array.from({ length: count }, () => call);

/** So many calls at once. */
export const burst = (calls: number): Strand[] => times(calls, get).map((call) => ({ delay: 0, calls: [call] }));

/** Fifty invocations at once, each with so many calls one after the other. */
export const fiftyTimesTwenty = (each = 20): Strand[] =>
  Array.from({ length: 50 }, () => ({ delay: 0, calls: times(each, get) }));

/** Searches in ten strands. */
export const searches = (count: number): Strand[] =>
  Array.from({ length: 10 }, () => ({ delay: 0, calls: times(count / 10, search) }));

/** So many calls a second, evenly. */
export const steady = (perSecond: number, seconds: number): Strand[] =>
  Array.from({ length: Math.floor(perSecond * seconds) }, (_, i) => ({ delay: (i * 1000) / perSecond, calls: [get] }));

/** Calls all the time, bursts now and then, and searches beside them: less than the limits in the long run. */
export function mixed(seconds: number, random: () => number): Strand[] {
  const strands: Strand[] = [];
  for (let second = 0; second < seconds; second++) {
    for (let i = 0; i < 6; i++) {
      strands.push({ delay: (second + random()) * 1000, calls: [get] });
    }
    for (let i = 0; i < 2; i++) {
      strands.push({ delay: (second + random()) * 1000, calls: [search] });
    }
    if (second % 30 === 10) {
      strands.push(...times(90, get).map((call) => ({ delay: second * 1000, calls: [call] })));
    }
  }
  return strands;
}
