/**
 * What the requests to a source carry, by the source's `auth`: secrets are read from their bindings when a request is
 * made, and never kept. Without one of them nothing is sent.
 */
import type { SourceDefinition } from '../../capability/source.ts';
import type { Bindings } from '../../platform/host.ts';
import { type TokenWay } from './client-token.ts';
/** A request that is about to leave. */
export interface Outgoing {
    readonly body: Uint8Array;
    /** The credentials that were refused, when it is sent once more. */
    readonly refused?: string;
}
/** Headers of the request; undefined where the source has no auth. */
export type Credentials = (outgoing: Outgoing) => Promise<Readonly<Record<string, string>>>;
export declare function credentialsOf(source: Pick<SourceDefinition, 'name' | 'auth'>, env: Bindings, way: TokenWay): Credentials | undefined;
