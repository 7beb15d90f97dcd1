import type { ProjectManifest, SyncManifest } from '../manifest/manifest.ts';

/** Returns the declared syncs of a worker. */
export function syncsOf({ workers }: Pick<ProjectManifest, 'workers'>, worker: string): readonly SyncManifest[] {
  const capabilities = workers.find(({ name }) => name === worker)?.capabilities ?? [];
  return capabilities.filter((one): one is SyncManifest => one.kind === 'sync');
}
