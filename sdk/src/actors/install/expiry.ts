/**
 * The versions and the expiry of entries of `ctx.store`.
 *
 * Keys: `v/<the handler's key>` is the version and the expiry of an entry. An entry has it from when its version is
 * first read or compared, or while it has a time to live. `x/<time in 15 digits>/<version>` is the key of an entry that
 * expires then.
 *
 * Due: `storeExpiry`, at the earliest expiry.
 */

import type { ActorState } from '../core/actor-part.ts';

/** The prefix of the values. */
export const VALUE = 's/';

/** The purpose in the due table. */
export const EXPIRY = 'storeExpiry';

const MARK = 'v/';
const EXPIRING = 'x/';

/** Entries that are removed in one transaction. */
const BATCH = 500;

/** Earlier versions to remember. A swap is repeated at once, and few writes come between. */
const EARLIER_KEPT = 8;

/** The version and the expiry of an entry. */
export interface Mark {
  readonly version: string;
  /** The versions before, the newest first. */
  readonly earlier?: readonly string[];
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number;
}

export const markOf = ({ store }: ActorState, key: string): Mark | undefined => store.get<Mark>(MARK + key);

/** Gives an entry a new version, and the expiry in place of what it has. */
export function mark(
  state: ActorState,
  key: string,
  expiresAt?: number,
  version = crypto.randomUUID() as string,
): Mark {
  const before = markOf(state, key);
  unmark(state, key);
  const made: Mark = {
    version,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(before !== undefined && { earlier: [before.version, ...(before.earlier ?? [])].slice(0, EARLIER_KEPT) }),
  };
  state.store.put(MARK + key, made);
  if (expiresAt !== undefined) {
    state.store.put(indexKey(expiresAt, made.version), key);
    if (expiresAt < (state.due.get(EXPIRY, '') ?? Number.POSITIVE_INFINITY)) {
      state.due.set(EXPIRY, '', expiresAt);
    }
  }
  return made;
}

/** Reports whether an entry has a version, or had it a few writes ago. */
export function hadVersion(state: ActorState, key: string, version: string): boolean {
  const found = markOf(state, key);
  return found !== undefined && [found.version, ...(found.earlier ?? [])].includes(version);
}

/** Removes the version and the expiry of an entry. */
export function unmark(state: ActorState, key: string): void {
  const before = markOf(state, key);
  if (before === undefined) {
    return;
  }
  state.store.delete(MARK + key);
  if (before.expiresAt !== undefined) {
    state.store.delete(indexKey(before.expiresAt, before.version));
  }
}

/** Removes entries whose time is over. */
export function removeExpired(state: ActorState): void {
  const { store } = state;
  const end = indexKey(state.now() + 1, '');
  for (;;) {
    const [first] = store.list<string>({ prefix: EXPIRING, limit: 1 });
    if (first === undefined || first[0] >= end) {
      return;
    }
    const over = store.list<string>({ prefix: EXPIRING, limit: BATCH }).filter(([at]) => at < end);
    store.transaction(() => {
      for (const [index, key] of over) {
        store.delete(index); // without it the loop would not end
        if (isCurrent(markOf(state, key), index)) {
          store.delete(VALUE + key);
          unmark(state, key);
        }
      }
    });
  }
}

/** Removes entries whose time is over, and schedules the removal of the next one. */
export function expire(state: ActorState): void {
  removeExpired(state);
  const [first] = state.store.list<string>({ prefix: EXPIRING, limit: 1 });
  state.due.set(EXPIRY, '', first === undefined ? null : Number(first[0].slice(EXPIRING.length, EXPIRING.length + 15)));
}

/** Reports whether an index key is that of the entry's last write. */
const isCurrent = (found: Mark | undefined, index: string) =>
  found?.expiresAt !== undefined && indexKey(found.expiresAt, found.version) === index;

const indexKey = (at: number, version: string) => `${EXPIRING}${String(at).padStart(15, '0')}/${version}`;
