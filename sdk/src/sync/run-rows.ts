/**
 * One step of a source-backed run: page after page, chunk after chunk, until the rows are in or the step's time, chunks
 * or calls are spent. What was done is told to the install's actor after each chunk, and whoever goes on for a step that
 * was lost looks first what the CRM has. Order of a page: fetch, validate, set aside, keep, write its chunks, move the
 * cursor.
 */

import { isBackpressure } from '../crm/gate/backpressure.ts';
import type { KeptPage, StagedRow } from '../protocol/sync.ts';
import type { SyncPort } from './port.ts';
import { chunksOf, type RowRules, sortRows } from './rows.ts';
import { type RowsStep, spending } from './rows-step.ts';
import { SyncFault, SyncStumble } from './source/fault.ts';
import { pullPage } from './source/pull-page.ts';
import { staged } from './staged.ts';
import { writeChunks } from './write-chunks.ts';

/** How it ended: all rows of the run are in, or another step goes on. */
export type RowsEnd = 'in' | 'more';

/** Characters of JSON that one call of the actor brings. */
const PART_CHARS = 4 * 1_048_576;

/** Runs the step. Rejects with CrmBackpressure, a SyncStumble, a SyncFault, or an ActorError when the run was lost. */
export async function runRows(step: RowsStep): Promise<RowsEnd> {
  const { grant } = step;
  const spent = spending(step);
  let { page, cursor } = grant;
  let hasPosted = true;
  for (;;) {
    let chunks: StagedRow[][] = [];
    if (page === undefined) {
      if (spent.isOver()) {
        return 'more';
      }
      const made: MadePage | undefined =
        (hasPosted ? await postedPage(step) : undefined) ?? (await pulledPage(step, cursor));
      hasPosted &&= made?.isPosted === true;
      if (made === undefined) {
        return 'in'; // the inbox is empty, and there is nothing else
      }
      ({ page, chunks } = made);
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

/** A page that is kept by now, and its chunks as they are. */
interface MadePage {
  readonly page: KeptPage;
  readonly chunks: StagedRow[][];
  readonly isPosted: boolean;
}

/** The rows of the inbox, or undefined where it is empty. */
async function postedPage({ source, port, rules }: RowsStep): Promise<MadePage | undefined> {
  const { rows, upTo } = await port.take(source.mode === 'push');
  return rows.length === 0 ? undefined : keep(port, rules, rows, { upTo });
}

async function pulledPage(
  { source, port, rules, http, onThrow }: RowsStep,
  cursor: string | undefined,
): Promise<MadePage | undefined> {
  if (source.mode === 'push') {
    return undefined;
  }
  let pulled: Awaited<ReturnType<typeof pullPage>>;
  try {
    pulled = await pullPage(source, cursor, http);
  } catch (thrown) {
    if (isBackpressure(thrown) || thrown instanceof SyncFault) {
      throw thrown;
    }
    onThrow(thrown);
    throw new SyncStumble(`the source ${JSON.stringify(source.name)} failed; the log of the worker has the error`);
  }
  const { rows, next } = pulled;
  return keep(port, rules, rows, next === undefined ? {} : { next });
}

async function keep(
  port: SyncPort,
  rules: RowRules,
  given: readonly unknown[],
  more: { readonly next?: string; readonly upTo?: number },
): Promise<MadePage> {
  const { rows, spoilt, duplicates } = await sortRows(rules, given);
  const chunks = chunksOf(rows);
  const parts = partsOf(chunks);
  const { next, upTo } = more;
  let page: KeptPage | null = null;
  for (const [i, part] of parts.entries()) {
    const isLast = i === parts.length - 1;
    page = await staged(
      port.stage({
        isFirst: i === 0,
        isLast,
        chunks: part,
        spoilt: i === 0 ? spoilt : [],
        ...(isLast && { page: { rows: given.length, duplicates, ...(next !== undefined && { next }) } }),
        ...(upTo !== undefined && { upTo }),
      }),
    );
  }
  if (page === null) {
    throw new SyncStumble('the page could not be kept');
  }
  return { page, chunks, isPosted: upTo !== undefined };
}

/** The chunks in parts that one call takes; at least one part. */
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
