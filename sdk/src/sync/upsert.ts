/** Writes one chunk of records, and finds out what that says about each row, and about the run. */

import type { CrmBatchFailure, CrmBatchObjects } from '../context/crm-batch.ts';
import type { CrmUpsertInput } from '../context/crm-records.ts';
import { CrmBackpressure } from '../crm/gate/backpressure.ts';
import { recordKey } from '../crm/record-key.ts';
import type { SpoiltRow, StagedRow } from '../protocol/sync.ts';
import { type RowRules, spoil } from './rows.ts';
import { SyncFault, SyncStumble } from './source/fault.ts';

export interface UpsertedChunk {
  readonly upserted: number;
  readonly spoilt: readonly SpoiltRow[];
  /** Rows that have to be sent again, and why. */
  readonly left: readonly StagedRow[];
  readonly because?: CrmBackpressure | SyncStumble | undefined;
  /** Some of those never left. */
  readonly isUnsent: boolean;
  /** The CRM may have some of those: it did not answer. */
  readonly isUnsure: boolean;
}

/** Answers that are about one row and not about all of them. */
const OF_ONE_ROW: readonly (number | undefined)[] = [400, 409, 413, 207];

/** What the CRM says of a property that it does not have. A schema gives all of its properties to every row. */
const NO_PROPERTY = /PROPERTY_DOESNT_EXIST/;

/** What it says of an id property whose values are not unique. */
const NOT_UNIQUE = /\bnon-unique\b/;

type Failure = CrmBatchFailure<CrmUpsertInput>;

/**
 * Throws a SyncFault for what would fail for every row.
 * @param isLastTry rows that alone keep their chunk from its end are set aside, though they may go through another time
 */
export async function upsertChunk(
  upsert: CrmBatchObjects['upsert'],
  objectType: string,
  rules: RowRules,
  rows: readonly StagedRow[],
  isLastTry: boolean,
): Promise<UpsertedChunk> {
  if (rows.length === 0) {
    return { upserted: 0, spoilt: [], left: [], isUnsent: false, isUnsure: false };
  }
  const { idProperty } = rules;
  const inputs = rows.map(({ key, properties }) => ({ id: key, idProperty, properties }));
  const { succeeded, failed } = await upsert(objectType, inputs);
  const goesAgain = ({ error }: Failure) => error.retryable && !(isLastTry && isOfRow(error));
  const passing = failed.filter(goesAgain);
  const refused = failed.filter((one) => !goesAgain(one));
  const common = refused.find(({ error }) => isOfAll(error, rules));
  if (common !== undefined) {
    throw new SyncFault(`the CRM refuses the rows: ${saidBy(common)}`);
  }
  const rowOf = ({ index }: { readonly index: number }) => rows[index] as StagedRow;
  // All rows of a record go again where one does: sent after them, it would take the place of a later one.
  const goAgain = new Set(passing.map((one) => recordKey(rowOf(one).key)));
  const isSettled = (one: { readonly index: number }) => !goAgain.has(recordKey(rowOf(one).key));
  return {
    upserted: succeeded.filter(isSettled).length,
    spoilt: await Promise.all(
      refused.filter(isSettled).map((one) => spoil(rules, rowOf(one), `the CRM refuses it: ${saidBy(one)}`)),
    ),
    left: rows.filter(({ key }) => goAgain.has(recordKey(key))),
    because: reasonOf(passing),
    isUnsent: passing.some(({ error }) => error.category === 'NOT_SENT'),
    isUnsure: passing.some(({ error }) => error.category === 'NO_ANSWER' || error.category === 'UNCONFIRMED'),
  };
}

/** Whether the CRM has answered for the other rows of the call, and not for this one. */
const isOfRow = ({ category, status }: Failure['error']): boolean => category === 'UNCONFIRMED' || status === 207;

/** Whether it would fail for whatever row: the token, the scopes, the object type, a property. */
function isOfAll({ category, status, message }: Failure['error'], { schema }: RowRules): boolean {
  if (category === 'UNCONFIRMED' || category === 'INVALID_ROW') {
    return false;
  }
  return (
    !OF_ONE_ROW.includes(status) || NOT_UNIQUE.test(message) || (schema !== undefined && NO_PROPERTY.test(message))
  );
}

function reasonOf(passing: readonly Failure[]): UpsertedChunk['because'] {
  const [first] = passing;
  if (first === undefined) {
    return undefined;
  }
  const held = passing.map(({ error }) => error).filter(({ category }) => category === 'BACKPRESSURE');
  if (held.length > 0) {
    return new CrmBackpressure(Math.max(1, ...held.map(({ retryAfterSeconds = 1 }) => retryAfterSeconds)));
  }
  return new SyncStumble(`the CRM did not take the rows: ${saidBy(first)}`);
}

function saidBy({ error: { category, message, status } }: Failure): string {
  return `${message} (${category}${status === undefined ? '' : `, ${status}`})`;
}
