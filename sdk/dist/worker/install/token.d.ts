/** The access token that calls of the CRM carry: a binding with static auth, else what the install's actor hands out. */
import { type BoundInstall } from '../../protocol/install.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
/** Why there is no access token, for the handler that called the CRM. */
export declare class InstallAccessError extends Error {
    readonly code: string;
    constructor(code: string, message: string);
}
/**
 * The access token of the install, good for a minute or more.
 * @param refused the token that the CRM has just refused: another one is got, where there can be another
 */
export declare function accessToken(place: RequestContext, install: BoundInstall, refused?: string): Promise<string>;
