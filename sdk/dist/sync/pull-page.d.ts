/** Asks a pull source for a page, and reads what it gives. */
import type { SourceHttpClient } from '../context/http.ts';
import type { PullSourceDefinition } from '../declare/source.ts';
export interface PulledPage {
    readonly rows: readonly unknown[];
    readonly next?: string;
}
/** Rejects with whatever the source throws, with a TypeError for what is no page, with a SyncFault for a cursor that is too long. */
export declare function pullPage(source: PullSourceDefinition, cursor: string | undefined, http: SourceHttpClient): Promise<PulledPage>;
