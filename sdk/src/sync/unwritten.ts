import { objectsIn } from '../crm/objects-in.ts';
import { isBackpressure } from '../crm/gate/backpressure.ts';
import { recordKey } from '../crm/record-key.ts';
import { isTransient } from '../crm/retry.ts';
import { isObject } from '../platform/body.ts';
import type { StagedRow, StagedValue } from '../protocol/sync.ts';
import { chunksOf } from './rows.ts';
import { TransientSyncError } from './source/sync-errors.ts';

/** Makes one call of the CRM's batch read. */
export type ReadBatch = (body: object) => Promise<unknown>;

/**
 * Reconciles rows after a lost step: returns those that the CRM's records do not match, to be written again. If several
 * rows are of one record, all of them are returned, since their order matters. A row that cannot be compared is
 * returned too, since writing it again is idempotent. Rejects if the CRM is unavailable.
 */
export async function unwritten(
  read: ReadBatch,
  idProperty: string,
  rows: readonly StagedRow[],
): Promise<readonly StagedRow[]> {
  let found: ReadonlyMap<string, Properties>;
  try {
    found = await readRecords(read, idProperty, rows);
  } catch (error) {
    if (isTransient(error)) {
      throw new TransientSyncError(`cannot read the records of the rows: ${(error as Error).message}`);
    }
    if (isBackpressure(error) || (error as Error).name === 'TimeoutError') {
      throw error;
    }
    return rows; // the app may lack the scope to read; other errors are clearer from the write
  }
  const times = new Map<string, number>();
  rows.forEach(({ key }) => times.set(recordKey(key), (times.get(recordKey(key)) ?? 0) + 1));
  return rows.filter(
    ({ key, properties }) => times.get(recordKey(key)) !== 1 || !matches(properties, found.get(recordKey(key))),
  );
}

type Properties = Readonly<Record<string, unknown>>;

/** Returns the properties of the rows' records by record key. */
async function readRecords(
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

function matches(wanted: StagedRow['properties'], actual: Properties | undefined): boolean {
  return (
    actual !== undefined &&
    Object.entries(wanted).every(([name, value]) => Object.hasOwn(actual, name) && isSame(value, actual[name]))
  );
}

/** A time in a row, or from the CRM, which may return it without milliseconds. */
const TIME = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/;

/** Compares a value with the CRM's, which is a string or null. The CRM treats null and an empty string alike. */
function isSame(wanted: StagedValue, actual: unknown): boolean {
  const [a, b] = [String(wanted ?? ''), String(actual ?? '')];
  return (
    a === b ||
    (typeof wanted === 'number' && b !== '' && Number(b) === wanted) ||
    (TIME.test(a) && TIME.test(b) && Date.parse(a) === Date.parse(b))
  );
}
