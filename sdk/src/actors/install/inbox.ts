/**
 * The inboxes of syncs: rows that were taken from the sender of a push source, and rows that are to be tried again. What
 * is here is on disk, in the order in which it came; a sender that was told so may forget it.
 *
 * Keys: `inbox/size/<worker>/<sync>` counts, `inbox/row/<worker>/<sync>/<number>` is one row.
 */

import { ActorError, type ActorStore } from '../../protocol/actor.ts';
import type { InboxRow, SyncName, TakenRows } from '../../protocol/sync.ts';
import type { ActorPart, ActorState } from '../core/actor-part.ts';
import { dueDetail, type Holder, heldBy, nameOf, putSync, SYNC_DUE, syncState } from './sync-state.ts';

/** Rows that may wait for one sync of one install. */
export const MAX_INBOX_ROWS = 10_000;

/** Characters of JSON that may wait for one sync of one install. */
export const MAX_INBOX_CHARS = 64 * 1_048_576;

/** Rows that a step takes at a time, and characters of JSON after which it takes no more. */
const TAKEN_ROWS = 1_000;
const TAKEN_CHARS = 8 * 1_048_576;

/** Entries that are read at a time: each may have a megabyte. */
const READ_AT_ONCE = 16;

/** How full an inbox is. */
interface InboxSize {
  /** The number of the next row. Numbers are never used again. */
  readonly next: number;
  readonly rows: number;
  readonly chars: number;
}

const EMPTY: InboxSize = { next: 0, rows: 0, chars: 0 };

export function inboxSize(store: ActorStore, of: string): InboxSize {
  return store.get<InboxSize>(sizeKey(of)) ?? EMPTY;
}

/** Puts all of the rows in, or none: `inbox_full` when there is no room for all now, `rows_too_many` when there never is. */
export function putRows(store: ActorStore, of: string, rows: readonly Omit<InboxRow, 'at'>[], at: number): number {
  const size = inboxSize(store, of);
  const entries = rows.map(({ key, data }): InboxRow => ({ key, data, at }));
  const added = entries.reduce((sum, entry) => sum + JSON.stringify(entry).length, 0);
  if (rows.length > MAX_INBOX_ROWS || added > MAX_INBOX_CHARS) {
    throw new ActorError(
      'rows_too_many',
      `${rows.length} rows at once are more than may wait for a sync: ${MAX_INBOX_ROWS}, of 64 MiB`,
    );
  }
  const chars = size.chars + added;
  if (size.rows + rows.length > MAX_INBOX_ROWS || chars > MAX_INBOX_CHARS) {
    throw new ActorError('inbox_full', `${size.rows} rows wait for the sync, and there is no room for more`);
  }
  store.transaction(() => {
    entries.forEach((entry, i) => store.put(rowKey(of, size.next + i), entry));
    store.put(sizeKey(of), { next: size.next + rows.length, rows: size.rows + rows.length, chars } satisfies InboxSize);
  });
  return size.rows + rows.length;
}

/** Takes out what is in front of the number. The caller is in a transaction. */
export function dropRows(store: ActorStore, of: string, upTo: number): void {
  let { next, rows, chars } = inboxSize(store, of);
  const over = rowKey(of, upTo);
  for (;;) {
    const found = store.list<InboxRow>({ prefix: rowPrefix(of), limit: READ_AT_ONCE });
    const gone = found.filter(([key]) => key < over);
    for (const [key, row] of gone) {
      store.delete(key);
      rows -= 1;
      chars -= JSON.stringify(row).length;
    }
    if (gone.length < READ_AT_ONCE) {
      break;
    }
  }
  store.put(sizeKey(of), { next, rows: Math.max(0, rows), chars: Math.max(0, chars) } satisfies InboxSize);
}

export function inbox({ store, due, now }: ActorState): ActorPart {
  return {
    methods: {
      inboxPut(args) {
        const { rows, ...name } = args as SyncName & { readonly rows: readonly Omit<InboxRow, 'at'>[] };
        const waiting = putRows(store, nameOf(name), rows, now());
        const detail = dueDetail(name);
        if (syncState(store, nameOf(name)).run === undefined || due.get(SYNC_DUE, detail) === undefined) {
          due.set(SYNC_DUE, detail, now()); // a run on its way sees them before it ends
        }
        return { waiting };
      },
      /**
       * The rows in front, which stay until their page is kept. `isAll`: there is nothing else than the inbox, so when
       * it is empty all rows of the run are in.
       */
      syncTake(args) {
        const { isAll, ...holder } = args as Holder & { readonly isAll: boolean };
        const { of, state, run } = heldBy(store, holder);
        const taken = front(store, of);
        if (taken.rows.length === 0 && isAll) {
          putSync(store, of, { ...state, run: { ...run, phase: 'handler' } });
        }
        return taken;
      },
    },
  };
}

function front(store: ActorStore, of: string): TakenRows {
  const rows: InboxRow[] = [];
  let chars = 0;
  let start = rowPrefix(of);
  let upTo = 0;
  while (rows.length < TAKEN_ROWS && chars < TAKEN_CHARS) {
    const found = store.list<InboxRow>({ prefix: rowPrefix(of), start, limit: READ_AT_ONCE });
    for (const [key, row] of found.slice(0, TAKEN_ROWS - rows.length)) {
      rows.push(row);
      chars += JSON.stringify(row).length;
      upTo = Number(key.slice(rowPrefix(of).length)) + 1;
    }
    if (found.length < READ_AT_ONCE) {
      break;
    }
    start = rowKey(of, upTo);
  }
  return { rows, upTo };
}

const sizeKey = (of: string) => `inbox/size/${of}`;
const rowPrefix = (of: string) => `inbox/row/${of}/`;
const rowKey = (of: string, number: number) => `${rowPrefix(of)}${String(number).padStart(15, '0')}`;
