/**
 * What alert rules ask about syncs and invocations do not tell: how many rows are set aside, and how long ago a scheduled
 * sync last succeeded. Installs tell it when a run has ended or rows are taken away, where a rule asks for it.
 *
 * Keys: `sync-news/<install>/<worker>/<sync>`.
 */

import type { OtherMetrics } from '../../alerts/evaluate.ts';
import { carries } from '../../checkpoints/summary.ts';
import type { SyncManifest } from '../../manifest/manifest.ts';
import type { ActorStore } from '../../protocol/actor.ts';
import type { SyncNews } from '../../protocol/sync-news.ts';
import type { ProjectManifest } from '../core/actor-part.ts';

const NEWS = 'sync-news/';

/** The values of those metrics now; none before a run has ended. A lag is the longest of those that are asked for. */
export function syncMetrics(store: ActorStore, { workers }: ProjectManifest, now: number): OtherMetrics {
  const scheduled = ({ worker, sync }: SyncNews) =>
    workers.some(({ name, capabilities }) =>
      capabilities.some(
        (one) =>
          name === worker && one.kind === 'sync' && one.id === sync && (one as SyncManifest).schedule.crons.length > 0,
      ),
    );
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

/** Whether there is anything that changes by itself. */
export function hasSyncNews(store: ActorStore): boolean {
  return store.list({ prefix: NEWS, limit: 1 }).length > 0;
}

export function putSyncNews(store: ActorStore, news: SyncNews): void {
  store.put(keyOf(news), news);
}

/** Forgets an install that was erased. */
export function forgetSyncNews(store: ActorStore, install: string): void {
  store.list({ prefix: `${NEWS}${encodeURIComponent(install)}/` }).forEach(([key]) => store.delete(key));
}

const keyOf = ({ install, worker, sync }: SyncNews) => NEWS + [install, worker, sync].map(encodeURIComponent).join('/');
