/** Runs a handler within its time limit and returns the outcome. */

import { isBackpressure } from '../../crm/gate/backpressure.ts';
import { Deadline, TIME_LIMIT_MS, TIMED_OUT } from '../../platform/deadline.ts';
import { makeContext } from '../context/context.ts';
import { readInput } from '../fields/input.ts';
import { isTooLong, MAX_OUTPUT_CHARS } from '../fields/output.ts';
import type { Invocation } from '../invocation/invocation.ts';
import type { Dispatch } from '../invocation/job.ts';
import type { Outcome } from '../invocation/outcome.ts';
import { cardExtension } from './card-extension.ts';
import type { RunningStream } from './card-stream.ts';
import { readReturned } from './returned.ts';

/** Returns the handler's input. @throws RouteError if it is invalid */
export function inputOf({ capability, input, surface, byAgent }: Dispatch): Record<string, unknown> {
  if (capability.kind === 'trigger' || capability.kind === 'sync') {
    return input as Record<string, unknown>; // the runtime made it
  }
  // An agent may set only exposed fields, so none by default.
  const isAgent = (surface === 'agent' || byAgent === true) && capability.kind === 'tool';
  const exposed = isAgent ? (capability.agent?.expose ?? []) : undefined;
  const isText = !isAgent && surface.endsWith('action'); // agents, cards and invoke send JSON values
  return readInput(
    { capabilityId: capability.id, fields: capability.input, isText, ...(exposed && { exposed }) },
    input,
  );
}

/** The outcome of a handler, and its stream if it returned one. */
export interface HandlerResult {
  readonly outcome: Outcome;
  readonly stream?: RunningStream;
}

/** Runs the handler within its time limit. Never rejects: an error becomes an outcome. */
export function runHandler(
  job: Dispatch,
  invocation: Invocation,
  input: Record<string, unknown>,
): HandlerResult | Promise<HandlerResult> {
  const deadline = new Deadline(job.timeoutMs ?? TIME_LIMIT_MS[job.capability.kind], job.context.host.now());
  const read = (returned: unknown) => readResult(job, invocation, returned, deadline);
  try {
    const given = job.capability.handler(makeContext(job, invocation, input, deadline.deadlineSignal) as never);
    // A value needs no time limit.
    const result = isThenable(given) ? deadline.within(Promise.resolve(given)).then(read) : read(given);
    return result instanceof Promise ? ended(job, invocation, result, deadline) : result;
  } catch (thrown) {
    return { outcome: failed(job, invocation, thrown) };
  }
}

/** Waits for the result, and ends its deadline. */
async function ended(
  job: Dispatch,
  invocation: Invocation,
  pending: Promise<HandlerResult>,
  deadline: Deadline,
): Promise<HandlerResult> {
  let result: HandlerResult;
  try {
    result = await pending;
  } catch (thrown) {
    result = { outcome: failed(job, invocation, thrown) };
  }
  if (result.stream === undefined) {
    deadline.end();
  }
  return result;
}

function readResult(
  job: Dispatch,
  { logger }: Invocation,
  returned: unknown,
  deadline: Deadline,
): HandlerResult | Promise<HandlerResult> {
  if (returned === TIMED_OUT) {
    return { outcome: timedOut(job, deadline) };
  }
  const outcome = readReturned(job.capability, job.surface, returned, (field) =>
    logger.warn(`the output field ${JSON.stringify(field)} is not declared; it was dropped`),
  );
  const isStream =
    job.capability.kind === 'cardBackend' && outcome.status === 'ok' && outcome.output instanceof ReadableStream;
  return isStream ? startStream(job, outcome.output, deadline) : { outcome };
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}

async function startStream(job: Dispatch, stream: ReadableStream, deadline: Deadline): Promise<HandlerResult> {
  const { openStream, abandon } = cardExtension.part;
  const reader = (stream as ReadableStream<unknown>).getReader();
  try {
    const opened = await deadline.within(openStream(reader));
    if (opened !== TIMED_OUT) {
      return { outcome: { status: 'ok' }, stream: { ...opened, deadline } };
    }
  } catch (error) {
    await abandon(reader, error);
    throw error;
  }
  void abandon(reader, 'the time is up'); // not awaited: no time is left
  return { outcome: timedOut(job, deadline) };
}

function timedOut({ capability }: Dispatch, { ms }: Deadline): Outcome {
  const message = `the handler of ${JSON.stringify(capability.id)} did not end within ${Math.ceil(ms / 1000)} seconds`;
  return { status: 'error', code: 'handler_timeout', message };
}

/** Converts a thrown value to an outcome, and reports it to the host. */
export function failed({ capability }: Dispatch, invocation: Invocation, thrown: unknown): Outcome {
  if (isBackpressure(thrown)) {
    return { status: 'backpressure', retryAfterSeconds: Number(thrown.retryAfterSeconds) || 1 };
  }
  invocation.uncaught(thrown);
  if (isTooLong(thrown)) {
    const { message, field } = thrown;
    return { status: 'error', code: 'output_too_large', message, fields: { field, limit: MAX_OUTPUT_CHARS } };
  }
  const message = `the handler of ${JSON.stringify(capability.id)} failed; see its log`;
  return { status: 'error', code: 'handler_error', message };
}
