/**
 * Posted rows that no run takes: their sync is no longer declared, or no longer has a source. They wait, since their
 * sender does not repeat them and another deploy may declare the sync again. Then they are dropped.
 */

import type { ActorStore } from '../../protocol/actor.ts';
import type { SyncName } from '../../protocol/sync.ts';
import type { ActorState } from '../core/actor-part.ts';
import { dropRows, inboxSize } from './inbox.ts';
import { dropChunks } from './stage.ts';
import { nameOf, putSync, syncState } from './sync-state.ts';

/** How long such rows are kept, in ms: 30 days, as poison rows. */
export const STRANDED_KEPT_MS = 30 * 86_400_000;

/** Reports whether rows wait that no source can return again. A page of an active run counts, too. */
function hasPostedRows(store: ActorStore, of: string): boolean {
  return inboxSize(store, of).rows > 0 || syncState(store, of).page !== undefined;
}

/** Keeps the rows of a sync without an active run, or drops them after their time. Reports whether rows are left. */
export function keepStranded({ store, now, log }: Pick<ActorState, 'store' | 'now' | 'log'>, name: SyncName): boolean {
  const of = nameOf(name);
  if (!hasPostedRows(store, of)) {
    return false;
  }
  const { page, ...state } = syncState(store, of);
  const { strandedSince = now() } = state;
  if (now() - strandedSince < STRANDED_KEPT_MS) {
    putSync(store, of, { ...state, page, strandedSince });
    return true;
  }
  const { rows, next } = inboxSize(store, of);
  store.transaction(() => {
    dropChunks(store, of, page?.chunks ?? 0);
    dropRows(store, of, next);
    putSync(store, of, { ...state, strandedSince: undefined });
  });
  log('error', `${rows + (page?.rows ?? 0)} posted rows were dropped: their sync has had no source for 30 days`, {
    ...name,
  });
  return false;
}
