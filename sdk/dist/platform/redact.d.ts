import { REDACTED } from './redact-text.ts';
export { REDACTED };
/** The options of `redact`. */
export interface RedactOptions {
    /** Keys whose values are redacted in addition to token-like keys. Case, `-`, `_` and blanks are ignored. Default: none. */
    readonly fields?: readonly string[];
    /** Levels of objects to copy. Objects below them are redacted. Default: 8. Maximum: 100. */
    readonly maxDepth?: number;
}
/**
 * Copies a value and replaces sensitive parts by `[redacted]` (`REDACTED`):
 *
 * - the value of a token-like key: one that ends in token, secret, password (passwd, pwd, passphrase), api key, secret
 *   key, private key, access key, signing key, authorization, credential, cookie, jwt or bearer, in any spelling
 *   (`accessToken`, `X-Api-Key`, `client_secret`), but not `tokenCount` or `maxTokens`
 * - the value of a key in `fields`
 * - in strings, keys and error messages: `Bearer …`, personal access and service tokens (`pat-…`, `svc_…`, `sk_…`,
 *   `ghp_…`), JWTs, email addresses and phone numbers
 * - an object below `maxDepth` levels, one that contains itself, each one after the first 100,000, and a value that throws
 *   when it is read
 *
 * A phone number is `+` with 8 to 15 digits, a national number that begins with 0 (bare: 10 or 11 digits) or 00, or three,
 * three and four digits with separators. Numbers, bare digits that do not begin with 0, dates, UUIDs, versions, amounts
 * and IP addresses stay.
 *
 * Maps, sets and arrays keep their type, and dates are copied. Binary data is not copied. An error becomes
 * `{ name, message, stack, … }`, an object with `toJSON` its result, and any other object a plain object without symbols.
 * A key with a redacted part gets a number. The input does not change, the function never throws, and its time is linear
 * in the size of the value.
 *
 * @example
 * import { redact } from '@svc/sdk';
 *
 * redact({ apiKey: 'k1', note: 'write to ada@example.com', total: 12 });
 * // { apiKey: '[redacted]', note: 'write to [redacted]', total: 12 }
 */
export declare function redact(value: unknown, options?: RedactOptions): unknown;
