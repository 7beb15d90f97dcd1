/** Access tokens by the OAuth 2 client credentials grant: one is got, used until shortly before it ends, and replaced. */
import type { OAuth2SourceAuth } from '../../declare/source-auth.ts';
import type { Host } from '../../platform/host.ts';
/** How tokens are got. */
export interface TokenWay {
    readonly fetch: Host['fetch'];
    readonly now: () => number;
    readonly signal: () => AbortSignal;
}
/** @param refused what the source has just refused: another one is got */
export declare function clientToken(auth: OAuth2SourceAuth, client: {
    readonly id: string;
    readonly secret: string;
}, way: TokenWay, refused: string | undefined): Promise<string>;
