/** What a row of the table is. */

import type { Setting } from './upstream-run.ts';

/** One row of the table. */
export interface Cell {
  readonly name: string;
  /** What must hold. */
  readonly must: string;
  /** A smaller size, for tests. */
  readonly quick: number;
  /** The size of the table. */
  readonly full: number;
  measure(size: number): Promise<{ readonly holds: boolean; readonly figures: string }>;
}

export const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** Every kind of window and of Retry-After. */
export const UPSTREAMS: readonly Omit<Setting, 'limit'>[] = (['sliding', 'fixed'] as const).flatMap((window) =>
  (['none', 'seconds', 'date'] as const).map((retryAfter) => ({ window, retryAfter })),
);
