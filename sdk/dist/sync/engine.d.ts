/**
 * What runs sources: the rows of a pull source are asked for, those of a push source are taken, and both go the same way.
 * A declared source brings it into a worker's bundle (see declare/source.ts), so that workers without one do not carry it.
 */
import type { PushSourceDefinition } from '../declare/source.ts';
import type { SyncDefinition } from '../declare/sync.ts';
import type { BoundInstall } from '../runtime/install.ts';
import type { Invocation } from '../runtime/invocation.ts';
import type { Call } from '../runtime/routes/route.ts';
import type { Place } from '../runtime/site.ts';
import { type RowsEnd } from './run-rows.ts';
import type { Grant } from './wire.ts';
/** One step of a run that has rows to bring in. */
export interface EngineStep {
    readonly place: Place;
    readonly sync: SyncDefinition;
    readonly install: BoundInstall & {
        readonly id: string;
    };
    readonly grant: Grant;
    readonly invocation: Invocation;
}
/** How it ended. `stumbled` may do better later, `failed` may not. A spent budget is thrown as CrmBackpressure. */
export type EngineEnd = {
    readonly kind: RowsEnd;
} | {
    readonly kind: 'stumbled' | 'failed';
    readonly message: string;
};
export interface SourceEngine {
    /** Answers what the sender of a push source posts. */
    receive(call: Call, source: PushSourceDefinition): Promise<Response>;
    /** Throws a Refusal for a sync that cannot run: nothing is written then. */
    check(sync: SyncDefinition): void;
    /** Brings rows in. */
    rows(step: EngineStep): Promise<EngineEnd>;
}
export declare const sourceEngine: SourceEngine;
