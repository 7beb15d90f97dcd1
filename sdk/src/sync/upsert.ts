import type { CrmBatchFailure, CrmBatchObjects } from '../context/crm-batch.ts';
import type { CrmUpsertInput } from '../context/crm-records.ts';
import { CrmBackpressure } from '../crm/gate/backpressure.ts';
import { recordKey } from '../crm/record-key.ts';
import type { RowToQuarantine, StagedRow } from '../protocol/sync.ts';
import { type RowRules, rowToQuarantine } from './rows.ts';
import { PermanentSyncError, TransientSyncError } from './source/sync-errors.ts';

export interface UpsertedChunk {
  readonly upserted: number;
  /** Rows that the CRM refused. */
  readonly refused: readonly RowToQuarantine[];
  /** Rows to send again. */
  readonly left: readonly StagedRow[];
  /** Why rows must be sent again. */
  readonly because?: CrmBackpressure | TransientSyncError | undefined;
  /** Whether some rows were not sent. */
  readonly isUnsent: boolean;
  /** Whether rows must be reconciled, since the CRM may have written some without a response. */
  readonly needsReconcile: boolean;
}

/** Statuses that concern one row and not the whole call. */
const OF_ONE_ROW: readonly (number | undefined)[] = [400, 409, 413, 207];

/** The CRM's error for an unknown property. With a schema, it concerns every row. */
const NO_PROPERTY = /PROPERTY_DOESNT_EXIST/;

/** The CRM's error for an id property that is not unique. */
const NOT_UNIQUE = /\bnon-unique\b/;

type Failure = CrmBatchFailure<CrmUpsertInput>;

/**
 * Writes one chunk of records. Throws a PermanentSyncError for an error that would fail every row.
 * @param isLastTry quarantines rows with a transient failure of their own, so that they do not block their chunk
 */
export async function upsertChunk(
  upsert: CrmBatchObjects['upsert'],
  objectType: string,
  rules: RowRules,
  rows: readonly StagedRow[],
  isLastTry: boolean,
): Promise<UpsertedChunk> {
  if (rows.length === 0) {
    return { upserted: 0, refused: [], left: [], isUnsent: false, needsReconcile: false };
  }
  const { idProperty } = rules;
  const inputs = rows.map(({ key, properties }) => ({ id: key, idProperty, properties }));
  const { succeeded, failed } = await upsert(objectType, inputs);
  const isTransient = ({ error }: Failure) => error.retryable && !(isLastTry && isOfRow(error));
  const transient = failed.filter(isTransient);
  const refused = failed.filter((one) => !isTransient(one));
  const common = refused.find(({ error }) => isOfAllRows(error, rules));
  if (common !== undefined) {
    throw new PermanentSyncError(`the CRM refuses the rows: ${describe(common)}`);
  }
  const rowOf = ({ index }: { readonly index: number }) => rows[index] as StagedRow;
  // If one row of a record is sent again, all are: sent alone, an earlier row would overwrite a later one.
  const toRetry = new Set(transient.map((one) => recordKey(rowOf(one).key)));
  const isSettled = (one: { readonly index: number }) => !toRetry.has(recordKey(rowOf(one).key));
  return {
    upserted: succeeded.filter(isSettled).length,
    refused: await Promise.all(
      refused
        .filter(isSettled)
        .map((one) => rowToQuarantine(rules, rowOf(one), `the CRM refused the row: ${describe(one)}`)),
    ),
    left: rows.filter(({ key }) => toRetry.has(recordKey(key))),
    because: reasonOf(transient),
    isUnsent: transient.some(({ error }) => error.category === 'NOT_SENT'),
    needsReconcile: transient.some(({ error }) => error.category === 'NO_ANSWER' || error.category === 'UNCONFIRMED'),
  };
}

/** Reports whether the CRM has responded for the other rows of the call, and not for this one. */
const isOfRow = ({ category, status }: Failure['error']): boolean => category === 'UNCONFIRMED' || status === 207;

/** Reports whether the error would fail every row: token, scopes, object type or property. */
function isOfAllRows({ category, status, message }: Failure['error'], { schema }: RowRules): boolean {
  if (category === 'UNCONFIRMED' || category === 'INVALID_ROW') {
    return false;
  }
  return (
    !OF_ONE_ROW.includes(status) || NOT_UNIQUE.test(message) || (schema !== undefined && NO_PROPERTY.test(message))
  );
}

function reasonOf(transient: readonly Failure[]): UpsertedChunk['because'] {
  const [first] = transient;
  if (first === undefined) {
    return undefined;
  }
  const held = transient.map(({ error }) => error).filter(({ category }) => category === 'BACKPRESSURE');
  if (held.length > 0) {
    return new CrmBackpressure(Math.max(1, ...held.map(({ retryAfterSeconds = 1 }) => retryAfterSeconds)));
  }
  return new TransientSyncError(`the CRM did not accept the rows: ${describe(first)}`);
}

function describe({ error: { category, message, status } }: Failure): string {
  return `${message} (${category}${status === undefined ? '' : `, ${status}`})`;
}
