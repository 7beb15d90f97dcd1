import type { UpstreamSettings } from './upstream-run.ts';

/** A figure that the client must reach, and its measurement. */
export interface Target {
  readonly name: string;
  /** The required figures. */
  readonly goal: string;
  /** The size in tests. */
  readonly quick: number;
  /** The size in `npm run sim`. */
  readonly full: number;
  measure(size: number): Promise<{ readonly holds: boolean; readonly figures: string }>;
}

/** Rounds to three decimals. */
export const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** Every combination of window and Retry-After. */
export const UPSTREAMS: readonly Omit<UpstreamSettings, 'limit'>[] = (['sliding', 'fixed'] as const).flatMap((window) =>
  (['none', 'seconds', 'date'] as const).map((retryAfter) => ({ window, retryAfter })),
);
