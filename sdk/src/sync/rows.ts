import { recordKey } from '../crm/record-key.ts';
import { isObject } from '../platform/body.ts';
import { emptyKind } from '../platform/json-text.ts';
import { toHex, utf8 } from '../platform/bytes.ts';
import { sha256 } from '../platform/hmac.ts';
import type { InboxRow, PostedRow, RowToQuarantine, StagedRow, StagedValue, SyncName } from '../protocol/sync.ts';
import { outgoingText } from '../platform/outgoing.ts';

/** How rows become records. */
export interface RowRules extends SyncName {
  readonly idProperty: string;
  /** The CRM's property names by field name. Without it, every field goes to the property of its name. */
  readonly schema?: Readonly<Record<string, string>> | undefined;
  /** Returns the CRM's name of a property. Default: the same name. */
  readonly nameOf?: (key: string) => string;
}

/** The rows of a page. */
export interface SortedRows {
  readonly rows: readonly StagedRow[];
  readonly invalid: readonly RowToQuarantine[];
  readonly duplicates: number;
}

/** Longest key, in UTF-16 units. */
const MAX_KEY = 1_000;

/** Longest row, in UTF-16 units of JSON. With its properties it must fit one stored value. */
const MAX_ROW = 150_000;

/** Kept length of data that cannot be kept whole, in UTF-16 units. */
const KEPT_TEXT = 1_000;

/**
 * Validates the rows of a page and maps them to records. The last row of a key wins.
 * @param known rows of the page that were found invalid before
 */
export async function sortRows(
  rules: RowRules,
  rows: readonly unknown[],
  known: readonly RowToQuarantine[] = [],
): Promise<SortedRows> {
  const byKey = new Map<string, StagedRow>();
  const invalid = new Map(known.map((one) => [one.id, one])); // by id, so that a repeated row is quarantined once
  for (const row of rows) {
    const read = readRow(rules, row);
    if (typeof read === 'string') {
      const one = await invalidRow(rules, row, read);
      invalid.set(one.id, one);
    } else {
      byKey.delete(read.key); // the last row of a key keeps its own place in the order
      byKey.set(read.key, read);
    }
  }
  return {
    rows: [...byKey.values()],
    invalid: [...invalid.values()],
    duplicates: rows.length + known.length - invalid.size - byKey.size,
  };
}

/**
 * Returns a row that a push source returned, as the inbox keeps it. The inbox keeps JSON, so a row that is invalid only
 * before it becomes JSON is marked. Every other row is judged when its sync runs, by the schema of that time.
 */
export async function postedRow(rules: RowRules, row: unknown): Promise<PostedRow> {
  const read = readRow(rules, row);
  if (typeof read !== 'string') {
    return { key: read.key, data: read.data };
  }
  const { id, key, data, reason } = await invalidRow(rules, row, read);
  return readRow(rules, { key, data }) === read ? { key, data } : { key, data, invalid: { id, reason } };
}

/** Splits the rows of an inbox into those to judge, and those that were marked as invalid. */
export function splitPosted(inbox: readonly InboxRow[]): {
  readonly rows: readonly InboxRow[];
  readonly known: readonly RowToQuarantine[];
} {
  const known = inbox.flatMap(({ key, data, invalid }) => (invalid === undefined ? [] : [{ key, data, ...invalid }]));
  return { rows: inbox.filter(({ invalid }) => invalid === undefined), known };
}

/**
 * Returns an invalid row to quarantine. JSON may make a row valid, as NaN becomes null, which clears a property. Such
 * data is kept as text, so that a retry cannot write it.
 */
async function invalidRow(rules: RowRules, row: unknown, reason: string): Promise<RowToQuarantine> {
  const kept = await rowToQuarantine(rules, row, reason);
  const isStillInvalid = typeof readRow(rules, kept) === 'string';
  return isStillInvalid ? kept : { ...kept, data: JSON.stringify(kept.data).slice(0, KEPT_TEXT) };
}

/** Returns the row as a record, or why it is invalid. */
function readRow({ idProperty, schema, nameOf = (key) => key }: RowRules, row: unknown): StagedRow | string {
  const { key, data } = isObject(row) ? row : ({} as Record<string, unknown>);
  if (typeof key !== 'string' || key === '') {
    return 'the key is not a string, or is empty';
  }
  if (key.length > MAX_KEY) {
    return `the key has more than ${MAX_KEY} characters`;
  }
  if (!isObject(data)) {
    return 'the data is not an object';
  }
  const kind = schema === undefined ? emptyKind(data) : undefined;
  if (kind !== undefined) {
    return `the data is of type ${kind}, not a plain object`;
  }
  const properties: Record<string, StagedValue> = {};
  const fields =
    schema === undefined ? Object.keys(data).map((name) => [name, nameOf(name)] as const) : Object.entries(schema);
  for (const [field, property] of fields) {
    const value = plain(Object.hasOwn(data, field) ? data[field] : undefined);
    if (value === undefined) {
      return Object.hasOwn(data, field)
        ? `the field ${JSON.stringify(field)} is not a string, number, boolean or null`
        : `the field ${JSON.stringify(field)} of the schema is missing`;
    }
    if (property !== idProperty) {
      properties[property] = value;
    }
  }
  const kept = jsonOf(data);
  if (kept === undefined) {
    return 'the data cannot be stored as JSON';
  }
  return kept.length > MAX_ROW ? `the row has more than ${MAX_ROW} characters of JSON` : { key, properties, data };
}

/** Returns a value that a property can have, or undefined. Dates become ISO 8601 strings. */
function plain(value: unknown): StagedValue | undefined {
  const found = value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value;
  const isPlain =
    found === null ||
    typeof found === 'string' ||
    typeof found === 'boolean' ||
    (typeof found === 'number' && Number.isFinite(found));
  return isPlain ? (found as StagedValue) : undefined;
}

/** Returns a row to quarantine. Equal rows of a sync have equal ids. */
export async function rowToQuarantine(
  { worker, sync }: SyncName,
  row: unknown,
  reason: string,
): Promise<RowToQuarantine> {
  const { key = null, data = null } = isObject(row) ? row : { data: row };
  const [keyText, text] = [jsonOf(key) ?? 'null', jsonOf(data)];
  const id = toHex(await sha256(utf8.encode(JSON.stringify([worker, sync, keyText, text ?? String(data)])))).slice(
    0,
    24,
  );
  // A key that is too long is truncated to an invalid key, so that a retry cannot create another record.
  const keptKey: unknown =
    keyText.length > MAX_KEY * 2 ? { truncated: keyText.slice(0, MAX_KEY) } : JSON.parse(keyText);
  const isKept = text !== undefined && text.length <= MAX_ROW;
  return {
    id,
    key: keptKey,
    data: isKept ? (JSON.parse(text) as unknown) : (text ?? String(data)).slice(0, KEPT_TEXT),
    reason: outgoingText(reason),
  };
}

/** Returns the value as JSON, or undefined if it has none. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value) as string | undefined;
  } catch {
    return undefined;
  }
}

/** Most rows in one call of the CRM (spec, Limits). */
const ROWS_PER_CHUNK = 100;

/**
 * Splits rows into chunks, one per CRM call. Rows of one record share a chunk, which writes them in order: keys that
 * differ here may be equal in the CRM.
 */
export function chunksOf(rows: readonly StagedRow[]): StagedRow[][] {
  const byRecord = new Map<string, StagedRow[]>();
  for (const row of rows) {
    const key = recordKey(row.key);
    byRecord.set(key, [...(byRecord.get(key) ?? []), row]);
  }
  const chunks: StagedRow[][] = [];
  for (const same of byRecord.values()) {
    const last = chunks.at(-1);
    if (last === undefined || last.length + same.length > ROWS_PER_CHUNK) {
      chunks.push(same);
    } else {
      last.push(...same);
    }
  }
  return chunks;
}
