/**
 * Writes the chunks of a page concurrently. Reports each chunk to the install's actor after the CRM's response.
 * Reconciles the chunks of a lost step first.
 */

import { isBackpressure } from '../crm/gate/backpressure.ts';
import { openChunks } from '../protocol/open-chunks.ts';
import type { KeptPage, RowToQuarantine, StagedRow } from '../protocol/sync.ts';
import { sortRows } from './rows.ts';
import type { RowsStep, Spending } from './rows-step.ts';
import { PermanentSyncError } from './source/sync-errors.ts';
import { staged } from './staged.ts';
import { unwritten } from './unwritten.ts';
import { upsertChunk } from './upsert.ts';

/**
 * Chunks of one page that are written concurrently. No record is in two chunks, so their order does not matter. Two
 * chunks use the CRM's rate if a call takes less than 200 ms, and stay within the calls of one step.
 */
export const CHUNKS_AT_ONCE = 2;

/** Refused rows above which a majority of refusals fails the page. */
const MAX_FEW_REFUSED = 10;

/**
 * Writes the open chunks of the page. Returns false if the step's limits are reached first.
 * @param chunks the rows of the page's chunks, if they are in memory
 */
export function writeChunks(
  step: RowsStep,
  page: KeptPage,
  chunks: readonly StagedRow[][],
  spent: Spending,
): Promise<boolean> {
  return new PageWriter(step, page, chunks, spent).write();
}

/** A chunk to write. */
interface ReadChunk {
  readonly chunk: number;
  readonly rows: readonly StagedRow[];
  /** Stored rows that no longer match the schema. */
  readonly invalid: readonly RowToQuarantine[];
}

class PageWriter {
  readonly #step: RowsStep;
  readonly #page: KeptPage;
  readonly #chunks: readonly StagedRow[][];
  readonly #spent: Spending;
  /** Chunks that are not started. */
  readonly #open: number[];
  #refused: number;
  #isSpent = false;
  readonly #errors: unknown[] = [];

  constructor(step: RowsStep, page: KeptPage, chunks: readonly StagedRow[][], spent: Spending) {
    this.#step = step;
    this.#page = page;
    this.#chunks = chunks;
    this.#spent = spent;
    this.#open = openChunks(page);
    this.#refused = page.refused;
  }

  async write(): Promise<boolean> {
    const { isUnsure: needsReconcile = false } = this.#page;
    if (needsReconcile) {
      await this.#collectError(() => this.#reconcile());
    }
    // Waits for all lanes, so that every result is reported. After a lost step one lane runs: a chunk that needs all of
    // a step's calls must be able to complete.
    const lanes = needsReconcile ? 1 : CHUNKS_AT_ONCE;
    await Promise.all(Array.from({ length: lanes }, () => this.#collectError(() => this.#lane())));
    if (this.#errors.length > 0) {
      throw this.#errors.find(endsRun) ?? this.#errors.find((error) => !isBackpressure(error)) ?? this.#errors[0];
    }
    return !this.#isSpent;
  }

  async #collectError(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#errors.push(error);
    }
  }

  async #lane(): Promise<void> {
    for (let chunk = this.#next(); chunk !== undefined; chunk = this.#next()) {
      const one = await this.#read(chunk);
      await this.#put([one], one.rows);
    }
  }

  /** Reconciles the chunks that a lost step may have been writing, and writes the missing rows in one call. */
  async #reconcile(): Promise<void> {
    const numbers: number[] = [];
    for (
      let chunk = this.#next();
      chunk !== undefined;
      chunk = numbers.length < CHUNKS_AT_ONCE ? this.#next() : undefined
    ) {
      numbers.push(chunk);
    }
    const chunks = await Promise.all(numbers.map((chunk) => this.#read(chunk)));
    const { readBatch, rules } = this.#step;
    await this.#put(
      chunks,
      await unwritten(
        readBatch,
        rules.idProperty,
        chunks.flatMap(({ rows }) => rows),
      ),
      true,
    );
  }

  /** Returns the next chunk to write, or undefined after the last one, after an error, or at the step's limits. */
  #next(): number | undefined {
    if (this.#open.length === 0 || this.#errors.length > 0) {
      return undefined;
    }
    this.#isSpent ||= this.#spent.isOver();
    if (this.#isSpent) {
      return undefined;
    }
    this.#spent.chunk();
    return this.#open.shift();
  }

  /** Returns the rows of a chunk. Stored rows may be older than the schema and are validated again. */
  async #read(chunk: number): Promise<ReadChunk> {
    const inMemory = this.#chunks[chunk];
    if (inMemory !== undefined) {
      return { chunk, rows: inMemory, invalid: [] };
    }
    const { port, rules } = this.#step;
    const { rows, invalid } = await sortRows(rules, await port.chunk(chunk));
    return { chunk, rows, invalid };
  }

  /**
   * Writes rows of the chunks and reports the chunks.
   * @param missing the rows of the chunks that are not in the CRM
   * @param isReconciled whether the chunks were reconciled, so that the page no longer needs it
   */
  async #put(chunks: readonly ReadChunk[], missing: readonly StagedRow[], isReconciled = false): Promise<void> {
    const { port, into, rules, upsert, grant } = this.#step;
    const written = await upsertChunk(upsert, into, rules, missing, grant.isLastTry === true);
    const { upserted, left, because, isUnsent, needsReconcile } = written;
    const toQuarantine = [...chunks.flatMap((one) => one.invalid), ...written.refused];
    this.#refused += toQuarantine.length;
    if (this.#page.isPosted !== true && this.#refused > MAX_FEW_REFUSED && this.#refused * 2 > this.#page.rows) {
      const why = toQuarantine[0]?.reason ?? 'see the poison rows';
      throw new PermanentSyncError(
        `the CRM refused ${this.#refused} of the ${this.#page.rows} rows of a page, so the cursor did not move; for example: ${why}`,
      );
    }
    const present = chunks.reduce((sum, { rows }) => sum + rows.length, 0) - missing.length;
    await staged(
      port.chunksDone({
        chunks: chunks.map(({ chunk, rows }) => ({ chunk, left: rows.filter((row) => left.includes(row)) })),
        upserted: upserted + present,
        spoilt: toQuarantine,
        isUnsure: needsReconcile || (isReconciled ? false : undefined),
      }),
    );
    if (isUnsent && this.#step.isCutOff() && !isBackpressure(because)) {
      this.#isSpent = true;
    } else if (left.length > 0) {
      throw because;
    }
  }
}

const endsRun = (error: unknown): boolean => error instanceof PermanentSyncError;
