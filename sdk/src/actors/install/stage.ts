/**
 * Pages on their way: the rows of a page are kept here, in chunks of one call of the CRM, until the CRM has them. So a
 * step that goes on for one that died knows which rows to look after, and a page is asked for once, however long they take.
 *
 * Keys: `stage/<worker>/<sync>/<number>/<piece>`: a chunk, in as many pieces as its length needs.
 */

import { ActorError, type ActorStore } from '../../protocol/actor.ts';
import { openChunks } from '../../protocol/open-chunks.ts';
import type { KeptPage, SpoiltRow, StagedRow, SyncCounts, SyncRun } from '../../protocol/sync.ts';
import type { ActorPart, ActorState } from '../core/actor-part.ts';
import { markCycle } from './cycle.ts';
import { dropRows } from './inbox.ts';
import { setAside } from './poison.ts';
import { type Holder, heldBy, noteRun, type OneCall, once, putSync, type SyncState } from './sync-state.ts';

/** One part of a page: pages may be longer than one call takes. */
export interface StageArguments extends OneCall {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly chunks: readonly (readonly StagedRow[])[];
  readonly spoilt: readonly SpoiltRow[];
  /** Of the whole page; with the last part. */
  readonly page?: Pick<KeptPage, 'next' | 'rows'> & { readonly duplicates: number };
  /** The rows are those of the inbox up to this number. */
  readonly upTo?: number;
}

/** Chunks that the CRM has answered for: one, or several that were written together. */
export interface ChunksArguments extends OneCall {
  readonly chunks: readonly {
    readonly chunk: number;
    /** Rows that have to be sent again. */
    readonly left: readonly StagedRow[];
  }[];
  readonly upserted: number;
  readonly spoilt: readonly SpoiltRow[];
  /** Whether the CRM may have rows of the page that nobody has told of; left out by who does not know more than before. */
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

  /** Gives how many rows this run has set aside by it. */
  function aside(of: string, holder: Holder, cursor: string | undefined, spoilt: readonly SpoiltRow[]): number {
    const { worker, sync, run } = holder;
    // One time for all rows of a call: within it, lists are in the order of the ids. Hosts differ in whether the clock
    // moves during a call.
    const at = now();
    return setAside(
      state,
      of,
      spoilt.map((row) => ({
        ...row,
        worker,
        sync,
        run,
        ...(cursor !== undefined && { cursor }),
        at,
        times: 1,
      })),
    );
  }

  return {
    methods: {
      /** Keeps a page, or a part of it. Gives the page when it is complete. */
      syncStage(args) {
        const { isFirst, isLast, chunks, spoilt, page, upTo, ...holder } = args as StageArguments;
        return once(store, holder, ({ of, state: found, run }) => {
          const { arriving, page: _, ...sync } = isFirst ? dropPage(store, of, found, found.arriving) : found;
          const from = arriving?.chunks ?? 0;
          chunks.forEach((rows, i) => putChunk(store, of, from + i, rows));
          const poison = aside(of, holder, upTo === undefined ? sync.cursor : undefined, spoilt);
          const all = from + chunks.length;
          if (!isLast || page === undefined) {
            putSync(store, of, { ...sync, arriving: { chunks: all } });
            count(run.record, { poison });
            return null;
          }
          const { next, rows, duplicates } = page;
          const kept: KeptPage = {
            ...(sync.cursor !== undefined && { from: sync.cursor }),
            ...(next !== undefined && { next }),
            ...(upTo !== undefined && { isPosted: true as const }),
            chunks: all,
            done: 0,
            rows,
            refused: 0,
          };
          if (upTo !== undefined) {
            dropRows(store, of, upTo);
          }
          count(run.record, { pages: 1, rows, duplicates, poison });
          const cycle = upTo !== undefined || next === undefined ? run.cycle : markCycle(run.cycle, next);
          if (next !== undefined && upTo === undefined && (cycle === undefined || next === sync.cursor)) {
            throw new ActorError(
              'cursor_repeats',
              'the source gave a cursor again that it had given in this run: it would never end',
            );
          }
          advance(store, of, { ...sync, run: { ...run, ...(cycle !== undefined && { cycle }) } }, kept);
          return kept;
        });
      },
      /** The rows of a chunk. */
      syncChunk(args) {
        const { chunk, ...holder } = args as Holder & { readonly chunk: number };
        const { of } = heldBy(store, holder);
        return store.list<StagedRow[]>({ prefix: chunkPrefix(of, chunk) }).flatMap(([, rows]) => rows);
      },
      /** The CRM has the chunks, but for rows that are left. After the last chunk the cursor moves. */
      syncChunksDone(args) {
        const { chunks, upserted, spoilt, isUnsure, ...holder } = args as ChunksArguments;
        once(store, holder, ({ of, state: sync, run }) => {
          const { page } = sync;
          const open = page === undefined ? [] : openChunks(page);
          const told = chunks.filter(({ chunk }) => open.includes(chunk));
          if (page === undefined || told.length === 0) {
            return; // told before
          }
          const poison = aside(of, holder, page.from, spoilt);
          count(run.record, { upserted, poison });
          for (const { chunk, left } of told) {
            dropChunk(store, of, chunk);
            if (left.length > 0) {
              putChunk(store, of, chunk, left);
            }
          }
          const written = told.filter(({ left }) => left.length === 0).map(({ chunk }) => chunk);
          const { isUnsure: wasUnsure, ...rest } = page;
          const known: KeptPage = {
            ...rest,
            ...((isUnsure ?? wasUnsure) === true && { isUnsure: true }),
            refused: page.refused + spoilt.length,
          };
          const progressed: SyncState = { ...sync, run: upserted + spoilt.length > 0 ? { ...run, stumbles: 0 } : run };
          advance(store, of, progressed, withWritten(written, known));
        });
      },
    },
  };
}

/** The page when these of its chunks are in the CRM, too. */
function withWritten(written: readonly number[], { ahead: before = [], ...page }: KeptPage): KeptPage {
  const all = [...before, ...written];
  let { done } = page;
  while (all.includes(done)) {
    done += 1;
  }
  const ahead = all.filter((chunk) => chunk > done).sort((a, b) => a - b);
  return { ...page, done, ...(ahead.length > 0 && { ahead }) };
}

/** Keeps the page, or moves the cursor when all of it is in the CRM. */
function advance(store: ActorStore, of: string, { page: _, ...sync }: SyncState, page: KeptPage): void {
  if (page.done < page.chunks) {
    putSync(store, of, { ...sync, page });
  } else if (page.isPosted === true) {
    putSync(store, of, sync);
  } else if (page.next !== undefined) {
    // By compare-and-set: a cursor that was set meanwhile is not overwritten by that of an older page.
    putSync(store, of, sync.cursor === page.from ? { ...sync, cursor: page.next } : sync);
  } else {
    putSync(store, of, { ...sync, ...(sync.run !== undefined && { run: { ...sync.run, phase: 'handler' as const } }) });
  }
}

/** Drops a page that can be fetched again, and what has come of one. */
export function dropPage(store: ActorStore, of: string, state: SyncState, arriving: SyncState['arriving']): SyncState {
  const { page, arriving: _, ...rest } = state;
  if (page?.isPosted === true) {
    return { ...rest, page };
  }
  for (let chunk = 0; chunk < (page?.chunks ?? 0) || chunk < (arriving?.chunks ?? 0); chunk++) {
    dropChunk(store, of, chunk);
  }
  return rest;
}

/** Characters of a piece: a value of the store takes a million bytes. */
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
