import type { OnlyMembersOf } from './field.ts';
import type { AppObjectPropertyDefinition, AppObjectPropertyMap } from './property.ts';
import { fieldReader } from './field-reader.ts';
import { declare } from './recorder.ts';
import { deriveUid } from './uid.ts';

/** A group of properties on the record page. */
export interface PropertyGroup {
  /** The name that `groupName` of a property refers to. Unique within the object. */
  readonly name: string;
  /** The heading of the group. */
  readonly label: string;
}

/** One field of the form that creates a record. */
export interface CreateFormField {
  /** The key or the `name` of a property. */
  readonly propertyName: string;
  /** Whether the form requires a value. Default: chosen by the CRM. */
  readonly isRequired?: boolean;
  /** Whether people may remove the field from the form. Default: chosen by the CRM. */
  readonly isRemovable?: boolean;
}

/** What people can do with the records of an app object. Default of each member: chosen by the CRM. */
export interface AppObjectSettings {
  /** Whether each record has a page. */
  readonly hasRecordPage?: boolean;
  /** Whether people can create records. */
  readonly allowsUserCreatedRecords?: boolean;
  /** Whether people can log notes, calls and other engagements on records. */
  readonly hasEngagements?: boolean;
}

/** A property's key, or the `name` that it declares. */
type PropertyReference<P> =
  | Extract<keyof P, string>
  | { [K in keyof P]: P[K] extends { readonly name: infer Name extends string } ? Name : never }[keyof P];

/** The options of `appObject`. */
export interface AppObjectOptions<P extends AppObjectPropertyMap = AppObjectPropertyMap> {
  /** The object's name in UPPER_SNAKE. Permanent after the first upload. */
  readonly name: string;
  /** The display name of the record type. */
  readonly label: string;
  /** What one record is called, such as `Invoice`. */
  readonly singularForm: string;
  /** What several records are called, such as `Invoices`. */
  readonly pluralForm: string;
  /** The property that titles a record. */
  readonly primaryDisplayLabelPropertyName: PropertyReference<P>;
  /** The object's properties, by key. At most 10 have `hasUniqueValue`. */
  readonly properties: P;
  /**
   * Identifies the object type to the CRM across deploys. Do not change it after the first deploy: another uid is
   * another type, without the records of this one. Default: the id in UPPER_SNAKE.
   */
  readonly uid?: string;
  /** What a record is, for the people who configure the app. */
  readonly description?: string;
  /** A prefix that marks the object as this app's. */
  readonly appPrefix?: string;
  /** What people can do with the records. */
  readonly settings?: AppObjectSettings;
  /** Properties that every record must have. Default: none. */
  readonly requiredProperties?: readonly PropertyReference<P>[];
  /** Properties that the CRM's search covers. Default: none. */
  readonly searchableProperties?: readonly PropertyReference<P>[];
  /** The groups that `groupName` of a property can name. Default: none. */
  readonly propertyGroups?: readonly PropertyGroup[];
  /** The fields of the form that creates a record. Default: none. */
  readonly defaultCreateFormFields?: readonly CreateFormField[];
  /** Properties shown below the title of a record. Default: none. */
  readonly secondaryDisplayLabelPropertyNames?: readonly PropertyReference<P>[];
}

// Names typed by the map would not be assignable to the definition without type arguments.
/** A declared app object. The members that name properties have plain strings. */
export interface AppObjectDefinition<P extends AppObjectPropertyMap = AppObjectPropertyMap>
  extends Omit<AppObjectOptions, 'properties'> {
  /** The object's properties, by key. */
  readonly properties: P;
  /** Always `appObject`. */
  readonly kind: 'appObject';
  /** The id passed to `appObject`. Unique among the app's objects. */
  readonly id: string;
  /** The declared uid, or the one derived from the id. */
  readonly uid: string;
}

/**
 * What `appObject` takes: its options, without unknown members in the properties. A function of the app that makes
 * objects takes it, too, and keeps the types of its caller's properties.
 */
export type StrictAppObjectOptions<P extends AppObjectPropertyMap> = AppObjectOptions<P> & {
  /** The object's properties, by key. At most 10 have `hasUniqueValue`. */
  readonly properties: OnlyMembersOf<AppObjectPropertyDefinition, P>;
};

/**
 * Declares a record type that the app adds to the portal. List it in `objects` of `defineApp`, which then needs
 * `distribution: 'marketplace'`, `auth: 'oauth'` and the scopes `crm.objects.custom.read` and `.write`.
 *
 * @example
 * import { appObject } from '@svc/sdk';
 *
 * export const invoice = appObject('invoice', {
 *   name: 'INVOICE',
 *   label: 'Invoice',
 *   singularForm: 'Invoice',
 *   pluralForm: 'Invoices',
 *   primaryDisplayLabelPropertyName: 'number',
 *   properties: {
 *     number: { type: 'string', label: 'Number', hasUniqueValue: true },
 *     amount: { type: 'number', label: 'Amount' },
 *   },
 * });
 */
export function appObject<const P extends AppObjectPropertyMap>(
  id: string,
  options: StrictAppObjectOptions<P>,
): AppObjectDefinition<P> {
  const uid = options?.uid ?? deriveUid(String(id));
  return declare('appObject', [id, options], { ...options, kind: 'appObject', id, uid }, fieldReader());
}
