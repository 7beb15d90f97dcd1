/** The keys of the project's checkpoints, and the rows of a window of time. */

import { type Counts, dimensionsOf, HOUR_MS, mergeCounts, MINUTE_MS, startOf } from '../../checkpoints/row.ts';
import type { PlacedRow } from '../../checkpoints/summary.ts';
import type { ActorStore } from '../actor.ts';

export const MINUTE = 'minute/';
export const HOUR = 'hour/';

/** How many digits the time in a key has. */
const DIGITS = 15;

/** The key of a row of a minute. */
export function minuteKey(at: number, portal: string, group: string): string {
  return `${MINUTE}${digits(at)}/${portal}/${group}`;
}

/** The key of the hour that a minute's row is folded into. */
export function inHour(minute: string): string {
  return HOUR + digits(startOf(timeOf(minute), HOUR_MS)) + minute.slice(MINUTE.length + DIGITS);
}

/** The time in a key. */
export function timeOf(key: string): number {
  const slash = key.indexOf('/');
  return Number(key.slice(slash + 1, slash + 1 + DIGITS));
}

/** Adds counts to the row of a key. */
export function addTo(store: ActorStore, key: string, counts: Counts): void {
  const before = store.get<Counts>(key);
  store.put(key, before === undefined ? counts : mergeCounts(before, counts));
}

/** Deletes the rows of a portal, a span of time at a time: keys are in the order of time. */
export function deleteRows(store: ActorStore, portal: string): void {
  for (const prefix of [MINUTE, HOUR]) {
    let [first] = store.list({ prefix, limit: 1 });
    while (first !== undefined) {
      const at = timeOf(first[0]);
      store.list({ prefix: `${prefix}${digits(at)}/${portal}/` }).forEach(([key]) => store.delete(key));
      [first] = store.list({ prefix, start: prefix + digits(at + 1), limit: 1 });
    }
  }
}

/** The rows of a time, hours first; a span that has begun by `since` counts as a whole. */
export function rowsBetween(store: ActorStore, since: number, until: number): readonly PlacedRow[] {
  return [
    ...placed(store, HOUR, startOf(since, HOUR_MS), until),
    ...placed(store, MINUTE, startOf(since, MINUTE_MS), until),
  ];
}

function placed(store: ActorStore, prefix: string, since: number, until: number): PlacedRow[] {
  const rows: PlacedRow[] = [];
  for (const [key, counts] of store.list<Counts>({ prefix, start: prefix + digits(since) })) {
    const at = timeOf(key);
    if (at >= until) {
      break;
    }
    const rest = key.slice(prefix.length + DIGITS + 1);
    const slash = rest.indexOf('/');
    rows.push({ portal: rest.slice(0, slash), at, ...dimensionsOf(rest.slice(slash + 1)), counts });
  }
  return rows;
}

function digits(at: number): string {
  return String(Math.max(0, at)).padStart(DIGITS, '0');
}
