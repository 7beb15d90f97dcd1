import type { ProjectManifest } from '../manifest/manifest.ts';

/** What an InstallActor reports to the ProjectActor about a sync, for alert rules. */
export interface SyncNews {
  readonly install: string;
  readonly worker: string;
  readonly sync: string;
  /** The number of poison rows. */
  readonly poison: number;
  /** When it last succeeded or, before its first success, was first due. In milliseconds since the epoch. */
  readonly since: number;
}

/** Reports whether an alert rule of the app uses a sync metric. If none does, actors report nothing. */
export function asksForSyncs({ app }: ProjectManifest): boolean {
  return app.alerts.some(({ expr }) => /poison_rows|sync_lag_minutes/.test(expr));
}
