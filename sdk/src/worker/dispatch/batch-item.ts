/**
 * One item of a batched workflow action: runs the tool, and completes the item's callback with what the inline route
 * would have answered. An item that is asked to wait leaves its callback open; every other one is completed, since
 * nobody asks again for an item of a batch.
 */

import type { ToolDefinition } from '../../capability/tool.ts';
import { CrmAnswerError } from '../../crm/error.ts';
import { makeSend } from '../../crm/send.ts';
import { isObject } from '../../platform/body.ts';
import { Deadline, TIMED_OUT } from '../../platform/deadline.ts';
import { type ErrorCode, HttpError } from '../../platform/errors.ts';
import type { RawRequest } from '../../platform/raw-request.ts';
import { describeThrown } from '../../platform/thrown.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { crmOptions } from '../install/crm-options.ts';
import { installOf } from '../install/install.ts';
import { Invocation } from '../invocation/invocation.ts';
import type { Dispatch } from '../invocation/job.ts';
import { answer } from '../invocation/outcome.ts';
import { readActionPayload, textOf } from './action-payload.ts';
import { endInvocation, perform } from './dispatch.ts';

/** What the answer says about one item. */
export interface ItemResult {
  /** Null: the item has none that could be completed, and was not run. */
  readonly callbackId: string | null;
  /** The tool ended with `ok`, and the platform was told so. */
  readonly ok: boolean;
  /** The outcome; `rejected`: the tool never ran. */
  readonly status: string;
  /** The callback is completed; it is left open by retry-later, and when the CRM does not take the completion. */
  readonly completed: boolean;
  readonly error?: ErrorCode;
  readonly message?: string;
  readonly retryAfterSeconds?: number;
}

/** How long the CRM has to take a completion, in milliseconds. */
const COMPLETION_BUDGET_MS = 10_000;

/** Longest callback id that is taken, in characters. Those of the platform have about 30. */
const MAX_CALLBACK_ID = 256;

/** Runs one item. Never throws. */
export async function runItem(
  context: RequestContext,
  tool: ToolDefinition,
  payload: unknown,
  request: RawRequest,
): Promise<ItemResult> {
  const callbackId = isObject(payload) ? callbackOf(payload['callbackId']) : undefined;
  if (callbackId === undefined || !isObject(payload)) {
    return { ...rejected(null), error: 'invalid_input', message: 'an item is an object with a callbackId of its own' };
  }
  const { portalId, ...read } = readActionPayload(payload, callbackId);
  let job: Dispatch;
  try {
    const install = await installOf(context, portalId);
    job = { context, capability: tool, surface: 'batched-action', request, install, ...read };
  } catch (error) {
    // Without an install there is no token to complete with.
    return { ...rejected(callbackId), ...publicError(error) };
  }
  return runJob(job, callbackId);
}

async function runJob(job: Dispatch, callbackId: string): Promise<ItemResult> {
  const invocation = new Invocation(job);
  try {
    const performed = await perform(job, invocation);
    const { status, message, retryAfterSeconds } = performed.body;
    const failure = await completeWith(job, invocation, callbackId, performed.body);
    endInvocation(invocation, performed);
    return {
      callbackId,
      ok: performed.outcome.status === 'ok' && failure === undefined,
      status: textOf(status) ?? performed.outcome.status,
      completed: failure === undefined && status === undefined,
      ...('message' in performed.outcome && { message: performed.outcome.message }),
      ...(performed.outcome.status === 'error' && { error: performed.outcome.code }),
      ...(message !== undefined && { message: String(message) }),
      ...(typeof retryAfterSeconds === 'number' && { retryAfterSeconds }),
      ...failure,
    };
  } catch (error) {
    return refused(job, invocation, callbackId, error);
  }
}

/** An input that does not fit fails the item, as it fails the inline action: for good. */
async function refused(job: Dispatch, invocation: Invocation, callbackId: string, error: unknown): Promise<ItemResult> {
  const { error: code, message } = publicError(error);
  if (!(error instanceof HttpError)) {
    invocation.uncaught(error);
  }
  const { body } = answer(
    'batched-action',
    { status: 'error', code, message },
    {
      capabilityId: job.capability.id,
      executionStateKey: job.context.profile.executionStateKey,
      actionRetryAfterUnit: 'seconds',
    },
  );
  const failure = await completeWith(job, invocation, callbackId, body);
  return { ...rejected(callbackId), completed: failure === undefined, error: code, message, ...failure };
}

/** Completes the callback, where there is something to complete it with; gives what went wrong. */
async function completeWith(
  { context, install }: Dispatch,
  invocation: Invocation,
  callbackId: string,
  { outputFields }: Readonly<Record<string, unknown>>,
): Promise<Pick<ItemResult, 'error' | 'message'> | undefined> {
  if (outputFields === undefined) {
    return undefined; // left open
  }
  const deadline = new Deadline(COMPLETION_BUDGET_MS, context.host.now());
  const path = `${context.profile.paths.actionCallbacks}/${encodeURIComponent(callbackId)}/complete`;
  try {
    const send = makeSend(crmOptions(context, install, invocation, deadline.deadlineSignal));
    if ((await deadline.within(send('POST', path, { body: { outputFields } }))) !== TIMED_OUT) {
      return undefined;
    }
    throw new Error(`the CRM did not answer within ${COMPLETION_BUDGET_MS / 1000} seconds`);
  } catch (error) {
    invocation.logger.error('the callback could not be completed', {
      callbackId,
      error: describeThrown(error).message,
    });
    const status = error instanceof CrmAnswerError ? ` (it answered ${error.status})` : '';
    return { error: 'completion_failed', message: `the CRM did not take the completion of the callback${status}` };
  } finally {
    deadline.end();
  }
}

function rejected(callbackId: string | null): ItemResult {
  return { callbackId, ok: false, status: 'rejected', completed: false };
}

function publicError(error: unknown): { readonly error: ErrorCode; readonly message: string } {
  return error instanceof HttpError
    ? { error: error.code, message: error.message }
    : { error: 'internal_error', message: 'the item could not be run; the log of the worker has the error' };
}

/** A callback id as part of a path; `.` and `..` would name another resource. */
export function callbackOf(value: unknown): string | undefined {
  const text = textOf(value);
  const isPart = text !== undefined && text !== '' && text !== '.' && text !== '..' && text.length <= MAX_CALLBACK_ID;
  return isPart && !holdsHalfACharacter(text) ? text : undefined;
}

/** A lone surrogate cannot be escaped: the item would run, and could never be completed. */
function holdsHalfACharacter(text: string): boolean {
  try {
    encodeURIComponent(text);
    return false;
  } catch {
    return true;
  }
}
