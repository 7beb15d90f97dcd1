/** Finds out what a step that was lost has written: what is in the CRM already is not sent again. */

import { objectsIn } from '../crm/batch-answer.ts';
import { isBackpressure } from '../crm/gate/backpressure.ts';
import { recordKey } from '../crm/record-key.ts';
import { isTransient } from '../crm/retry.ts';
import { isObject } from '../platform/body.ts';
import type { StagedRow, StagedValue } from '../protocol/sync.ts';
import { chunksOf } from './rows.ts';
import { SyncStumble } from './source/fault.ts';

/** Makes one call of the CRM's batch read. */
export type ReadBatch = (body: object) => Promise<unknown>;

/**
 * Rows whose records are not yet what the rows would make of them. Where several rows may be of one record, all of them
 * are: they have to go in their order. Where the CRM keeps a value in another form than it was sent, or does not let the
 * app read, rows are written again, which changes nothing. Rejects when the CRM cannot be asked now.
 */
export async function unwritten(
  read: ReadBatch,
  idProperty: string,
  rows: readonly StagedRow[],
): Promise<readonly StagedRow[]> {
  let found: ReadonlyMap<string, Properties>;
  try {
    found = await look(read, idProperty, rows);
  } catch (error) {
    if (isTransient(error)) {
      throw new SyncStumble(`the CRM did not say which rows it has: ${(error as Error).message}`);
    }
    if (isBackpressure(error) || (error as Error).name === 'TimeoutError') {
      throw error;
    }
    return rows; // an app may write what it may not read; and what else is wrong, writing says better
  }
  const times = new Map<string, number>();
  rows.forEach(({ key }) => times.set(recordKey(key), (times.get(recordKey(key)) ?? 0) + 1));
  return rows.filter(
    ({ key, properties }) => times.get(recordKey(key)) !== 1 || !isAs(properties, found.get(recordKey(key))),
  );
}

type Properties = Readonly<Record<string, unknown>>;

/** What the CRM has of the rows' records. */
async function look(
  read: ReadBatch,
  idProperty: string,
  rows: readonly StagedRow[],
): Promise<ReadonlyMap<string, Properties>> {
  const properties = [...new Set([idProperty, ...rows.flatMap((row) => Object.keys(row.properties))])];
  const answers = await Promise.all(
    chunksOf(rows).map((chunk) => read({ idProperty, properties, inputs: chunk.map(({ key }) => ({ id: key })) })),
  );
  const records = answers.flatMap((answer) =>
    objectsIn(answer, 'results')
      .map((record) => record['properties'])
      .filter(isObject),
  );
  return new Map(records.map((record) => [recordKey(record[idProperty]), record]));
}

function isAs(wanted: StagedRow['properties'], is: Properties | undefined): boolean {
  return (
    is !== undefined &&
    Object.entries(wanted).every(([name, value]) => Object.hasOwn(is, name) && isSame(value, is[name]))
  );
}

/** A time as rows give it, and as the CRM gives it back with or without its milliseconds. */
const TIME = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/;

/** The CRM answers in texts, and keeps nothing apart from an empty one. */
function isSame(wanted: StagedValue, is: unknown): boolean {
  const [a, b] = [String(wanted ?? ''), String(is ?? '')];
  return (
    a === b ||
    (typeof wanted === 'number' && b !== '' && Number(b) === wanted) ||
    (TIME.test(a) && TIME.test(b) && Date.parse(a) === Date.parse(b))
  );
}
