/** Fails the run: the error would repeat until the app, its configuration or the data changes. */
export class PermanentSyncError extends Error {
  override readonly name: string = 'PermanentSyncError';
}

/** Fails the step. The run is retried with backoff. */
export class TransientSyncError extends Error {
  override readonly name: string = 'TransientSyncError';
}
