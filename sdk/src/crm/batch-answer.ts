import type { CrmRequestInit } from '../context/crm.ts';
import { isObject } from '../platform/body.ts';
import { objectsIn } from './objects-in.ts';

/** One kind of batch: its path, the wire form of its rows, and how responses identify them. */
export interface BatchKind<Row> {
  readonly path: string;
  readonly query?: CrmRequestInit['query'];
  /** Members of the body besides `inputs`. */
  readonly body?: object;
  /** Rows per call. Default: 100. */
  readonly size?: number;
  /** Returns the wire form of a row. Throws if the row is invalid. */
  readonly input: (row: Row, trace: string) => object;
  /** The names by which errors identify a row, besides its trace id. */
  readonly names?: (row: Row) => readonly string[];
  /** Identifies the row's record. Rows with the same key go in separate calls, in order. */
  readonly key?: (row: Row) => string;
  /**
   * Returns the keys that a result may have. Absent if responses have no results: then a row without an error
   * succeeded.
   */
  readonly keysOf?: (result: Readonly<Record<string, unknown>>) => readonly string[];
  /** Whether it reads. A record that is not among the results does not exist. */
  readonly isRead?: boolean;
  /** Whether a row that is sent twice creates two records. */
  readonly isCreate?: boolean;
}

/** A row in a call. */
export interface BatchItem<Row> {
  readonly index: number;
  readonly row: Row;
  /** Identifies the row in results and errors, where the CRM supports trace ids. */
  readonly trace: string;
  readonly input: object;
  readonly key: string | undefined;
  readonly names: readonly string[];
}

/** An error of the CRM about one or more rows. Every member may be missing. */
export interface RowError {
  readonly status?: unknown;
  readonly category?: unknown;
  readonly subCategory?: unknown;
  readonly message?: unknown;
  readonly context?: unknown;
}

/**
 * The result of one row. `unmentioned`: the response does not mention the row. `unclear`: the row must be sent in a
 * separate call, to find out which result belongs to it.
 */
export type Verdict = { readonly result: unknown } | { readonly error: RowError } | 'unmentioned' | 'unclear';

/**
 * Reads the results of the rows from a 2xx response. The CRM returns results and errors in any order and may omit rows.
 * They are matched by trace id, id or properties, never by position or count.
 */
export function readVerdicts<Row>(
  kind: BatchKind<Row>,
  items: readonly BatchItem<Row>[],
  answer: unknown,
): Map<BatchItem<Row>, Verdict> {
  const verdicts = new Map<BatchItem<Row>, Verdict>();
  const unmatched = matchResults(kind, items, objectsIn(answer, 'results'), verdicts);
  const unnamed: RowError[] = [];
  for (const error of objectsIn(answer, 'errors')) {
    const named = rowsNamed(items, error);
    named.forEach((item) => verdicts.has(item) || verdicts.set(item, { error }));
    if (named.length === 0) {
      unnamed.push(error);
    }
  }
  const left = items.filter((item) => !verdicts.has(item));
  for (const item of left) {
    verdicts.set(item, verdictOfRest(kind, left.length, unmatched, unnamed));
  }
  return verdicts;
}

function verdictOfRest<Row>(
  { isRead, keysOf }: BatchKind<Row>,
  left: number,
  unmatched: readonly unknown[],
  [unnamed, another]: readonly RowError[],
): Verdict {
  if (unnamed !== undefined) {
    return another === undefined ? { error: unnamed } : 'unmentioned';
  }
  if (isRead !== true) {
    return keysOf === undefined ? { result: undefined } : 'unmentioned';
  }
  // The result of a merged record has the id of the record that it was merged into.
  return unmatched.length > 0 && left > 1 ? 'unclear' : { result: unmatched[0] };
}

/** Records the results of rows. Returns the results that match no row. */
function matchResults<Row>(
  { keysOf = () => [], isRead, isCreate }: BatchKind<Row>,
  items: readonly BatchItem<Row>[],
  results: readonly Record<string, unknown>[],
  verdicts: Map<BatchItem<Row>, Verdict>,
): unknown[] {
  const byTrace = new Map(items.map((item) => [item.trace, item]));
  const byKey = new Map(items.map((item) => [item.key, item]));
  return results.filter((result) => {
    const item =
      (isRead === true ? undefined : byTrace.get(result['objectWriteTraceId'] as string)) ??
      keysOf(result)
        .map((key) => byKey.get(key))
        .find((one) => one !== undefined) ??
      (isCreate === true ? items.find((one) => !verdicts.has(one) && isMadeFrom(one.row, result)) : undefined);
    const isUnmatched = item === undefined || verdicts.has(item);
    if (!isUnmatched) {
      verdicts.set(item, { result });
    }
    return isUnmatched;
  });
}

/** Reports whether a created record has all values of the row. */
function isMadeFrom(row: unknown, { properties: made }: Record<string, unknown>): boolean {
  const { properties } = row as { readonly properties?: unknown };
  return (
    isObject(properties) &&
    isObject(made) &&
    Object.entries(properties).every(([name, value]) => String(value ?? '') === String(made[name] ?? ''))
  );
}

/** Returns the rows that an error is about. Each list of its context that names any row must name the row. */
export function rowsNamed<Row>(items: readonly BatchItem<Row>[], { context }: RowError): readonly BatchItem<Row>[] {
  const namesOf = ({ trace, names }: BatchItem<Row>) => [trace, ...names];
  const known = new Set(items.flatMap(namesOf));
  const lists = Object.values(isObject(context) ? context : {})
    .map((list) => new Set(Array.isArray(list) ? list.map(String) : []))
    .filter((list) => [...list].some((name) => known.has(name)));
  return lists.length === 0
    ? []
    : items.filter((item) => lists.every((list) => namesOf(item).some((name) => list.has(name))));
}
