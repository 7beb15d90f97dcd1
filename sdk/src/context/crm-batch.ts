import type { ObjectCollectionName } from '../declare/known-values.ts';
import type { CrmPropertyName, CrmUniquePropertyName, CrmWrittenProperties } from '../declare/portal.ts';
import type { CrmAssociationType, CrmCreateInput, CrmObject, CrmUpsertInput } from './crm-records.ts';
import type { CrmAssociation, CrmProperty, CrmPropertyInput } from './crm-schema.ts';

/** A row that succeeded. */
export interface CrmBatchSuccess<T> {
  /** The position of the row in the input, from 0. */
  readonly index: number;
  /** What the CRM returned for the row. Undefined for associations, and when the call archives. */
  readonly result: T;
}

/** A row that failed. */
export interface CrmBatchFailure<Input> {
  /** The position of the row in the input, from 0. */
  readonly index: number;
  /** The row. */
  readonly input: Input;
  /** Why it failed. */
  readonly error: CrmBatchError;
}

/** Why a row failed. */
export interface CrmBatchError {
  /**
   * The CRM's category, such as `VALIDATION_ERROR`, or `HTTP_<status>` when the CRM gives none.
   *
   * The client adds `BACKPRESSURE` (the rate budget was exhausted), `NO_ANSWER` (the connection broke), `UNCONFIRMED`
   * (the response did not mention the row), `INVALID_ROW` and `NOT_SENT` (the row did not leave the worker).
   */
  readonly category: string;
  /** What the CRM or the client says about the row. */
  readonly message: string;
  /** The HTTP status. Absent when there was no response. */
  readonly status?: number;
  /** Whether sending the row again may succeed. */
  readonly retryable: boolean;
  /** Seconds to wait before sending the row again. Absent when unknown. */
  readonly retryAfterSeconds?: number;
  /** The CRM may have created the record: look for it before you send the row again. */
  readonly ambiguous?: true;
}

/** The outcome of a batch write. Each row of the input is in exactly one of the two lists. */
export interface CrmBatchResult<T, Input> {
  /** Rows that succeeded, in the order of the input. */
  readonly succeeded: CrmBatchSuccess<T>[];
  /** Rows that failed, in the order of the input. */
  readonly failed: CrmBatchFailure<Input>[];
}

/** Which data of each record a batch read returns. */
export interface CrmBatchReadOptions<T extends string = string> {
  /** Properties to read. Default: chosen by the CRM. */
  readonly properties?: readonly CrmPropertyName<T>[];
  /** Properties to read with their earlier values. Default: none. */
  readonly propertiesWithHistory?: readonly CrmPropertyName<T>[];
  /** The unique property whose values the ids are. The read returns it, too. Default: the record id. */
  readonly idProperty?: CrmUniquePropertyName<T>;
  /** Reads archived records instead. Default: false. */
  readonly archived?: boolean;
}

/** The result of a batch read. */
export interface CrmBatchRead<T> {
  /** The results of the ids that were found, in the order of the ids. An id that is given twice has two results. */
  readonly results: T[];
  /** The ids that were not found, each once. */
  readonly missing: string[];
}

/** A row of a batch update. */
export interface CrmBatchUpdateInput<T extends string = string> {
  /** The record id, or the value of `idProperty`. */
  readonly id: string;
  /** The unique property whose value `id` is. Default: the record id. */
  readonly idProperty?: CrmUniquePropertyName<T>;
  /** The values to write. */
  readonly properties: CrmWrittenProperties<T>;
}

/**
 * Reads and writes records in batches. Each call to the CRM has up to 100 records, or 50 in a read with history. Writes
 * retry rows if that is safe, and report rows that failed instead of throwing.
 */
export interface CrmBatchObjects {
  /** Reads records. Reads that start in the same turn of the event loop share calls. Rejects when a call fails. */
  read<T extends ObjectCollectionName>(
    objectType: T,
    ids: readonly string[],
    options?: CrmBatchReadOptions<T>,
  ): Promise<CrmBatchRead<CrmObject<T>>>;
  /** Creates one record per row. */
  create<T extends ObjectCollectionName>(
    objectType: T,
    rows: readonly CrmCreateInput<T>[],
  ): Promise<CrmBatchResult<CrmObject<T>, CrmCreateInput<T>>>;
  /** Changes existing records. */
  update<T extends ObjectCollectionName>(
    objectType: T,
    rows: readonly CrmBatchUpdateInput<T>[],
  ): Promise<CrmBatchResult<CrmObject<T>, CrmBatchUpdateInput<T>>>;
  /** Creates or changes the record that each row's `idProperty` identifies. */
  upsert<T extends ObjectCollectionName>(
    objectType: T,
    rows: readonly CrmUpsertInput<T>[],
  ): Promise<CrmBatchResult<CrmObject<T>, CrmUpsertInput<T>>>;
  /** Moves records to the recycle bin. */
  archive(objectType: ObjectCollectionName, ids: readonly string[]): Promise<CrmBatchResult<undefined, string>>;
}

/** Reads and writes property definitions in batches of up to 100 per call. */
export interface CrmBatchProperties {
  /** Reads property definitions. Rejects when a call fails. */
  read(objectType: ObjectCollectionName, names: readonly string[]): Promise<CrmBatchRead<CrmProperty>>;
  /** Creates one property per row. */
  create(
    objectType: ObjectCollectionName,
    rows: readonly CrmPropertyInput[],
  ): Promise<CrmBatchResult<CrmProperty, CrmPropertyInput>>;
  /** Archives properties. */
  archive(objectType: ObjectCollectionName, names: readonly string[]): Promise<CrmBatchResult<undefined, string>>;
}

/** A row of a batch of associations. */
export interface CrmBatchAssociationInput {
  /** The id of the first record. */
  readonly from: string;
  /** The id of the second record. */
  readonly to: string;
  /** The types of the association. Default: `create` uses the default type, and `archive` removes all types. */
  readonly types?: readonly CrmAssociationType[];
}

/** The associations of one record. */
export interface CrmBatchAssociationRead {
  /** The id that was looked up. */
  readonly from: string;
  /** The associated records. */
  readonly to: CrmAssociation[];
}

/** Reads and writes associations in batches of up to 100 per call. */
export interface CrmBatchAssociations {
  /** Reads all associations of the records with records of another object type. Rejects when a call fails. */
  read(
    fromObjectType: string,
    toObjectType: string,
    ids: readonly string[],
  ): Promise<CrmBatchRead<CrmBatchAssociationRead>>;
  /** Associates the two records of each row. */
  create(
    fromObjectType: string,
    toObjectType: string,
    rows: readonly CrmBatchAssociationInput[],
  ): Promise<CrmBatchResult<undefined, CrmBatchAssociationInput>>;
  /** Removes the associations of each row. */
  archive(
    fromObjectType: string,
    toObjectType: string,
    rows: readonly CrmBatchAssociationInput[],
  ): Promise<CrmBatchResult<undefined, CrmBatchAssociationInput>>;
}

/** Batches of `ctx.crm`. A call with up to 100 rows counts as one request against the rate limit. */
export interface CrmBatch {
  /** Reads and writes records. */
  readonly objects: CrmBatchObjects;
  /** Reads and writes property definitions. */
  readonly properties: CrmBatchProperties;
  /** Reads and writes associations between records. */
  readonly associations: CrmBatchAssociations;
}
