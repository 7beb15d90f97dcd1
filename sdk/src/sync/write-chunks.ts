/**
 * Writes the chunks of a page, some side by side. Each is told to the install's actor when the CRM has answered for it;
 * those that a lost step had on their way are looked up first.
 */

import { CHUNKS_AT_ONCE } from './chunks-at-once.ts';
import { SyncFault } from './fault.ts';
import { openChunks } from './open-chunks.ts';
import type { RowsStep, Spending } from './run-rows.ts';
import { staged } from './staged.ts';
import { unwritten } from './unwritten.ts';
import { upsertChunk } from './upsert.ts';
import type { KeptPage, StagedRow } from './wire.ts';

/** Rows of a page that the CRM must have refused before it counts as a mistake of the whole page. */
const FEW = 10;

/**
 * Writes what is left of the page. Gives false when the step is spent before that.
 * @param chunks the rows of the page's chunks, where they are at hand
 */
export function writeChunks(step: RowsStep, page: KeptPage, chunks: readonly StagedRow[][], spent: Spending): Promise<boolean> {
  return new PageWriter(step, page, chunks, spent).write();
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
    if (this.#page.isUnsure === true) {
      await this.#tryTo(() => this.#goOn());
    }
    // All of them are waited for: whoever goes on must know what each has done.
    await Promise.all(Array.from({ length: CHUNKS_AT_ONCE }, () => this.#tryTo(() => this.#lane())));
    if (this.#errors.length > 0) {
      throw this.#errors.find((error) => error instanceof SyncFault) ?? this.#errors[0];
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
      await this.#put([chunk], await this.#rowsOf(chunk));
    }
  }

  /** Writes what a lost step has not, of all that it can have had on their way. */
  async #goOn(): Promise<void> {
    const first = this.#next();
    if (first === undefined) {
      return;
    }
    const { records, into, rules } = this.#step;
    const chunks = [first, ...this.#open.splice(0, CHUNKS_AT_ONCE - 1)];
    const rows = (await Promise.all(chunks.map((chunk) => this.#rowsOf(chunk)))).flat();
    await this.#put(chunks, await unwritten(records.read, into, rules.idProperty, rows), rows.length);
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

  async #rowsOf(chunk: number): Promise<StagedRow[]> {
    return this.#chunks[chunk] ?? this.#step.port.chunk(chunk);
  }

  /** @param all how many rows the chunks have, with those that the CRM has already */
  async #put(chunks: readonly number[], rows: readonly StagedRow[], all: number = rows.length): Promise<void> {
    const { port, into, rules, records } = this.#step;
    const { upserted, spoilt, left, because } = await upsertChunk(records.upsert, into, rules, rows);
    this.#refused += spoilt.length;
    if (this.#page.isPosted !== true && this.#refused > FEW && this.#refused * 2 > this.#page.rows) {
      const why = spoilt[0]?.reason ?? 'see the rows that are set aside';
      throw new SyncFault(`the CRM refuses ${this.#refused} of the ${this.#page.rows} rows of a page, so the cursor stays before it; of one: ${why}`);
    }
    const isSettled = left.length === 0;
    await staged(port.chunksDone({ chunks, upserted: upserted + all - rows.length, spoilt, ...(!isSettled && { left }) }));
    if (!isSettled && (because === 'time' || because === undefined)) {
      this.#isSpent = true;
    } else if (!isSettled) {
      throw because;
    }
  }
}
