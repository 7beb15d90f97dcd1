// Generated from the sources of @svc/sdk. Do not edit.
import { AppObjectAssociationDefinition, AppObjectDefinition, FlagSnapshot } from '../index.js';

/** Confirms that the caller uses an experimental function. */
interface ExperimentalOptions {
    /** Always true. Without it, the function throws. */
    readonly experimental: true;
}
/** Identifies the source of a flag. */
interface FlagDestinationOptions extends ExperimentalOptions {
    /**
     * The result of `flagDestinationSourceId`. Set it when several projects or environments write flags to one portal.
     * Default: none.
     */
    readonly sourceId?: string;
}

/**
 * Declares the association of feature flags with companies, for `objectAssociations` of `defineApp`.
 *
 * @throws {Error} without `experimental: true`
 * @example
 * import { flagToCompanyAssociation } from '@svc/sdk/experimental';
 *
 * export const flagToCompany = flagToCompanyAssociation({ experimental: true });
 */
declare function flagToCompanyAssociation(options: ExperimentalOptions): AppObjectAssociationDefinition;
/**
 * Declares the association of feature flags with contacts, for `objectAssociations` of `defineApp`.
 *
 * @throws {Error} without `experimental: true`
 * @example
 * import { flagToContactAssociation } from '@svc/sdk/experimental';
 *
 * export const flagToContact = flagToContactAssociation({ experimental: true });
 */
declare function flagToContactAssociation(options: ExperimentalOptions): AppObjectAssociationDefinition;

/** A flag by key. */
interface FlagKey {
    /** The flag's key. */
    readonly key: string;
}
/** The owner of a set of flags: one environment of a project. */
interface FlagSource {
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
 * flagDestinationSourceId({ projectId: 'p1', environment: 'prod' }, { experimental: true }); // 'svc:p1/prod'
 */
declare function flagDestinationSourceId({ projectId, environment }: FlagSource, options: ExperimentalOptions): string;
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
declare function flagDestinationMatchKey(flag: FlagKey, options: FlagDestinationOptions): string;

/** The id of the app object, for `ctx.appObjects` and associations. */
declare const FEATURE_FLAG_APP_OBJECT_TYPE = "feature-flag";
/** The scopes that an app with the app object requests. */
declare const FEATURE_FLAG_APP_OBJECT_SCOPES: readonly string[];
/** The properties of a record. `flagDefinitionToAppObjectRecord` writes them. */
declare function properties(): {
    match_key: {
        readonly type: 'string';
        readonly label: string;
        readonly readOnlyValue: true;
    };
    source_id: {
        readonly type: 'string';
        readonly label: string;
        readonly readOnlyValue: true;
    };
    flag_key: {
        readonly type: 'string';
        readonly label: string;
        readonly readOnlyValue: true;
    };
    flag_name: {
        readonly type: 'string';
        readonly label: string;
        readonly readOnlyValue: true;
    };
    flag_description: {
        readonly type: 'string';
        readonly label: string;
        readonly readOnlyValue: true;
    };
    flag_type: {
        readonly type: 'enumeration';
        readonly label: string;
        readonly options: readonly string[];
        readonly readOnlyValue: true;
    };
    flag_status: {
        readonly type: 'enumeration';
        readonly label: string;
        readonly options: readonly string[];
        readonly readOnlyValue: true;
    };
    variations: {
        readonly type: 'json';
        readonly label: string;
        readonly description: string;
        readonly fieldType: 'textarea';
        readonly readOnlyValue: true;
    };
    default_variation: {
        readonly type: 'string';
        readonly label: string;
        readonly readOnlyValue: true;
    };
    off_variation: {
        readonly type: 'string';
        readonly label: string;
        readonly readOnlyValue: true;
    };
    rules: {
        readonly type: 'json';
        readonly label: string;
        readonly description: string;
        readonly fieldType: 'textarea';
        readonly readOnlyValue: true;
    };
    rollout: {
        readonly type: 'json';
        readonly label: string;
        readonly description: string;
        readonly fieldType: 'textarea';
        readonly readOnlyValue: true;
    };
};
/**
 * Declares the app object of feature flags, for `objects` of `defineApp`. The app needs the scopes
 * `FEATURE_FLAG_APP_OBJECT_SCOPES`.
 *
 * @throws {Error} without `experimental: true`
 * @example
 * import { defineApp } from '@svc/sdk';
 * import { FEATURE_FLAG_APP_OBJECT_SCOPES, featureFlagAppObject } from '@svc/sdk/experimental';
 *
 * export default defineApp({
 *   name: 'Flags',
 *   distribution: 'marketplace',
 *   auth: 'oauth',
 *   platformVersion: '2026.03',
 *   scopes: ['oauth', ...FEATURE_FLAG_APP_OBJECT_SCOPES],
 *   objects: [featureFlagAppObject({ experimental: true })],
 * });
 */
declare function featureFlagAppObject(options: ExperimentalOptions): AppObjectDefinition<ReturnType<typeof properties>>;

/** A flag as its authors define it. */
interface FlagDefinition extends Pick<FlagSnapshot, 'key' | 'type' | 'status' | 'variations' | 'default' | 'off' | 'rollout'>, Partial<Pick<FlagSnapshot, 'rules'>> {
    /** The display name. Default: the key. */
    readonly name?: string;
    /** What the flag controls. Default: none. */
    readonly description?: string;
}
/** A flag as a record of the app object of feature flags. */
interface FlagAppObjectRecord {
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
declare function flagDefinitionToAppObjectRecord(definition: FlagDefinition, options: FlagDestinationOptions): FlagAppObjectRecord;

export { FEATURE_FLAG_APP_OBJECT_SCOPES, FEATURE_FLAG_APP_OBJECT_TYPE, featureFlagAppObject, flagDefinitionToAppObjectRecord, flagDestinationMatchKey, flagDestinationSourceId, flagToCompanyAssociation, flagToContactAssociation };
export type { ExperimentalOptions, FlagAppObjectRecord, FlagDefinition, FlagDestinationOptions, FlagKey, FlagSource };
