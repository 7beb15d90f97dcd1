/**
 * Grants: how the project's own tools call a worker. The worker never holds the control key, so it hands what was
 * signed and the MAC to the `ProjectActor`, which verifies the key first and then burns the nonce.
 */
import type { Bindings, Host } from '../../platform/host.ts';
import type { RawRequest } from '../../platform/raw-request.ts';
/** The header of a grant: `v1.<key id>.<timestamp ms>.<nonce hex>.<mac hex>`. */
export declare const GRANT_HEADER = "X-Svc-Grant";
/** What a grant's MAC is made over: HMAC-SHA256 (control key, this text). */
export declare function grantText(request: RawRequest, timestamp: string, nonce: string): Promise<string>;
/** Throws an HttpError unless the request carries a grant that is genuine, fresh and used for the first time. */
export declare function verifyGrant(request: RawRequest, env: Bindings, host: Host): Promise<void>;
