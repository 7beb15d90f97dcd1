import { type AppObjectAssociationDefinition, appObjectAssociation } from '../declare/app-object-association.ts';
import { assertExperimental, type ExperimentalOptions } from './gate.ts';
import { FEATURE_FLAG_APP_OBJECT_TYPE } from './object.ts';

function association(toObjectType: string): AppObjectAssociationDefinition {
  return appObjectAssociation(`feature-flag-to-${toObjectType}`, {
    fromObjectType: FEATURE_FLAG_APP_OBJECT_TYPE,
    toObjectType,
    label: 'On for',
    inverseLabel: 'Feature flags',
    cardinality: 'MANY_TO_MANY',
  });
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
export function flagToCompanyAssociation(options: ExperimentalOptions): AppObjectAssociationDefinition {
  assertExperimental('flagToCompanyAssociation', options);
  return association('company');
}

/**
 * Declares the association of feature flags with contacts, for `objectAssociations` of `defineApp`.
 *
 * @throws {Error} without `experimental: true`
 * @example
 * import { flagToContactAssociation } from '@svc/sdk/experimental';
 *
 * export const flagToContact = flagToContactAssociation({ experimental: true });
 */
export function flagToContactAssociation(options: ExperimentalOptions): AppObjectAssociationDefinition {
  assertExperimental('flagToContactAssociation', options);
  return association('contact');
}
