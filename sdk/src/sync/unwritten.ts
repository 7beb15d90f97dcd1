/** Finds out what a step that was lost has written: what is in the CRM already is not sent again. */

import type { CrmBatchObjects } from '../context/crm-batch.ts';
import { isBackpressure } from '../crm/backpressure.ts';
import type { StagedRow } from './wire.ts';

/**
 * Rows whose records are not yet what the rows would make of them. Where the CRM keeps a value in another form than it
 * was sent, or cannot be asked, that is all of them: writing a row again changes nothing. Rejects with CrmBackpressure.
 */
export async function unwritten(read: CrmBatchObjects['read'], objectType: string, idProperty: string, rows: readonly StagedRow[]): Promise<readonly StagedRow[]> {
  const properties = [...new Set(rows.flatMap((row) => Object.keys(row.properties)))];
  const ids = rows.map(({ key }) => key);
  try {
    const { results, missing } = await read(objectType, ids, { idProperty, properties });
    const gone = new Set(missing);
    const found = new Map(ids.filter((id) => !gone.has(id)).map((id, i) => [id, results[i]?.properties]));
    return rows.filter(({ key, properties: wanted }) => !isAs(wanted, found.get(key)));
  } catch (error) {
    if (isBackpressure(error)) {
      throw error;
    }
    return rows; // an app may write what it may not read
  }
}

/** The CRM answers in texts, and keeps nothing apart from an empty one. */
function isAs(wanted: StagedRow['properties'], is: Readonly<Record<string, unknown>> | undefined): boolean {
  return is !== undefined && Object.entries(wanted).every(([name, value]) => String(value ?? '') === String(is[name] ?? ''));
}
