/** Asks a pull source for a page, and reads what it gives. */
import type { PullSourceDefinition } from '../../capability/source.ts';
import type { SourceHttpClient } from '../../context/http.ts';
export interface PulledPage {
    readonly rows: readonly unknown[];
    readonly next?: string;
}
/** Rejects with whatever the source throws, with a TypeError for what is no page, with a SyncFault for a cursor that is too long. */
export declare function pullPage(source: PullSourceDefinition, cursor: string | undefined, http: SourceHttpClient): Promise<PulledPage>;
