/**
 * Grants: how the project's own tools call a worker. The worker never holds the control key, so it hands what was
 * signed and the MAC to the `ProjectActor`, which verifies the key first and then burns the nonce.
 */
import type { Bindings, Host } from '../host.ts';
import type { RawRequest } from './signature-v3.ts';
/** The header of a grant: `v1.<key id>.<timestamp ms>.<nonce hex>.<mac hex>`. */
export declare const GRANT_HEADER = "X-Svc-Grant";
/** What a grant's MAC is made over: HMAC-SHA256 (control key, this text). */
export declare function grantText(request: RawRequest, timestamp: string, nonce: string): Promise<string>;
/** The name of the `ProjectActor` of this deployment. */
export declare function projectName(env: Bindings): string;
/** Throws a Refusal unless the request carries a grant that is genuine, fresh and used for the first time. */
export declare function verifyGrant(request: RawRequest, env: Bindings, host: Host): Promise<void>;
