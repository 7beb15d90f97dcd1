/** Runs one capability for one request: input, context, handler, outcome, answer, record. */

import { isBackpressure } from '../../crm/gate/backpressure.ts';
import { ERROR_STATUS, HttpError } from '../../platform/errors.ts';
import { openGate, type Settle } from '../billing/gate.ts';
import { Invocation } from '../invocation/invocation.ts';
import type { Dispatch } from '../invocation/job.ts';
import { type Answer, answer, type Outcome } from '../invocation/outcome.ts';
import { signatureOf, warnOfStream, withFlags } from './card-flags.ts';
import { streamBody } from './card-stream.ts';
import { failed, inputOf, type RunningStream, runHandler } from './run-handler.ts';

/** What came of it. */
export interface Performed extends Answer {
  readonly outcome: Outcome;
  /** The body as JSON text. */
  readonly text: string;
  /** Instead of the body. */
  readonly stream?: RunningStream;
}

/** Runs the capability and answers as its surface does. Throws an HttpError for an input that does not fit. */
export async function dispatch(job: Dispatch): Promise<Response> {
  const invocation = new Invocation(job);
  const performed = await perform(job, invocation);
  const { stream, httpStatus, headers, text } = performed;
  if (stream !== undefined) {
    warnOfStream(job, invocation);
    return streamed(stream, invocation);
  }
  const signature = await signatureOf(job, performed, text);
  endInvocation(invocation, performed);
  return new Response(text, {
    status: httpStatus,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers, ...signature },
  });
}

/**
 * Runs the capability, and leaves it to the caller to answer and to end the invocation.
 * Throws an HttpError for what keeps it from running, such as an input that does not fit; the invocation has ended then.
 */
export async function perform(job: Dispatch, invocation: Invocation): Promise<Performed> {
  let input: Record<string, unknown>;
  try {
    input = inputOf(job);
  } catch (error) {
    invocation.end('rejected', (error as HttpError).status, false);
    throw error;
  }
  const gate = openGate(job, invocation);
  const settle = gate && (await gate);
  if (typeof settle === 'object') {
    return answered({ ...job, conclude: async () => undefined }, invocation, settle);
  }
  if (job.begin !== undefined) {
    await begin(job.begin, invocation, settle);
  }
  const { outcome, stream } = await runHandler(job, invocation, input);
  const performed = await answered(job, invocation, outcome);
  await settle?.(performed.outcome.status === 'ok');
  return stream === undefined ? performed : { ...performed, stream };
}

async function begin(run: () => Promise<void>, invocation: Invocation, settle: Settle | undefined): Promise<void> {
  try {
    await run();
  } catch (error) {
    await settle?.(false);
    if (error instanceof HttpError) {
      invocation.end('rejected', error.status, false);
    } else {
      invocation.end('error', ERROR_STATUS.internal_error, false);
    }
    throw error;
  }
}

/** Records how it ended. */
export function endInvocation(invocation: Invocation, { outcome, httpStatus }: Performed): void {
  invocation.end(recordedOutcome(outcome), httpStatus, outcome.status === 'backpressure');
}

/** The answer to the outcome. A result that is no JSON is the handler's error. */
async function answered(job: Dispatch, invocation: Invocation, outcome: Outcome): Promise<Performed> {
  const { context, capability, surface } = job;
  const { profile } = context.worker;
  let run: unknown;
  try {
    run = await job.conclude?.(outcome);
  } catch (error) {
    invocation.uncaught(error);
    const message = `what became of ${JSON.stringify(capability.id)} could not be noted; the log has the error`;
    return answered({ ...job, conclude: async () => undefined }, invocation, {
      status: 'error',
      code: 'internal_error',
      message,
    });
  }
  const plain = answer(surface, outcome, {
    capabilityId: capability.id,
    executionStateKey: profile.executionStateKey,
    actionRetryAfterUnit: profile.retryAfterUnit,
    run,
  });
  const result = withFlags(job, invocation, plain);
  let text: string;
  try {
    text = JSON.stringify(result.body);
  } catch (thrown) {
    return answered(job, invocation, failed(job, invocation, unserializable(thrown)));
  }
  if (result.body['outputFields'] !== undefined && 'message' in outcome && outcome.status !== 'error') {
    invocation.logger.warn(`${outcome.status}: ${outcome.message}`); // the platform's answer has no room for it
  }
  return { ...result, outcome, text };
}

/** The engine's own error is drawn over several lines, in a way of its own; the first one says it. */
function unserializable(thrown: unknown): unknown {
  if (!(thrown instanceof TypeError)) {
    return thrown; // a getter or a toJSON of the app's
  }
  return new TypeError(`the result is no JSON: ${thrown.message.split('\n')[0]}`);
}

function streamed(stream: RunningStream, invocation: Invocation): Response {
  const body = streamBody(stream, stream.deadline, (how, error) => {
    const isSpent = isBackpressure(error);
    if (how === 'error' && !isSpent) {
      invocation.uncaught(error);
    }
    invocation.end(isSpent ? 'ok' : how, 200, isSpent);
  });
  return new Response(body, { headers: { 'content-type': stream.contentType } });
}

function recordedOutcome(outcome: Outcome): Parameters<Invocation['end']>[0] {
  switch (outcome.status) {
    case 'error':
      return outcome.code === 'handler_timeout' ? 'timeout' : outcome.code === 'billing_gated' ? 'block' : 'error';
    case 'backpressure':
      return 'ok'; // a spent budget is recorded as a success, and counted apart
    default:
      return outcome.status;
  }
}
