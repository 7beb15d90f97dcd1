/**
 * How far apart the turns of a surface's calls are (see `Line`). When all wait, cards and agents get 16 of 23 calls,
 * actions 4, triggers 2 and syncs 1, so each keeps a share.
 */
const STRIDES: Readonly<Partial<Record<string, number>>> = {
  card: 1,
  agent: 1,
  trigger: 8,
  push: 16,
  sync: 16,
  'app-events': 16,
};

/** The stride of the other surfaces: actions. */
const ACTION = 4;

/**
 * The share of a window that is kept for calls of people: cards, agents and actions. A sync alone still uses 95 % of what
 * the CRM allows.
 */
const KEPT_SHARE = 0.03;

/** Returns the stride of a surface. */
export function strideOf(surface: string): number {
  return STRIDES[surface] ?? ACTION;
}

/** Returns how many calls of a window a caller of that stride leaves to others. */
export function keptFrom(stride: number, size: number): number {
  return stride > ACTION ? Math.floor(size * KEPT_SHARE) : 0;
}
