import type { CrmBatchFailure } from '../context/crm-batch.ts';
import { isObject } from '../platform/body.ts';
import { inLanes } from '../platform/lanes.ts';
import { type BatchItem, type BatchKind, type RowError, readVerdicts, rowsNamed } from './batch-answer.ts';
import { objectsIn } from './objects-in.ts';
import { CrmAnswerError, CrmNoAnswerError } from './error.ts';
import { expected } from './expected.ts';
import { isBackpressure } from './gate/backpressure.ts';
import type { PacerOptions } from './gate/pacer.ts';
import { isTransient, Retries, wasNotApplied } from './retry.ts';
import type { Send } from './send.ts';

/** How batches are sent. */
export interface BatchTransport {
  readonly send: Send;
  readonly pace: PacerOptions;
  /** Returns the signal that fires shortly before the invocation's deadline. */
  readonly signal: () => AbortSignal | undefined;
}

/** Why a row failed. */
type Failure = CrmBatchFailure<unknown>['error'];

/** The outcome of a row. `error` is what a read rejects with. `absent` is the CRM's error for a missing record. */
export type BatchOutcome =
  | { readonly result: unknown; readonly absent?: RowError; readonly failure?: undefined }
  | { readonly failure: Failure; readonly error: unknown };

/** Rows per call (spec, Limits). */
export const ROWS_PER_CALL = 100;

/** Calls of one batch in flight at a time. */
const AT_ONCE = 4;

/** Transient errors of a row. */
const TRANSIENT = /RATE_LIMIT|INTERNAL|UNAVAILABLE|TIMEOUT|LOCKED|\b(?:408|423|429|477|50[0234])\b/;

/** Errors of a row that was certainly not written. */
const NOT_WRITTEN = /RATE_LIMIT|\b429\b/;

/**
 * Sends the rows of one batch in calls of up to 100. Returns one outcome per row, in order. A row that succeeded is not
 * sent again, nor is one that may have created a record. Never rejects.
 */
export async function runBatch<Row>(
  transport: BatchTransport,
  kind: BatchKind<Row>,
  rows: readonly Row[],
): Promise<BatchOutcome[]> {
  const run = new BatchRun(transport, kind);
  for (const wave of run.waves(rows)) {
    const chunks: BatchItem<Row>[][] = [];
    const size = kind.size ?? ROWS_PER_CALL;
    for (let at = 0; at < wave.length; at += size) {
      chunks.push(wave.slice(at, at + size));
    }
    await inLanes(AT_ONCE, chunks, (chunk) => run.settle(chunk, new Retries(transport.pace, transport.signal())));
  }
  return run.outcomes;
}

class BatchRun<Row> {
  readonly outcomes: BatchOutcome[] = [];
  readonly #transport: BatchTransport;
  readonly #kind: BatchKind<Row>;
  /** Why no more calls are sent. */
  #stop: { readonly error: unknown } | undefined;

  constructor(transport: BatchTransport, kind: BatchKind<Row>) {
    this.#transport = transport;
    this.#kind = kind;
  }

  /** Splits the rows into groups to send in order. No group has two rows with the same key. */
  waves(rows: readonly Row[]): BatchItem<Row>[][] {
    const { input, key, names = () => [] } = this.#kind;
    const waves: BatchItem<Row>[][] = [];
    const seen = new Map<string, number>();
    rows.forEach((row, index) => {
      const trace = `row-${index}`;
      try {
        const item = { index, row, trace, input: input(row, trace), key: key?.(row), names: names(row) };
        const wave = (item.key !== undefined && seen.get(item.key)) || 0;
        if (item.key !== undefined) {
          seen.set(item.key, wave + 1);
        }
        (waves[wave] ??= []).push(item);
      } catch (error) {
        this.outcomes[index] = { failure: failureOf(error, 'INVALID_ROW'), error };
      }
    });
    return waves;
  }

  /** Sends the rows until each has an outcome. */
  async settle(items: readonly BatchItem<Row>[], retries: Retries): Promise<void> {
    for (const group of await this.#once(items, retries)) {
      await this.settle(group, retries);
    }
  }

  /** Makes one call. Returns the groups of rows to send again. */
  async #once(items: readonly BatchItem<Row>[], retries: Retries): Promise<(readonly BatchItem<Row>[])[]> {
    const { path, query, body, isRead, keysOf } = this.#kind;
    const signal = this.#transport.signal();
    if (signal?.aborted === true) {
      this.#stop ??= { error: signal.reason };
    }
    if (this.#stop !== undefined) {
      return this.#fail(items, this.#stop.error);
    }
    let answer: unknown;
    try {
      answer = await this.#transport.send('POST', path, {
        query,
        body: { ...body, inputs: items.map(({ input }) => input) },
        retry: 'none', // retried per row
      });
      if (isRead === true || keysOf === undefined) {
        expected(isRead === true ? 'list' : 'none', 'POST', path, answer); // of others, each row misses its result
      }
    } catch (error) {
      return this.#refused(items, error, retries);
    }
    return this.#answered(items, answer, retries);
  }

  async #answered(items: readonly BatchItem<Row>[], answer: unknown, retries: Retries): Promise<BatchItem<Row>[][]> {
    const { isRead, isCreate } = this.#kind;
    const separate: BatchItem<Row>[][] = [];
    const transient: [BatchItem<Row>, RowError][] = [];
    for (const [item, verdict] of readVerdicts(this.#kind, items, answer)) {
      if (verdict === 'unclear') {
        separate.push([item]);
      } else if (verdict === 'unmentioned') {
        const error = new Error('the response of the CRM does not mention this row');
        this.#fail([item], error, { category: 'UNCONFIRMED', retryable: true }, isCreate);
      } else if ('result' in verdict) {
        this.outcomes[item.index] = verdict;
      } else if (isRead === true && verdict.error.category === 'OBJECT_NOT_FOUND') {
        this.outcomes[item.index] = { result: undefined, absent: verdict.error };
      } else if ((isCreate === true ? NOT_WRITTEN : TRANSIENT).test(textOf(verdict.error))) {
        transient.push([item, verdict.error]);
      } else {
        this.#failRow(item, verdict.error, isCreate === true && TRANSIENT.test(textOf(verdict.error)));
      }
    }
    if (transient.length > 0 && (await retries.next(undefined))) {
      return [...separate, transient.map(([item]) => item)];
    }
    transient.forEach(([item, error]) => this.#failRow(item, error, false, true));
    return separate;
  }

  /** Handles a call that failed as a whole. */
  async #refused(
    items: readonly BatchItem<Row>[],
    error: unknown,
    retries: Retries,
  ): Promise<(readonly BatchItem<Row>[])[]> {
    const { isCreate } = this.#kind;
    if (isBackpressure(error)) {
      this.#stop ??= { error };
    }
    if (isTransient(error)) {
      const mayBeDone = isCreate === true && !wasNotApplied(error);
      return !mayBeDone && (await retries.next(error))
        ? [items]
        : this.#fail(items, error, { retryable: true }, mayBeDone);
    }
    const { status, body } = error instanceof CrmAnswerError ? error : ({} as Partial<CrmAnswerError>);
    if (status !== 400 && status !== 409 && status !== 413) {
      return this.#fail(items, error);
    }
    if (isCreate === true && status !== 413 && !saysNothingWritten(body)) {
      return this.#fail(items, error, {}, true);
    }
    const rest = status === 413 ? items : this.#failNamed(items, status, body);
    if (rest.length === items.length && items.length === 1) {
      return this.#fail(items, error);
    }
    const half = rest.length < items.length ? rest.length : Math.ceil(items.length / 2);
    return [rest.slice(0, half), rest.slice(half)].filter(({ length }) => length > 0);
  }

  /** Fails the rows that the error names. Returns the others. */
  #failNamed(items: readonly BatchItem<Row>[], status: number, body: unknown): readonly BatchItem<Row>[] {
    const named = new Map<BatchItem<Row>, RowError>();
    const whole = isObject(body) ? body : {};
    for (const error of [...objectsIn(body, 'errors'), whole]) {
      rowsNamed(items, error).forEach((item) => named.has(item) || named.set(item, { ...whole, ...error, status }));
    }
    named.forEach((error, item) => this.#failRow(item, error, false));
    return items.filter((item) => !named.has(item));
  }

  #failRow(item: BatchItem<Row>, said: RowError, isAmbiguous: boolean, retryable = false): void {
    const error = new CrmAnswerError(
      'POST',
      this.#kind.path,
      typeof said.status === 'number' ? said.status : 207,
      said,
    );
    const message = typeof said.message === 'string' ? said.message : error.message;
    this.#fail([item], error, { message, retryable }, isAmbiguous);
  }

  #fail(items: readonly BatchItem<Row>[], error: unknown, more: Partial<Failure> = {}, isAmbiguous = false): [] {
    const failure = {
      ...failureOf(error),
      ...more,
      ...(isAmbiguous && { ambiguous: true as const, retryable: false }),
    };
    for (const { index } of items) {
      this.outcomes[index] = { failure, error };
    }
    return [];
  }
}

function textOf({ category, status }: RowError): string {
  return `${category} ${status}`;
}

/** Reports whether the CRM refused the whole call. The error of a proxy does not tell what the CRM did. */
function saysNothingWritten(body: unknown): boolean {
  return (
    isObject(body) &&
    (body['status'] === 'error' || typeof body['category'] === 'string') &&
    objectsIn(body, 'results').length === 0
  );
}

/** Errors of an install without a token that need a manual fix. */
const NO_ACCESS: readonly unknown[] = ['needs_reauth', 'install_suspended', 'install_not_found', 'not_configured'];

/** Reports whether an error would prevent the call again. A deadline, or a token that is unavailable now, would not. */
function isFinal(error: unknown): boolean {
  return error instanceof TypeError || NO_ACCESS.includes((error as { readonly code?: unknown } | null)?.code);
}

/** @param otherwise the category of an error before the call reached the CRM */
function failureOf(error: unknown, otherwise = 'NOT_SENT'): Failure {
  const message = error instanceof Error ? error.message : String(error);
  if (isBackpressure(error)) {
    return { category: 'BACKPRESSURE', message, retryable: true, retryAfterSeconds: error.retryAfterSeconds };
  }
  if (!(error instanceof CrmAnswerError)) {
    const category = error instanceof CrmNoAnswerError ? 'NO_ANSWER' : otherwise;
    return { category, message, retryable: category === 'NOT_SENT' && !isFinal(error) };
  }
  const { status, category = `HTTP_${status}`, retryAfterMs } = error;
  const retryAfterSeconds = retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1000);
  return { category, message, status, retryable: false, retryAfterSeconds };
}
