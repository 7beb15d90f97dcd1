/** Runs one capability for one request: input, context, handler, outcome, response, record. */

import { andThen } from '../../platform/and-then.ts';
import { ERROR_STATUS, RouteError } from '../../platform/errors.ts';
import { jsonText } from '../../platform/json-text.ts';
import { billingExtension } from '../billing/billing-extension.ts';
import type { Settle } from '../billing/gate.ts';
import { Invocation } from '../invocation/invocation.ts';
import type { Dispatch } from '../invocation/job.ts';
import { type Answer, answer, type Outcome } from '../invocation/outcome.ts';
import { cardExtension } from './card-extension.ts';
import type { RunningStream } from './card-stream.ts';
import { failed, type HandlerResult, inputOf, runHandler } from './run-handler.ts';

/** The response of an invocation that ran. */
export interface Performed extends Answer {
  readonly outcome: Outcome;
  /** The body as JSON text. */
  readonly text: string;
  /** Replaces the body. */
  readonly stream?: RunningStream;
}

/** Runs the capability and responds in the form of its surface. @throws RouteError for invalid input */
export function dispatch(job: Dispatch): Response | Promise<Response> {
  const invocation = new Invocation(job);
  return andThen(perform(job, invocation), (performed) => {
    const { stream, httpStatus, headers, text } = performed;
    if (stream !== undefined) {
      return cardExtension.part.streamResponse(job, invocation, stream);
    }
    const ofCard = job.surface === 'card' ? cardExtension.part.headersOf(job, invocation, performed, text) : {};
    return andThen(ofCard, (more) => {
      endInvocation(invocation, performed);
      return new Response(text, {
        status: httpStatus,
        headers: { 'content-type': 'application/json; charset=utf-8', ...headers, ...more },
      });
    });
  });
}

/**
 * Runs the capability. The caller responds and ends the invocation.
 * @throws RouteError if the capability cannot run, for example because of invalid input; the invocation is then ended
 */
export function perform(job: Dispatch, invocation: Invocation): Performed | Promise<Performed> {
  let input: Record<string, unknown>;
  try {
    input = inputOf(job);
  } catch (error) {
    invocation.end('rejected', (error as RouteError).status, false);
    throw error;
  }
  return job.capability.billing || job.begin || job.conclude
    ? performInSteps(job, invocation, input)
    : andThen(runHandler(job, invocation, input), (ran) => performedOf(job, invocation, ran));
}

/** Runs a capability with what precedes and follows its handler. */
async function performInSteps(
  job: Dispatch,
  invocation: Invocation,
  input: Record<string, unknown>,
): Promise<Performed> {
  const gate = job.capability.billing && billingExtension.part.openGate(job, invocation);
  const settle = gate && (await gate);
  if (typeof settle === 'object') {
    return respond(job, invocation, settle);
  }
  if (job.begin !== undefined) {
    await begin(job.begin, invocation, settle);
  }
  let ran = await runHandler(job, invocation, input);
  let run: unknown;
  try {
    run = job.conclude && (await job.conclude(ran.outcome));
  } catch (error) {
    ran = { ...ran, outcome: unrecorded(job, invocation, error) };
  }
  const performed = performedOf(job, invocation, ran, run);
  if (settle !== undefined) {
    await settle(performed.outcome.status === 'ok');
  }
  return performed;
}

/** Returns the outcome of a dispatch whose own outcome could not be recorded, and logs why. */
function unrecorded({ capability }: Dispatch, invocation: Invocation, error: unknown): Outcome {
  if (error instanceof RouteError) {
    invocation.logger.warn(error.message);
    return { status: 'error', code: error.code, message: error.message };
  }
  invocation.uncaught(error);
  const message = `cannot record the outcome of ${JSON.stringify(capability.id)}; see the log`;
  return { status: 'error', code: 'internal_error', message };
}

function performedOf(
  job: Dispatch,
  invocation: Invocation,
  { outcome, stream }: HandlerResult,
  run?: unknown,
): Performed {
  const performed = respond(job, invocation, outcome, run);
  return stream === undefined ? performed : { ...performed, stream };
}

async function begin(run: () => Promise<void>, invocation: Invocation, settle: Settle | undefined): Promise<void> {
  try {
    await run();
  } catch (error) {
    await settle?.(false);
    if (error instanceof RouteError) {
      invocation.end('rejected', error.status, false);
    } else {
      invocation.end('error', ERROR_STATUS.internal_error, false);
    }
    throw error;
  }
}

/** Ends the invocation and records its outcome. */
export function endInvocation(invocation: Invocation, { outcome, httpStatus }: Performed): void {
  invocation.end(recordedOutcome(outcome), httpStatus, outcome.status === 'backpressure');
}

/** Returns the response to an outcome. A result that JSON cannot represent is an error of the handler. */
function respond(job: Dispatch, invocation: Invocation, outcome: Outcome, run?: unknown): Performed {
  const { context, capability, surface } = job;
  const { profile } = context.worker;
  const plain = answer(surface, outcome, {
    capabilityId: capability.id,
    executionStateKey: profile.executionStateKey,
    actionRetryAfterUnit: profile.retryAfterUnit,
    run,
  });
  let result = plain;
  let text: string;
  try {
    if (surface === 'card') {
      result = cardExtension.part.withFlags(job, invocation, plain);
    }
    text = jsonText(result.body, 'body');
  } catch (thrown) {
    return respond(job, invocation, failed(job, invocation, unserializable(thrown)), run);
  }
  if (result.body['outputFields'] !== undefined && 'message' in outcome && outcome.status !== 'error') {
    invocation.logger.warn(`${outcome.status}: ${outcome.message}`); // the platform's response format has no message
  }
  return { ...result, outcome, text };
}

/** Keeps the first line of the engine's error. The other lines are a drawing that depends on the engine. */
function unserializable(thrown: unknown): unknown {
  if (!(thrown instanceof TypeError)) {
    return thrown; // thrown by a getter or toJSON of the app
  }
  return new TypeError(`the result is not JSON: ${thrown.message.split('\n')[0]}`);
}

function recordedOutcome(outcome: Outcome): Parameters<Invocation['end']>[0] {
  switch (outcome.status) {
    case 'error':
      return outcome.code === 'handler_timeout' ? 'timeout' : outcome.code === 'billing_gated' ? 'block' : 'error';
    case 'backpressure':
      return 'ok'; // backpressure is recorded as a success and counted separately
    default:
      return outcome.status;
  }
}
