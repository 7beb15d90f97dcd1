/**
 * Alert metrics of syncs that checkpoints do not contain: the number of poison rows, and the time since a scheduled
 * sync last succeeded. If a rule uses them, installs report them after each run and after poison rows are removed.
 *
 * Keys: `sync-news/<install>/<worker>/<sync>`.
 */

import type { OtherMetrics } from '../../alerts/evaluate.ts';
import { carries } from '../../checkpoints/summary.ts';
import type { ActorStore } from '../../protocol/actor.ts';
import type { SyncNews } from '../../protocol/sync-news.ts';
import { syncsOf } from '../../protocol/syncs-of.ts';
import type { ProjectManifest } from '../core/actor-part.ts';

const NEWS = 'sync-news/';

/** Returns the current metrics: undefined before a run has ended. The lag is the longest of the selected syncs. */
export function syncMetrics(store: ActorStore, manifest: ProjectManifest, now: number): OtherMetrics {
  const scheduled = ({ worker, sync }: SyncNews) =>
    syncsOf(manifest, worker).some(({ id, schedule }) => id === sync && schedule.crons.length > 0);
  return (metric, labels) => {
    const news = store
      .list<SyncNews>({ prefix: NEWS })
      .map(([, one]) => one)
      .filter(({ install, worker, sync }) =>
        carries({ worker, capabilityId: sync, kind: 'sync', portal: install }, labels),
      );
    if (metric === 'poison_rows' && news.length > 0) {
      return news.reduce((sum, { poison }) => sum + poison, 0);
    }
    const lags = news.filter(scheduled).map(({ since }) => (now - since) / 60_000);
    return lags.length === 0 ? undefined : Math.max(0, ...lags);
  };
}

/** Reports whether a sync has metrics: a lag grows without new data. */
export function hasSyncNews(store: ActorStore): boolean {
  return store.list({ prefix: NEWS, limit: 1 }).length > 0;
}

export function putSyncNews(store: ActorStore, news: SyncNews): void {
  store.put(keyOf(news), news);
}

/** Deletes the metrics of an erased install. */
export function forgetSyncNews(store: ActorStore, install: string): void {
  store.list({ prefix: `${NEWS}${encodeURIComponent(install)}/` }).forEach(([key]) => store.delete(key));
}

const keyOf = ({ install, worker, sync }: SyncNews) => NEWS + [install, worker, sync].map(encodeURIComponent).join('/');
