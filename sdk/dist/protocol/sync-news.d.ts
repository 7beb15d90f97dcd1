/** What the actor of an install tells the project's about a sync. */
import type { ProjectManifest } from '../manifest/manifest.ts';
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
