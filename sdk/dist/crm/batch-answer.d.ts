/**
 * Finds out of the answer of a batch what became of each row. The CRM gives results and errors in no order and may leave
 * rows out, so they are told by trace id, by id, or by what they were made from; never by position or by count.
 */
import type { CrmRequestInit } from '../context/crm.ts';
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
export type Verdict = {
    readonly result: unknown;
} | {
    readonly error: RowError;
} | 'silent' | 'alone';
/** What became of each row of a call that was answered with a 2xx. */
export declare function readVerdicts<Row>(kind: BatchKind<Row>, items: readonly BatchItem<Row>[], answer: unknown): Map<BatchItem<Row>, Verdict>;
/** The rows that an error is about: every list of its context that has a name of any row must have one of the row's. */
export declare function rowsNamed<Row>(items: readonly BatchItem<Row>[], { context }: RowError): readonly BatchItem<Row>[];
/** The objects of a list in an answer. */
export declare function objectsIn(answer: unknown, list: string): Record<string, unknown>[];
