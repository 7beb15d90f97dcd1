import { syncExtension } from '../worker/dispatch/sync-extension.ts';
import { syncRunOf } from '../worker/dispatch/sync-run.ts';

/** Adds what runs syncs. */
export function extend(): void {
  syncExtension.add(syncRunOf);
}
