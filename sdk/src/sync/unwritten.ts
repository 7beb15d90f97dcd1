/** Finds out what a step that was lost has written: what is in the CRM already is not sent again. */

import { CrmAnswerError } from '../crm/error.ts';
import { objectsIn } from '../crm/batch-answer.ts';
import { recordKey } from '../crm/record-key.ts';
import { isObject } from '../runtime/body.ts';
import { chunksOf } from './rows.ts';
import type { StagedRow, StagedValue } from './wire.ts';

/** Makes one call of the CRM's batch read. */
export type ReadBatch = (body: object) => Promise<unknown>;

/**
 * Rows whose records are not yet what the rows would make of them, and with them the others of the same records. Where
 * the CRM keeps a value in another form than it was sent, or lets the app not read, those rows are written again, which
 * changes nothing. Rejects when the CRM cannot be asked now.
 */
export async function unwritten(read: ReadBatch, idProperty: string, rows: readonly StagedRow[]): Promise<readonly StagedRow[]> {
  let found: ReadonlyMap<string, Properties>;
  try {
    found = await look(read, idProperty, rows);
  } catch (error) {
    if (error instanceof CrmAnswerError && NOT_FOR_US.includes(error.status)) {
      return rows;
    }
    throw error;
  }
  const differing = new Set(rows.filter(({ key, properties }) => !isAs(properties, found.get(recordKey(key)))).map(({ key }) => recordKey(key)));
  return rows.filter(({ key }) => differing.has(recordKey(key)));
}

/** An app may write what it may not read; and what cannot be read by this property is written as it comes. */
const NOT_FOR_US: readonly number[] = [400, 401, 403, 404];

type Properties = Readonly<Record<string, unknown>>;

/** What the CRM has of the rows' records. */
async function look(read: ReadBatch, idProperty: string, rows: readonly StagedRow[]): Promise<ReadonlyMap<string, Properties>> {
  const properties = [...new Set([idProperty, ...rows.flatMap((row) => Object.keys(row.properties))])];
  const answers = await Promise.all(chunksOf(rows).map((chunk) => read({ idProperty, properties, inputs: chunk.map(({ key }) => ({ id: key })) })));
  const records = answers.flatMap((answer) => objectsIn(answer, 'results').map((record) => record['properties']).filter(isObject));
  return new Map(records.map((record) => [recordKey(record[idProperty]), record]));
}

function isAs(wanted: StagedRow['properties'], is: Properties | undefined): boolean {
  return is !== undefined && Object.entries(wanted).every(([name, value]) => Object.hasOwn(is, name) && isSame(value, is[name]));
}

/** A time as rows give it, and as the CRM gives it back with or without its milliseconds. */
const TIME = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/;

/** The CRM answers in texts, and keeps nothing apart from an empty one. */
function isSame(wanted: StagedValue, is: unknown): boolean {
  const [a, b] = [String(wanted ?? ''), String(is ?? '')];
  return a === b || (typeof wanted === 'number' && b !== '' && Number(b) === wanted) || (TIME.test(a) && TIME.test(b) && Date.parse(a) === Date.parse(b));
}
