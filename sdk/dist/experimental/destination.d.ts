import { type ExperimentalOptions, type FlagDestinationOptions } from './gate.ts';
/** A flag by key. */
export interface FlagKey {
    /** The flag's key. */
    readonly key: string;
}
/** The owner of a set of flags: one environment of a project. */
export interface FlagSource {
    /** The id of the project. */
    readonly projectId: string;
    /** The name of the environment, such as `production`. */
    readonly environment: string;
}
/**
 * Returns a stable id of a source, for the `sourceId` of records.
 *
 * @throws {Error} without `experimental: true`
 * @throws {TypeError} when a member of the source is empty or not a string
 * @example
 * import { flagDestinationSourceId } from '@svc/sdk/experimental';
 *
 * flagDestinationSourceId({ projectId: 'p1', environment: 'production' }, { experimental: true }); // 'svc:p1/production'
 */
export declare function flagDestinationSourceId({ projectId, environment }: FlagSource, options: ExperimentalOptions): string;
/**
 * Returns the value of a record's unique property `match_key`, with which to upsert it.
 *
 * @throws {Error} without `experimental: true`
 * @throws {TypeError} when the key is invalid
 * @example
 * import { flagDestinationMatchKey } from '@svc/sdk/experimental';
 *
 * flagDestinationMatchKey({ key: 'new-layout' }, { experimental: true, sourceId: 'svc:p1/production' });
 * // 'svc:p1/production/new-layout'
 */
export declare function flagDestinationMatchKey(flag: FlagKey, options: FlagDestinationOptions): string;
