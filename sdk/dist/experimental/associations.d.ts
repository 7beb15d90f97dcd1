import { type AppObjectAssociationDefinition } from '../declare/app-object-association.ts';
import { type ExperimentalOptions } from './gate.ts';
/**
 * Declares the association of feature flags with companies, for `objectAssociations` of `defineApp`.
 *
 * @throws {Error} without `experimental: true`
 * @example
 * import { flagToCompanyAssociation } from '@svc/sdk/experimental';
 *
 * export const flagToCompany = flagToCompanyAssociation({ experimental: true });
 */
export declare function flagToCompanyAssociation(options: ExperimentalOptions): AppObjectAssociationDefinition;
/**
 * Declares the association of feature flags with contacts, for `objectAssociations` of `defineApp`.
 *
 * @throws {Error} without `experimental: true`
 * @example
 * import { flagToContactAssociation } from '@svc/sdk/experimental';
 *
 * export const flagToContact = flagToContactAssociation({ experimental: true });
 */
export declare function flagToContactAssociation(options: ExperimentalOptions): AppObjectAssociationDefinition;
