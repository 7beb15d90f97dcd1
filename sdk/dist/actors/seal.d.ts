/**
 * Seals what is secret at rest (the tokens of installs): `v1.<key id>.<iv>.<ciphertext>`, AES-256-GCM, the last two in
 * base64url. A sealed text opens only for the project, environment, install and field that it was sealed for.
 *
 * Keys are bindings of the app worker, SVC_SEAL_KEY_<key id>. All that are bound open, the one whose id sorts last
 * seals: to rotate, bind another whose id sorts last, and take the first away once `isStale` has brought everything over.
 */
import type { Bindings } from '../runtime/host.ts';
/** Bindings of sealing keys begin with this; the key id follows. */
export declare const SEAL_KEY = "SVC_SEAL_KEY_";
/** What a sealed text belongs to. */
export interface SealedFor {
    readonly env: Bindings;
    readonly install: string;
    readonly field: string;
}
/** A sealed text, opened. */
export interface Opened {
    readonly text: string;
    /** Another key seals by now: seal it again. */
    readonly isStale: boolean;
}
/** The id of the key that seals. Throws `not_configured` without one: nothing is ever kept in the clear. */
export declare function sealingKeyId(env: Bindings): string;
/** The text of a sealing key. */
export declare function sealingSecret(env: Bindings, kid: string): string;
export declare function seal(place: SealedFor, text: string): Promise<string>;
/** Throws `sealed_wrong` for what was altered, or sealed for another place or by another key of the same id. */
export declare function open(place: SealedFor, sealed: string): Promise<Opened>;
