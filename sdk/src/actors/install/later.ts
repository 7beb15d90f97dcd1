/**
 * Scheduled calls of handlers: `ctx.later`. A call runs at least once. Its row counts an attempt before it begins, so
 * that a call that ends its process is not repeated for ever.
 *
 * Keys: `later/call/<id>`, `later/size` the number of waiting calls, `later/calls` the last requests. Due: `later`,
 * with the id: when a waiting call runs, or when an ended one is forgotten.
 */

import type { LaterCall, LaterListOptions, LaterReceipt } from '../../context/later.ts';
import { ActorError, isActorError } from '../../protocol/actor.ts';
import type { LaterPut, LaterStepArguments, LaterStepResult, LaterTarget } from '../../protocol/later.ts';
import type { ActorPart, ActorState } from '../core/actor-part.ts';
import { runOnce } from '../core/once.ts';
import { hasLoneSurrogate } from '../core/store.ts';
import { durationMs, LONGEST_MS } from './duration.ts';

/** Most waiting calls of one install. */
export const MAX_WAITING_CALLS = 10_000;

/** How long an ended call is listed and its id is taken, in ms: 7 days. */
export const ENDED_KEPT_MS = 7 * 86_400_000;

/** How long after its time a call waits for the CRM's budget or because it asks to, in ms: 3 days. */
export const WAITS_MS = 3 * 86_400_000;

/** Delays before the second to the fifth attempt of a call that fails, in ms. */
export const PAUSES_MS: readonly number[] = [10_000, 40_000, 160_000, 640_000];

/** Least delay after an attempt that asks for a later one without a time, in ms. */
const LEAST_WAIT_MS = 30_000;

/** Delay after an attempt at a worker that does not have the capability, in seconds: 10 minutes. */
const UNKNOWN_WAIT_SECONDS = 600;

/** Most calls of one list. */
const MAX_LISTED = 500;

const CALL = 'later/call/';
const SIZE = 'later/size';
const REQUESTS = 'later/calls';
const LATER = 'later';

/** The stored form of a call. */
interface Row extends LaterTarget, Omit<LaterCall, 'id' | 'message'> {
  /** Random. Tells a call from a later one with its id. */
  readonly token: string;
  /** Attempts that count: those that did not end with `wait`. */
  readonly failures: number;
  readonly message?: string;
}

export function later(state: ActorState): ActorPart {
  const { store, due, now, log } = state;
  const find = (id: string) => store.get<Row>(CALL + id);
  const resize = (by: number) => store.put(SIZE, (store.get<number>(SIZE) ?? 0) + by);

  function put(args: LaterPut): LaterReceipt {
    const { token = crypto.randomUUID(), worker, kind, capability, input, portalId } = args;
    const { id = token } = args;
    checkId(id);
    const at = timeOf(args, now());
    const before = find(id);
    if (before !== undefined) {
      return { id, at: before.at, scheduled: before.token === token };
    }
    if ((store.get<number>(SIZE) ?? 0) >= MAX_WAITING_CALLS) {
      const message = `cannot schedule a call: ${MAX_WAITING_CALLS} calls of the install wait, which is the limit`;
      throw new ActorError('later_full', message);
    }
    const target = { worker, kind, capability, input, portalId };
    const counts = { status: 'waiting', attempts: 0, failures: 0 } as const;
    store.transaction(() => {
      store.put(CALL + id, { ...target, at, ...counts, token } satisfies Row, `the input of ${JSON.stringify(id)}`);
      resize(1);
      due.set(LATER, id, at);
    });
    return { id, at, scheduled: true };
  }

  function cancel(id: string): boolean {
    checkId(id);
    if (find(id)?.status !== 'waiting') {
      return false;
    }
    store.transaction(() => {
      store.delete(CALL + id);
      resize(-1);
      due.set(LATER, id, null);
    });
    return true;
  }

  async function run(id: string): Promise<void> {
    const row = find(id);
    if (row?.status !== 'waiting') {
      store.delete(CALL + id); // it ended long enough ago
      return;
    }
    if (row.failures > PAUSES_MS.length) {
      conclude(id, row, gaveUp(row));
      return;
    }
    const begun: Row = { ...row, attempts: row.attempts + 1, failures: row.failures + 1 };
    store.put(CALL + id, begun);
    const result = await attempt(begun);
    if (find(id)?.token === row.token) {
      conclude(id, begun, result); // otherwise it was cancelled meanwhile
    }
  }

  async function attempt({ worker, kind, capability, input, portalId, token }: Row): Promise<LaterStepResult> {
    const install = { id: state.name, portalId };
    try {
      const args: LaterStepArguments = { kind, capability, input, install, token };
      return (await state.worker(worker, LATER, args)) as LaterStepResult;
    } catch (error) {
      if (!isActorError(error)) {
        return { status: 'repeat', message: `cannot reach the worker ${worker}` };
      }
      const { code, message } = error;
      // Another version of the worker may have it, in a deploy or rollback.
      return code === 'unknown_capability'
        ? { status: 'wait', message, waitSeconds: UNKNOWN_WAIT_SECONDS }
        : { status: 'repeat', message };
    }
  }

  function conclude(id: string, row: Row, { status, message, waitSeconds = 0 }: LaterStepResult): void {
    const isOver = now() - row.at > WAITS_MS;
    const pause = PAUSES_MS[row.failures - 1];
    const why = message === undefined ? {} : { message };
    if (status === 'wait' && !isOver) {
      store.put(CALL + id, { ...row, failures: row.failures - 1, ...why } satisfies Row);
      due.set(LATER, id, now() + Math.max(LEAST_WAIT_MS, waitSeconds * 1_000));
    } else if (status === 'repeat' && pause !== undefined) {
      store.put(CALL + id, { ...row, ...why } satisfies Row);
      due.set(LATER, id, now() + pause);
    } else {
      end(id, row, status === 'done' ? 'done' : 'failed', why);
    }
  }

  function end(id: string, row: Row, status: 'done' | 'failed', why: { readonly message?: string }): void {
    const { worker, capability } = row;
    if (status === 'failed') {
      log('error', `a scheduled call failed: ${why.message ?? 'no reason'}`, { id, worker, capability });
    }
    store.transaction(() => {
      store.put(CALL + id, { ...row, input: null, status, ...why } satisfies Row);
      resize(-1);
      due.set(LATER, id, now() + ENDED_KEPT_MS);
    });
  }

  function list({ limit = MAX_LISTED, after }: LaterListOptions): LaterCall[] {
    if (!(Number.isInteger(limit) && limit >= 1 && limit <= MAX_LISTED)) {
      throw new ActorError('invalid_limit', `invalid limit of a list: expected a whole number from 1 to ${MAX_LISTED}`);
    }
    if (after !== undefined && typeof after !== 'string') {
      throw new ActorError('invalid_later', 'invalid after of a list: expected the id of a scheduled call');
    }
    const start = after === undefined ? {} : { start: `${CALL}${after}\u0000` };
    return store.list<Row>({ prefix: CALL, limit, ...start }).map(([key, row]) => {
      const { worker, kind, capability, at, status, attempts, message } = row;
      const why = message === undefined ? {} : { message };
      return { id: key.slice(CALL.length), worker, kind, capability, at, status, attempts, ...why };
    });
  }

  return {
    methods: {
      laterPut: (args) => runOnce(store, REQUESTS, (args as LaterPut).token, () => put(args as LaterPut)),
      /** Takes `{id, call?}`. Returns whether the call was waiting. */
      laterCancel(args) {
        const { id, call } = args as { readonly id: string; readonly call?: string };
        return runOnce(store, REQUESTS, call, () => cancel(id));
      },
      laterList: (args) => list(args as LaterListOptions),
    },
    due: { [LATER]: run },
  };
}

function gaveUp({ message }: Row): LaterStepResult {
  return { status: 'failed', message: message ?? `its process ended in each of ${PAUSES_MS.length + 1} attempts` };
}

function checkId(id: unknown): void {
  if (typeof id !== 'string' || id === '' || id.length > 200) {
    throw new ActorError('invalid_later', 'invalid id of a scheduled call: expected a string of 1 to 200 characters');
  }
  if (hasLoneSurrogate(id)) {
    throw new ActorError('invalid_later', 'invalid id of a scheduled call: it contains a lone surrogate');
  }
}

function timeOf({ after, at }: LaterPut, now: number): number {
  if ((after === undefined) === (at === undefined)) {
    throw new ActorError('invalid_later', 'invalid time of a scheduled call: expected either after or at');
  }
  if (after !== undefined) {
    return now + durationMs('after', after, 0);
  }
  if (typeof at !== 'number' || !(at - now <= LONGEST_MS)) {
    const message = 'invalid at of a scheduled call: expected a Date or milliseconds since the epoch, within 3650 days';
    throw new ActorError('invalid_later', message);
  }
  return Math.max(at, now);
}
