/** The part of the CRM client that works on records: their shapes, and one call each. */

/** A value to write. The CRM stores text; null clears the property. */
export type CrmPropertyValue = string | number | boolean | null;

/** A record as the CRM gives it: every property is text or null. */
export interface CrmObject {
  readonly id: string;
  readonly properties: Record<string, string | null>;
  /** ISO 8601 text. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly archived: boolean;
  readonly archivedAt?: string;
  readonly url?: string;
  readonly propertiesWithHistory?: Record<string, readonly CrmPropertyVersion[]>;
  readonly associations?: Record<
    string,
    { readonly results: readonly { readonly id: string; readonly type: string }[] }
  >;
}

/** One earlier value of a property. */
export interface CrmPropertyVersion {
  readonly value: string;
  readonly timestamp: string;
  readonly sourceType: string;
  readonly sourceId?: string;
}

/** One page of an answer. */
export interface CrmPage<T> {
  readonly results: T[];
  /** Absent on the last page. `after` is the cursor of the next one. */
  readonly paging?: { readonly next?: { readonly after: string; readonly link?: string } };
}

/** What to read of a record. */
export interface CrmReadOptions {
  readonly properties?: readonly string[];
  readonly propertiesWithHistory?: readonly string[];
  /** Object types whose associated ids come along. */
  readonly associations?: readonly string[];
  readonly archived?: boolean;
}

/** What to read of one record. */
export interface CrmGetOptions extends CrmReadOptions {
  /** The unique property that the id is a value of. Default: the record id. */
  readonly idProperty?: string;
}

/** Which page to list. */
export interface CrmListOptions extends CrmReadOptions {
  /** Records in a page, at most 100. Default: 10. */
  readonly limit?: number;
  /** `paging.next.after` of the page before. */
  readonly after?: string;
}

/** How a search filter compares. */
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
export interface CrmFilter {
  readonly propertyName: string;
  readonly operator: CrmFilterOperator;
  readonly value?: string | number | boolean;
  /** The upper end of `BETWEEN`. */
  readonly highValue?: string | number;
  /** The values of `IN` and `NOT_IN`. */
  readonly values?: readonly (string | number)[];
}

/** A search: groups are joined by OR, the filters of one group by AND (at most 5 groups of 6, 18 in all). */
export interface CrmSearchRequest {
  readonly filterGroups?: readonly { readonly filters: readonly CrmFilter[] }[];
  readonly query?: string;
  readonly sorts?: readonly (
    | string
    | { readonly propertyName: string; readonly direction: 'ASCENDING' | 'DESCENDING' }
  )[];
  readonly properties?: readonly string[];
  /** Records in a page, at most 200. Default: 10. */
  readonly limit?: number;
  readonly after?: string;
}

/** One page of a search. */
export interface CrmSearchPage extends CrmPage<CrmObject> {
  readonly total: number;
}

/** What ties a new record to one that exists. */
export interface CrmAssociationInput {
  readonly to: { readonly id: string };
  readonly types: readonly CrmAssociationType[];
}

/** The kind of an association. */
export interface CrmAssociationType {
  readonly associationCategory: string;
  readonly associationTypeId: number;
}

/** What to create. */
export interface CrmCreateInput {
  readonly properties: Readonly<Record<string, CrmPropertyValue>>;
  readonly associations?: readonly CrmAssociationInput[];
}

/** What to change. */
export interface CrmUpdateInput {
  readonly properties: Readonly<Record<string, CrmPropertyValue>>;
}

/** What to create, or to change where it exists. */
export interface CrmUpsertInput extends CrmUpdateInput {
  /** The value of `idProperty` that tells the record. */
  readonly id: string;
  /** A unique property of the object type. */
  readonly idProperty: string;
}

/** Records of the CRM, by object type (`contacts`, `companies`, a custom or app object). */
export interface CrmObjects {
  get(objectType: string, id: string, options?: CrmGetOptions): Promise<CrmObject>;
  list(objectType: string, options?: CrmListOptions): Promise<CrmPage<CrmObject>>;
  /** Searches draw on a budget of their own (by default 4 a second). */
  search(objectType: string, request: CrmSearchRequest): Promise<CrmSearchPage>;
  create(objectType: string, input: CrmCreateInput): Promise<CrmObject>;
  update(
    objectType: string,
    id: string,
    input: CrmUpdateInput,
    options?: { readonly idProperty?: string },
  ): Promise<CrmObject>;
  upsert(objectType: string, input: CrmUpsertInput): Promise<CrmObject & { readonly new: boolean }>;
  /** Moves the record to the recycle bin. */
  archive(objectType: string, id: string): Promise<void>;
}
