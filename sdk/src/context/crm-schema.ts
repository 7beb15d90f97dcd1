import type { ObjectCollectionName } from '../declare/known-values.ts';
import type { CrmAssociationType, CrmPage } from './crm-records.ts';

/** An associated record, and how it is associated. */
export interface CrmAssociation {
  /** The id of the associated record. */
  readonly toObjectId: string;
  /** The types of the association. */
  readonly associationTypes: readonly CrmAssociationLabel[];
}

/** One type of an existing association. */
export interface CrmAssociationLabel {
  /** Who defines the type, such as `USER_DEFINED`. */
  readonly category: string;
  /** The type's number within its category. */
  readonly typeId: number;
  /** The displayed label. Null for a type without one. */
  readonly label: string | null;
}

/** One end of an association: a record. */
export interface CrmAssociationEnd {
  /** The record's object type. */
  readonly objectType: string;
  /** The record id. */
  readonly id: string;
}

/** Which page of associations to read. */
export interface CrmAssociationListOptions {
  /** Associations per page. Default: chosen by the CRM. */
  readonly limit?: number;
  /** The cursor of the page: `paging.next.after` of the previous one. Default: the first page. */
  readonly after?: string;
}

/** Reads and writes associations between records. */
export interface CrmAssociations {
  /** Reads one page of the records of one object type that are associated with a record. */
  list(
    from: CrmAssociationEnd,
    toObjectType: string,
    options?: CrmAssociationListOptions,
  ): Promise<CrmPage<CrmAssociation>>;
  /** Associates two records. Without `types`, uses the default association of their object types. */
  create(from: CrmAssociationEnd, to: CrmAssociationEnd, types?: readonly CrmAssociationType[]): Promise<void>;
  /** Removes all associations between two records. */
  archive(from: CrmAssociationEnd, to: CrmAssociationEnd): Promise<void>;
}

/** A property of an object type. */
export interface CrmProperty {
  /** The property's name in the API. */
  readonly name: string;
  /** The displayed name. */
  readonly label: string;
  /** The type, such as `string` or `enumeration`. */
  readonly type: string;
  /** The UI control, such as `text` or `select`. */
  readonly fieldType: string;
  /** The group that shows the property. */
  readonly groupName?: string;
  /** The help text. */
  readonly description?: string;
  /** The choices of an enumeration. */
  readonly options?: readonly CrmPropertyOption[];
  /** Whether each record must have a different value. Cannot be changed later. */
  readonly hasUniqueValue?: boolean;
}

/** One choice of an enumeration. */
export interface CrmPropertyOption {
  /** The displayed text. */
  readonly label: string;
  /** The stored value. */
  readonly value: string;
  /** The position among the choices, lowest number first. */
  readonly displayOrder?: number;
  /** Whether forms hide the choice. Default: false. */
  readonly hidden?: boolean;
  /** The help text of the choice. */
  readonly description?: string;
}

/** A property to create. */
export interface CrmPropertyInput extends CrmProperty {
  /** The group that shows the property. */
  readonly groupName: string;
}

/** Reads and writes the property definitions of an object type. */
export interface CrmProperties {
  /** Reads all properties. */
  list(objectType: ObjectCollectionName): Promise<CrmProperty[]>;
  /** Reads a property. */
  get(objectType: ObjectCollectionName, name: string): Promise<CrmProperty>;
  /** Creates a property. */
  create(objectType: ObjectCollectionName, input: CrmPropertyInput): Promise<CrmProperty>;
  /** Changes the given members of a property. The others keep their values. */
  update(
    objectType: ObjectCollectionName,
    name: string,
    input: Partial<Omit<CrmPropertyInput, 'name'>>,
  ): Promise<CrmProperty>;
  /** Archives a property. */
  archive(objectType: ObjectCollectionName, name: string): Promise<void>;
}
