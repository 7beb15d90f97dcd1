import type { ObjectCollectionName } from '../declare/known-values.ts';
import type {
  CrmPropertyName,
  CrmReadProperties,
  CrmUniquePropertyName,
  CrmWrittenProperties,
} from '../declare/portal.ts';

/** A record as the CRM returns it. */
export interface CrmObject<T extends string = string> {
  /** The record id. */
  readonly id: string;
  /** The requested properties, as text. Null for a property without a value. */
  readonly properties: CrmReadProperties<T>;
  /** When the record was created, as an ISO 8601 string. */
  readonly createdAt: string;
  /** When the record last changed, as an ISO 8601 string. */
  readonly updatedAt: string;
  /** Whether the record is in the recycle bin. */
  readonly archived: boolean;
  /** When the record was archived, as an ISO 8601 string. */
  readonly archivedAt?: string;
  /** The record's page in the CRM. Absent in most responses. */
  readonly url?: string;
  /** Current and earlier values, by property. Present if the read requested `propertiesWithHistory`. */
  readonly propertiesWithHistory?: Record<string, readonly CrmPropertyVersion[]>;
  /** Associated records, by object type. Present if the read requested `associations`. */
  readonly associations?: Record<string, CrmAssociatedRecords>;
}

/** Records associated with another record. */
export interface CrmAssociatedRecords {
  /** One entry per association. */
  readonly results: readonly CrmAssociatedRecord[];
}

/** A record associated with another record. */
export interface CrmAssociatedRecord {
  /** The record id. */
  readonly id: string;
  /** The type of the association, such as `contact_to_company`. */
  readonly type: string;
}

/** A current or earlier value of a property. */
export interface CrmPropertyVersion {
  /** The value, as text. */
  readonly value: string;
  /** When the value was set, as an ISO 8601 string. */
  readonly timestamp: string;
  /** What set the value, such as `CRM_UI`. */
  readonly sourceType: string;
  /** The id of the user or system that set the value. */
  readonly sourceId?: string;
}

/** One page of results. */
export interface CrmPage<T> {
  /** The results of this page. */
  readonly results: T[];
  /** Where the next page is. Absent on the last page. */
  readonly paging?: CrmPaging;
}

/** The cursor of the next page, if there is one. */
export interface CrmPaging {
  /** The next page. Absent on the last page. */
  readonly next?: CrmNextPage;
}

/** The next page. */
export interface CrmNextPage {
  /** The cursor of the next page, for the option `after`. */
  readonly after: string;
  /** The URL of the next page. */
  readonly link?: string;
}

/** Which properties and associations a read returns for each record. */
export interface CrmReadOptions<T extends string = string> {
  /** Properties to read. Default: chosen by the CRM. */
  readonly properties?: readonly CrmPropertyName<T>[];
  /** Properties to read with their earlier values. Default: none. */
  readonly propertiesWithHistory?: readonly CrmPropertyName<T>[];
  /** Object types. The read also returns the ids of associated records of these types. Default: none. */
  readonly associations?: readonly ObjectCollectionName[];
  /** Reads archived records instead. Default: false. */
  readonly archived?: boolean;
}

/** How to read one record. */
export interface CrmGetOptions<T extends string = string> extends CrmReadOptions<T> {
  /** The unique property whose value the id is. Default: the record id. */
  readonly idProperty?: CrmUniquePropertyName<T>;
}

/** Which page of a list to read. */
export interface CrmListOptions<T extends string = string> extends CrmReadOptions<T> {
  /** Records per page, at most 100. Default: 10. */
  readonly limit?: number;
  /** The cursor of the page: `paging.next.after` of the previous one. Default: the first page. */
  readonly after?: string;
}

/** How a search filter compares the property with its value. */
export type CrmFilterOperator =
  | 'EQ'
  | 'NEQ'
  | 'LT'
  | 'LTE'
  | 'GT'
  | 'GTE'
  | 'BETWEEN'
  | 'IN'
  | 'NOT_IN'
  | 'HAS_PROPERTY'
  | 'NOT_HAS_PROPERTY'
  | 'CONTAINS_TOKEN'
  | 'NOT_CONTAINS_TOKEN';

/** One condition of a search. */
export interface CrmFilter<T extends string = string> {
  /**
   * The property to compare. `associations.<object type>` compares the ids of associated records instead. It takes
   * object types of the CRM, but no custom objects.
   */
  readonly propertyName: CrmPropertyName<T> | `associations.${string}`;
  /** How to compare. */
  readonly operator: CrmFilterOperator;
  /** The value to compare with, or the lower end of `BETWEEN`. */
  readonly value?: string | number | boolean;
  /** The upper end of `BETWEEN`. */
  readonly highValue?: string | number;
  /** The values of `IN` and `NOT_IN`. For a text property, write them in lower case: the CRM matches no others. */
  readonly values?: readonly (string | number)[];
}

/** Conditions that must all hold. */
export interface CrmFilterGroup<T extends string = string> {
  /** The conditions, joined by AND. At most 6. */
  readonly filters: readonly CrmFilter<T>[];
}

/** The order of search results. */
export interface CrmSort<T extends string = string> {
  /** The property to sort by. */
  readonly propertyName: CrmPropertyName<T>;
  /** The direction of the order. */
  readonly direction: 'ASCENDING' | 'DESCENDING';
}

/**
 * A search. It finds at most 10,000 records, and no archived ones. New values are found after a delay. The request may
 * have at most 3,000 characters of JSON.
 */
export interface CrmSearchRequest<T extends string = string> {
  /** Groups of conditions, joined by OR. At most 5 groups and 18 conditions in all. Default: no conditions. */
  readonly filterGroups?: readonly CrmFilterGroup<T>[];
  /** Text to find in searchable properties. Default: none. */
  readonly query?: string;
  /** The order, as one element: a property, a property after `-` for descending order, or an object. */
  readonly sorts?: readonly (CrmPropertyName<T> | `-${CrmPropertyName<T>}` | CrmSort<T>)[];
  /** Properties to read. Default: chosen by the CRM. */
  readonly properties?: readonly CrmPropertyName<T>[];
  /** Records per page, at most 200. Default: 10. */
  readonly limit?: number;
  /** The cursor of the page: `paging.next.after` of the previous one. Default: the first page. */
  readonly after?: string;
}

/** One page of search results. */
export interface CrmSearchPage<T extends string = string> extends CrmPage<CrmObject<T>> {
  /** The number of matching records in all pages. */
  readonly total: number;
}

/** An association of a new record with an existing one. */
export interface CrmAssociationInput {
  /** The existing record. */
  readonly to: CrmRecordRef;
  /** The types of the association. */
  readonly types: readonly CrmAssociationType[];
}

/** A record by id. */
export interface CrmRecordRef {
  /** The record id. */
  readonly id: string;
}

/** The type of an association. */
export interface CrmAssociationType {
  /** Who defines the type, such as `USER_DEFINED`. */
  readonly associationCategory: string;
  /** The type's number within its category. */
  readonly associationTypeId: number;
}

/** A record to create. */
export interface CrmCreateInput<T extends string = string> {
  /** The values to write. */
  readonly properties: CrmWrittenProperties<T>;
  /** Associations with existing records. Default: none. */
  readonly associations?: readonly CrmAssociationInput[];
}

/** Changes to a record. */
export interface CrmUpdateInput<T extends string = string> {
  /** The values to write. Other properties keep their values. */
  readonly properties: CrmWrittenProperties<T>;
}

/** A record to create, or to change when it exists. */
export interface CrmUpsertInput<T extends string = string> extends CrmUpdateInput<T> {
  /** The value of `idProperty` that identifies the record. */
  readonly id: string;
  /** A unique property of the object type. */
  readonly idProperty: CrmUniquePropertyName<T>;
}

/** Options of `objects.update`. */
export interface CrmUpdateOptions<T extends string = string> {
  /** The unique property whose value the id is. Default: the record id. */
  readonly idProperty?: CrmUniquePropertyName<T>;
}

/** An upserted record. */
export interface CrmUpsertedObject<T extends string = string> extends CrmObject<T> {
  /** Whether the call created the record. */
  readonly new: boolean;
}

/** Reads and writes records of an object type: `contacts`, `companies`, a custom object or an app object. */
export interface CrmObjects {
  /** Reads a record. Rejects with a `CrmError` of status 404 when it does not exist. */
  get<T extends ObjectCollectionName>(objectType: T, id: string, options?: CrmGetOptions<T>): Promise<CrmObject<T>>;
  /** Reads one page of the records of an object type. */
  list<T extends ObjectCollectionName>(objectType: T, options?: CrmListOptions<T>): Promise<CrmPage<CrmObject<T>>>;
  /** Reads one page of the records that match. Searches have their own rate budget, by default 4 per second. */
  search<T extends ObjectCollectionName>(objectType: T, request: CrmSearchRequest<T>): Promise<CrmSearchPage<T>>;
  /** Creates a record. Retries only if the CRM certainly did not create it, so that no record is created twice. */
  create<T extends ObjectCollectionName>(objectType: T, input: CrmCreateInput<T>): Promise<CrmObject<T>>;
  /** Changes the given properties of a record. */
  update<T extends ObjectCollectionName>(
    objectType: T,
    id: string,
    input: CrmUpdateInput<T>,
    options?: CrmUpdateOptions<T>,
  ): Promise<CrmObject<T>>;
  /** Creates the record that `idProperty` identifies, or changes it when it exists. */
  upsert<T extends ObjectCollectionName>(objectType: T, input: CrmUpsertInput<T>): Promise<CrmUpsertedObject<T>>;
  /** Moves a record to the recycle bin. */
  archive(objectType: ObjectCollectionName, id: string): Promise<void>;
}
