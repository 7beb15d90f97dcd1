import type { ObjectCollectionName } from '../declare/known-values.ts';
import type { CrmPropertyName, CrmUniquePropertyName, CrmWrittenProperties } from '../declare/portal.ts';
import type { CrmAssociationType, CrmCreateInput, CrmObject, CrmUpsertInput } from './crm-records.ts';
import type { CrmAssociation, CrmProperty, CrmPropertyInput } from './crm-schema.ts';

/** A row that succeeded. */
export interface CrmBatchSuccess<T> {
  /** The position of the row in the input, from 0. */
  readonly index: number;
  /** What the CRM returned for the row. Undefined for archived rows and associations. */
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

/** What a batch read returns of each record. */
export interface CrmBatchReadOptions<T extends string = string> {
  /** Properties to read. Default: chosen by the CRM. */
  readonly properties?: readonly CrmPropertyName<T>[];
  /** Properties to read with their earlier values. Default: none. */
  readonly propertiesWithHistory?: readonly CrmPropertyName<T>[];
  /** The unique property that the ids are values of. It is read too. Default: the record id. */
  readonly idProperty?: CrmUniquePropertyName<T>;
  /** Reads archived records instead. Default: false. */
  readonly archived?: boolean;
}

/** The result of a batch read. */
export interface CrmBatchRead<T> {
  /** What exists, in the order of the ids. An id that is given twice has two results. */
  readonly results: T[];
  /** The ids that were not found, each once. */
  readonly missing: string[];
}

/** A row of a batch update. */
export interface CrmBatchUpdateInput<T extends string = string> {
  /** The record id, or the value of `idProperty`. */
  readonly id: string;
  /** The unique property that `id` is a value of. Default: the record id. */
  readonly idProperty?: CrmUniquePropertyName<T>;
  /** The values to write. */
  readonly properties: CrmWrittenProperties<T>;
}

/**
 * Records in batches of up to 100 per call. Writes retry what can be retried, and report failed rows instead of
 * throwing.
 */
export interface CrmBatchObjects {
  /** Reads records. Reads of one turn of the event loop share calls. Rejects when a call fails. */
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

/** Property definitions in batches of up to 100 per call. */
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
  /** The types of the association. Default: to create, the default type; to archive, all types. */
  readonly types?: readonly CrmAssociationType[];
}

/** The associations of one record. */
export interface CrmBatchAssociationRead {
  /** The id that was looked up. */
  readonly from: string;
  /** The associated records. */
  readonly to: CrmAssociation[];
}

/** Associations in batches. */
export interface CrmBatchAssociations {
  /** Reads the associations of records. Rejects when a call fails. */
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

/** The batch surface of `ctx.crm`. A batch call counts as one request against the rate limit. */
export interface CrmBatch {
  /** Records. */
  readonly objects: CrmBatchObjects;
  /** Property definitions. */
  readonly properties: CrmBatchProperties;
  /** Associations between records. */
  readonly associations: CrmBatchAssociations;
}
