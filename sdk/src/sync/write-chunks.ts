/**
 * Writes the chunks of a page, some side by side. Each is told to the install's actor when the CRM has answered for it;
 * those that a lost step had on their way are looked up first.
 */

import { isBackpressure } from '../crm/gate/backpressure.ts';
import { openChunks } from '../protocol/open-chunks.ts';
import type { KeptPage, SpoiltRow, StagedRow } from '../protocol/sync.ts';
import { sortRows } from './rows.ts';
import type { RowsStep, Spending } from './rows-step.ts';
import { SyncFault } from './source/fault.ts';
import { staged } from './staged.ts';
import { unwritten } from './unwritten.ts';
import { upsertChunk } from './upsert.ts';

/**
 * Chunks of one page that are on their way side by side: no record is in two of them, so their order does not matter.
 * Two keep up with the CRM's pace where a call takes less than 200 ms, and share the calls that one step may make.
 */
export const CHUNKS_AT_ONCE = 2;

/** Rows of a page that the CRM must have refused before it counts as a mistake of the whole page. */
const FEW = 10;

/**
 * Writes what is left of the page. Gives false when the step is spent before that.
 * @param chunks the rows of the page's chunks, where they are at hand
 */
export function writeChunks(
  step: RowsStep,
  page: KeptPage,
  chunks: readonly StagedRow[][],
  spent: Spending,
): Promise<boolean> {
  return new PageWriter(step, page, chunks, spent).write();
}

/** A chunk as it is to be written. */
interface ReadChunk {
  readonly chunk: number;
  readonly rows: readonly StagedRow[];
  /** Rows of it that fit no more. */
  readonly spoilt: readonly SpoiltRow[];
}

class PageWriter {
  readonly #step: RowsStep;
  readonly #page: KeptPage;
  readonly #chunks: readonly StagedRow[][];
  readonly #spent: Spending;
  /** Chunks that nobody has begun. */
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
    const { isUnsure = false } = this.#page;
    if (isUnsure) {
      await this.#tryTo(() => this.#goOn());
    }
    // All of them are waited for: whoever goes on must know what each has done. Where a step was lost, the next goes slowly:
    // a chunk that takes all of a step's calls is not kept from its end by another one.
    const lanes = isUnsure ? 1 : CHUNKS_AT_ONCE;
    await Promise.all(Array.from({ length: lanes }, () => this.#tryTo(() => this.#lane())));
    if (this.#errors.length > 0) {
      throw this.#errors.find(endsRun) ?? this.#errors.find((error) => !isBackpressure(error)) ?? this.#errors[0];
    }
    return !this.#isSpent;
  }

  async #tryTo(work: () => Promise<void>): Promise<void> {
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

  /** Writes what a lost step has not, of all that it can have had on their way: in as few calls as there can be. */
  async #goOn(): Promise<void> {
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
      false,
    );
  }

  /** The chunk to begin with now; none when the step is spent, or something went wrong. */
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

  /** Rows that were kept may be older than the schema: they are read by that of today. */
  async #read(chunk: number): Promise<ReadChunk> {
    const atHand = this.#chunks[chunk];
    if (atHand !== undefined) {
      return { chunk, rows: atHand, spoilt: [] };
    }
    const { port, rules } = this.#step;
    const { rows, spoilt } = await sortRows(rules, await port.chunk(chunk));
    return { chunk, rows, spoilt };
  }

  /**
   * @param wanting those of the chunks' rows that the CRM does not have yet
   * @param wasUnsure false when that was looked up
   */
  async #put(chunks: readonly ReadChunk[], wanting: readonly StagedRow[], wasUnsure?: false): Promise<void> {
    const { port, into, rules, upsert } = this.#step;
    const {
      upserted,
      spoilt: refused,
      left,
      because,
      isUnsent,
      isUnsure,
    } = await upsertChunk(upsert, into, rules, wanting, this.#step.grant.isLastTry === true);
    const spoilt = [...chunks.flatMap((one) => one.spoilt), ...refused];
    this.#refused += spoilt.length;
    if (this.#page.isPosted !== true && this.#refused > FEW && this.#refused * 2 > this.#page.rows) {
      const why = spoilt[0]?.reason ?? 'see the rows that are set aside';
      throw new SyncFault(
        `the CRM refuses ${this.#refused} of the ${this.#page.rows} rows of a page, so the cursor stays before it; of one: ${why}`,
      );
    }
    const had = chunks.reduce((sum, { rows }) => sum + rows.length, 0) - wanting.length;
    const told = chunks.map(({ chunk, rows }) => ({ chunk, left: rows.filter((row) => left.includes(row)) }));
    await staged(port.chunksDone({ chunks: told, upserted: upserted + had, spoilt, isUnsure: isUnsure || wasUnsure }));
    if (isUnsent && this.#step.isCutOff() && !isBackpressure(because)) {
      this.#isSpent = true;
    } else if (left.length > 0) {
      throw because;
    }
  }
}

const endsRun = (error: unknown): boolean => error instanceof SyncFault;
