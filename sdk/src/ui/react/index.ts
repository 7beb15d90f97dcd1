/**
 * `@svc/sdk/ui/react`: feature flags in the React components of cards. React is a peer dependency of this entry only.
 */

import { createContext, createElement, useContext, useMemo } from 'react';
import {
  createFlagsSnapshotProvider,
  type FlagClientResult,
  type FlagsClientSnapshot,
  type FlagsSnapshotProvider,
  fits,
} from '../flags.ts';

/** The props of `FlagsProvider`. */
export interface FlagsProviderProps {
  /** Supplies the flags. Default: a provider that reads `initialSnapshot`. */
  readonly provider?: FlagsSnapshotProvider | undefined;
  /** The `flags` of the card backend's response. Until this or `provider` is set, `isLoading` is true. */
  readonly initialSnapshot?: FlagsClientSnapshot | undefined;
  /** React nodes. The type is `unknown`, so that these types do not depend on React. */
  readonly children?: unknown;
}

/** A React element, in a form that the types of every React version accept. */
export interface FlagsElement {
  /** The element's component. */
  // biome-ignore lint/suspicious/noExplicitAny: React declares it as any, and so must a type that it accepts
  readonly type: any;
  /** The component's props. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly props: any;
  /** The element's key. */
  readonly key: string | null;
}

/** Flag values by key, with the types of the defaults. */
export type FlagValues<Defaults extends Readonly<Record<string, unknown>>> = {
  readonly [K in keyof Defaults]: Defaults[K] extends boolean
    ? boolean
    : Defaults[K] extends number
      ? number
      : Defaults[K] extends string
        ? string
        : Defaults[K];
};

/** The result of `useFlags`. */
export interface UseFlagsResult<
  Defaults extends Readonly<Record<string, unknown>> = Readonly<Record<string, unknown>>,
> {
  /** Values by key. */
  readonly flags: FlagValues<Defaults>;
  /** Value, variation and reason, by key. The reason of a default is `ERROR`. */
  readonly details: Readonly<Record<keyof Defaults & string, FlagClientResult>>;
  /** Whether the flags are still loading, so that all values are defaults. */
  readonly isLoading: boolean;
}

/** The context value of the nearest `FlagsProvider`. */
interface FlagsContextValue {
  /** Undefined while the flags are loading. */
  readonly provider: FlagsSnapshotProvider | undefined;
}

const Flags = /* @__PURE__ */ createContext<FlagsContextValue | undefined>(undefined);

/**
 * Provides flags to `useFlags` in the components below it.
 *
 * @example
 * import { FlagsProvider } from '@svc/sdk/ui/react';
 * import type { FlagsClientSnapshot } from '@svc/sdk/ui';
 *
 * export function Card({ flags, content }: { flags?: FlagsClientSnapshot; content: string }) {
 *   return <FlagsProvider initialSnapshot={flags}>{content}</FlagsProvider>;
 * }
 */
export function FlagsProvider({ provider, initialSnapshot, children }: FlagsProviderProps): FlagsElement {
  const value = useMemo<FlagsContextValue>(
    () => ({ provider: provider ?? (initialSnapshot ? createFlagsSnapshotProvider(initialSnapshot) : undefined) }),
    [provider, initialSnapshot],
  );
  return createElement(Flags.Provider, { value }, children as never);
}

function detail(found: FlagClientResult | undefined, defaultValue: unknown): FlagClientResult {
  return found !== undefined && fits(found.value, defaultValue) ? found : { value: defaultValue, reason: 'ERROR' };
}

/**
 * Reads flags in a component below `FlagsProvider`. A flag has the value of its default if it is missing, is still
 * loading or has another type.
 *
 * @param keys the flags to read
 * @param defaults default values by key
 * @throws {Error} when there is no `FlagsProvider` above the component
 * @example
 * import { useFlags } from '@svc/sdk/ui/react';
 *
 * export function Invoices() {
 *   const { flags, isLoading } = useFlags(['compact'], { compact: false });
 *   return isLoading ? 'Loading' : flags.compact ? 'Compact list' : 'Full list';
 * }
 */
export function useFlags<
  const Keys extends readonly (keyof Defaults & string)[],
  Defaults extends Readonly<Record<string, unknown>>,
>(keys: Keys, defaults: Defaults): UseFlagsResult<Pick<Defaults, Keys[number]>> {
  const context = useContext(Flags);
  if (context === undefined) {
    throw new Error('cannot read flags: put the component inside <FlagsProvider>');
  }
  const found = context.provider?.evaluate(keys) ?? {};
  const entries = keys.map(
    (key) => [key, detail(Object.hasOwn(found, key) ? found[key] : undefined, defaults[key])] as const,
  );
  return {
    flags: Object.fromEntries(entries.map(([key, { value }]) => [key, value])) as never,
    details: Object.fromEntries(entries) as never,
    isLoading: context.provider === undefined,
  };
}
