import { type Counts, dimensionsOf, HOUR_MS, MINUTE_MS, mergeCounts, startOf } from '../../checkpoints/row.ts';
import type { PlacedRow } from '../../checkpoints/summary.ts';
import type { ActorStore } from '../../protocol/actor.ts';

export const MINUTE = 'minute/';
export const HOUR = 'hour/';

/** Digits of the time in a key. */
const DIGITS = 15;

export function minuteKey(at: number, portal: string, group: string): string {
  return `${MINUTE}${digits(at)}/${portal}/${group}`;
}

/** Returns the key of the hour that a minute's row is folded into. */
export function hourKeyOf(minute: string): string {
  return HOUR + digits(startOf(timeOf(minute), HOUR_MS)) + minute.slice(MINUTE.length + DIGITS);
}

/** Returns the time in a key. */
export function timeOf(key: string): number {
  const slash = key.indexOf('/');
  return Number(key.slice(slash + 1, slash + 1 + DIGITS));
}

/** Adds counts to a row. */
export function addTo(store: ActorStore, key: string, counts: Counts): void {
  const before = store.get<Counts>(key);
  store.put(key, before === undefined ? counts : mergeCounts(before, counts));
}

/** Deletes the rows of a portal, one minute or hour at a time, since keys are ordered by time. */
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

/** Reports whether there is a row of this time or later. */
export function hasRowsSince(store: ActorStore, since: number): boolean {
  const spans: [prefix: string, span: number][] = [
    [MINUTE, MINUTE_MS],
    [HOUR, HOUR_MS],
  ];
  return spans.some(([prefix, span]) => {
    return store.list({ prefix, start: prefix + digits(startOf(since, span)), limit: 1 }).length > 0;
  });
}

/**
 * Returns the merged rows of an interval. The minute or hour that contains `since` counts as a whole. Rows are merged
 * as they are read, since a month of many portals exceeds an actor's memory.
 */
export function rowsBetween(store: ActorStore, since: number, until: number): readonly PlacedRow[] {
  const merged = new Map<string, PlacedRow>();
  eachRow(store, since, until, (_at, row) => {
    const { counts, ...dimensions } = row;
    const id = JSON.stringify(dimensions);
    const before = merged.get(id);
    merged.set(id, before === undefined ? row : { ...row, counts: mergeCounts(before.counts, counts) });
  });
  return [...merged.values()];
}

/** Calls `take` with every row of an interval and the row's time. The span that contains `since` counts as a whole. */
export function eachRow(
  store: ActorStore,
  since: number,
  until: number,
  take: (at: number, row: PlacedRow) => void,
): void {
  readRows(store, HOUR, startOf(since, HOUR_MS), until, take);
  readRows(store, MINUTE, startOf(since, MINUTE_MS), until, take);
}

/** Rows read at a time. */
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
    start = `${last}\u0000`; // the smallest greater key
  }
}

/** @param rest the part of a key after the time: portal and dimensions */
function rowOf(rest: string, counts: Counts): PlacedRow {
  const slash = rest.indexOf('/');
  const { worker, capabilityId, kind, outcome } = dimensionsOf(rest.slice(slash + 1));
  return { portal: rest.slice(0, slash), worker, capabilityId, kind, outcome, counts };
}

function digits(at: number): string {
  return String(Math.max(0, Math.ceil(at))).padStart(DIGITS, '0');
}
