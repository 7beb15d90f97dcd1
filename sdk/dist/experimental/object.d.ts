import { type AppObjectDefinition } from '../declare/app-object.ts';
import { type ExperimentalOptions } from './gate.ts';
/** The id of the app object, for `ctx.appObjects` and associations. */
export declare const FEATURE_FLAG_APP_OBJECT_TYPE = "feature-flag";
/** The scopes that an app with the app object requests. */
export declare const FEATURE_FLAG_APP_OBJECT_SCOPES: readonly string[];
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
export declare function featureFlagAppObject(options: ExperimentalOptions): AppObjectDefinition<ReturnType<typeof properties>>;
export {};
