/**
 * Poison rows: rows that do not match their sync's schema, or that the CRM refuses. Each is stored once, unredacted and
 * with its reason, until it is retried or discarded, or for 30 days. Control routes redact their responses.
 *
 * Keys: `poison/row/<worker>/<sync>/<time>-<id>`, `poison/at/<id>` the key of the row, `poison/size/<worker>/<sync>`,
 * `poison/calls` the last retries and discards.
 * Due: `poisonEnds`, when the oldest row expires.
 */

import type { Bindings } from '../../platform/host.ts';
import { ActorError, type ActorStore } from '../../protocol/actor.ts';
import type { PoisonRow, SyncName } from '../../protocol/sync.ts';
import { asksForSyncs } from '../../protocol/sync-news.ts';
import { syncsOf } from '../../protocol/syncs-of.ts';
import type { ActorPart, ActorState, AppParts } from '../core/actor-part.ts';
import { type Range, rangeAfter, rowsOf } from '../core/place.ts';
import { runOnce } from '../core/once.ts';
import { dueForRows, putRows } from './inbox.ts';
import { dueDetail, nameOf, SYNC_NEWS } from './sync-state.ts';

/** Retention of a poison row, in ms: 30 days. */
export const POISON_KEPT_MS = 30 * 86_400_000;

/** Most poison rows of one sync. Beyond that its runs fail, so that no row is lost. */
export const MAX_POISON = 10_000;

/** Most rows of one list, retry or discard. */
export const MAX_POISON_LISTED = 500;

/** Rows read at a time. Each may have half a megabyte. */
const READ_AT_ONCE = 16;

const ROW = 'poison/row/';
const AT = 'poison/at/';
const SIZE = 'poison/size/';
const CALLS = 'poison/calls';
const ENDS = 'poisonEnds';

/** The form of a place in the list. */
const PLACE = /^[^/]+\/[^/]+\/\d{15}-./;

type Own = Pick<ActorState, 'store' | 'due'>;

/** Stores the rows, each once. Returns how many of them are new in this run. Throws if there are too many. */
export function quarantine({ store, due }: Own, of: string, rows: readonly PoisonRow[]): number {
  let size = poisonSize(store, of);
  let fresh = 0;
  for (const row of rows) {
    const key = store.get<string>(AT + row.id);
    const before = key === undefined ? undefined : store.get<PoisonRow>(key);
    if (key !== undefined && before !== undefined) {
      const isSame = before.run === row.run;
      store.put(key, { ...row, at: before.at, times: before.times + (isSame ? 0 : 1) } satisfies PoisonRow);
      fresh += isSame ? 0 : 1;
      continue;
    }
    const newKey = `${ROW}${of}/${String(row.at).padStart(15, '0')}-${row.id}`;
    store.put(newKey, row);
    store.put(AT + row.id, newKey);
    size += 1;
    fresh += 1;
    if (size > MAX_POISON) {
      throw new ActorError(
        'poison_full',
        `the sync has ${MAX_POISON} poison rows, which is the limit; retry or discard them`,
      );
    }
    if (due.get(ENDS, '') === undefined) {
      due.set(ENDS, '', row.at + POISON_KEPT_MS);
    }
  }
  store.put(SIZE + of, size);
  return fresh;
}

export function poisonSize(store: ActorStore, of: string): number {
  return store.get<number>(SIZE + of) ?? 0;
}

/** Returns the prefix of the rows of a sync, or of all syncs. */
const prefixOf = (worker: string | undefined, sync: string | undefined): string =>
  worker === undefined || sync === undefined ? ROW : `${ROW}${nameOf({ worker, sync })}/`;

/** Selects rows by id, or the oldest rows of a sync. */
interface Selection extends Partial<SyncName> {
  readonly ids?: readonly string[];
  /** Identifies the request. A call whose answer was lost is repeated with it. */
  readonly call?: string;
}

export function poison(state: ActorState, _env: Bindings, { manifest }: AppParts): ActorPart {
  const { store, due, now } = state;

  const rowsFrom = (range: Range, limit: number) => rowsOf<PoisonRow>(store, range, READ_AT_ONCE, limit);

  function* selected({ ids, worker, sync }: Selection, limit: number): Generator<[key: string, row: PoisonRow]> {
    if (ids === undefined) {
      yield* rowsFrom({ prefix: prefixOf(worker, sync) }, limit);
      return;
    }
    for (const id of new Set(ids)) {
      const key = store.get<string>(AT + id);
      const row = key === undefined ? undefined : store.get<PoisonRow>(key);
      if (key !== undefined && row !== undefined) {
        yield [key, row];
      }
    }
  }

  function drop(key: string, row: PoisonRow): void {
    const of = nameOf(row);
    if (asksForSyncs(manifest)) {
      due.set(SYNC_NEWS, dueDetail(row), now());
    }
    store.delete(key);
    store.delete(AT + row.id);
    store.put(SIZE + of, Math.max(0, poisonSize(store, of) - 1));
  }

  return {
    methods: {
      /** Takes `{worker?, sync?, after?, limit?}`. Returns a page without data, oldest first in each sync. */
      poisonList(args) {
        const { worker, sync, after, limit = 100 } = args as Partial<SyncName> & { after?: string; limit?: number };
        if (!Number.isInteger(limit) || limit < 1 || limit > MAX_POISON_LISTED) {
          throw new ActorError('invalid_input', `limit must be a whole number from 1 to ${MAX_POISON_LISTED}`);
        }
        const rows: Omit<PoisonRow, 'data'>[] = [];
        let last = '';
        for (const [key, { data: _, ...row }] of rowsFrom(
          rangeAfter(ROW, prefixOf(worker, sync), after, PLACE),
          limit + 1,
        )) {
          if (rows.length === limit) {
            return { rows, next: last.slice(ROW.length) };
          }
          rows.push(row);
          last = key;
        }
        return { rows };
      },
      /** Takes `{id}`. Returns the row or null. */
      poisonShow(args) {
        return [...selected({ ids: [(args as { readonly id: string }).id] }, 1)][0]?.[1] ?? null;
      },
      /**
       * Moves the rows to the inboxes of their syncs and schedules runs. Rows that fail again are quarantined again.
       * Takes `{ids}` or `{worker, sync}`. Returns `{retried, left}`: how many, and whether there are more. Throws
       * `unknown_capability` if a row's sync is no longer declared with a source.
       */
      poisonRetry(args) {
        return change('retried', args as Selection, (key, row) => {
          if (!syncsOf(manifest, row.worker).some(({ id, source }) => id === row.sync && source !== undefined)) {
            throw new ActorError(
              'unknown_capability',
              `the sync ${JSON.stringify(row.sync)} of the poison row ${row.id} is no longer declared with a source by ${row.worker}; discard the row, or declare the sync again`,
            );
          }
          putRows(store, nameOf(row), [{ key: row.key, data: row.data }], now());
          drop(key, row);
          dueForRows(state, row);
        });
      },
      /** Deletes the rows. Returns `{discarded, left}`. */
      poisonDiscard(args) {
        return change('discarded', args as Selection, drop);
      },
    },
    due: {
      [ENDS]() {
        const end = now() - POISON_KEPT_MS;
        const syncs = store.list<number>({ prefix: SIZE }).map(([key]) => key.slice(SIZE.length));
        store.transaction(() => syncs.forEach((of) => dropUntil(`${ROW}${of}/`, end)));
        if (syncs.some((of) => poisonSize(store, of) > 0)) {
          due.set(ENDS, '', now() + 86_400_000);
        }
      },
    },
  };

  /** Applies `run` to all selected rows, once. Returns their number under the name, and whether more are left. */
  function change(name: string, args: Selection, run: (key: string, row: PoisonRow) => void): object {
    return runOnce(store, CALLS, args.call, () => {
      let count = 0;
      for (const [key, row] of selected(args, MAX_POISON_LISTED)) {
        run(key, row);
        count += 1;
      }
      return { [name]: count, left: isLeft(args) };
    });
  }

  /** Drops the rows of a sync up to a time. Rows are ordered by time. */
  function dropUntil(prefix: string, end: number): void {
    for (const [key, row] of rowsFrom({ prefix }, MAX_POISON)) {
      if (row.at > end) {
        return;
      }
      drop(key, row);
    }
  }

  function isLeft(args: Selection): boolean {
    return args.ids === undefined && [...selected(args, 1)].length > 0;
  }
}
