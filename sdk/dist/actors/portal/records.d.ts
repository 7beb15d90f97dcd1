/**
 * Rolls the records of the portal's invocations up to minutes, and hands them to the project's actor: the first a
 * second after it came, then at most once a minute. What is on its way has a number and is handed over until it is
 * taken; the project's actor takes each number once.
 *
 * Keys: `row/<minute in 15 digits>/<dimensions>`, `handing` what is on its way, `handed` the number and time of the
 * last. Due: `handUp`.
 */
import { type Counts } from '../../checkpoints/row.ts';
import type { Bindings } from '../../runtime/host.ts';
import type { ActorPart, ActorState } from '../actor-part.ts';
/** Rows on their way. `rows`: minute, dimensions and counts. */
export interface HandUp {
    readonly portal: string;
    readonly number: number;
    readonly rows: readonly (readonly [at: number, group: string, counts: Counts])[];
}
export declare function records(state: ActorState, env: Bindings): ActorPart;
