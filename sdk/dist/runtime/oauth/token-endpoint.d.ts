/** The CRM's token endpoint: trades a code or a refresh token for tokens. Nothing that it throws holds a secret. */
import type { Bindings, Host } from '../host.ts';
import type { RuntimeProfile } from '../site.ts';
/** What it takes to ask. */
export interface TokenPlace {
    readonly env: Bindings;
    readonly profile: Pick<RuntimeProfile, 'apiOrigin' | 'paths'>;
    readonly fetch: Host['fetch'];
    now(): number;
}
/** What is traded. */
export type TokenGrant = {
    readonly grant_type: 'authorization_code';
    readonly code: string;
    readonly redirect_uri: string;
} | {
    readonly grant_type: 'refresh_token';
    readonly refresh_token: string;
};
/** What is got for it. */
export interface IssuedTokens {
    readonly accessToken: string;
    /** Undefined when the one that was traded stays good. */
    readonly refreshToken: string | undefined;
    /** When the access token ends, counted from before the request: no earlier than the CRM thinks. */
    readonly expiresAt: number;
    readonly portalId: number | undefined;
    readonly scopes: readonly string[] | undefined;
}
/**
 * Why there are no tokens. `consent_lost`: the refresh token is good no more, the app must be installed again.
 * `refused`: the CRM refuses something else. `unavailable`: it gave no answer that counts, and may later.
 */
export declare class TokenError extends Error {
    readonly kind: 'consent_lost' | 'refused' | 'unavailable';
    constructor(kind: TokenError['kind'], message: string);
}
/** Trades the grant. Rejects with a TokenError. */
export declare function requestTokens(place: TokenPlace, grant: TokenGrant): Promise<IssuedTokens>;
/** The portal that an access token is for. Rejects with a TokenError. */
export declare function portalOfToken(place: TokenPlace, accessToken: string): Promise<number>;
