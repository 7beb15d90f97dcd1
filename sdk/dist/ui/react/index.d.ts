// Generated from the sources of @svc/sdk. Do not edit.
import { FlagsSnapshotProvider } from '../index.js';
import { FlagsClientSnapshot, FlagClientResult } from '../../index.js';

/** The props of `FlagsProvider`. */
interface FlagsProviderProps {
    /** Supplies the flags. Default: a provider that reads `initialSnapshot`. */
    readonly provider?: FlagsSnapshotProvider | undefined;
    /** The `flags` of the card backend's response. Until this or `provider` is set, `isLoading` is true. */
    readonly initialSnapshot?: FlagsClientSnapshot | undefined;
    /** React nodes. The type is `unknown`, so that these types do not depend on React. */
    readonly children?: unknown;
}
/** A React element, in a form that the types of every React version accept. */
interface FlagsElement {
    /** The element's component. */
    readonly type: any;
    /** The component's props. */
    readonly props: any;
    /** The element's key. */
    readonly key: string | null;
}
/** Flag values by key, with the types of the defaults. */
type FlagValues<Defaults extends Readonly<Record<string, unknown>>> = {
    readonly [K in keyof Defaults]: Defaults[K] extends boolean ? boolean : Defaults[K] extends number ? number : Defaults[K] extends string ? string : Defaults[K];
};
/** The result of `useFlags`. */
interface UseFlagsResult<Defaults extends Readonly<Record<string, unknown>> = Readonly<Record<string, unknown>>> {
    /** Values by key. */
    readonly flags: FlagValues<Defaults>;
    /** Value, variation and reason, by key. The reason of a default is `ERROR`. */
    readonly details: Readonly<Record<keyof Defaults & string, FlagClientResult>>;
    /** Whether the flags are still loading, so that all values are defaults. */
    readonly isLoading: boolean;
}
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
declare function FlagsProvider({ provider, initialSnapshot, children }: FlagsProviderProps): FlagsElement;
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
declare function useFlags<const Keys extends readonly (keyof Defaults & string)[], Defaults extends Readonly<Record<string, unknown>>>(keys: Keys, defaults: Defaults): UseFlagsResult<Pick<Defaults, Keys[number]>>;

export { FlagsProvider, useFlags };
export type { FlagValues, FlagsElement, FlagsProviderProps, UseFlagsResult };
