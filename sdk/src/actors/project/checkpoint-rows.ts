/** The keys of the project's checkpoints, and the rows of a window of time. */

import { type Counts, dimensionsOf, HOUR_MS, MINUTE_MS, mergeCounts, startOf } from '../../checkpoints/row.ts';
import type { PlacedRow } from '../../checkpoints/summary.ts';
import type { ActorStore } from '../../protocol/actor.ts';

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

/** Whether there is a row of this time, or of a later one. */
export function hasRowsSince(store: ActorStore, since: number): boolean {
  const begins: [prefix: string, span: number][] = [
    [MINUTE, MINUTE_MS],
    [HOUR, HOUR_MS],
  ];
  return begins.some(([prefix, span]) => {
    return store.list({ prefix, start: prefix + digits(startOf(since, span)), limit: 1 }).length > 0;
  });
}

/**
 * What was counted in a time; a span that has begun by `since` counts as a whole. Rows of all its minutes and hours are
 * merged as they are read: a month of many portals has more of them than an actor has memory.
 */
export function rowsBetween(store: ActorStore, since: number, until: number): readonly PlacedRow[] {
  const merged = new Map<string, PlacedRow>();
  eachRow(store, since, until, (_at, row) => {
    const { counts, ...place } = row;
    const id = JSON.stringify(place);
    const before = merged.get(id);
    merged.set(id, before === undefined ? row : { ...row, counts: mergeCounts(before.counts, counts) });
  });
  return [...merged.values()];
}

/** Calls `take` with every row of a time, and when its span begins; a span that has begun by `since` counts as a whole. */
export function eachRow(
  store: ActorStore,
  since: number,
  until: number,
  take: (at: number, row: PlacedRow) => void,
): void {
  readRows(store, HOUR, startOf(since, HOUR_MS), until, take);
  readRows(store, MINUTE, startOf(since, MINUTE_MS), until, take);
}

/** How many rows are read at a time. */
const PAGE = 500;

function readRows(
  store: ActorStore,
  prefix: string,
  since: number,
  until: number,
  take: (at: number, row: PlacedRow) => void,
): void {
  const end = prefix + digits(until);
  let start = prefix + digits(since);
  for (;;) {
    const page = store.list<Counts>({ prefix, start, limit: PAGE });
    for (const [key, counts] of page) {
      if (key >= end) {
        return;
      }
      take(timeOf(key), rowOf(key.slice(prefix.length + DIGITS + 1), counts));
    }
    const last = page.at(-1)?.[0];
    if (last === undefined || page.length < PAGE) {
      return;
    }
    start = `${last}\u0000`; // the first key that is greater
  }
}

/** @param place portal and dimensions, as they stand in a key */
function rowOf(place: string, counts: Counts): PlacedRow {
  const slash = place.indexOf('/');
  const { worker, capabilityId, kind, outcome } = dimensionsOf(place.slice(slash + 1));
  return { portal: place.slice(0, slash), worker, capabilityId, kind, outcome, counts };
}

function digits(at: number): string {
  return String(Math.max(0, Math.ceil(at))).padStart(DIGITS, '0');
}
