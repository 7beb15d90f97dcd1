/**
 * Runs the install's syncs on the actor's alarm, one bounded step at a time. User code runs in the worker, which
 * reports its progress. Also grants and ends the steps of manual runs.
 *
 * Keys and due entries: see run-steps.ts and sync-state.ts.
 */

import type { SyncManifest } from '../../manifest/manifest.ts';
import { edgePlan } from '../../platform/edge-plan.ts';
import { projectName } from '../../platform/env.ts';
import type { Bindings } from '../../platform/host.ts';
import { ActorError, isActorError } from '../../protocol/actor.ts';
import { heldMsOf } from '../../protocol/held.ts';
import type {
  Grant,
  StepEnd,
  SyncName,
  SyncPhase,
  SyncRun,
  SyncRunCause,
  SyncStepArguments,
  SyncStepResult,
} from '../../protocol/sync.ts';
import { asksForSyncs, type SyncNews } from '../../protocol/sync-news.ts';
import { syncsOf } from '../../protocol/syncs-of.ts';
import type { ActorPart, ActorState, AppParts } from '../core/actor-part.ts';
import { inboxSize } from './inbox.ts';
import { poisonSize } from './poison.ts';
import { keepStranded } from './stranded.ts';
import { checkAt, endStep, grantStep, isLostRepeatedly, POSTED_RETRY_MS } from './run-steps.ts';
import {
  dueDetail,
  type Holder,
  heldBy,
  logPrefix,
  nameOf,
  type OneCall,
  once,
  onceNamed,
  putSync,
  SYNC,
  SYNC_DUE,
  SYNC_NEWS,
  type SyncState,
  syncState,
} from './sync-state.ts';

/** A request for a run. */
interface DueArguments extends SyncName {
  readonly cause?: SyncRunCause;
  /** The time of the tick of its schedule. */
  readonly tick?: number;
}

export function syncs(actorState: ActorState, env: Bindings, { manifest }: AppParts): ActorPart {
  const { name, process, store, due, now, actor, worker, log } = actorState;
  const plan = edgePlan(env);
  const declared = ({ worker: of, sync }: SyncName) => syncsOf(manifest, of).find(({ id }) => id === sync);
  const takesRows = (named: SyncName) => declared(named)?.source !== undefined;
  const own = { store, due, now, process, reportsMetrics: asksForSyncs(manifest), takesRows };

  /** Returns the cause of an automatic run: rows wait, or a schedule is due. */
  function causeOf({ id: sync, source }: SyncManifest, of: string): SyncRunCause {
    if (inboxSize(store, nameOf({ worker: of, sync })).rows === 0) {
      return 'schedule';
    }
    const sources = manifest.workers.find((one) => one.name === of)?.sources ?? [];
    return sources.some(({ name: known, mode }) => known === source && mode === 'push') ? 'event' : 'retry';
  }

  /** Returns the end of the worker's lease, or undefined if none is valid. A lease ends with its process. */
  function heldUntil({ run }: SyncState): number | undefined {
    const isAlive = process === undefined || run?.process === process;
    return isAlive && run?.heldUntil !== undefined && run.heldUntil > now() ? run.heldUntil : undefined;
  }

  /** Runs one step in the worker. Ends the step if the worker has not. */
  async function step(grant: Grant): Promise<void> {
    let end: StepEnd;
    try {
      const install = /^\d+$/.test(name) ? { portalId: Number(name) } : { id: name };
      const args = { sync: grant.sync, install, grant } as unknown as SyncStepArguments;
      const { refused } = (await worker(grant.worker, 'syncStep', args)) as SyncStepResult;
      end =
        refused === undefined ? { kind: 'stumbled', message: 'the worker did not report the end of a step' } : refused;
    } catch (error) {
      if (!isActorError(error)) {
        log('warn', `a step of the sync ${JSON.stringify(grant.sync)} was lost: ${String(error)}`, {
          worker: grant.worker,
          sync: grant.sync,
        });
        return; // it may still be running, so its lease has to expire first
      }
      end = {
        kind: error.code === 'unknown_capability' ? 'ended' : 'stumbled',
        status: 'cancelled',
        message: error.message,
      } as StepEnd;
    }
    const { run, fence } = syncState(store, nameOf(grant));
    // An erased install begins its fences again, so that a later run may have the same one.
    if (run?.heldUntil !== undefined && run.id === grant.run && fence === grant.fence) {
      endStep(own, grant, end);
    }
  }

  /**
   * Schedules a run. A request joins the active run; for a schedule or an operator, another run follows it. A tick
   * counts once, since its caller may repeat the call after a crash.
   */
  function syncDue({ cause = 'schedule', tick, ...of }: DueArguments): void {
    const detail = dueDetail(of);
    const before = syncState(store, nameOf(of));
    if (tick !== undefined && tick <= (before.tick ?? -Infinity)) {
      return;
    }
    const state: SyncState = tick === undefined ? before : { ...before, tick };
    if (state !== before) {
      putSync(store, nameOf(of), state);
    }
    if (heldUntil(state) === undefined) {
      const waits = state.run !== undefined && due.get(SYNC_DUE, detail) !== undefined;
      if (!waits) {
        due.set(SYNC_DUE, detail, now());
      }
      if (
        cause !== 'event' &&
        state.run?.phase === 'handler' &&
        store.get<SyncRun>(state.run.record)?.counts !== undefined
      ) {
        putSync(store, nameOf(of), { ...state, again: true }); // the run has passed its phase `rows`
      }
    } else if (cause !== 'event') {
      putSync(store, nameOf(of), { ...state, again: true }); // for an event, the run reads the inbox before it ends
    }
  }

  return {
    methods: {
      syncDue: (args) => syncDue(args as DueArguments),
      /** Takes `{worker, syncs, tick}`: a tick of several syncs of a worker. */
      syncsDue(args) {
        const { syncs, ...tick } = args as Omit<DueArguments, 'sync'> & { readonly syncs: readonly string[] };
        syncs.forEach((sync) => syncDue({ ...tick, sync }));
      },
      /**
       * Grants a step of a manual run. A repeated call, by its `id`, gets the same grant. Throws `sync_already_running`
       * while another worker holds the run.
       */
      syncBegin(args) {
        const { id, heldMs, phase, ...of } = args as SyncName & { id: string; heldMs: number; phase: SyncPhase };
        const key = nameOf(of);
        return onceNamed(store, key, id, () => {
          if (heldUntil(syncState(store, key)) !== undefined) {
            throw new ActorError('sync_already_running', `the sync ${JSON.stringify(of.sync)} is already running`);
          }
          return grantStep(own, { ...of, cause: 'manual', phase }, id, heldMs);
        });
      },
      /** Extends the lease of the run. */
      syncHold(args) {
        const { heldMs, ...holder } = args as Holder & { readonly heldMs: number };
        const { of, state, run } = heldBy(store, holder);
        const until = now() + heldMs;
        putSync(store, of, { ...state, run: { ...run, heldUntil: until } });
        due.set(SYNC_DUE, dueDetail(holder), checkAt(own, until));
      },
      /** Ends the step. Returns the run. */
      syncEnd(args) {
        const { end, ...holder } = args as OneCall & { readonly end: StepEnd };
        return once(store, holder, () => endStep(own, holder, end));
      },
      /** Returns the runs of a sync, newest first. */
      runList(args) {
        const { limit = 50, ...of } = args as SyncName & { readonly limit?: number };
        return store
          .list<SyncRun>({ prefix: logPrefix(nameOf(of)) })
          .map(([, run]) => run)
          .reverse()
          .slice(0, limit);
      },
      /** Returns the state of every sync of the install. */
      syncList() {
        return store.list<SyncState>({ prefix: SYNC }).map(([key, { cursor, run }]) => {
          const of = key.slice(SYNC.length);
          const [worker = '', sync = ''] = of.split('/').map(decodeURIComponent);
          return {
            worker,
            sync,
            cursor: cursor ?? null,
            run: (run && store.get<SyncRun>(run.record)) ?? null,
            waiting: inboxSize(store, of).rows,
            poison: poisonSize(store, of),
          };
        });
      },
    },
    due: {
      async [SYNC_NEWS](detail) {
        const [of = '', sync = ''] = JSON.parse(detail) as string[];
        const key = nameOf({ worker: of, sync });
        const news: SyncNews = {
          install: name,
          worker: of,
          sync,
          poison: poisonSize(store, key),
          since: syncState(store, key).since ?? now(),
        };
        await actor('ProjectActor', projectName(env), 'syncNews', news);
      },
      async [SYNC_DUE](detail) {
        const [of = '', id = ''] = JSON.parse(detail) as string[];
        const named = { worker: of, sync: id };
        const sync = declared(named);
        const state = syncState(store, nameOf(named));
        if (sync === undefined) {
          if (state.strandedSince === undefined) {
            log('warn', `a due sync is no longer declared: ${id}`, named);
          }
          endStep(own, named, { kind: 'ended', status: 'cancelled', message: 'the sync is no longer declared' });
          due.set(SYNC_DUE, detail, keepStranded(actorState, named) ? now() + POSTED_RETRY_MS : null);
          return;
        }
        const held = heldUntil(state);
        if (held !== undefined) {
          due.set(SYNC_DUE, detail, checkAt(own, held)); // the step may have been lost
          return;
        }
        if (isLostRepeatedly(own, state)) {
          const message =
            'every step ended without a report: the worker exceeds its memory or time limit, or its process was ended';
          endStep(own, named, { kind: 'ended', status: 'failed', message });
          return;
        }
        const phase = sync.source === undefined ? 'handler' : 'rows';
        if (phase === 'handler' && state.run === undefined) {
          keepStranded(actorState, named);
        }
        await step(
          grantStep(own, { ...named, cause: causeOf(sync, of), phase }, crypto.randomUUID(), heldMsOf(phase, plan)),
        );
      },
    },
  };
}
