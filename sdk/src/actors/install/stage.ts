/**
 * Stages pages: the rows of a page are stored in chunks, one per CRM call, until they are written to the CRM. A step
 * that replaces a lost one knows the rows to reconcile, and a page is fetched once.
 *
 * Keys: `stage/<worker>/<sync>/<number>/<piece>`: a chunk, in pieces that fit a stored value.
 */

import { ActorError, type ActorStore } from '../../protocol/actor.ts';
import { openChunks } from '../../protocol/open-chunks.ts';
import type { KeptPage, RowToQuarantine, StagedRow, SyncCounts, SyncRun } from '../../protocol/sync.ts';
import type { ActorPart, ActorState } from '../core/actor-part.ts';
import { markCycle } from './cycle.ts';
import { countEmptyPages } from './empty-pages.ts';
import { dropRows } from './inbox.ts';
import { quarantine } from './poison.ts';
import { type Holder, heldBy, noteRun, type OneCall, once, putSync, type SyncState } from './sync-state.ts';

/** One part of a page. A page may exceed the size of one call. */
export interface StageArguments extends OneCall {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly chunks: readonly (readonly StagedRow[])[];
  /** Rows to quarantine. A member of the actor call, so its name stays. */
  readonly spoilt: readonly RowToQuarantine[];
  /** Describes the whole page. Sent with the last part. */
  readonly page?: Pick<KeptPage, 'next' | 'rows'> & { readonly duplicates: number };
  /** The end of the inbox rows that the page consists of. Absent for a pulled page. */
  readonly upTo?: number;
}

/** Chunks for which the CRM has responded: one, or several that were written together. */
export interface ChunksArguments extends OneCall {
  readonly chunks: readonly {
    readonly chunk: number;
    /** Rows to send again. */
    readonly left: readonly StagedRow[];
  }[];
  readonly upserted: number;
  /** Rows to quarantine. A member of the actor call, so its name stays. */
  readonly spoilt: readonly RowToQuarantine[];
  /** Whether the page needs reconciling. Absent if unchanged. A member of the actor call, so its name stays. */
  readonly isUnsure?: boolean | undefined;
}

export function stage(state: ActorState): ActorPart {
  const { store, now } = state;

  function count(record: string, more: Partial<SyncCounts>): void {
    const counts = store.get<SyncRun>(record)?.counts;
    if (counts !== undefined) {
      const sum = Object.fromEntries(
        Object.entries(counts).map(([name, value]) => [name, value + (more[name as keyof SyncCounts] ?? 0)]),
      );
      noteRun(store, record, { counts: sum as unknown as SyncCounts });
    }
  }

  /** Quarantines the rows. Returns how many are new in this run. */
  function quarantineRows(
    of: string,
    holder: Holder,
    cursor: string | undefined,
    rows: readonly RowToQuarantine[],
  ): number {
    const { worker, sync, run } = holder;
    // All rows of a call get the same time and so are listed by id. Hosts differ in whether the clock moves in a call.
    const at = now();
    return quarantine(
      state,
      of,
      rows.map((row) => ({ ...row, worker, sync, run, cursor, at, times: 1 })),
    );
  }

  return {
    methods: {
      /** Stores a page or a part of it. Returns the page when it is complete. */
      syncStage(args) {
        const { isFirst, isLast, chunks, spoilt, page, upTo, ...holder } = args as StageArguments;
        return once(store, holder, ({ of, state: found, run }) => {
          const { arriving, page: _, ...sync } = isFirst ? dropPage(store, of, found, found.arriving) : found;
          const from = arriving?.chunks ?? 0;
          chunks.forEach((rows, i) => putChunk(store, of, from + i, rows));
          const poison = quarantineRows(of, holder, upTo === undefined ? sync.cursor : undefined, spoilt);
          const all = from + chunks.length;
          if (!isLast || page === undefined) {
            putSync(store, of, { ...sync, arriving: { chunks: all } });
            count(run.record, { poison });
            return null;
          }
          const { next, rows, duplicates } = page;
          const isPosted = upTo === undefined ? undefined : true;
          const kept: KeptPage = { from: sync.cursor, next, isPosted, chunks: all, done: 0, rows, refused: 0 };
          if (upTo !== undefined) {
            dropRows(store, of, upTo);
          }
          count(run.record, { pages: 1, rows, duplicates, poison });
          const cycle = upTo !== undefined || next === undefined ? run.cycle : markCycle(run.cycle, next);
          if (next !== undefined && upTo === undefined && (cycle === undefined || next === sync.cursor)) {
            throw new ActorError(
              'cursor_repeats',
              'the source returned the same cursor twice in this run, so the run would not end',
            );
          }
          const emptyPages = upTo === undefined ? countEmptyPages(run.emptyPages, rows, next) : run.emptyPages;
          advance(store, of, { ...sync, run: { ...run, cycle, emptyPages } }, kept);
          return kept;
        });
      },
      /** Returns the rows of a chunk. */
      syncChunk(args) {
        const { chunk, ...holder } = args as Holder & { readonly chunk: number };
        const { of } = heldBy(store, holder);
        return store.list<StagedRow[]>({ prefix: chunkPrefix(of, chunk) }).flatMap(([, rows]) => rows);
      },
      /** Records that chunks are written, except rows to send again. After the last chunk the cursor moves. */
      syncChunksDone(args) {
        const { chunks, upserted, spoilt, isUnsure, ...holder } = args as ChunksArguments;
        once(store, holder, ({ of, state: sync, run }) => {
          const { page } = sync;
          const open = page === undefined ? [] : openChunks(page);
          const reported = chunks.filter(({ chunk }) => open.includes(chunk));
          if (page === undefined || reported.length === 0) {
            return; // reported before
          }
          const poison = quarantineRows(of, holder, page.from, spoilt);
          count(run.record, { upserted, poison });
          for (const { chunk, left } of reported) {
            dropChunk(store, of, chunk);
            if (left.length > 0) {
              putChunk(store, of, chunk, left);
            }
          }
          const written = reported.filter(({ left }) => left.length === 0).map(({ chunk }) => chunk);
          const { isUnsure: neededReconcile, ...rest } = page;
          const needsReconcile = (isUnsure ?? neededReconcile) === true ? true : undefined;
          const known: KeptPage = { ...rest, isUnsure: needsReconcile, refused: page.refused + spoilt.length };
          const progressed: SyncState = { ...sync, run: upserted + spoilt.length > 0 ? { ...run, stumbles: 0 } : run };
          advance(store, of, progressed, withWritten(written, known));
        });
      },
    },
  };
}

/** Returns the page with these chunks marked as written. */
function withWritten(written: readonly number[], { ahead: before = [], ...page }: KeptPage): KeptPage {
  const all = [...before, ...written];
  let { done } = page;
  while (all.includes(done)) {
    done += 1;
  }
  const ahead = all.filter((chunk) => chunk > done).sort((a, b) => a - b);
  return { ...page, done, ...(ahead.length > 0 && { ahead }) };
}

/** Stores the page, or moves the cursor if all chunks are written. */
function advance(store: ActorStore, of: string, { page: _, ...sync }: SyncState, page: KeptPage): void {
  if (page.done < page.chunks) {
    putSync(store, of, { ...sync, page });
  } else if (page.isPosted === true) {
    putSync(store, of, sync);
  } else if (page.next !== undefined) {
    // Compare-and-set: keeps a cursor that was set meanwhile.
    putSync(store, of, sync.cursor === page.from ? { ...sync, cursor: page.next } : sync);
  } else {
    putSync(store, of, { ...sync, run: sync.run && { ...sync.run, phase: 'handler' } });
  }
}

/** Drops a pulled page, which can be fetched again, and an incomplete one. */
export function dropPage(store: ActorStore, of: string, state: SyncState, arriving: SyncState['arriving']): SyncState {
  const { page, arriving: _, ...rest } = state;
  if (page?.isPosted === true) {
    return { ...rest, page };
  }
  dropChunks(store, of, Math.max(page?.chunks ?? 0, arriving?.chunks ?? 0));
  return rest;
}

/** Drops the first chunks of a page. */
export function dropChunks(store: ActorStore, of: string, count: number): void {
  for (let chunk = 0; chunk < count; chunk++) {
    dropChunk(store, of, chunk);
  }
}

/** Size of a piece, in UTF-16 units of JSON: at most 3 bytes each, so that a piece fits a stored value of 1 MiB. */
const PIECE_CHARS = 320_000;

function putChunk(store: ActorStore, of: string, chunk: number, rows: readonly StagedRow[]): void {
  let piece: StagedRow[] = [];
  let chars = 0;
  let number = 0;
  const put = () => store.put(`${chunkPrefix(of, chunk)}${digits(number++)}`, piece);
  for (const row of rows) {
    const size = JSON.stringify(row).length;
    if (piece.length > 0 && chars + size > PIECE_CHARS) {
      put();
      [piece, chars] = [[], 0];
    }
    piece.push(row);
    chars += size;
  }
  put();
}

function dropChunk(store: ActorStore, of: string, chunk: number): void {
  store.list({ prefix: chunkPrefix(of, chunk) }).forEach(([key]) => store.delete(key));
}

const digits = (number: number) => String(number).padStart(9, '0');
const chunkPrefix = (of: string, chunk: number) => `stage/${of}/${digits(chunk)}/`;
