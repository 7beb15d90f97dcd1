/**
 * Runs the install's syncs by the actor's alarm when something asks for them, one bounded step at a time: user code runs
 * in the worker, which writes what it has done as it goes. Also begins and ends the steps that somebody runs by hand.
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
import type { ActorPart, ActorState, AppParts } from '../core/actor-part.ts';
import { inboxSize } from './inbox.ts';
import { poisonSize } from './poison.ts';
import { endStep, grantStep, isHopeless, lookAt } from './run-steps.ts';
import {
  dueDetail,
  type Holder,
  heldBy,
  logPrefix,
  nameOf,
  type OneCall,
  once,
  putSync,
  SYNC,
  SYNC_DUE,
  SYNC_NEWS,
  type SyncState,
  syncState,
} from './sync-state.ts';

export function syncs(actorState: ActorState, env: Bindings, { manifest }: AppParts): ActorPart {
  const { name, process, store, due, now, actor, worker, log } = actorState;
  const plan = edgePlan(env);
  const own = { store, due, now, ...(process !== undefined && { process }), tellsNews: asksForSyncs(manifest) };

  function manifestOf(of: SyncName): SyncManifest | undefined {
    const capabilities = manifest.workers.find((one) => one.name === of.worker)?.capabilities ?? [];
    return capabilities.find((one): one is SyncManifest => one.kind === 'sync' && one.id === of.sync);
  }

  /** Why a run begins by itself: rows wait, or its schedule is due. */
  function causeOf({ id: sync, source }: SyncManifest, of: string): SyncRunCause {
    if (inboxSize(store, nameOf({ worker: of, sync })).rows === 0) {
      return 'schedule';
    }
    const sources = manifest.workers.find((one) => one.name === of)?.sources ?? [];
    return sources.some(({ name: known, mode }) => known === source && mode === 'push') ? 'event' : 'retry';
  }

  /** Until when a worker holds the run; undefined when none does. A worker of a process that has ended holds nothing. */
  function heldUntil({ run }: SyncState): number | undefined {
    const isAlive = process === undefined || run?.process === process;
    return isAlive && run?.heldUntil !== undefined && run.heldUntil > now() ? run.heldUntil : undefined;
  }

  /** Asks the worker for one step. What it has not said about its end is said here. */
  async function step(grant: Grant): Promise<void> {
    let end: StepEnd;
    try {
      const install = /^\d+$/.test(name) ? { portalId: Number(name) } : { id: name };
      const args = { sync: grant.sync, install, grant } as unknown as SyncStepArguments;
      const { refused } = (await worker(grant.worker, 'syncStep', args)) as SyncStepResult;
      end = refused === undefined ? { kind: 'stumbled', message: 'the end of a step could not be noted' } : refused;
    } catch (error) {
      if (!isActorError(error)) {
        log('warn', `a step of the sync ${JSON.stringify(grant.sync)} was lost: ${String(error)}`, {
          worker: grant.worker,
          sync: grant.sync,
        });
        return; // it may be running still: it is waited for until it must have ended
      }
      end = {
        kind: error.code === 'unknown_capability' ? 'ended' : 'stumbled',
        status: 'cancelled',
        message: error.message,
      } as StepEnd;
    }
    const { run, fence } = syncState(store, nameOf(grant));
    if (run?.heldUntil !== undefined && fence === grant.fence) {
      endStep(own, grant, end);
    }
  }

  return {
    methods: {
      /**
       * Has the sync run soon. One that is on its way is joined; a schedule or an order has another run follow it. A tick
       * of its schedule counts once: whoever calls for it may die over it, and call again.
       */
      syncDue(args) {
        const {
          cause = 'schedule',
          tick,
          ...of
        } = args as SyncName & { readonly cause?: SyncRunCause; readonly tick?: number };
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
            putSync(store, nameOf(of), { ...state, again: true }); // its rows are in: it asks the source for none any more
          }
        } else if (cause !== 'event') {
          putSync(store, nameOf(of), { ...state, again: true }); // what was posted is seen before the run ends
        }
      },
      /** Grants a step to somebody who runs the sync by hand. Refuses while it runs. */
      syncBegin(args) {
        const { id, heldMs, phase, ...of } = args as SyncName & { id: string; heldMs: number; phase: SyncPhase };
        const state = syncState(store, nameOf(of));
        if (heldUntil(state) !== undefined && state.run?.id !== id) {
          throw new ActorError('sync_already_running', `the sync ${JSON.stringify(of.sync)} is running`);
        }
        return grantStep(own, { ...of, cause: 'manual', phase }, id, heldMs);
      },
      /** Holds the run for longer: what follows takes its time. */
      syncHold(args) {
        const { heldMs, ...holder } = args as Holder & { readonly heldMs: number };
        const { of, state, run } = heldBy(store, holder);
        const until = now() + heldMs;
        putSync(store, of, { ...state, run: { ...run, heldUntil: until } });
        due.set(SYNC_DUE, dueDetail(holder), lookAt(own, until));
      },
      /** The step has ended; gives the run. */
      syncEnd(args) {
        const { end, ...holder } = args as OneCall & { readonly end: StepEnd };
        return once(store, holder, () => endStep(own, holder, end));
      },
      /** The runs of a sync, newest first. */
      runList(args) {
        const { limit = 50, ...of } = args as SyncName & { readonly limit?: number };
        return store
          .list<SyncRun>({ prefix: logPrefix(nameOf(of)) })
          .map(([, run]) => run)
          .reverse()
          .slice(0, limit);
      },
      /** What is known of every sync of the install. */
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
        const sync = manifestOf(named);
        const state = syncState(store, nameOf(named));
        if (sync === undefined) {
          log('warn', `a sync that was due is gone: ${id}`, named);
          endStep(own, named, { kind: 'ended', status: 'cancelled', message: 'the sync is gone' });
          due.set(SYNC_DUE, detail, null);
          return;
        }
        const held = heldUntil(state);
        if (held !== undefined) {
          due.set(SYNC_DUE, detail, lookAt(own, held)); // what runs may be a step that was lost
          return;
        }
        if (isHopeless(own, state)) {
          const message =
            'its steps end without a word, each time: the worker takes too much memory or time, or its process is ended';
          endStep(own, named, { kind: 'ended', status: 'failed', message });
          return;
        }
        const phase = sync.source === undefined ? 'handler' : 'rows';
        await step(
          grantStep(own, { ...named, cause: causeOf(sync, of), phase }, crypto.randomUUID(), heldMsOf(phase, plan)),
        );
      },
    },
  };
}
