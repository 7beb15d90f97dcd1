/** From the rows of a page to records: those that do not fit the sync's schema are spoilt, and the last of a key counts. */

import { recordKey } from '../crm/record-key.ts';
import { isObject } from '../platform/body.ts';
import { toHex } from '../platform/bytes.ts';
import { sha256 } from '../platform/hmac.ts';
import type { SpoiltRow, StagedRow, StagedValue, SyncName } from '../protocol/sync.ts';

/** What decides about a row. */
export interface RowRules extends SyncName {
  readonly idProperty: string;
  /** Name of a field to name of a property; without it every field goes to the property of its name. */
  readonly schema?: Readonly<Record<string, string>> | undefined;
}

export interface SortedRows {
  readonly rows: readonly StagedRow[];
  readonly spoilt: readonly SpoiltRow[];
  readonly duplicates: number;
}

/** Longest key, in UTF-16 units. */
const MAX_KEY = 1_000;

/** Longest row as JSON that is kept, in UTF-16 units: with its properties it must fit one value of the store. */
const MAX_ROW = 150_000;

/** Decides about each row of a page. */
export async function sortRows(rules: RowRules, rows: readonly unknown[]): Promise<SortedRows> {
  const byKey = new Map<string, StagedRow>();
  const spoilt = new Map<string, SpoiltRow>(); // the same row is set aside once
  for (const row of rows) {
    const read = readRow(rules, row);
    if (typeof read === 'string') {
      const one = await spoil(rules, row, read);
      spoilt.set(one.id, one);
    } else {
      byKey.delete(read.key); // the last one of a key stands where it stood
      byKey.set(read.key, read);
    }
  }
  return {
    rows: [...byKey.values()],
    spoilt: [...spoilt.values()],
    duplicates: rows.length - spoilt.size - byKey.size,
  };
}

/** The row as a record, or what is wrong with it. */
function readRow({ idProperty, schema }: RowRules, row: unknown): StagedRow | string {
  const { key, data } = isObject(row) ? row : ({} as Record<string, unknown>);
  if (typeof key !== 'string' || key === '') {
    return 'its key is no text, or is empty';
  }
  if (key.length > MAX_KEY) {
    return `its key has more than ${MAX_KEY} characters`;
  }
  if (!isObject(data)) {
    return 'its data is no object';
  }
  const properties: Record<string, StagedValue> = {};
  const fields = schema === undefined ? Object.keys(data).map((name) => [name, name] as const) : Object.entries(schema);
  for (const [field, property] of fields) {
    const value = plain(Object.hasOwn(data, field) ? data[field] : undefined);
    if (value === undefined) {
      return Object.hasOwn(data, field)
        ? `its field ${JSON.stringify(field)} is no text, number, boolean or null`
        : `it has no field ${JSON.stringify(field)}, which the schema maps`;
    }
    if (property !== idProperty) {
      properties[property] = value;
    }
  }
  const kept = jsonOf(data);
  return kept === undefined || kept.length > MAX_ROW
    ? `it is longer than ${MAX_ROW} characters of JSON`
    : { key, properties, data };
}

/** A value that a property can have. Dates become what they are in JSON. */
function plain(value: unknown): StagedValue | undefined {
  const found = value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value;
  const isPlain =
    found === null ||
    typeof found === 'string' ||
    typeof found === 'boolean' ||
    (typeof found === 'number' && Number.isFinite(found));
  return isPlain ? (found as StagedValue) : undefined;
}

/** The row as it is set aside. The same row of a sync has the same id, however often it comes. */
export async function spoil({ worker, sync }: SyncName, row: unknown, reason: string): Promise<SpoiltRow> {
  const { key = null, data = null } = isObject(row) ? row : { data: row };
  const [keyText, text] = [jsonOf(key) ?? 'null', jsonOf(data)];
  const id = toHex(await sha256(utf8.encode(JSON.stringify([worker, sync, keyText, text ?? String(data)])))).slice(
    0,
    24,
  );
  // What is too long is cut, and to what no row can be made of: tried again, it must not become another record.
  const keptKey: unknown =
    keyText.length > MAX_KEY * 2 ? { truncated: keyText.slice(0, MAX_KEY) } : JSON.parse(keyText);
  const isKept = text !== undefined && text.length <= MAX_ROW;
  return {
    id,
    key: keptKey,
    data: isKept ? (JSON.parse(text) as unknown) : (text ?? String(data)).slice(0, 1_000),
    reason,
  };
}

const utf8 = new TextEncoder();

/** The value as JSON, or undefined where it has none. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value) as string | undefined;
  } catch {
    return undefined;
  }
}

/** Rows of one call of the CRM (spec, Limits). */
export const ROWS_PER_CHUNK = 100;

/**
 * The rows in calls of the CRM. Those of one record are in the same one, which writes them in their order: their keys
 * differ for us, and not for the CRM.
 */
export function chunksOf(rows: readonly StagedRow[]): StagedRow[][] {
  const ofRecord = new Map<string, StagedRow[]>();
  for (const row of rows) {
    const key = recordKey(row.key);
    ofRecord.set(key, [...(ofRecord.get(key) ?? []), row]);
  }
  const chunks: StagedRow[][] = [];
  for (const same of ofRecord.values()) {
    const last = chunks.at(-1);
    if (last === undefined || last.length + same.length > ROWS_PER_CHUNK) {
      chunks.push(same);
    } else {
      last.push(...same);
    }
  }
  return chunks;
}
