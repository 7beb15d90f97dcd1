/**
 * The record of an install: whose it is, since when, and in which state. Every change of it goes to the index of the
 * project (`actors/project/installs.ts`) by the due-table, so that it arrives whatever happens in between.
 *
 * Keys: `install`, the record. Due: `indexInstall`.
 */
import type { InstallState } from '../../context/install.ts';
import type { Bindings } from '../../runtime/host.ts';
import type { ActorPart, ActorState } from '../actor-part.ts';
/** How long what belongs to an install is kept after the CRM has taken back its consent, in milliseconds: 30 days. */
export declare const KEPT_MS: number;
/** Times are milliseconds since the epoch. */
export interface InstallRecord {
    readonly portalId: number;
    readonly scopes: readonly string[];
    readonly installedAt: number;
    /** When the CRM refused its refresh token: the app was uninstalled, or its consent taken back. */
    readonly lostConsentAt?: number;
    /** When the project's own tools suspended it. */
    readonly suspendedAt?: number;
}
/** An install as the index has it, and as control routes give it. */
export interface InstallDescription {
    readonly id: string;
    /** Null for the one install of an app with static auth: its portal is not known here. */
    readonly portalId: number | null;
    readonly state: Exclude<InstallState, 'unbound'>;
    /** Since when it is in that state. */
    readonly since?: number;
    readonly installedAt?: number;
    readonly scopes?: readonly string[];
    /** When its data will be erased, unless the app is installed again. */
    readonly eraseAt?: number;
}
export declare function describe(id: string, record: InstallRecord): InstallDescription;
/** The record, or undefined where nothing is installed. */
export declare function recordIn({ store }: ActorState): InstallRecord | undefined;
/** The record, or `install_not_found`. */
export declare function recordOf(state: ActorState): InstallRecord;
/** Keeps the record, and has it indexed. */
export declare function putRecord({ store, due, now }: ActorState, record: InstallRecord): void;
export declare function installRecord(state: ActorState, env: Bindings): ActorPart;
