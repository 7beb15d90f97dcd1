/**
 * Ticks of schedules: when one is due, every active install runs its sync. A tick may be told twice, and one that is
 * late is caught up once; pages over installs by the actor's alarm, so that one event never calls too many of them.
 *
 * Keys: `tick/<worker>/<cron>` the time of the newest tick. Due: `tick`, with the sync and the install to go on after.
 */

import type { SyncManifest } from '../../manifest.ts';
import type { Bindings } from '../../runtime/host.ts';
import type { ActorPart, ActorState, AppParts } from '../actor-part.ts';
import type { InstallPage } from './installs.ts';

const TICK = 'tick/';

/** The purpose in the due-table. */
const PAGE = 'tick';

/** How many installs one page calls: below the 50 calls that an event may make on the edge's free plan. */
const INSTALLS_PER_PAGE = 40;

type Detail = readonly [worker: string, sync: string, after?: string];

export function ticks({ store, due, now, actor, name }: ActorState, _env: Bindings, { manifest }: AppParts): ActorPart {
  /** The syncs of the worker that have this cron among theirs. */
  function syncsOn(worker: string, cron: string): readonly SyncManifest[] {
    const capabilities = manifest.workers.find((one) => one.name === worker)?.capabilities ?? [];
    return capabilities.filter((one): one is SyncManifest => one.kind === 'sync' && one.schedule.crons.includes(cron));
  }

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
          for (const sync of syncsOn(worker, cron)) {
            due.set(PAGE, JSON.stringify([worker, sync.id] satisfies Detail), now());
          }
        });
        return { taken: true };
      },
    },
    due: {
      async [PAGE](detail) {
        const [worker, sync, after] = JSON.parse(detail) as Detail;
        const args = { limit: INSTALLS_PER_PAGE, ...(after !== undefined && { after }) };
        const { installs, next } = (await actor('ProjectActor', name, 'listInstalls', args)) as InstallPage;
        const active = installs.filter(({ state }) => state === 'active');
        await Promise.all(active.map(({ id }) => actor('InstallActor', id, 'syncDue', { worker, sync })));
        if (next !== undefined) {
          due.set(PAGE, JSON.stringify([worker, sync, next] satisfies Detail), now());
        }
      },
    },
  };
}
