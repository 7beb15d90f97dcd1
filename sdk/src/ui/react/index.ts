/** Feature flags in the React components of cards. React itself is the card's: it is a peer, and only this entry imports it. */

import { createContext, createElement, useContext, useMemo } from 'react';
import {
  createFlagsSnapshotProvider,
  type FlagClientResult,
  type FlagsClientSnapshot,
  type FlagsSnapshotProvider,
  fits,
} from '../flags.ts';

/** The props of the provider component. */
export interface FlagsProviderProps {
  /** Where flags are read from. Default: a provider over `initialSnapshot`. */
  readonly provider?: FlagsSnapshotProvider | undefined;
  /** What the card's backend returned under `flags`. As long as it and `provider` are missing, flags are loading. */
  readonly initialSnapshot?: FlagsClientSnapshot | undefined;
  /** React nodes; untyped here, so that the types need no React. */
  readonly children?: unknown;
}

/** What a component gives to React, in words that every version of React's types takes. */
export interface FlagsElement {
  readonly type: any;
  readonly props: any;
  readonly key: string | null;
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
export interface UseFlagsResult<
  Defaults extends Readonly<Record<string, unknown>> = Readonly<Record<string, unknown>>,
> {
  readonly flags: FlagValues<Defaults>;
  /** Value, variation and reason, by key. The reason is ERROR where the default had to stand in. */
  readonly details: Readonly<Record<keyof Defaults & string, FlagClientResult>>;
  readonly isLoading: boolean;
}

/** What stands above a component: nothing, a provider whose flags are still loading, or one that has them. */
interface Above {
  readonly provider: FlagsSnapshotProvider | undefined;
}

const Flags = /* @__PURE__ */ createContext<Above | undefined>(undefined);

/** Makes flags available to `useFlags` in everything below it. */
export function FlagsProvider({ provider, initialSnapshot, children }: FlagsProviderProps): FlagsElement {
  const above = useMemo<Above>(
    () => ({ provider: provider ?? (initialSnapshot ? createFlagsSnapshotProvider(initialSnapshot) : undefined) }),
    [provider, initialSnapshot],
  );
  return createElement(Flags.Provider, { value: above }, children as never);
}

function detail(found: FlagClientResult | undefined, defaultValue: unknown): FlagClientResult {
  return found !== undefined && fits(found.value, defaultValue) ? found : { value: defaultValue, reason: 'ERROR' };
}

/**
 * Reads flags. A flag that is missing, or of another type than its default, gives the default; so does every flag
 * while they are loading. Throws where no `FlagsProvider` stands above the component.
 */
export function useFlags<
  const Keys extends readonly (keyof Defaults & string)[],
  Defaults extends Readonly<Record<string, unknown>>,
>(keys: Keys, defaults: Defaults): UseFlagsResult<Pick<Defaults, Keys[number]>> {
  const above = useContext(Flags);
  if (above === undefined) {
    throw new Error('useFlags has no flags to read: put the component inside <FlagsProvider>');
  }
  const found = above.provider?.evaluate(keys) ?? {};
  const entries = keys.map(
    (key) => [key, detail(Object.hasOwn(found, key) ? found[key] : undefined, defaults[key])] as const,
  );
  return {
    flags: Object.fromEntries(entries.map(([key, { value }]) => [key, value])) as never,
    details: Object.fromEntries(entries) as never,
    isLoading: above.provider === undefined,
  };
}
