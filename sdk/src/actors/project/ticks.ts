/**
 * Ticks of schedules: each tick runs a sync in every active install. A repeated tick is ignored, and missed ticks are
 * caught up by one run. One alarm calls one page of installs, to stay below the limit of calls per event. One call is
 * about all syncs of a worker with the cron.
 *
 * Keys: `tick/<worker>/<cron>` the time of the newest tick, `round/<worker>/<cron>` a cron whose installs are being
 * called, `untold/<worker, sync and install>` the newest tick of an install whose call failed. Due: `tick`, the next
 * page; `tickInstall`, an install whose call failed.
 */

import { edgePlan } from '../../platform/edge-plan.ts';
import type { Bindings } from '../../platform/host.ts';
import { syncsOf } from '../../protocol/syncs-of.ts';
import type { ActorPart, ActorState, AppParts } from '../core/actor-part.ts';
import { installPage, isActive } from './installs.ts';

const TICK = 'tick/';
const ROUND = 'round/';
const FAILED_CALL = 'untold/';

/** The purposes in the due table. */
const PAGE = 'tick';
const INSTALL = 'tickInstall';

/** One tick of the syncs with a cron, passed on to the installs page by page. */
interface Round {
  readonly worker: string;
  readonly syncs: readonly string[];
  /** The last install that was called, '' at the start. Absent until the first page. */
  readonly after?: string;
  /** The time of the tick. An install runs once for it, even if it is called repeatedly. */
  readonly at: number;
  /** The time of a tick that arrived meanwhile: another round follows. */
  readonly again?: number;
}

type Detail = readonly [worker: string, sync: string, install: string];

export function ticks({ store, due, now, actor }: ActorState, env: Bindings, { manifest }: AppParts): ActorPart {
  const { installsPerAlarm } = edgePlan(env);

  function begin(worker: string, cron: string, syncs: readonly string[], at: number): void {
    const key = `${ROUND}${worker}/${cron}`;
    const round = store.get<Round>(key);
    // Restarting an active round could starve the last installs.
    store.put(key, (round?.after === undefined ? { worker, syncs, at } : { ...round, again: at }) satisfies Round);
    due.set(PAGE, '', now());
  }

  /** Returns the round of the oldest tick: a frequent cron, whose next round begins at once, must not starve others. */
  function oldest(): [key: string, round: Round] | undefined {
    return store.list<Round>({ prefix: ROUND }).sort(([, a], [, b]) => a.at - b.at)[0];
  }

  function callLater(of: Detail, at: number): void {
    const detail = JSON.stringify(of);
    store.put(FAILED_CALL + detail, at);
    if (due.get(INSTALL, detail) === undefined) {
      due.set(INSTALL, detail, now());
    }
  }

  /** Continues the round after the install, or ends it. */
  function advance(key: string, next: string | undefined): void {
    const round = store.get<Round>(key);
    if (round !== undefined && next !== undefined) {
      store.put(key, { ...round, after: next } satisfies Round);
    } else if (round?.again !== undefined) {
      store.put(key, { worker: round.worker, syncs: round.syncs, at: round.again } satisfies Round);
    } else {
      store.delete(key);
    }
    if (store.list({ prefix: ROUND, limit: 1 }).length > 0) {
      due.set(PAGE, '', now());
    }
  }

  const syncsDue = (install: string, worker: string, syncs: readonly string[], tick: number) =>
    actor('InstallActor', install, 'syncsDue', { worker, syncs, tick });

  return {
    methods: {
      tick(args) {
        const { worker, cron, scheduledTime } = args as { worker: string; cron: string; scheduledTime: number };
        const key = `${TICK}${worker}/${cron}`;
        if (scheduledTime <= (store.get<number>(key) ?? -Infinity)) {
          return { taken: false }; // repeated, or older than the newest tick
        }
        store.transaction(() => {
          store.put(key, scheduledTime);
          const syncs = syncsOf(manifest, worker).filter(({ schedule }) => schedule.crons.includes(cron));
          if (syncs.length > 0) {
            begin(
              worker,
              cron,
              syncs.map(({ id }) => id),
              scheduledTime,
            );
          }
        });
        return { taken: true };
      },
    },
    due: {
      async [PAGE]() {
        const [key, round] = oldest() ?? [];
        if (key === undefined || round === undefined) {
          return;
        }
        const { worker, syncs, at, after = '' } = round;
        store.put(key, { ...round, after } satisfies Round);
        const { installs, next } = installPage(store, manifest, after === '' ? undefined : after, installsPerAlarm);
        const active = installs.filter(({ state }) => state === 'active');
        const calls = await Promise.allSettled(active.map(({ id }) => syncsDue(id, worker, syncs, at)));
        calls.forEach((call, i) => {
          if (call.status === 'rejected') {
            syncs.forEach((sync) => callLater([worker, sync, active[i]?.id ?? ''], at));
          }
        });
        advance(key, next);
      },
      async [INSTALL](detail) {
        const [worker, sync, install] = JSON.parse(detail) as Detail;
        const at = store.get<number>(FAILED_CALL + detail);
        if (at === undefined) {
          return;
        }
        if (!isActive(store, manifest, install)) {
          store.delete(FAILED_CALL + detail); // erased, suspended or without consent since the call failed
          return;
        }
        await syncsDue(install, worker, [sync], at);
        if (store.get<number>(FAILED_CALL + detail) === at) {
          store.delete(FAILED_CALL + detail);
        } else {
          due.set(INSTALL, detail, now()); // the call for a newer tick failed meanwhile
        }
      },
    },
  };
}
