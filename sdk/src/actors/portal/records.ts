/**
 * Rolls up the records of the portal's invocations by minute and sends them to the project's actor: the first after a
 * second, then at most once a minute. A batch has a number and is sent until the project's actor confirms it. The
 * project's actor merges each number once.
 *
 * Keys: `row/<minute in 15 digits>/<dimensions>`, `failure/<fingerprint>`, `handing` the batch in flight, `handed` number and time of the last
 * confirmed batch, `batches` the ids of the last batches from isolates. Due: `handUp`.
 */

import { type FailureGroup, failureOf, mergeFailures } from '../../checkpoints/failure.ts';
import { type Counts, countsOf, type Entry, groupKey, MINUTE_MS, mergeCounts, startOf } from '../../checkpoints/row.ts';
import { projectName } from '../../platform/env.ts';
import type { Bindings } from '../../platform/host.ts';
import type { ActorPart, ActorState } from '../core/actor-part.ts';

const ROW = 'row/';
const FAILURE = 'failure/';
const IN_FLIGHT = 'handing';
const CONFIRMED = 'handed';

const BATCHES = 'batches';

/** Batch ids to remember. A batch is repeated within seconds, and an isolate sends a few per second. */
const BATCHES_KEPT = 100;

/** The purpose in the due table. */
const HAND_UP = 'handUp';

/** Delay of the first batch after a pause, in ms. */
const SOON_MS = 1_000;

/** Interval between batches, in ms. */
const PERIOD_MS = 60_000;

/** Most rows of a batch. Each has a few KiB at most, and a stored value has at most 1 MiB. */
const ROWS_AT_ONCE = 40;

/** Most failures of a batch. Each has up to 63 KiB. */
const FAILURES_AT_ONCE = 4;

/** Most failures that wait for a batch, by fingerprint. Further ones are in the checkpoints only. */
const MAX_FAILURES = 100;

/** A batch for the project's actor. Each row has its minute, dimensions and counts. */
export interface HandUp {
  readonly portal: string;
  readonly number: number;
  readonly rows: readonly (readonly [at: number, group: string, counts: Counts])[];
  /** Absent in batches of an older version. */
  readonly failures?: readonly FailureGroup[];
}

interface ConfirmedBatch {
  readonly number: number;
  readonly at: number;
}

export function records(state: ActorState, env: Bindings): ActorPart {
  const { name, store, due, now } = state;

  /** Returns the batch in flight, or moves rows into a new one in a transaction. */
  function pack(): HandUp | undefined {
    const inFlight = store.get<HandUp>(IN_FLIGHT);
    if (inFlight !== undefined) {
      return inFlight;
    }
    const entries = store.list<Counts>({ prefix: ROW, limit: ROWS_AT_ONCE });
    const failures = store.list<FailureGroup>({ prefix: FAILURE, limit: FAILURES_AT_ONCE });
    if (entries.length + failures.length === 0) {
      return undefined;
    }
    const rows = entries.map(([key, counts]) => [Number(key.slice(4, 19)), key.slice(20), counts] as const);
    // At least the time: an erased actor does not know its earlier numbers and must not reuse them.
    const number = Math.max((store.get<ConfirmedBatch>(CONFIRMED)?.number ?? 0) + 1, now());
    const next: HandUp = { portal: name, number, rows, failures: failures.map(([, group]) => group) };
    store.transaction(() => {
      store.put(IN_FLIGHT, next);
      [...entries, ...failures].forEach(([key]) => store.delete(key));
    });
    return next;
  }

  function keepFailure(group: FailureGroup): void {
    const key = FAILURE + group.totals.fingerprint;
    const before = store.get<FailureGroup>(key);
    if (before !== undefined || store.list({ prefix: FAILURE, limit: MAX_FAILURES }).length < MAX_FAILURES) {
      store.put(key, before === undefined ? group : mergeFailures(before, group));
    }
  }

  /** Sends one batch and reports whether there is more. */
  async function handUp(): Promise<boolean> {
    const batch = pack();
    if (batch === undefined) {
      due.set(HAND_UP, '', null);
      return false;
    }
    await state.actor('ProjectActor', projectName(env), 'mergeRollups', batch);
    return store.transaction(() => {
      // Read again: a concurrent call may have sent this batch and packed the next one.
      if (store.get<HandUp>(IN_FLIGHT)?.number === batch.number) {
        store.put(CONFIRMED, { number: batch.number, at: now() } satisfies ConfirmedBatch);
        store.delete(IN_FLIGHT);
      }
      const waits = (prefix: string) => store.list({ prefix, limit: 1 }).length > 0;
      const isMore = waits(ROW) || waits(FAILURE) || store.get(IN_FLIGHT) !== undefined;
      // Removed in the same transaction as the check: a later record sets the entry again.
      due.set(HAND_UP, '', isMore ? now() + (isFull(batch) ? 0 : PERIOD_MS) : null);
      return isMore;
    });
  }

  return {
    methods: {
      /** Sends all rows at once, for the summary on a developer's machine. */
      async handUpNow() {
        while (await handUp());
      },
      /** Takes `{batch, entries}`: ended invocations from an isolate. Idempotent by the batch id. */
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
          for (const group of entries.flatMap((entry) => failureOf(name, entry) ?? [])) {
            keepFailure(group);
          }
          if (due.get(HAND_UP, '') === undefined) {
            const last = store.get<ConfirmedBatch>(CONFIRMED)?.at ?? -PERIOD_MS;
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

/** Reports whether more rows or failures may wait than the batch has. */
function isFull({ rows, failures = [] }: HandUp): boolean {
  return rows.length === ROWS_AT_ONCE || failures.length === FAILURES_AT_ONCE;
}

/** Returns the rows of the entries by key, so that each stored row is read once. */
function rowsOf(entries: readonly Entry[]): (readonly [key: string, counts: Counts])[] {
  const rows = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = `${ROW}${String(startOf(entry.at, MINUTE_MS)).padStart(15, '0')}/${groupKey(entry)}`;
    const row = rows.get(key);
    if (row === undefined) {
      rows.set(key, [entry]);
    } else {
      row.push(entry);
    }
  }
  return [...rows].map(([key, row]) => [key, countsOf(row)] as const);
}
