import { VirtualClock } from '../sim/clock.ts';
import type { CrmBatch, CrmBatchResult } from '../src/context/crm-batch.ts';
import { makeBatch } from '../src/crm/batch.ts';
import { CrmAnswerError, CrmNoAnswerError } from '../src/crm/error.ts';
import { Isolate } from '../src/crm/gate/isolate.ts';
import type { RateLimitOptions } from '../src/declare/app.ts';
import { normalizeRateLimits } from '../src/manifest/rate-limits.ts';
import { PROFILES } from '../src/profiles/profile.ts';

/** The wire form of a row. */
export type Input = Readonly<Record<string, unknown>> & { readonly objectWriteTraceId?: string; readonly id?: string };

/** One call that the CRM received. */
export interface BatchCall {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly inputs: readonly Input[];
  readonly query: unknown;
  /** Time of the call, in ms of the clock. */
  readonly at: number;
}

/** A batch client in virtual time, with a scripted CRM. */
export interface BatchWorld {
  readonly batch: CrmBatch;
  readonly calls: BatchCall[];
  readonly clock: VirtualClock;
  /** Runs the clock until the work ends. */
  run<T>(work: Promise<T>): Promise<T>;
}

/** The options of `batchWorld`. */
export interface BatchWorldOptions {
  readonly rateLimits?: RateLimitOptions;
  /** The caller's deadline, in ms of the clock. */
  readonly deadline?: number;
  readonly signal?: AbortSignal;
}

/** Duration of each call, in ms. */
export const CALL_MS = 100;

/**
 * Makes a batch client.
 *
 * @param answer returns the body of a 2xx response, or throws the error of another one
 */
export function batchWorld(
  answer: (call: BatchCall, number: number) => unknown,
  { rateLimits, deadline, signal }: BatchWorldOptions = {},
): BatchWorld {
  const clock = new VirtualClock();
  const calls: BatchCall[] = [];
  const send = async (
    _method: string,
    path: string,
    init: { readonly body?: unknown; readonly query?: unknown } = {},
  ) => {
    // JSON omits undefined members, as on the wire.
    const body = JSON.parse(JSON.stringify(init.body)) as { readonly inputs: readonly Input[] };
    const call: BatchCall = { path, body: { ...body }, inputs: body.inputs, query: init.query, at: clock.now() };
    calls.push(call);
    const number = calls.length;
    await clock.sleep(CALL_MS);
    return answer(call, number);
  };
  const pace = {
    isolate: new Isolate(),
    portal: '1',
    limits: normalizeRateLimits(rateLimits),
    clock,
    random: () => 0.5,
    deadline,
  };
  const batch = makeBatch({ send, pace, signal: () => signal }, PROFILES.crm.paths);
  return { batch, calls, clock, run: (work) => clock.run(work) };
}

/** Returns the CRM's response to a write that succeeded, in reverse order. */
export function written(inputs: readonly Input[], more: object = {}): object {
  return { status: 'COMPLETE', results: inputs.map(recordOf).reverse(), ...more };
}

/** Returns the result of a row. */
export function recordOf(input: Input): object {
  const { objectWriteTraceId, id, idProperty, properties } = input as Input & {
    idProperty?: string;
    properties?: object;
  };
  const isValue = idProperty !== undefined;
  return {
    id: isValue || id === undefined ? `made-${objectWriteTraceId}` : id,
    properties: { ...properties, ...(isValue && { [idProperty]: id }) },
    ...(objectWriteTraceId !== undefined && { objectWriteTraceId }),
  };
}

/** Returns an error of the CRM for a whole call. */
export function refusal(status: number, body: object = {}, retryAfterMs?: number): CrmAnswerError {
  return new CrmAnswerError('POST', '/x', status, { status: 'error', message: `no: ${status}`, ...body }, retryAfterMs);
}

/** Returns an error of rows in a 207 response. */
export function rowError(
  category: string,
  context: Readonly<Record<string, readonly string[]>>,
  message = 'no',
): object {
  return { status: 'error', category, message, context };
}

export const creates = (count: number) => Array.from({ length: count }, (_, i) => ({ properties: { n: String(i) } }));
export const upserts = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `v${i}`, idProperty: 'code', properties: { n: String(i) } }));
export const updates = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: String(i), properties: { n: 'x' } }));
export const traceOf = ({ objectWriteTraceId }: Input) => objectWriteTraceId as string;
export const nOf = ({ properties }: Input) => Number((properties as { n: string }).n);
export const lost = () => new CrmNoAnswerError('POST', '/x', new Error('connection reset'));
export const refused = () =>
  new CrmNoAnswerError(
    'POST',
    '/x',
    new TypeError('fetch failed', { cause: Object.assign(new Error(''), { code: 'ECONNREFUSED' }) }),
  );

/** Indexes of the rows that succeeded, and the failures by index. */
export function summary(result: CrmBatchResult<unknown, unknown>) {
  return {
    succeeded: result.succeeded.map(({ index }) => index),
    failed: Object.fromEntries(result.failed.map(({ index, error }) => [index, error])),
  };
}

export function throwing(error: unknown): never {
  throw error;
}
