/**
 * Finds out of the answer of a batch what became of each row. The CRM gives results and errors in no order and may leave
 * rows out, so they are told by trace id, by id, or by what they were made from; never by position or by count.
 */

import type { CrmRequestInit } from '../context/crm.ts';
import { isObject } from '../platform/body.ts';

/** One kind of batch: where it goes, how its rows look on the wire, and how answers tell them. */
export interface BatchKind<Row> {
  readonly path: string;
  readonly query?: CrmRequestInit['query'];
  /** The body beside its inputs. */
  readonly body?: object;
  /** Rows of one call. Default: 100. */
  readonly size?: number;
  /** A row on the wire; throws for what is no row. */
  readonly input: (row: Row, trace: string) => object;
  /** What errors call a row, beside its trace id. */
  readonly names?: (row: Row) => readonly string[];
  /** Tells a row: two with one key never go in one call, and the later one waits for the earlier. */
  readonly key?: (row: Row) => string;
  /** The keys that a result may belong to. Absent: there are no results, and what has no error went through. */
  readonly keysOf?: (result: Readonly<Record<string, unknown>>) => readonly string[];
  /** What is not among the results is not there. */
  readonly isRead?: boolean;
  /** What is sent twice is made twice. */
  readonly isCreate?: boolean;
}

/** A row on its way. */
export interface BatchItem<Row> {
  readonly index: number;
  readonly row: Row;
  /** By which results and errors tell the row, where the CRM knows trace ids. */
  readonly trace: string;
  readonly input: object;
  readonly key: string | undefined;
  readonly names: readonly string[];
}

/** What the CRM says of one row, or of several; every member may be missing. */
export interface RowError {
  readonly status?: unknown;
  readonly category?: unknown;
  readonly subCategory?: unknown;
  readonly message?: unknown;
  readonly context?: unknown;
}

/** `silent`: not a word about the row. `alone`: only a call of its own can tell which result is the row's. */
export type Verdict = { readonly result: unknown } | { readonly error: RowError } | 'silent' | 'alone';

/** What became of each row of a call that was answered with a 2xx. */
export function readVerdicts<Row>(
  kind: BatchKind<Row>,
  items: readonly BatchItem<Row>[],
  answer: unknown,
): Map<BatchItem<Row>, Verdict> {
  const verdicts = new Map<BatchItem<Row>, Verdict>();
  const strangers = matchResults(kind, items, objectsIn(answer, 'results'), verdicts);
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
    verdicts.set(item, verdictOfRest(kind, left.length, strangers, unnamed));
  }
  return verdicts;
}

function verdictOfRest<Row>(
  { isRead, keysOf }: BatchKind<Row>,
  left: number,
  strangers: readonly unknown[],
  [unnamed, another]: readonly RowError[],
): Verdict {
  if (unnamed !== undefined) {
    return another === undefined ? { error: unnamed } : 'silent';
  }
  if (isRead !== true) {
    return keysOf === undefined ? { result: undefined } : 'silent';
  }
  // A record that was merged into another answers with that one's id.
  return strangers.length > 0 && left > 1 ? 'alone' : { result: strangers[0] };
}

/** Gives the results that belong to no row. */
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
    const isStranger = item === undefined || verdicts.has(item);
    if (!isStranger) {
      verdicts.set(item, { result });
    }
    return isStranger;
  });
}

/** Whether the record has every value that the row asks for. */
function isMadeFrom(row: unknown, { properties: made }: Record<string, unknown>): boolean {
  const { properties } = row as { readonly properties?: unknown };
  return (
    isObject(properties) &&
    isObject(made) &&
    Object.entries(properties).every(([name, value]) => String(value ?? '') === String(made[name] ?? ''))
  );
}

/** The rows that an error is about: every list of its context that has a name of any row must have one of the row's. */
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

/** The objects of a list in an answer. */
export function objectsIn(answer: unknown, list: string): Record<string, unknown>[] {
  const values = isObject(answer) ? answer[list] : undefined;
  return Array.isArray(values) ? values.filter(isObject) : [];
}
