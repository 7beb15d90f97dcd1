/** The response to each outcome on each surface, as one table. */

import { backpressureMessage } from '../../crm/gate/backpressure.ts';
import { ERROR_STATUS, type ErrorCode } from '../../platform/errors.ts';
import type { AnsweredSurface } from '../../platform/observation.ts';
import { MAX_OUTPUT_CHARS } from '../fields/output.ts';

/** How an invocation ended. `error` is an uncaught error, a timeout or a billing gate. */
export type Outcome =
  | { readonly status: 'ok'; readonly output?: unknown }
  | { readonly status: 'fail-continue'; readonly message: string; readonly output?: unknown }
  | { readonly status: 'fail-stop' | 'block'; readonly message: string }
  | { readonly status: 'retry-later'; readonly message: string; readonly retryAfterSeconds?: number }
  | { readonly status: 'backpressure'; readonly retryAfterSeconds: number }
  | {
      readonly status: 'error';
      readonly code: ErrorCode;
      readonly message: string;
      /** Error body members besides `ok`, `error`, `capabilityId` and `message`. */
      readonly fields?: object;
    };

/** A response as data. */
export interface Answer {
  readonly httpStatus: number;
  readonly headers: Record<string, string>;
  readonly body: Record<string, unknown>;
}

/** What a response contains besides the outcome. */
export interface AnswerFacts {
  readonly capabilityId: string;
  /** The vendor's name of the output field with the execution state. */
  readonly executionStateKey: string;
  /** The unit of Retry-After for workflows. */
  readonly actionRetryAfterUnit: 'seconds' | 'milliseconds';
  /** Only on the sync surface. */
  readonly run?: unknown;
}

type Member =
  | 'ok'
  | 'error'
  | 'capabilityId'
  | 'status'
  | 'message'
  | 'output'
  | 'result'
  | 'retryAfterSeconds'
  | 'run';

interface Cell {
  /** `retry`: 429 with Retry-After if the outcome has a hint, else 503. */
  readonly http: 200 | 400 | 'retry';
  /** The body is `outputFields` with this execution state. `reason` adds the message as `failureReason`. */
  readonly state?: 'SUCCESS' | 'FAIL_CONTINUE' | 'BLOCK';
  readonly reason?: true;
  /** Members of the body. Undefined ones are omitted. */
  readonly members?: readonly Member[];
}

type Column = Readonly<Record<'ok' | 'fail-continue' | 'block' | 'fail-stop' | 'retry-later', Cell>>;

const ACTION: Column = {
  ok: { http: 200, state: 'SUCCESS' },
  'fail-continue': { http: 200, state: 'FAIL_CONTINUE' },
  block: { http: 200, state: 'BLOCK' },
  'fail-stop': { http: 400, members: ['ok', 'error', 'capabilityId', 'message'] },
  'retry-later': { http: 'retry', members: ['ok', 'error', 'capabilityId', 'message'] },
};

/** Completion of one item's callback. Without `state` the callback stays open. */
const BATCHED: Column = {
  ok: { http: 200, state: 'SUCCESS' },
  'fail-continue': { http: 200, state: 'FAIL_CONTINUE' },
  block: { http: 200, state: 'BLOCK' },
  'fail-stop': { http: 200, state: 'FAIL_CONTINUE', reason: true },
  'retry-later': { http: 200, members: ['status', 'message', 'retryAfterSeconds'] },
};

const INVOKE: Column = {
  ok: { http: 200, members: ['ok', 'capabilityId', 'status', 'output'] },
  'fail-continue': { http: 200, members: ['ok', 'capabilityId', 'status', 'message', 'output'] },
  block: { http: 200, members: ['ok', 'capabilityId', 'status', 'message'] },
  'fail-stop': { http: 400, members: ['ok', 'error', 'capabilityId', 'status', 'message'] },
  'retry-later': { http: 'retry', members: ['ok', 'error', 'capabilityId', 'status', 'message', 'retryAfterSeconds'] },
};

/** Always 200: the platform hides the body of other responses from the card. */
const CARD: Column = {
  ok: { http: 200, members: ['ok', 'capabilityId', 'result'] },
  'fail-continue': { http: 200, members: ['ok', 'capabilityId', 'status', 'message', 'result'] },
  block: { http: 200, members: ['ok', 'capabilityId', 'status', 'message'] },
  'fail-stop': { http: 200, members: ['ok', 'capabilityId', 'status', 'message'] },
  'retry-later': { http: 200, members: ['ok', 'capabilityId', 'status', 'message', 'retryAfterSeconds'] },
};

/** 200 for every deliberate outcome: the platform redelivers after any other status. */
const TRIGGER: Column = {
  ok: { http: 200, members: ['ok'] },
  'fail-continue': { http: 200, members: ['ok', 'status', 'message'] },
  block: { http: 200, members: ['ok', 'status', 'message'] },
  'fail-stop': { http: 200, members: ['ok', 'status', 'message'] },
  'retry-later': { http: 'retry', members: ['ok', 'error', 'capabilityId', 'message', 'retryAfterSeconds'] },
};

const SYNC: Column = {
  ok: { http: 200, members: ['ok', 'run'] },
  'fail-continue': { http: 200, members: ['ok', 'status', 'message', 'run'] },
  block: { http: 200, members: ['ok', 'status', 'message', 'run'] },
  'fail-stop': { http: 400, members: ['ok', 'error', 'capabilityId', 'status', 'message', 'run'] },
  'retry-later': {
    http: 'retry',
    members: ['ok', 'error', 'capabilityId', 'status', 'message', 'retryAfterSeconds', 'run'],
  },
};

const TABLE: Readonly<Record<AnsweredSurface, Column>> = {
  'workflow-action': ACTION,
  agent: ACTION,
  'batched-action': BATCHED,
  invoke: INVOKE,
  card: CARD,
  trigger: TRIGGER,
  sync: SYNC,
};

/** Returns a surface's response to an outcome. An action's `output` is already text; a card's is the returned value. */
export function answer(surface: AnsweredSurface, outcome: Outcome, facts: AnswerFacts): Answer {
  if (outcome.status === 'error') {
    return { httpStatus: ERROR_STATUS[outcome.code], headers: {}, body: errorBody(surface, outcome, facts) };
  }
  const shown = outcome.status === 'backpressure' ? backpressure(surface, outcome.retryAfterSeconds) : outcome;
  const cell = TABLE[surface][shown.status];
  const hint = 'retryAfterSeconds' in shown ? retryHint(shown.retryAfterSeconds) : undefined;
  const httpStatus = cell.http !== 'retry' ? cell.http : hint === undefined ? 503 : 429;
  const headers: Record<string, string> = {};
  if (httpStatus === 429 && hint !== undefined) {
    const inMilliseconds = TABLE[surface] === ACTION && facts.actionRetryAfterUnit === 'milliseconds';
    headers['retry-after'] = String(Math.ceil(inMilliseconds ? hint * 1000 : hint));
  }
  const body =
    cell.state === undefined ? members(cell.members ?? [], shown, hint, facts) : outputFields(cell, shown, facts);
  return { httpStatus, headers, body };
}

/** The platform does not retry a batch item, so its workflow continues with `FAIL_CONTINUE`. */
function errorBody(
  surface: AnsweredSurface,
  { code, message, fields }: Extract<Outcome, { status: 'error' }>,
  { capabilityId, executionStateKey, run }: AnswerFacts,
): Record<string, unknown> {
  return surface === 'batched-action'
    ? { outputFields: { failureReason: message.slice(0, MAX_OUTPUT_CHARS), [executionStateKey]: 'FAIL_CONTINUE' } }
    : { ok: false, error: code, capabilityId, message, ...fields, ...(run !== undefined && { run }) };
}

type Shown = Exclude<Outcome, { status: 'backpressure' | 'error' }>;

/** Inline actions fail and continue after backpressure. All others are retried. */
function backpressure(surface: AnsweredSurface, retryAfterSeconds: number): Shown {
  const message = backpressureMessage(retryAfterSeconds);
  return TABLE[surface] === ACTION
    ? { status: 'fail-continue', message, output: { retryAfterSeconds: String(retryAfterSeconds) } }
    : { status: 'retry-later', message, retryAfterSeconds };
}

/** Returns the hint if it can be sent: not negative, and small enough to be written in digits. */
function retryHint(seconds: unknown): number | undefined {
  return typeof seconds === 'number' && seconds >= 0 && seconds <= Number.MAX_SAFE_INTEGER ? seconds : undefined;
}

function outputFields({ state, reason }: Cell, shown: Shown, facts: AnswerFacts): Record<string, unknown> {
  const output = 'output' in shown ? (shown.output as object | undefined) : undefined;
  const why =
    reason === true && 'message' in shown ? { failureReason: shown.message.slice(0, MAX_OUTPUT_CHARS) } : undefined;
  return { outputFields: { ...output, ...why, [facts.executionStateKey]: state } };
}

function members(
  names: readonly Member[],
  shown: Shown,
  hint: number | undefined,
  facts: AnswerFacts,
): Record<string, unknown> {
  const output = 'output' in shown ? shown.output : undefined;
  const all: Record<Member, unknown> = {
    ok: shown.status === 'ok',
    error: shown.status === 'fail-stop' ? 'fail_stop' : 'retry_later',
    capabilityId: facts.capabilityId,
    status: shown.status,
    message: 'message' in shown ? shown.message : undefined,
    output: output ?? null,
    result: output ?? null,
    retryAfterSeconds: hint,
    run: facts.run,
  };
  const body: Record<string, unknown> = {};
  for (const name of names) {
    if (all[name] !== undefined) {
      body[name] = all[name];
    }
  }
  return body;
}
