/**
 * The state of an OAuth install: says that it began here, minutes ago, in this browser. It is signed with a sealing key,
 * which the app worker alone has, over a secret that only the browser's cookie holds.
 */
import type { Bindings } from '../host.ts';
/** How long a person has to consent, in milliseconds. */
export declare const STATE_LIFETIME_MS = 600000;
/** A state that is genuine and fresh. It is good once: `useOAuthState` of the ProjectActor keeps count. */
export interface VerifiedState {
    readonly nonce: string;
    /** Nobody accepts it after that time. */
    readonly expiresAt: number;
}
/** 128 random bits in hex. */
export declare function randomHex(): string;
/** @param browser the secret of the browser's cookie */
export declare function makeState(env: Bindings, browser: string, now: number): Promise<string>;
/** Throws a Refusal unless the state was made here for this browser, a few minutes ago. */
export declare function verifyState(env: Bindings, state: string, browser: string, now: number): Promise<VerifiedState>;
/** Says as a Refusal what the sealing keys say for actors. */
export declare function configured<T>(run: () => T): T;
