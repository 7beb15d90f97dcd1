/** The stride of syncs, of what push sources receive, and of deferred app events. */
const SYNC = 16;

/** The stride of triggers, and the lowest of background work. */
const TRIGGER = 8;

/** The share of a window that background work leaves to others. A sync alone still uses 95 % of what the CRM allows. */
const KEPT_SHARE = 0.03;

/**
 * Returns the stride of a surface: how far apart the turns of its calls are (see `Line`). When all wait, cards and agents
 * get 16 of 23 calls, actions 4, triggers 2 and syncs 1, so each keeps a share.
 */
export function strideOf(surface: string): number {
  return /card|agent/.test(surface) ? 1 : /action|invoke/.test(surface) ? 4 : surface === 'trigger' ? TRIGGER : SYNC;
}

/** Returns how many calls of a window a caller of that stride leaves to others. */
export function keptFrom(stride: number, size: number): number {
  return stride < TRIGGER ? 0 : Math.floor(size * KEPT_SHARE);
}
