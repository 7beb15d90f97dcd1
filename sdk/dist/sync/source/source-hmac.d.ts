/**
 * The signature of a push source: HMAC-SHA256 with a key that the sender and the worker share.
 *
 * What is signed: the raw body; where the source names a `timestampHeader`, that header's value, a full stop and the
 * raw body (`1767225600.{"id":1}`). A post that names its install (`?install=7`) signs that too, in front of the
 * body (`install=7.{"id":1}`): else one that was overheard could be sent to another install. The time is whole seconds since the epoch, or milliseconds from 12 digits on. It
 * may be `toleranceSeconds` old (300 by default) and 60 seconds ahead. The signature stands in `header`
 * (`X-Signature` by default) after `prefix`, as hex in either case or as base64.
 */
import type { PushSourceDefinition } from '../../capability/source.ts';
import type { Bindings } from '../../platform/host.ts';
import type { RawRequest } from '../../platform/raw-request.ts';
/** Where the signature stands when the source does not say. */
export declare const DEFAULT_SIGNATURE_HEADER = "X-Signature";
/** How old a signed time may be when the source does not say, in seconds: the same as the platform's own requests. */
export declare const DEFAULT_TOLERANCE_SECONDS = 300;
/** Throws an HttpError unless the request is signed as the source declares. The key is read from its binding each time. */
export declare function verifySourceHmac(request: RawRequest, source: Pick<PushSourceDefinition, 'name' | 'auth'>, env: Bindings, now: number): Promise<void>;
