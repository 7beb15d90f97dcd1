/** Runs one capability for one request: input, context, handler, outcome, answer, record. */

import type { EnrolledObject, ExecutionContext } from '../context/install.ts';
import type { RawRequest } from './auth/signature-v3.ts';
import { ACTION_BUDGET_MS, CARD_BUDGET_MS, TIMED_OUT, withinBudget } from './budget.ts';
import { makeContext } from './context.ts';
import { json, type Refusal } from './errors.ts';
import { readInput } from './input.ts';
import { Invocation, type InvocationSubject } from './invocation.ts';
import { answer, type Outcome } from './outcome.ts';
import { isTooLong } from './output.ts';
import { readReturned } from './returned.ts';

/** One request for one capability, verified and unpacked by its route. */
export interface Dispatch extends InvocationSubject {
  /** As it was sent. */
  readonly input: unknown;
  readonly request: RawRequest;
  readonly enrolledObject: EnrolledObject;
  readonly execution?: ExecutionContext;
}

/** Runs the capability and answers as its surface does. Throws a Refusal for an input that does not fit. */
export async function dispatch(job: Dispatch): Promise<Response> {
  const invocation = new Invocation(job);
  let input: Record<string, unknown>;
  try {
    input = readInput(inputContract(job), job.input);
  } catch (refusal) {
    invocation.end('rejected', (refusal as Refusal).status, false);
    throw refusal;
  }
  const outcome = await run(job, invocation, input);
  return respond(job, invocation, outcome);
}

function inputContract({ capability, surface }: Dispatch): Parameters<typeof readInput>[0] {
  // A tool that exposes nothing lets an agent fill nothing in.
  const exposed = surface === 'agent' && capability.kind === 'tool' ? (capability.agent?.expose ?? []) : undefined;
  return { capabilityId: capability.id, fields: capability.input, ...(exposed !== undefined && { exposed }) };
}

async function run(job: Dispatch, invocation: Invocation, input: Record<string, unknown>): Promise<Outcome> {
  const { capability, surface } = job;
  const budgetMs = capability.kind === 'tool' ? ACTION_BUDGET_MS : CARD_BUDGET_MS;
  try {
    const returned = await withinBudget(budgetMs, async (notice) =>
      capability.handler(makeContext(job, invocation, input, notice)),
    );
    if (returned === TIMED_OUT) {
      const message = `the handler of ${JSON.stringify(capability.id)} did not end within ${budgetMs / 1000} seconds`;
      return { status: 'error', code: 'handler_timeout', message };
    }
    return readReturned(capability, surface, returned, (field) => {
      invocation.logger.warn(`the output field ${JSON.stringify(field)} is not declared, and is left out`);
    });
  } catch (thrown) {
    return failed(job, invocation, thrown);
  }
}

function failed({ capability }: Dispatch, invocation: Invocation, thrown: unknown): Outcome {
  invocation.uncaught(thrown);
  const id = JSON.stringify(capability.id);
  return isTooLong(thrown)
    ? { status: 'error', code: 'output_too_large', message: `an output of ${id} is longer than the platform takes` }
    : { status: 'error', code: 'handler_error', message: `the handler of ${id} failed; its log has the error` };
}

/** Answers and records. A result that is no JSON is the handler's error. */
function respond(job: Dispatch, invocation: Invocation, outcome: Outcome): Response {
  const { place, capability, surface } = job;
  const { profile } = place.site;
  const facts = {
    capabilityId: capability.id,
    executionStateKey: profile.executionStateKey,
    actionRetryAfterUnit: profile.retryAfterUnit,
  };
  const { httpStatus, headers, body } = answer(surface, outcome, facts);
  let response: Response;
  try {
    response = json(httpStatus, body, headers);
  } catch (thrown) {
    return respond(job, invocation, failed(job, invocation, thrown));
  }
  if (body['outputFields'] !== undefined && 'message' in outcome) {
    invocation.logger.warn(`${outcome.status}: ${outcome.message}`); // the platform's answer has no room for it
  }
  invocation.end(recordedOutcome(outcome), httpStatus, outcome.status === 'backpressure');
  return response;
}

function recordedOutcome(outcome: Outcome): Parameters<Invocation['end']>[0] {
  switch (outcome.status) {
    case 'error':
      return outcome.code === 'handler_timeout' ? 'timeout' : 'error';
    case 'backpressure':
      return 'ok'; // a spent budget is recorded as a success, and counted apart
    default:
      return outcome.status;
  }
}
