import { asksForSyncs, type SyncNews } from '../../protocol/sync-news.ts';
import type { ActorPart, ActorState, AppParts } from '../core/actor-part.ts';
import { watchAlerts } from './alerts.ts';
import { putSyncNews } from './sync-metrics.ts';

/** Receives the metrics of syncs from installs, for alert rules (see sync-metrics.ts). */
export function syncNews(state: ActorState, _env: unknown, { manifest }: AppParts): ActorPart {
  return {
    methods: {
      syncNews(args) {
        if (asksForSyncs(manifest)) {
          const news = args as SyncNews;
          putSyncNews(state.store, news);
          watchAlerts(state);
        }
      },
    },
  };
}
