import type { FlagSnapshot } from '../context/flags.ts';
import { type FlagDestinationOptions } from './gate.ts';
/** A flag as its authors define it. */
export interface FlagDefinition extends Pick<FlagSnapshot, 'key' | 'type' | 'status' | 'variations' | 'default' | 'off' | 'rollout'>, Partial<Pick<FlagSnapshot, 'rules'>> {
    /** The display name. Default: the key. */
    readonly name?: string;
    /** What the flag controls. Default: none. */
    readonly description?: string;
}
/** A flag as a record of the app object of feature flags. */
export interface FlagAppObjectRecord {
    /** Values by property, all as text. */
    readonly properties: Readonly<Record<string, string>>;
}
/**
 * Converts a flag to a record of the app object of `featureFlagAppObject`. Omitted members become empty properties, so
 * that an update clears earlier values.
 *
 * @throws {Error} without `experimental: true`, or when the definition is invalid
 * @throws {RangeError} when a property is longer than 65,536 characters
 * @example
 * import { FEATURE_FLAG_APP_OBJECT_TYPE, flagDefinitionToAppObjectRecord } from '@svc/sdk/experimental';
 * import type { HandlerContext } from '@svc/sdk';
 *
 * export function publish(ctx: HandlerContext) {
 *   const record = flagDefinitionToAppObjectRecord(
 *     {
 *       key: 'new-layout',
 *       type: 'boolean',
 *       status: 'active',
 *       variations: { on: true, off: false },
 *       default: 'off',
 *       off: 'off',
 *     },
 *     { experimental: true },
 *   );
 *   return ctx.appObjects.create(FEATURE_FLAG_APP_OBJECT_TYPE, record);
 * }
 */
export declare function flagDefinitionToAppObjectRecord(definition: FlagDefinition, options: FlagDestinationOptions): FlagAppObjectRecord;
