/** The batch side of the CRM client: many rows, few calls, no throw for what a row did. */

import type { CrmAssociationType, CrmCreateInput, CrmObject, CrmPropertyValue, CrmUpsertInput } from './crm-records.ts';
import type { CrmAssociation, CrmProperty, CrmPropertyInput } from './crm-schema.ts';

/** A row that went through. */
export interface CrmBatchSuccess<T> {
  /** The row's place in the input. */
  readonly index: number;
  readonly result: T;
}

/** A row that did not. */
export interface CrmBatchFailure<Input> {
  /** The row's place in the input. */
  readonly index: number;
  readonly input: Input;
  readonly error: {
    /**
     * The CRM's category, such as `VALIDATION_ERROR`. Where the CRM gives none: `HTTP_502` and so on; `BACKPRESSURE` when
     * the budget was spent, `NO_ANSWER` when the call broke off, `UNCONFIRMED` when the CRM answered without a word about
     * the row, `INVALID_ROW` and `NOT_SENT` for what never left.
     */
    readonly category: string;
    readonly message: string;
    /** Of the answer. */
    readonly status?: number;
    /** Whether the row may go through another time. */
    readonly retryable: boolean;
    /** After so many seconds. */
    readonly retryAfterSeconds?: number;
    /** The row may have been created: look before it is sent again. */
    readonly ambiguous?: true;
  };
}

/** What became of the rows: each row of the input stands in one of the two lists, told by its index. */
export interface CrmBatchResult<T, Input> {
  readonly succeeded: CrmBatchSuccess<T>[];
  readonly failed: CrmBatchFailure<Input>[];
}

/** What to read, and which property the ids are values of. */
export interface CrmBatchReadOptions {
  readonly properties?: readonly string[];
  readonly propertiesWithHistory?: readonly string[];
  /** The unique property that the ids are values of; it is read too. Default: the record id. */
  readonly idProperty?: string;
  readonly archived?: boolean;
}

/** What a batch read found. */
export interface CrmBatchRead<T> {
  /** What exists, in the order of the ids; for an id that is given twice, twice. */
  readonly results: T[];
  /** The ids that lead nowhere, each once. */
  readonly missing: string[];
}

/** A row of a batch update. */
export interface CrmBatchUpdateInput {
  readonly id: string;
  readonly idProperty?: string;
  readonly properties: Readonly<Record<string, CrmPropertyValue>>;
}

/** Records, in calls of up to 100. Writes retry what can be retried and never throw for upstream or budget outcomes. */
export interface CrmBatchObjects {
  /** Look-ups of one turn are gathered into calls of up to 100 records. */
  read(objectType: string, ids: readonly string[], options?: CrmBatchReadOptions): Promise<CrmBatchRead<CrmObject>>;
  create(objectType: string, rows: readonly CrmCreateInput[]): Promise<CrmBatchResult<CrmObject, CrmCreateInput>>;
  update(
    objectType: string,
    rows: readonly CrmBatchUpdateInput[],
  ): Promise<CrmBatchResult<CrmObject, CrmBatchUpdateInput>>;
  upsert(objectType: string, rows: readonly CrmUpsertInput[]): Promise<CrmBatchResult<CrmObject, CrmUpsertInput>>;
  archive(objectType: string, ids: readonly string[]): Promise<CrmBatchResult<undefined, string>>;
}

/** Property definitions, in batches. */
export interface CrmBatchProperties {
  read(objectType: string, names: readonly string[]): Promise<CrmBatchRead<CrmProperty>>;
  create(objectType: string, rows: readonly CrmPropertyInput[]): Promise<CrmBatchResult<CrmProperty, CrmPropertyInput>>;
  archive(objectType: string, names: readonly string[]): Promise<CrmBatchResult<undefined, string>>;
}

/** One tie of a batch. Without `types`: to create the default association, to archive all there are. */
export interface CrmBatchAssociationInput {
  readonly from: string;
  readonly to: string;
  readonly types?: readonly CrmAssociationType[];
}

/** Ties between records, in batches. */
export interface CrmBatchAssociations {
  read(
    fromObjectType: string,
    toObjectType: string,
    ids: readonly string[],
  ): Promise<CrmBatchRead<{ readonly from: string; readonly to: CrmAssociation[] }>>;
  create(
    fromObjectType: string,
    toObjectType: string,
    rows: readonly CrmBatchAssociationInput[],
  ): Promise<CrmBatchResult<undefined, CrmBatchAssociationInput>>;
  archive(
    fromObjectType: string,
    toObjectType: string,
    rows: readonly CrmBatchAssociationInput[],
  ): Promise<CrmBatchResult<undefined, CrmBatchAssociationInput>>;
}

/** The batch surface of `ctx.crm`. */
export interface CrmBatch {
  readonly objects: CrmBatchObjects;
  readonly properties: CrmBatchProperties;
  readonly associations: CrmBatchAssociations;
}
