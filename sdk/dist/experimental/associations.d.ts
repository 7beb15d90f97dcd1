/** Associations from the app object of flags to whom a flag is for. */
import { type AppObjectAssociationDefinition } from '../declare/app-object-association.ts';
import { type ExperimentalOptions } from './gate.ts';
/** Declares the association of flags with companies, for `objectAssociations` of `defineApp`. */
export declare function flagToCompanyAssociation(options: ExperimentalOptions): AppObjectAssociationDefinition;
/** Declares the association of flags with contacts, for `objectAssociations` of `defineApp`. */
export declare function flagToContactAssociation(options: ExperimentalOptions): AppObjectAssociationDefinition;
