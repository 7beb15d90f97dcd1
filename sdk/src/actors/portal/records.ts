/**
 * Rolls the records of the portal's invocations up to minutes, and hands them to the project's actor: the first a
 * second after it came, then at most once a minute. What is on its way has a number and is handed over until it is
 * taken; the project's actor takes each number once.
 *
 * Keys: `row/<minute in 15 digits>/<dimensions>`, `handing` what is on its way, `handed` the number and time of the
 * last, `batches` the last that isolates have sent. Due: `handUp`.
 */

import { type Counts, countsOf, type Entry, groupKey, MINUTE_MS, mergeCounts, startOf } from '../../checkpoints/row.ts';
import { projectName } from '../../platform/env.ts';
import type { Bindings } from '../../platform/host.ts';
import type { ActorPart, ActorState } from '../core/actor-part.ts';

const ROW = 'row/';
const HANDING = 'handing';
const HANDED = 'handed';

const BATCHES = 'batches';

/** How many batches are remembered: one is sent again within seconds, and an isolate sends some twenty a second. */
const BATCHES_KEPT = 100;

/** The purpose in the due-table. */
const HAND_UP = 'handUp';

/** How soon the first rows are handed up after a pause, in milliseconds. */
const SOON_MS = 1_000;

/** How often rows are handed up, in milliseconds. */
const PERIOD_MS = 60_000;

/** How many rows go at once: each has a few kilobytes at most, and a stored value has room for a megabyte. */
const ROWS_AT_ONCE = 40;

/** Rows on their way. `rows`: minute, dimensions and counts. */
export interface HandUp {
  readonly portal: string;
  readonly number: number;
  readonly rows: readonly (readonly [at: number, group: string, counts: Counts])[];
}

interface Handed {
  readonly number: number;
  readonly at: number;
}

export function records(state: ActorState, env: Bindings): ActorPart {
  const { name, store, due, now } = state;

  /** Moves rows from where they are counted to where they are on their way, in one turn. */
  function pack(): HandUp | undefined {
    const packed = store.get<HandUp>(HANDING);
    if (packed !== undefined) {
      return packed;
    }
    const entries = store.list<Counts>({ prefix: ROW, limit: ROWS_AT_ONCE });
    if (entries.length === 0) {
      return undefined;
    }
    const rows = entries.map(([key, counts]) => [Number(key.slice(4, 19)), key.slice(20), counts] as const);
    // Never a number of before: an actor that was erased does not know which it has given out.
    const number = Math.max((store.get<Handed>(HANDED)?.number ?? 0) + 1, now());
    const next: HandUp = { portal: name, number, rows };
    store.transaction(() => {
      store.put(HANDING, next);
      entries.forEach(([key]) => store.delete(key));
    });
    return next;
  }

  /** Hands one lot up, and reports whether there is more. */
  async function handUp(): Promise<boolean> {
    const lot = pack();
    if (lot === undefined) {
      due.set(HAND_UP, '', null);
      return false;
    }
    await state.actor('ProjectActor', projectName(env), 'mergeRollups', lot);
    return store.transaction(() => {
      // Read again: while this lot was on its way somebody else may have handed it up, and the next one packed.
      if (store.get<HandUp>(HANDING)?.number === lot.number) {
        store.put(HANDED, { number: lot.number, at: now() } satisfies Handed);
        store.delete(HANDING);
      }
      const isMore = store.list({ prefix: ROW, limit: 1 }).length > 0 || store.get(HANDING) !== undefined;
      // Taken away here, in the turn that has looked: what is recorded from now on sets it again.
      due.set(HAND_UP, '', isMore ? now() + (lot.rows.length < ROWS_AT_ONCE ? PERIOD_MS : 0) : null);
      return isMore;
    });
  }

  return {
    methods: {
      /** Hands up all there is, without waiting for the minute: somebody looks at the summary on a developer's machine. */
      async handUpNow() {
        while (await handUp());
      },
      /** `{batch, entries}`: invocations that have ended, a few at a time. A batch that was taken changes nothing. */
      record(args) {
        const { batch, entries } = args as { readonly batch: string; readonly entries: readonly Entry[] };
        const taken = store.get<readonly string[]>(BATCHES) ?? [];
        if (taken.includes(batch)) {
          return;
        }
        store.transaction(() => {
          store.put(BATCHES, [...taken.slice(1 - BATCHES_KEPT), batch]);
          for (const [key, counts] of rowsOf(entries)) {
            const before = store.get<Counts>(key);
            store.put(key, before === undefined ? counts : mergeCounts(before, counts));
          }
          if (due.get(HAND_UP, '') === undefined) {
            const last = store.get<Handed>(HANDED)?.at ?? -PERIOD_MS;
            due.set(HAND_UP, '', Math.max(now() + SOON_MS, last + PERIOD_MS));
          }
        });
      },
    },
    due: {
      async [HAND_UP]() {
        await handUp();
      },
    },
  };
}

/** The rows that the entries make, by key: merged before they meet those that are kept, which are larger. */
function rowsOf(entries: readonly Entry[]): ReadonlyMap<string, Counts> {
  const rows = new Map<string, Counts>();
  for (const entry of entries) {
    const key = `${ROW}${String(startOf(entry.at, MINUTE_MS)).padStart(15, '0')}/${groupKey(entry)}`;
    const before = rows.get(key);
    rows.set(key, before === undefined ? countsOf(entry) : mergeCounts(before, countsOf(entry)));
  }
  return rows;
}
