/**
 * The inboxes of syncs: rows that push sources received, and poison rows to retry. Rows are durable before the sender
 * gets its response, and stay in order of arrival.
 *
 * Keys: `inbox/size/<worker>/<sync>` counts and the last posts, `inbox/row/<worker>/<sync>/<number>` one row.
 */

import { ActorError, type ActorStore } from '../../protocol/actor.ts';
import type { InboxRow, PostedRow, SyncName, TakenRows } from '../../protocol/sync.ts';
import type { ActorPart, ActorState } from '../core/actor-part.ts';
import { accept } from './failed-deliveries.ts';
import { dueDetail, type Holder, heldBy, nameOf, putSync, SYNC_DUE, syncState } from './sync-state.ts';

/** Most waiting rows of one sync of one install. */
export const MAX_INBOX_ROWS = 10_000;

/** Most waiting JSON of one sync of one install, in UTF-16 units. */
const MAX_INBOX_CHARS = 64 * 1_048_576;

/** Most rows that a step takes at a time. */
const TAKEN_ROWS = 1_000;

/** JSON after which a step takes no more rows, in UTF-16 units. */
const TAKEN_CHARS = 8 * 1_048_576;

/** Entries read at a time. Each may have 1 MiB. */
const READ_AT_ONCE = 16;

/** Posts to remember: more than arrive between a post and its repetition, which follows at once. */
const POSTS_KEPT = 32;

interface InboxSize {
  /** The number of the next row. Numbers are not reused. */
  readonly next: number;
  readonly rows: number;
  readonly chars: number;
  /** The ids of the last posts. */
  readonly posts?: readonly string[];
}

const EMPTY: InboxSize = { next: 0, rows: 0, chars: 0 };

export function inboxSize(store: ActorStore, of: string): InboxSize {
  return store.get<InboxSize>(sizeKey(of)) ?? EMPTY;
}

/**
 * Adds all rows or none. Throws `inbox_full` if they do not fit now, and `rows_too_many` if they never fit.
 * @param post the id of the post, which a repeated call has too
 */
export function putRows(store: ActorStore, of: string, rows: readonly PostedRow[], at: number, post?: string): number {
  const size = inboxSize(store, of);
  const entries = rows.map(({ key, data, invalid }): InboxRow => ({ key, data, at, ...(invalid && { invalid }) }));
  const added = entries.reduce((sum, entry) => sum + JSON.stringify(entry).length, 0);
  if (rows.length > MAX_INBOX_ROWS || added > MAX_INBOX_CHARS) {
    throw new ActorError(
      'rows_too_many',
      `${rows.length} rows exceed the inbox of a sync: the limit is ${MAX_INBOX_ROWS} rows and 64 MiB`,
    );
  }
  const chars = size.chars + added;
  if (size.rows + rows.length > MAX_INBOX_ROWS || chars > MAX_INBOX_CHARS) {
    throw new ActorError('inbox_full', `the inbox of the sync is full: ${size.rows} rows wait`);
  }
  const { posts: before = [] } = size;
  const posts = post === undefined ? before : [...before.slice(1 - POSTS_KEPT), post];
  store.transaction(() => {
    entries.forEach((entry, i) => store.put(rowKey(of, size.next + i), entry));
    putSize(store, of, { next: size.next + rows.length, rows: size.rows + rows.length, chars, posts });
  });
  return size.rows + rows.length;
}

/** Lets a run take the rows: the active run, which reads the inbox before it ends, or a new one. */
export function dueForRows({ store, due, now }: Pick<ActorState, 'store' | 'due' | 'now'>, name: SyncName): void {
  const detail = dueDetail(name);
  if (syncState(store, nameOf(name)).run === undefined || due.get(SYNC_DUE, detail) === undefined) {
    due.set(SYNC_DUE, detail, now());
  }
}

/** Removes the rows before the number. The caller is in a transaction. */
export function dropRows(store: ActorStore, of: string, upTo: number): void {
  let { rows, chars, ...kept } = inboxSize(store, of);
  const end = rowKey(of, upTo);
  for (;;) {
    const found = store.list<InboxRow>({ prefix: rowPrefix(of), limit: READ_AT_ONCE });
    const removed = found.filter(([key]) => key < end);
    for (const [key, row] of removed) {
      store.delete(key);
      rows -= 1;
      chars -= JSON.stringify(row).length;
    }
    if (removed.length < READ_AT_ONCE) {
      break;
    }
  }
  putSize(store, of, { ...kept, rows: Math.max(0, rows), chars: Math.max(0, chars) });
}

const putSize = (store: ActorStore, of: string, { posts = [], ...size }: InboxSize): void =>
  store.put(sizeKey(of), { ...size, ...(posts.length > 0 && { posts }) } satisfies InboxSize);

interface InboxArguments extends SyncName {
  readonly rows: readonly PostedRow[];
  /** The id of the post. The call is repeated with it if its answer was lost. */
  readonly post?: string;
  /** The delivery of the rows. An earlier attempt may have left a copy of it. */
  readonly delivery?: string;
}

export function inbox(state: ActorState): ActorPart {
  const { store, now } = state;
  return {
    methods: {
      inboxPut(args) {
        const { rows, post, delivery, ...name } = args as InboxArguments;
        const of = nameOf(name);
        const { posts = [], rows: before } = inboxSize(store, of);
        if (post !== undefined && posts.includes(post)) {
          return { waiting: before }; // other posts may have come since, whose rows are newer
        }
        return store.transaction(() => {
          const waiting = putRows(store, of, rows, now(), post);
          if (delivery !== undefined) {
            accept(store, delivery, now());
          }
          dueForRows(state, name);
          return { waiting };
        });
      },
      /**
       * Returns the oldest rows, which stay until their page is stored. `isAll`: the sync has no other rows, so an
       * empty inbox ends the phase `rows`.
       */
      syncTake(args) {
        const { isAll, ...holder } = args as Holder & { readonly isAll: boolean };
        const { of, state: sync, run } = heldBy(store, holder);
        const taken = front(store, of);
        if (taken.rows.length === 0 && isAll) {
          putSync(store, of, { ...sync, run: { ...run, phase: 'handler' } });
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
