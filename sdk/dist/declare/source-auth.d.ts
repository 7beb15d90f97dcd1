/**
 * How a source authenticates. Every credential is the NAME of a secret binding of the worker, never the secret itself;
 * the manifest carries the `type` only.
 */
export type SourceAuthDefinition = {
    readonly type: 'bearer';
    readonly token?: string;
} | OAuth2SourceAuth | {
    readonly type: 'basic';
    readonly username?: string;
    readonly password?: string;
} | HmacSourceAuth;
/** The client credentials grant: the runtime gets an access token, and another one before it ends. */
export interface OAuth2SourceAuth {
    readonly type: 'oauth2';
    /** The name of the secret binding that holds the client's id. */
    readonly clientId?: string;
    /** The name of the secret binding that holds the client's secret. */
    readonly clientSecret?: string;
    /** Where the source hands out access tokens: an https URL, and no binding. A run without it is refused. */
    readonly tokenUrl?: string;
    /** What is asked for, as the source takes it. */
    readonly scope?: string;
    readonly audience?: string;
    /** Where the client's credentials stand: in an `Authorization: Basic` header, or in the form. Default: `header`. */
    readonly credentialsIn?: 'header' | 'body';
}
/** A shared key that signs what the sender posts. */
export interface HmacSourceAuth {
    readonly type: 'hmac';
    /** The name of the secret binding that holds the shared key. */
    readonly secret?: string;
    /** The header that carries the signature. Default: `X-Signature`. */
    readonly header?: string;
    /** Default: `hex`. */
    readonly encoding?: 'hex' | 'base64';
    /** What stands in front of the signature, such as `sha256=`. */
    readonly prefix?: string;
    /**
     * The header that carries the signed time, when the sender signs one: seconds since the epoch, or milliseconds. What
     * is signed is then this header's value, a full stop and the raw body; without it the raw body alone.
     */
    readonly timestampHeader?: string;
    /** How old that time may be, in seconds. Default: 300. It may be 60 seconds ahead. */
    readonly toleranceSeconds?: number;
}
