/**
 * Rows that were set aside: they failed the schema of their sync, or the CRM refuses them. Each is here once, with why,
 * until somebody has it tried again or discards it, or for 30 days. They are kept as they came, to be tried again; what
 * leaves by the control routes is redacted there.
 *
 * Keys: `poison/row/<worker>/<sync>/<time>-<id>`, `poison/at/<id>` the key of it, `poison/size/<worker>/<sync>`.
 * Due: `poisonEnds`, when the oldest is over.
 */

import type { Bindings } from '../../platform/host.ts';
import { ActorError, type ActorStore } from '../../protocol/actor.ts';
import type { PoisonRow, SyncName } from '../../protocol/sync.ts';
import { asksForSyncs } from '../../protocol/sync-news.ts';
import type { ActorPart, ActorState, AppParts } from '../core/actor-part.ts';
import { putRows } from './inbox.ts';
import { dueDetail, nameOf, SYNC_DUE, SYNC_NEWS } from './sync-state.ts';

/** How long a row is kept, in milliseconds. */
export const POISON_KEPT_MS = 30 * 86_400_000;

/** Rows of one sync that are kept at most: then its runs fail, and nothing is lost. */
export const MAX_POISON = 10_000;

/** Rows of one list, or of one call that has them tried again. */
export const MAX_POISON_LISTED = 500;

/** Rows that are read at a time: each may have half a megabyte. */
const READ_AT_ONCE = 16;

const ROW = 'poison/row/';
const AT = 'poison/at/';
const SIZE = 'poison/size/';
const ENDS = 'poisonEnds';

type Own = Pick<ActorState, 'store' | 'due'>;

/** Keeps the rows, each once. Gives how many of them the run had not set aside yet. Throws when there are too many. */
export function setAside({ store, due }: Own, of: string, rows: readonly PoisonRow[]): number {
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
    const made = `${ROW}${of}/${String(row.at).padStart(15, '0')}-${row.id}`;
    store.put(made, row);
    store.put(AT + row.id, made);
    size += 1;
    fresh += 1;
    if (size > MAX_POISON) {
      throw new ActorError(
        'poison_full',
        `${MAX_POISON} rows of the sync are set aside: look at them, and retry or discard them`,
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

/** Of the rows of a sync, or of all. */
const prefixOf = (worker: string | undefined, sync: string | undefined): string =>
  worker === undefined || sync === undefined ? ROW : `${ROW}${nameOf({ worker, sync })}/`;

/** Which rows: those of the ids, or the oldest of a sync. */
interface Chosen extends Partial<SyncName> {
  readonly ids?: readonly string[];
}

export function poison(state: ActorState, _env: Bindings, { manifest }: AppParts): ActorPart {
  const { store, due, now } = state;

  /** Reads on while the caller takes more: rows are long, and a few are read at a time. */
  function* rowsFrom(prefix: string, limit: number, after?: string): Generator<[key: string, row: PoisonRow]> {
    let start = after === undefined ? undefined : `${after}\u0000`;
    for (let left = limit; left > 0; ) {
      const asked = Math.min(left, READ_AT_ONCE);
      const found = store.list<PoisonRow>({ prefix, limit: asked, ...(start !== undefined && { start }) });
      yield* found;
      left = found.length < asked ? 0 : left - asked;
      start = `${found.at(-1)?.[0]}\u0000`;
    }
  }

  function* chosen({ ids, worker, sync }: Chosen, limit: number): Generator<[key: string, row: PoisonRow]> {
    if (ids === undefined) {
      yield* rowsFrom(prefixOf(worker, sync), limit);
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
      /** `{worker?, sync?, after?, limit?}`: a page, oldest first in each sync, without the rows' data. */
      poisonList(args) {
        const { worker, sync, after, limit = 100 } = args as Partial<SyncName> & { after?: string; limit?: number };
        if (!Number.isInteger(limit) || limit < 1 || limit > MAX_POISON_LISTED) {
          throw new ActorError('invalid_input', `limit must be a whole number from 1 to ${MAX_POISON_LISTED}`);
        }
        const from = after === undefined ? undefined : store.get<string>(AT + after);
        const found: Omit<PoisonRow, 'data'>[] = [];
        for (const [, { data: _, ...row }] of rowsFrom(prefixOf(worker, sync), limit + 1, from)) {
          found.push(row);
        }
        const rows = found.slice(0, limit);
        return { rows, ...(found.length > limit && { next: rows.at(-1)?.id }) };
      },
      /** `{id}` -> the row, or null. */
      poisonShow(args) {
        return [...chosen({ ids: [(args as { readonly id: string }).id] }, 1)][0]?.[1] ?? null;
      },
      /**
       * Puts the rows into the inboxes of their syncs, which run soon: what is amiss still sets them aside again.
       * `{ids}` or `{worker, sync}`; gives `{retried, left}`, how many and whether there are more. `unknown_capability`: one
       * is of a sync that the app has no more, and nobody would take it.
       */
      poisonRetry(args) {
        const syncs = new Set<string>();
        const retried = each(args as Chosen, (key, row) => {
          if (!isDeclared(row)) {
            throw new ActorError(
              'unknown_capability',
              `the row ${row.id} is of the sync ${JSON.stringify(row.sync)} of ${row.worker}, which the app has no more: discard it, or declare the sync again`,
            );
          }
          putRows(store, nameOf(row), [{ key: row.key, data: row.data }], now());
          drop(key, row);
          syncs.add(dueDetail(row));
        });
        for (const detail of syncs) {
          due.set(SYNC_DUE, detail, Math.min(due.get(SYNC_DUE, detail) ?? Infinity, now()));
        }
        return { retried, left: isLeft(args as Chosen) };
      },
      /** Forgets the rows for good: `{discarded, left}`. */
      poisonDiscard(args) {
        return { discarded: each(args as Chosen, drop), left: isLeft(args as Chosen) };
      },
    },
    due: {
      [ENDS]() {
        const over = now() - POISON_KEPT_MS;
        const syncs = store.list<number>({ prefix: SIZE }).map(([key]) => key.slice(SIZE.length));
        store.transaction(() => syncs.forEach((of) => dropUntil(`${ROW}${of}/`, over)));
        if (syncs.some((of) => poisonSize(store, of) > 0)) {
          due.set(ENDS, '', now() + 86_400_000);
        }
      },
    },
  };

  function isDeclared({ worker, sync }: SyncName): boolean {
    const capabilities = manifest.workers.find(({ name }) => name === worker)?.capabilities ?? [];
    return capabilities.some(({ kind, id }) => kind === 'sync' && id === sync);
  }

  /** Does it to the rows, all or none; gives how many they were. */
  function each(args: Chosen, run: (key: string, row: PoisonRow) => void): number {
    let count = 0;
    store.transaction(() => {
      for (const [key, row] of chosen(args, MAX_POISON_LISTED)) {
        run(key, row);
        count += 1;
      }
    });
    return count;
  }

  /** Drops the rows of a sync that are older: they are in the order of time. */
  function dropUntil(prefix: string, over: number): void {
    for (const [key, row] of rowsFrom(prefix, MAX_POISON)) {
      if (row.at > over) {
        return;
      }
      drop(key, row);
    }
  }

  function isLeft(args: Chosen): boolean {
    return args.ids === undefined && [...chosen(args, 1)].length > 0;
  }
}
