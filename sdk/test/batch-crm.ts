/** A CRM that answers batches as a test says, in virtual time; and what it was sent. */

import { VirtualClock } from '../sim/clock.ts';
import type { CrmBatch } from '../src/context/crm-batch.ts';
import { makeBatch } from '../src/crm/batch.ts';
import { CrmAnswerError } from '../src/crm/error.ts';
import { Isolate } from '../src/crm/gate/isolate.ts';
import type { RateLimitOptions } from '../src/declare/app.ts';
import { normalizeRateLimits } from '../src/manifest/rate-limits.ts';
import { PROFILES } from '../src/profiles/profile.ts';

/** One row on the wire. */
export type Input = Readonly<Record<string, unknown>> & { readonly objectWriteTraceId?: string; readonly id?: string };

/** One call that the CRM got. */
export interface BatchCall {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly inputs: readonly Input[];
  readonly query: unknown;
  /** In milliseconds of the clock. */
  readonly at: number;
}

export interface BatchWorld {
  readonly batch: CrmBatch;
  readonly calls: BatchCall[];
  readonly clock: VirtualClock;
  /** Runs until the work has ended. */
  run<T>(work: Promise<T>): Promise<T>;
}

export interface BatchWorldOptions {
  readonly rateLimits?: RateLimitOptions;
  /** When the caller's time is up. */
  readonly deadline?: number;
  readonly signal?: AbortSignal;
}

/** How long each call takes, in milliseconds. */
export const CALL_MS = 100;

/** @param answer the body of a 2xx answer; throws for any other */
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
    // As on the wire: what JSON leaves out is not there.
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

/** The CRM's answer when all rows went through: in reverse, since nothing may rely on the order. */
export function written(inputs: readonly Input[], more: object = {}): object {
  return { status: 'COMPLETE', results: inputs.map(recordOf).reverse(), ...more };
}

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

/** An error of the CRM for the whole call. */
export function refusal(status: number, body: object = {}, retryAfterMs?: number): CrmAnswerError {
  return new CrmAnswerError('POST', '/x', status, { status: 'error', message: `no: ${status}`, ...body }, retryAfterMs);
}

/** An error of rows, as an answer with 207 has it. */
export function rowError(
  category: string,
  context: Readonly<Record<string, readonly string[]>>,
  message = 'no',
): object {
  return { status: 'error', category, message, context };
}
