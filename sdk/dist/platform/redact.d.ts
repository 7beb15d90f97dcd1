/** Redaction of values of any shape, for logs and for whatever else leaves the app. */
import { REDACTED } from './redact-text.ts';
export { REDACTED };
/** How a value is redacted. */
export interface RedactOptions {
    /** Keys whose values are always cut out, beside the token-like ones. Case, `-`, `_` and blanks do not matter. */
    readonly fields?: readonly string[];
    /** How many levels of objects to open; an object that lies deeper is cut out. Default: 8; at most 100. */
    readonly maxDepth?: number;
}
/**
 * Copies a value without what must not be logged. Each of these becomes the constant `[redacted]` (`REDACTED`):
 *
 * - the value of a token-like key, whatever it is: one that ends in token, secret, password (passwd, pwd, passphrase),
 *   api key, secret key, private key, access key, signing key, authorization, credential, cookie, jwt or bearer, in any
 *   spelling (`accessToken`, `X-Api-Key`, `client_secret`), but not `tokenCount` or `maxTokens`;
 * - the value of a key in `fields`;
 * - within any string, also a key or an error's message: `Bearer …`, personal access and service tokens (`pat-…`,
 *   `svc_…`, `sk_…`, `ghp_…` and their like), JWTs, email addresses, and phone numbers, which are `+` with 8 to 15
 *   digits, a national number that begins with 0 (bare: 10 or 11 digits) or 00, and three, three and four digits
 *   with separators;
 * - an object below `maxDepth` levels, one that holds itself, one after the first 100,000, and whatever throws when it
 *   is read.
 *
 * Numbers, bare digits that do not begin with 0 (ids, timestamps), dates, UUIDs, versions, amounts and IP addresses
 * stay. Maps, sets and arrays stay what they are, dates are copied, binary data is passed on as it is, an error becomes
 * `{ name, message, stack, … }`, an object with `toJSON` what that gives, any other object a plain one without its
 * symbols; a key of which something was cut out is numbered. The input is not changed, and nothing is ever thrown. The time is linear in the size of the value.
 */
export declare function redact(value: unknown, options?: RedactOptions): unknown;
