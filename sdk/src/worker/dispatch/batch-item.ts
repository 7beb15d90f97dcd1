/**
 * Runs one item of a batched workflow action, and completes its callback with the response of an inline action. The
 * callback stays open only for `retry-later`. All others are completed, since the platform does not retry items.
 */

import type { ToolDefinition } from '../../capability/tool.ts';
import { CrmAnswerError } from '../../crm/error.ts';
import { makeSend } from '../../crm/send.ts';
import { isObject } from '../../platform/body.ts';
import { TIMED_OUT, withinLimit } from '../../platform/deadline.ts';
import { type ErrorCode, RouteError } from '../../platform/errors.ts';
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

/** The response for one item. */
export interface ItemResult {
  /** Null if the item has no valid callback id; it did not run. */
  readonly callbackId: string | null;
  /** The tool ended with `ok`, and the CRM accepted the completion. */
  readonly ok: boolean;
  /** The outcome, or `rejected` if the tool did not run. */
  readonly status: string;
  /** False after `retry-later`, and if the CRM did not accept the completion. */
  readonly completed: boolean;
  readonly error?: ErrorCode;
  readonly message?: string;
  readonly retryAfterSeconds?: number;
}

/** Time limit of a completion call, in ms. */
const COMPLETION_TIMEOUT_MS = 10_000;

/** Maximum length of a callback id, in characters. The platform's ids have about 30. */
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
    const message = 'each item must be an object with a unique callbackId';
    return { ...rejected(null), error: 'invalid_input', message };
  }
  const { portalId, ...read } = readActionPayload(payload, callbackId);
  let job: Dispatch;
  try {
    const install = await installOf(context, portalId);
    job = { context, capability: tool, surface: 'batched-action', request, install, ...read };
  } catch (error) {
    // Without an install there is no token to complete the callback with.
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
    return failItem(job, invocation, callbackId, error);
  }
}

/** Fails the item permanently, for example because of invalid input. */
async function failItem(
  job: Dispatch,
  invocation: Invocation,
  callbackId: string,
  error: unknown,
): Promise<ItemResult> {
  const { error: code, message } = publicError(error);
  if (!(error instanceof RouteError)) {
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

/** Completes the callback if there are output fields. Returns the error, if any. */
async function completeWith(
  { context, install }: Dispatch,
  invocation: Invocation,
  callbackId: string,
  { outputFields }: Readonly<Record<string, unknown>>,
): Promise<Pick<ItemResult, 'error' | 'message'> | undefined> {
  if (outputFields === undefined) {
    return undefined; // left open
  }
  const path = `${context.profile.paths.actionCallbacks}/${encodeURIComponent(callbackId)}/complete`;
  try {
    const sent = await withinLimit(COMPLETION_TIMEOUT_MS, context.host.now(), (deadlineSignal) => {
      const send = makeSend(crmOptions(context, install, invocation, deadlineSignal));
      return send('POST', path, { body: { outputFields, typedOutputs: {} }, expects: 'none' });
    });
    if (sent !== TIMED_OUT) {
      return undefined;
    }
    throw new Error(`the CRM did not answer within ${COMPLETION_TIMEOUT_MS / 1000} seconds`);
  } catch (error) {
    invocation.logger.error('cannot complete the callback', { callbackId, error: describeThrown(error).message });
    const status = error instanceof CrmAnswerError ? ` (status ${error.status})` : '';
    return { error: 'completion_failed', message: `the CRM did not accept the completion of the callback${status}` };
  }
}

function rejected(callbackId: string | null): ItemResult {
  return { callbackId, ok: false, status: 'rejected', completed: false };
}

function publicError(error: unknown): { readonly error: ErrorCode; readonly message: string } {
  return error instanceof RouteError
    ? { error: error.code, message: error.message }
    : { error: 'internal_error', message: 'the item failed; see the worker log' };
}

/** Returns a valid callback id, else undefined. It becomes a path segment, where `.` and `..` have a meaning. */
export function callbackOf(value: unknown): string | undefined {
  const text = textOf(value);
  const isPart = text !== undefined && text !== '' && text !== '.' && text !== '..' && text.length <= MAX_CALLBACK_ID;
  return isPart && !hasLoneSurrogate(text) ? text : undefined;
}

/** Reports whether the text cannot be escaped for a URL: the item would run, but could not be completed. */
function hasLoneSurrogate(text: string): boolean {
  try {
    encodeURIComponent(text);
    return false;
  } catch {
    return true;
  }
}
