/** How a step says why it cannot go on. */

/** The run has failed: the same would happen again until somebody changes something. */
export class SyncFault extends Error {
  override readonly name: string = 'SyncFault';
}

/** It did not go well this time. */
export class SyncStumble extends Error {
  override readonly name: string = 'SyncStumble';
}
