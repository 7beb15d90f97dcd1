/** Takes what the sender of a push source posted: `receive` makes rows of it, and the rows become durable. */
import type { PushSourceDefinition } from '../declare/source.ts';
import type { Place } from '../runtime/site.ts';
/**
 * Runs `receive`, and writes its rows to the inbox of every install. Gives how many rows there are.
 * Throws a Refusal when not all of it could be kept: the sender posts it again then, and rows that come twice update.
 */
export declare function takePosted(place: Place, source: PushSourceDefinition, event: unknown, installs: readonly string[]): Promise<number>;
