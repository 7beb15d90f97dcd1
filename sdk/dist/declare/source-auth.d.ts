/**
 * How a source authenticates. Every credential is the NAME of a secret binding of the worker, never the secret itself.
 * The manifest carries only `type`.
 */
export type SourceAuthDefinition = BearerSourceAuth | OAuth2SourceAuth | BasicSourceAuth | HmacSourceAuth;
/** A token that is sent as `Authorization: Bearer`. */
export interface BearerSourceAuth {
    /** Always `bearer`. */
    readonly type: 'bearer';
    /** The name of the secret binding that holds the token. */
    readonly token?: string;
}
/** A user name and password that are sent as `Authorization: Basic`. */
export interface BasicSourceAuth {
    /** Always `basic`. */
    readonly type: 'basic';
    /** The name of the secret binding that holds the user name. */
    readonly username?: string;
    /** The name of the secret binding that holds the password. */
    readonly password?: string;
}
/** The OAuth 2.0 client credentials grant. The runtime requests access tokens and renews them before they expire. */
export interface OAuth2SourceAuth {
    /** Always `oauth2`. */
    readonly type: 'oauth2';
    /** The name of the secret binding that holds the client id. */
    readonly clientId?: string;
    /** The name of the secret binding that holds the client secret. */
    readonly clientSecret?: string;
    /** The https URL of the token endpoint itself, not the name of a binding. A run without it fails. */
    readonly tokenUrl?: string;
    /** The `scope` of the token request. Default: none. */
    readonly scope?: string;
    /** The `audience` of the token request. Default: none. */
    readonly audience?: string;
    /** Sends the client credentials as `Authorization: Basic`, or in the form body. Default: `header`. */
    readonly credentialsIn?: 'header' | 'body';
}
/** A shared key with which the sender signs its posts (HMAC-SHA256). A push source needs it. */
export interface HmacSourceAuth {
    /** Always `hmac`. */
    readonly type: 'hmac';
    /** The name of the secret binding that holds the shared key. */
    readonly secret?: string;
    /** The header with the signature. Default: `X-Signature`. */
    readonly header?: string;
    /** The encoding of the signature. Default: `hex`. */
    readonly encoding?: 'hex' | 'base64';
    /** The text before the signature, such as `sha256=`. Default: none. */
    readonly prefix?: string;
    /**
     * The header with the signed time, in seconds or milliseconds since the epoch. The sender then signs
     * `<time>.<raw body>`. Default: none; the sender signs the raw body.
     */
    readonly timestampHeader?: string;
    /** The greatest age of the signed time, in seconds. Times up to 60 s in the future are accepted. Default: 300. */
    readonly toleranceSeconds?: number;
}
