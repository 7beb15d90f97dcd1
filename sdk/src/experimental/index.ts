/**
 * The experimental surface, which may change or go without a major version. Every function of it throws unless it is
 * passed `experimental: true`.
 *
 * What there is: flags as records of an app object, so that people see in the CRM which flag is on for whom. Delivering
 * the records is up to the app.
 */

export { flagToCompanyAssociation, flagToContactAssociation } from './associations.ts';
export type { FlagSource } from './destination.ts';
export { flagDestinationMatchKey, flagDestinationSourceId } from './destination.ts';
export type { ExperimentalOptions, FlagDestinationOptions } from './gate.ts';
export { FEATURE_FLAG_APP_OBJECT_SCOPES, FEATURE_FLAG_APP_OBJECT_TYPE, featureFlagAppObject } from './object.ts';
export type { FlagAppObjectRecord, FlagDefinition } from './record.ts';
export { flagDefinitionToAppObjectRecord } from './record.ts';
