/**
 * `@svc/sdk/experimental`: a surface that may change or disappear without a major version. Every function throws
 * without `experimental: true`.
 *
 * It converts feature flags to records of an app object, so that people see in the CRM which flags are on for a company
 * or contact. The app writes the records itself.
 */

export { flagToCompanyAssociation, flagToContactAssociation } from './associations.ts';
export type { FlagKey, FlagSource } from './destination.ts';
export { flagDestinationMatchKey, flagDestinationSourceId } from './destination.ts';
export type { ExperimentalOptions, FlagDestinationOptions } from './gate.ts';
export { FEATURE_FLAG_APP_OBJECT_SCOPES, FEATURE_FLAG_APP_OBJECT_TYPE, featureFlagAppObject } from './object.ts';
export type { FlagAppObjectRecord, FlagDefinition } from './record.ts';
export { flagDefinitionToAppObjectRecord } from './record.ts';
