/**
 * Grants and ends the steps of a sync's run. A worker gets one step at a time, with a fencing token that stops older
 * steps from writing, and reports how the step ended. A request for a run joins the active run.
 *
 * Keys: see sync-state.ts. Due: `sync`, with worker and sync.
 */

import { outgoingText } from '../../platform/outgoing.ts';
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
  withReconcile,
} from './sync-state.ts';

/** Most run records of a sync. The oldest are dropped. */
const RUNS_KEPT = 50;

/** Longest stored message of a run, in UTF-16 units. */
const MAX_MESSAGE = 2000;

/** Most jitter between steps of many installs, in ms. */
const JITTER_MS = 250;

/** Delay after a transient failure of a step, in ms. It doubles with each failure. */
const RETRY_DELAY_MS = 30_000;

/** Most transient failures of a run without progress. */
const MAX_TRANSIENT_FAILURES = 5;

/** Delay before a handler that returned `retryLater` without a time, in ms. */
const DEFAULT_LATER_MS = 60_000;

/** Shortest delay before a handler is called again, in ms. */
const MIN_LATER_MS = 1_000;

/** Delay before posted rows of a run that did not succeed are retried, in ms: an hour. Their sender does not repeat. */
export const POSTED_RETRY_MS = 3_600_000;

/** What runs use of the actor. */
interface Own extends Pick<ActorState, 'store' | 'due' | 'now' | 'process'> {
  /** Whether alert rules use metrics of syncs. */
  readonly reportsMetrics: boolean;
  /** Reports whether the sync is declared with a source, so that its runs take posted rows. */
  takesRows(name: SyncName): boolean;
}

/** The start of a run. */
export interface RunStart extends SyncName {
  readonly cause: SyncRunCause;
  /** The phase of the first step. A sync without a source starts with its handler. */
  readonly phase: SyncPhase;
}

/** Grants the next step of the run, or the first step of a new run. The caller has checked that no worker holds it. */
export function grantStep(own: Own, start: RunStart, id: string, heldMs: number): Grant {
  const { store, now, due, process } = own;
  const { worker, sync } = start;
  const of = nameOf(start);
  const heldUntil = now() + heldMs;
  const fence = syncState(store, of).fence + 1;
  return store.transaction(() => {
    const found = syncState(store, of);
    const before = found.run?.heldUntil === undefined ? found : withReconcile(found); // its step was lost
    const { stumbles: failures, ...active } = before.run ?? openRun(own, of, start, id);
    const run: ActiveRun = { ...active, stumbles: failures + (isLost(own, found) ? 1 : 0), heldUntil, process };
    const strandedSince = run.phase === 'rows' ? undefined : before.strandedSince;
    putSync(store, of, { ...before, since: before.since ?? now(), strandedSince, run, fence });
    const { steps = 0, counts } = store.get<SyncRun>(run.record) ?? {};
    noteRun(store, run.record, { status: 'running', steps: steps + 1, waitsUntil: undefined, message: undefined });
    due.set(SYNC_DUE, dueDetail(start), checkAt(own, heldUntil));
    const { cursor, page } = before;
    return {
      worker,
      sync,
      run: run.id,
      fence,
      phase: run.phase,
      isFirst: counts?.pages === 0,
      isLastTry: run.stumbles >= MAX_TRANSIENT_FAILURES ? true : undefined,
      cursor,
      page,
    };
  });
}

/** Reports whether a step ended without a report while its process lives on. */
function isLost({ process }: Pick<ActorState, 'process'>, { run }: SyncState): boolean {
  return run?.heldUntil !== undefined && run.process === process;
}

/** Reports whether the run's steps are lost each time, so that the run must fail. */
export function isLostRepeatedly(own: Pick<ActorState, 'process'>, state: SyncState): boolean {
  return isLost(own, state) && (state.run?.stumbles ?? 0) >= MAX_TRANSIENT_FAILURES;
}

/** Interval at which the actor checks whether a step's process has ended, in ms. */
const PROCESS_CHECK_MS = 10_000;

/** Returns when to check a held run: at the end of its lease, or earlier if its process may end before. */
export function checkAt({ now, process }: Pick<ActorState, 'now' | 'process'>, heldUntil: number): number {
  return process === undefined ? heldUntil : Math.min(heldUntil, now() + PROCESS_CHECK_MS);
}

function openRun({ store, now }: Own, of: string, { worker, sync, cause, phase }: RunStart, id: string): ActiveRun {
  const startedAt = now();
  const record = `${logPrefix(of)}${String(startedAt).padStart(15, '0')}-${id}`;
  const counts = phase === 'rows' ? { pages: 0, rows: 0, upserted: 0, poison: 0, duplicates: 0 } : undefined;
  const run: SyncRun = { id, worker, sync, status: 'running', cause, startedAt, steps: 0, counts };
  store.put(record, run);
  const log = store.list<SyncRun>({ prefix: logPrefix(of) });
  log.slice(0, -RUNS_KEPT).forEach(([key]) => store.delete(key));
  return { id, record, phase, stumbles: 0 };
}

/** Ends the step that holds the run. Returns the run's record. */
export function endStep(own: Own, name: SyncName, end: StepEnd): SyncRun | undefined {
  const { store, due, now } = own;
  const of = nameOf(name);
  return store.transaction(() => {
    const found = syncState(store, of);
    const hasFailed = end.kind === 'stumbled' || (end.kind === 'ended' && end.status === 'failed');
    const state = hasFailed ? withReconcile(found) : found; // some writes may be unreported
    const { run } = state;
    if (run === undefined) {
      return undefined;
    }
    const { heldUntil: _, ...free } = run;
    const at = (time: number | null) => due.set(SYNC_DUE, dueDetail(name), time);
    const wait = (until: number | undefined, message: string | undefined, changes: Partial<ActiveRun> = {}) => {
      putSync(store, of, { ...state, run: { ...free, ...changes } });
      noteRun(store, run.record, { status: 'waiting', ...textOf(message), waitsUntil: until });
      at(until === undefined ? null : until + jitter());
    };
    if (end.kind === 'more') {
      putSync(store, of, { ...state, run: free });
      at(now() + jitter());
    } else if (end.kind === 'waiting') {
      const { cause, counts } = store.get<SyncRun>(run.record) ?? {};
      // The run must resume for a tick that it joined, and for its rows: no caller repeats them.
      const mustResume = state.again === true || counts !== undefined;
      const until = end.until ?? (mustResume ? now() + DEFAULT_LATER_MS : undefined);
      const callerResumes = end.comesAgain === false && cause === 'manual' && !mustResume;
      wait(until === undefined || callerResumes ? undefined : Math.max(until, now() + MIN_LATER_MS), end.message);
    } else if (end.kind === 'stumbled' && run.stumbles < MAX_TRANSIENT_FAILURES) {
      wait(now() + RETRY_DELAY_MS * 2 ** run.stumbles, end.message, { stumbles: run.stumbles + 1 });
    } else {
      const status = end.kind === 'ended' ? end.status : 'failed';
      endRun(own, name, { ...state, run }, status, end.message);
    }
    return store.get<SyncRun>(run.record);
  });
}

function endRun(
  { store, due, now, reportsMetrics, takesRows }: Own,
  name: SyncName,
  { run, again, arriving, ...kept }: SyncState & { readonly run: ActiveRun },
  status: SyncRunStatus & ('succeeded' | 'failed' | 'cancelled'),
  message: string | undefined,
): void {
  const of = nameOf(name);
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
  const isLeft = takesRows(name) && (withoutPage.page !== undefined || inboxSize(store, of).rows > 0);
  const next = again === true || (isLeft && isDone) ? now() + jitter() : isLeft ? now() + POSTED_RETRY_MS : null;
  due.set(SYNC_DUE, dueDetail(name), next);
  if (reportsMetrics) {
    due.set(SYNC_NEWS, dueDetail(name), now());
  }
}

/** Redacts the message, which may quote the CRM or a source. */
const textOf = (message: string | undefined): { message?: string } =>
  message === undefined ? {} : { message: outgoingText(message).slice(0, MAX_MESSAGE) };

const jitter = () => Math.floor(Math.random() * JITTER_MS);
