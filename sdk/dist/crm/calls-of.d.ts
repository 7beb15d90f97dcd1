/** Calls that are no more than a method, a path and a body: each is a line of a table. */
import type { Send } from './send.ts';
/**
 * Such as `PATCH /{channel id}/messages/{message id}`: the first arguments are the parts in braces, the next is the body
 * where the method has one. `LIST` gets all pages, and gives their results.
 */
export interface CallTable {
    readonly [name: string]: string | CallTable;
}
/** The functions of a table. @param base where its paths begin */
export declare function callsOf<T>(send: Send, base: string, table: CallTable): T;
