/** Types of the React side of feature flags in cards. Its component and its hook arrive with the flags themselves. */

import type { FlagClientResult, FlagsClientSnapshot, FlagsSnapshotProvider } from '../flags.ts';

/** The props of the provider component. */
export interface FlagsProviderProps {
  /** Where flags are read from. Default: a provider over `initialSnapshot`. */
  readonly provider?: FlagsSnapshotProvider;
  /** What the card's backend returned under `flags`. */
  readonly initialSnapshot?: FlagsClientSnapshot;
  /** React nodes; untyped here, since the package depends on no React. */
  readonly children?: unknown;
}

/** The flags that a component reads, by key. */
export type FlagValues<Defaults extends Readonly<Record<string, unknown>>> = {
  readonly [K in keyof Defaults]: Defaults[K] extends boolean
    ? boolean
    : Defaults[K] extends number
      ? number
      : Defaults[K] extends string
        ? string
        : Defaults[K];
};

/** What the hook gives. */
export interface UseFlagsResult<Defaults extends Readonly<Record<string, unknown>> = Readonly<Record<string, unknown>>> {
  readonly flags: FlagValues<Defaults>;
  /** Variation and reason, by key. */
  readonly details: Readonly<Record<keyof Defaults & string, FlagClientResult>>;
  readonly isLoading: boolean;
}
