/** The app object whose records are flags. */
import { type AppObjectDefinition } from '../declare/app-object.ts';
import { type ExperimentalOptions } from './gate.ts';
/** The id of the app object: what `ctx.appObjects` and associations call it. */
export declare const FEATURE_FLAG_APP_OBJECT_TYPE = "feature-flag";
/** The scopes that an app with the object requests. */
export declare const FEATURE_FLAG_APP_OBJECT_SCOPES: readonly string[];
/** The properties of a flag's record; `flagDefinitionToAppObjectRecord` fills them in. */
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
/** Declares the app object of flags, for `objects` of `defineApp`; its scopes are FEATURE_FLAG_APP_OBJECT_SCOPES. */
export declare function featureFlagAppObject(options: ExperimentalOptions): AppObjectDefinition<ReturnType<typeof properties>>;
export {};
