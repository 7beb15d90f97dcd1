/**
 * One step of a run with a source. It writes pages in chunks until all rows are written, or the step's time, chunks or
 * calls are used up. It reports each chunk to the install's actor. A step that replaces a lost one first reconciles
 * with the CRM. Order of a page: fetch, validate, quarantine, store, write the chunks, move the cursor.
 */

import { isBackpressure } from '../crm/gate/backpressure.ts';
import type { KeptPage, StagedRow } from '../protocol/sync.ts';
import type { SyncPort } from './port.ts';
import { chunksOf, type SortedRows, sortRows, splitPosted } from './rows.ts';
import { type RowsStep, spending } from './rows-step.ts';
import { pullPage } from './source/pull-page.ts';
import { PermanentSyncError, TransientSyncError } from './source/sync-errors.ts';
import { staged } from './staged.ts';
import { writeChunks } from './write-chunks.ts';

/** The end of a step: `in` if all rows of the run are written, `more` if another step must continue. */
export type RowsEnd = 'in' | 'more';

/** Most JSON in one call of the actor, in UTF-16 units. */
const PART_CHARS = 4 * 1_048_576;

/**
 * Runs the step. Rejects with CrmBackpressure, a TransientSyncError, a PermanentSyncError, or an ActorError if the
 * lease was lost.
 */
export async function runRows(step: RowsStep): Promise<RowsEnd> {
  const { grant } = step;
  const spent = spending(step);
  let { page, cursor } = grant;
  let mayHavePosted = true;
  for (;;) {
    let chunks: StagedRow[][] = [];
    if (page === undefined) {
      if (spent.isOver()) {
        return 'more';
      }
      const stored: StoredPage | undefined =
        (mayHavePosted ? await postedPage(step) : undefined) ?? (await pulledPage(step, cursor));
      mayHavePosted &&= stored?.isPosted === true;
      if (stored === undefined) {
        return 'in'; // the inbox of a push source is empty
      }
      ({ page, chunks } = stored);
    }
    const isWritten = await writeChunks(step, page, chunks, spent);
    if (!isWritten) {
      return 'more';
    }
    if (page.isPosted !== true) {
      if (page.next === undefined) {
        return 'in';
      }
      cursor = page.next;
    }
    page = undefined;
  }
}

/** A stored page with its chunks. */
interface StoredPage {
  readonly page: KeptPage;
  readonly chunks: StagedRow[][];
  readonly isPosted: boolean;
}

/** Returns the rows of the inbox as a page, or undefined if it is empty. */
async function postedPage({ source, port, rules }: RowsStep): Promise<StoredPage | undefined> {
  const taken = await port.take(source.mode === 'push');
  if (taken.rows.length === 0) {
    return undefined;
  }
  const { rows, known } = splitPosted(taken.rows);
  return storePage(port, await sortRows(rules, rows, known), { rows: taken.rows.length, upTo: taken.upTo });
}

async function pulledPage(
  { source, port, rules, http, onThrow }: RowsStep,
  cursor: string | undefined,
): Promise<StoredPage | undefined> {
  if (source.mode === 'push') {
    return undefined;
  }
  let pulled: Awaited<ReturnType<typeof pullPage>>;
  try {
    pulled = await pullPage(source, cursor, http);
  } catch (thrown) {
    if (isBackpressure(thrown) || thrown instanceof PermanentSyncError) {
      throw thrown;
    }
    onThrow(thrown);
    throw new TransientSyncError(`the source ${JSON.stringify(source.name)} failed; see the log of the worker`);
  }
  const { rows, next } = pulled;
  return storePage(port, await sortRows(rules, rows), { rows: rows.length, next });
}

async function storePage(
  port: SyncPort,
  { rows, invalid, duplicates }: SortedRows,
  given: { readonly rows: number; readonly next?: string; readonly upTo?: number },
): Promise<StoredPage> {
  const chunks = chunksOf(rows);
  const parts = partsOf(chunks);
  const { next, upTo } = given;
  let page: KeptPage | null = null;
  for (const [i, part] of parts.entries()) {
    const isLast = i === parts.length - 1;
    page = await staged(
      port.stage({
        isFirst: i === 0,
        isLast,
        chunks: part,
        spoilt: i === 0 ? invalid : [],
        page: isLast ? { rows: given.rows, duplicates, next } : undefined,
        upTo,
      }),
    );
  }
  if (page === null) {
    throw new TransientSyncError('cannot store the page');
  }
  return { page, chunks, isPosted: upTo !== undefined };
}

/** Splits chunks into parts, one per call of the actor. Returns at least one part. */
function partsOf(chunks: readonly StagedRow[][]): StagedRow[][][] {
  const parts: StagedRow[][][] = [[]];
  let chars = 0;
  for (const chunk of chunks) {
    const size = JSON.stringify(chunk).length;
    if (chars > 0 && chars + size > PART_CHARS) {
      parts.push([]);
      chars = 0;
    }
    parts.at(-1)?.push(chunk);
    chars += size;
  }
  return parts;
}
