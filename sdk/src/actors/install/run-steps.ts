/**
 * A run of a sync, step by step: a worker is granted one step at a time, with a fencing token that keeps every older
 * step from writing, and says how it ended. What asks for a run while one is on its way is joined to it.
 *
 * Keys: those of sync-state.ts. Due: `sync`, with worker and sync.
 */

import { redactText } from '../../platform/redact-text.ts';
import type { Grant, StepEnd, SyncName, SyncPhase, SyncRun, SyncRunCause, SyncRunStatus } from '../../protocol/sync.ts';
import type { ActorState } from '../core/actor-part.ts';
import { inboxSize } from './inbox.ts';
import { dropPage } from './stage.ts';
import { forgetCheckpoints } from './sync-memory.ts';
import {
  type ActiveRun,
  dueDetail,
  logPrefix,
  nameOf,
  noteRun,
  putSync,
  SYNC_DUE,
  SYNC_NEWS,
  type SyncState,
  syncState,
  unsure,
} from './sync-state.ts';

/** How many runs of a sync are remembered; the oldest are dropped. */
export const RUNS_KEPT = 50;

/** Longest message of a run that is kept, in UTF-16 units. */
const MAX_MESSAGE = 2000;

/** By how much steps of many installs are kept apart, in milliseconds. */
const JITTER_MS = 250;

/** The pause after a step that stumbled, in milliseconds; it doubles with each. */
const STUMBLE_PAUSE_MS = 30_000;

/** How often a run may stumble over the same thing. */
const MAX_STUMBLES = 5;

/** When a handler is called again that asked for it and named no time, in milliseconds. */
const LATER_PAUSE_MS = 60_000;

/** The shortest pause before a handler is called again, in milliseconds. */
const MIN_PAUSE_MS = 1_000;

/** When a run that failed on rows which nobody would send again is tried anew, in milliseconds. */
const POSTED_PAUSE_MS = 3_600_000;

/** What of the actor is needed here. `tellsNews`: alert rules ask about syncs. */
type Own = Pick<ActorState, 'store' | 'due' | 'now' | 'process'> & { readonly tellsNews: boolean };

/** Who begins what. */
export interface RunStart extends SyncName {
  readonly cause: SyncRunCause;
  /** Of its first step: a sync without a source has a handler and no rows. */
  readonly phase: SyncPhase;
}

/** Grants the next step of the run, or the first one of a new run. The caller has made sure that nobody holds it. */
export function grantStep(own: Own, start: RunStart, id: string, heldMs: number): Grant {
  const { store, now, due, process } = own;
  const { worker, sync } = start;
  const of = nameOf(start);
  const heldUntil = now() + heldMs;
  const fence = syncState(store, of).fence + 1;
  return store.transaction(() => {
    const found = syncState(store, of);
    const before = found.run?.heldUntil === undefined ? found : unsure(found); // its step was lost
    const { stumbles, ...at } = before.run ?? openRun(own, of, start, id);
    const run: ActiveRun = {
      ...at,
      stumbles: stumbles + (isLost(own, found) ? 1 : 0),
      heldUntil,
      ...(process !== undefined && { process }),
    };
    putSync(store, of, { ...before, since: before.since ?? now(), run, fence });
    const { steps = 0, counts } = store.get<SyncRun>(run.record) ?? {};
    noteRun(store, run.record, {
      status: 'running',
      steps: steps + 1,
      waitsUntil: undefined,
      message: undefined,
    } as object);
    due.set(SYNC_DUE, dueDetail(start), lookAt(own, heldUntil));
    const { cursor, page } = before;
    return {
      worker,
      sync,
      run: run.id,
      fence,
      phase: run.phase,
      isFirst: counts?.pages === 0,
      ...(run.stumbles >= MAX_STUMBLES && { isLastTry: true as const }),
      ...(cursor !== undefined && { cursor }),
      ...(page !== undefined && { page }),
    };
  });
}

/** Whether a step has not said how it ended, and not because the whole process has. */
export function isLost({ process }: Pick<ActorState, 'process'>, { run }: SyncState): boolean {
  return run?.heldUntil !== undefined && run.process === process;
}

/** Whether what the run does gets lost each time. */
export function isHopeless(own: Pick<ActorState, 'process'>, state: SyncState): boolean {
  return isLost(own, state) && (state.run?.stumbles ?? 0) >= MAX_STUMBLES;
}

/** How often it is looked whether the process that a step ran in is gone, in milliseconds. */
const LOOK_MS = 10_000;

/** When to look after a run that is held: at the end of its time, or earlier where a process may be gone before. */
export function lookAt({ now, process }: Pick<ActorState, 'now' | 'process'>, heldUntil: number): number {
  return process === undefined ? heldUntil : Math.min(heldUntil, now() + LOOK_MS);
}

function openRun({ store, now }: Own, of: string, { worker, sync, cause, phase }: RunStart, id: string): ActiveRun {
  const startedAt = now();
  const record = `${logPrefix(of)}${String(startedAt).padStart(15, '0')}-${id}`;
  const counts = { pages: 0, rows: 0, upserted: 0, poison: 0, duplicates: 0 };
  const run: SyncRun = {
    id,
    worker,
    sync,
    status: 'running',
    cause,
    startedAt,
    steps: 0,
    ...(phase === 'rows' && { counts }),
  };
  store.put(record, run);
  const log = store.list<SyncRun>({ prefix: logPrefix(of) });
  log.slice(0, -RUNS_KEPT).forEach(([key]) => store.delete(key));
  return { id, record, phase, stumbles: 0 };
}

/** Ends the step that holds the run; gives the run's record. */
export function endStep(own: Own, name: SyncName, end: StepEnd): SyncRun | undefined {
  const { store, due, now } = own;
  const of = nameOf(name);
  return store.transaction(() => {
    const found = syncState(store, of);
    // Something went wrong: not all that was on its way may have been told.
    const state = end.kind === 'stumbled' || (end.kind === 'ended' && end.status === 'failed') ? unsure(found) : found;
    const { run } = state;
    if (run === undefined) {
      return undefined;
    }
    const { heldUntil: _, ...free } = run;
    const at = (time: number | null) => due.set(SYNC_DUE, dueDetail(name), time);
    const wait = (
      until: number | undefined,
      message: string | undefined,
      more: Partial<ActiveRun> = {},
      goesOn = true,
    ) => {
      putSync(store, of, { ...state, run: { ...free, ...more } });
      noteRun(store, run.record, {
        status: 'waiting',
        ...textOf(message),
        ...(until !== undefined && { waitsUntil: until }),
      });
      at(goesOn && until !== undefined ? until + jitter() : null);
    };
    if (end.kind === 'more') {
      putSync(store, of, { ...state, run: free });
      at(now() + jitter());
    } else if (end.kind === 'waiting') {
      const { cause, counts } = store.get<SyncRun>(run.record) ?? {};
      // A tick is not to be lost, and nobody reminds of rows that were posted.
      const isOwed = state.again === true || counts !== undefined;
      const until = end.until ?? (isOwed ? now() + LATER_PAUSE_MS : undefined);
      const isAnothers = end.comesAgain === false && cause === 'manual' && !isOwed;
      wait(until === undefined ? undefined : Math.max(until, now() + MIN_PAUSE_MS), end.message, {}, !isAnothers);
    } else if (end.kind === 'stumbled' && run.stumbles < MAX_STUMBLES) {
      wait(now() + STUMBLE_PAUSE_MS * 2 ** run.stumbles, end.message, { stumbles: run.stumbles + 1 });
    } else {
      const status = end.kind === 'ended' ? end.status : 'failed';
      endRun(own, name, of, state, run, status, end.message);
    }
    return store.get<SyncRun>(run.record);
  });
}

function endRun(
  { store, due, now, tellsNews }: Own,
  name: SyncName,
  of: string,
  state: SyncState,
  run: ActiveRun,
  status: SyncRunStatus & ('succeeded' | 'failed' | 'cancelled'),
  message: string | undefined,
): void {
  const { run: _, again, arriving, ...kept } = state;
  const isDone = status === 'succeeded';
  const rest = isDone ? { ...kept, since: now() } : kept;
  const withoutPage = dropPage(store, of, rest, arriving);
  putSync(store, of, withoutPage);
  const { counts } = store.get<SyncRun>(run.record) ?? {};
  const shown = isDone && counts !== undefined && counts.poison > 0 ? 'succeeded_with_poison' : status;
  noteRun(store, run.record, { status: shown, endedAt: now(), ...textOf(message) });
  if (isDone) {
    forgetCheckpoints(store, of);
  }
  const isLeft = withoutPage.page !== undefined || inboxSize(store, of).rows > 0;
  const next = again === true || (isLeft && isDone) ? now() + jitter() : isLeft ? now() + POSTED_PAUSE_MS : null;
  due.set(SYNC_DUE, dueDetail(name), next);
  if (tellsNews) {
    due.set(SYNC_NEWS, dueDetail(name), now());
  }
}

/** Messages may quote what the CRM or a source said. */
const textOf = (message: string | undefined): { message?: string } =>
  message === undefined ? {} : { message: redactText(message).slice(0, MAX_MESSAGE) };

const jitter = () => Math.floor(Math.random() * JITTER_MS);
