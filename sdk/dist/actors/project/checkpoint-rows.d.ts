/** The keys of the project's checkpoints, and the rows of a window of time. */
import { type Counts } from '../../checkpoints/row.ts';
import type { PlacedRow } from '../../checkpoints/summary.ts';
import type { ActorStore } from '../actor.ts';
export declare const MINUTE = "minute/";
export declare const HOUR = "hour/";
/** The key of a row of a minute. */
export declare function minuteKey(at: number, portal: string, group: string): string;
/** The key of the hour that a minute's row is folded into. */
export declare function inHour(minute: string): string;
/** The time in a key. */
export declare function timeOf(key: string): number;
/** Adds counts to the row of a key. */
export declare function addTo(store: ActorStore, key: string, counts: Counts): void;
/** The rows of a time, hours first; a span that has begun by `since` counts as a whole. */
export declare function rowsBetween(store: ActorStore, since: number, until: number): readonly PlacedRow[];
