/**
 * Ticks of schedules: when one is due, every active install runs its sync. A tick may be told twice, and one that is
 * late is caught up once. One alarm calls one page of installs, so that no event calls too many of them.
 *
 * Keys: `tick/<worker>/<cron>` the time of the newest tick, `round/<worker>/<sync>` a sync whose installs are being
 * called, `untold/<worker, sync and install>` the newest tick of an install that could not be called. Due: `tick`, the
 * next page; `tickInstall`, such an install.
 */

import type { SyncManifest } from '../../manifest/manifest.ts';
import { edgePlan } from '../../platform/edge-plan.ts';
import type { Bindings } from '../../platform/host.ts';
import type { ActorPart, ActorState, AppParts } from '../core/actor-part.ts';
import { installPage } from './installs.ts';

const TICK = 'tick/';
const ROUND = 'round/';
const UNTOLD = 'untold/';

/** The purposes in the due-table. */
const PAGE = 'tick';
const INSTALL = 'tickInstall';

/** One sync on its way through the installs. */
interface Round {
  readonly worker: string;
  readonly sync: string;
  /** The install to go on after, '' at the start; absent until the first page. */
  readonly after?: string;
  /** The time of its tick: installs are told, and run once for it, however often they are called. */
  readonly at: number;
  /** The time of a tick that came meanwhile: another round follows. */
  readonly again?: number;
}

type Detail = readonly [worker: string, sync: string, install: string];

export function ticks({ store, due, now, actor }: ActorState, env: Bindings, { manifest }: AppParts): ActorPart {
  const { installsPerAlarm } = edgePlan(env);

  /** The syncs of the worker that have this cron among theirs. */
  function syncsOn(worker: string, cron: string): readonly SyncManifest[] {
    const capabilities = manifest.workers.find((one) => one.name === worker)?.capabilities ?? [];
    return capabilities.filter((one): one is SyncManifest => one.kind === 'sync' && one.schedule.crons.includes(cron));
  }

  function begin(worker: string, sync: string, at: number): void {
    const key = `${ROUND}${worker}/${sync}`;
    const round = store.get<Round>(key);
    // A round under way is not begun anew: where rounds are long, the last installs would never have their turn.
    store.put(key, (round?.after === undefined ? { worker, sync, at } : { ...round, again: at }) satisfies Round);
    due.set(PAGE, '', now());
  }

  /** Goes on after the install, or ends the round. */
  function advance(key: string, next: string | undefined): void {
    const round = store.get<Round>(key);
    if (round !== undefined && next !== undefined) {
      store.put(key, { ...round, after: next } satisfies Round);
    } else if (round?.again !== undefined) {
      store.put(key, { worker: round.worker, sync: round.sync, at: round.again } satisfies Round);
    } else {
      store.delete(key);
    }
    if (store.list({ prefix: ROUND, limit: 1 }).length > 0) {
      due.set(PAGE, '', now());
    }
  }

  const syncDue = (install: string, worker: string, sync: string, tick: number) =>
    actor('InstallActor', install, 'syncDue', { worker, sync, tick });

  return {
    methods: {
      tick(args) {
        const { worker, cron, scheduledTime } = args as { worker: string; cron: string; scheduledTime: number };
        const key = `${TICK}${worker}/${cron}`;
        if (scheduledTime <= (store.get<number>(key) ?? -Infinity)) {
          return { taken: false }; // told before, or older than what was told since
        }
        store.transaction(() => {
          store.put(key, scheduledTime);
          syncsOn(worker, cron).forEach((sync) => begin(worker, sync.id, scheduledTime));
        });
        return { taken: true };
      },
    },
    due: {
      async [PAGE]() {
        const [first] = store.list<Round>({ prefix: ROUND, limit: 1 });
        if (first === undefined) {
          return;
        }
        const [key, round] = first;
        const { worker, sync, at, after = '' } = round;
        store.put(key, { ...round, after } satisfies Round);
        const { installs, next } = installPage(store, manifest, after === '' ? undefined : after, installsPerAlarm);
        const active = installs.filter(({ state }) => state === 'active');
        const calls = await Promise.allSettled(active.map(({ id }) => syncDue(id, worker, sync, at)));
        calls.forEach((call, i) => {
          if (call.status === 'rejected') {
            const detail = JSON.stringify([worker, sync, active[i]?.id ?? ''] satisfies Detail);
            store.put(UNTOLD + detail, at);
            if (due.get(INSTALL, detail) === undefined) {
              due.set(INSTALL, detail, now());
            }
          }
        });
        advance(key, next);
      },
      async [INSTALL](detail) {
        const [worker, sync, install] = JSON.parse(detail) as Detail;
        const at = store.get<number>(UNTOLD + detail);
        if (at === undefined) {
          return;
        }
        await syncDue(install, worker, sync, at);
        if (store.get<number>(UNTOLD + detail) === at) {
          store.delete(UNTOLD + detail);
        } else {
          due.set(INSTALL, detail, now()); // the next tick could not be told meanwhile
        }
      },
    },
  };
}
