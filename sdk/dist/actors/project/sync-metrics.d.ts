/**
 * What alert rules ask about syncs and invocations do not tell: how many rows are set aside, and how long ago a scheduled
 * sync last succeeded. Installs tell it when a run has ended or rows are taken away, where a rule asks for it.
 *
 * Keys: `sync-news/<install>/<worker>/<sync>`.
 */
import type { OtherMetrics } from '../../alerts/evaluate.ts';
import type { ActorStore } from '../actor.ts';
import type { ProjectManifest } from '../actor-part.ts';
/** What is known of one sync of one install. */
export interface SyncNews {
    readonly install: string;
    readonly worker: string;
    readonly sync: string;
    /** Rows that are set aside. */
    readonly poison: number;
    /** When it last succeeded, or was first to run, in milliseconds since the epoch. */
    readonly since: number;
}
/** Whether a rule of the app asks for any of it: else nobody tells anything. */
export declare function asksForSyncs({ app }: ProjectManifest): boolean;
/** The values of those metrics now; none before a run has ended. A lag is the longest of those that are asked for. */
export declare function syncMetrics(store: ActorStore, { workers }: ProjectManifest, now: number): OtherMetrics;
/** Whether there is anything that changes by itself. */
export declare function hasSyncNews(store: ActorStore): boolean;
export declare function putSyncNews(store: ActorStore, news: SyncNews): void;
/** Forgets an install that was erased. */
export declare function forgetSyncNews(store: ActorStore, install: string): void;
