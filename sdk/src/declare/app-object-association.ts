import type { ObjectTypeName } from './known-values.ts';
import { declare } from './recorder.ts';
import { deriveUid } from './uid.ts';

/** How many records each side of an association may have. */
export type Cardinality = 'ONE_TO_ONE' | 'ONE_TO_MANY' | 'MANY_TO_ONE' | 'MANY_TO_MANY';

/** The options of `appObjectAssociation`. One of the two object types is an app object. */
export interface AppObjectAssociationOptions {
  /** A CRM object type, or the id of an app object of this app. */
  readonly fromObjectType: ObjectTypeName;
  /** A CRM object type, or the id of an app object of this app. */
  readonly toObjectType: ObjectTypeName;
  /** Distinguishes several associations between the same two object types. */
  readonly name?: string;
  /** The label of the `toObjectType` side, shown on records of `fromObjectType`. */
  readonly label?: string;
  /** The label of the `fromObjectType` side, shown on records of `toObjectType`. */
  readonly inverseLabel?: string;
  /** How many records each side may have. Default: chosen by the CRM. */
  readonly cardinality?: Cardinality;
  /**
   * Identifies the association to the CRM across deploys. Do not change it after the first deploy. Default: the id in
   * UPPER_SNAKE.
   */
  readonly uid?: string;
}

/** A declared association. */
export interface AppObjectAssociationDefinition extends AppObjectAssociationOptions {
  /** Always `appObjectAssociation`. */
  readonly kind: 'appObjectAssociation';
  /** The id passed to `appObjectAssociation`. Unique among the app's associations. */
  readonly id: string;
  /** The declared uid, or the one derived from the id. */
  readonly uid: string;
}

/**
 * Declares an association between an app object and another object type. List it in `objectAssociations` of
 * `defineApp`.
 *
 * @example
 * import { appObjectAssociation } from '@svc/sdk';
 *
 * export const invoiceToCompany = appObjectAssociation('invoice-to-company', {
 *   fromObjectType: 'invoice', // the id of an app object
 *   toObjectType: 'company',
 *   label: 'Bill to',
 *   inverseLabel: 'Invoices',
 *   cardinality: 'MANY_TO_ONE',
 * });
 */
export function appObjectAssociation(id: string, options: AppObjectAssociationOptions): AppObjectAssociationDefinition {
  const uid = options?.uid ?? deriveUid(String(id));
  return declare('appObjectAssociation', [id, options], { ...options, kind: 'appObjectAssociation', id, uid });
}
