/** Sources: external systems that feed a sync. */
import type { SourceHttpClient } from '../context/http.ts';
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
/** One row of a source. The key tells it apart from all others, for good. */
export interface SourceRow<Data = unknown> {
    readonly key: string;
    readonly data: Data;
}
/** One page of rows. A page without a cursor ends the run. */
export interface SourcePage<Data = unknown> {
    readonly rows: readonly SourceRow<Data>[];
    readonly cursor?: string | undefined;
}
/** The argument of `defineSource`. */
export interface PullSourceOptions<Data = unknown> {
    readonly name: string;
    readonly auth?: SourceAuthDefinition;
    /** Fetches the page that the cursor asks for; the first one when there is none. */
    fetch(ctx: {
        readonly cursor?: string | undefined;
        readonly http: SourceHttpClient;
    }): SourcePage<Data> | Promise<SourcePage<Data>>;
}
/** The argument of `defineSource.push`. */
export interface PushSourceOptions<Data = unknown> {
    readonly name: string;
    /** A push source is verified by its hmac before `receive` runs. */
    readonly auth?: SourceAuthDefinition;
    /** Makes rows of what the sender posted: the parsed body. */
    receive(ctx: {
        readonly event: unknown;
    }): PushedRows<Data> | Promise<PushedRows<Data>>;
}
/** What `receive` gives back. */
export interface PushedRows<Data = unknown> {
    readonly rows: readonly SourceRow<Data>[];
}
/** A declared source that is asked. */
export interface PullSourceDefinition<Data = unknown> extends PullSourceOptions<Data> {
    readonly kind: 'source';
    readonly mode: 'pull';
}
/** A declared source that posts. */
export interface PushSourceDefinition<Data = unknown> extends PushSourceOptions<Data> {
    readonly kind: 'source';
    readonly mode: 'push';
    /** Where the sender posts to, below the worker's origin: `/webhooks/<name>`. */
    readonly webhookPath: string;
}
/** Either kind of source. */
export type SourceDefinition<Data = unknown> = PullSourceDefinition<Data> | PushSourceDefinition<Data>;
/** Where a push source of this name is posted to. */
export declare function sourceWebhookPath(name: string): string;
/** What `defineSource` is: a function, and `push` on it. */
export interface DefineSource {
    /** Declares a source that a sync asks page by page. */
    <Data>(options: PullSourceOptions<Data>): PullSourceDefinition<Data>;
    /** Declares a source that posts to the worker; its sync has `schedule: 'event'`. */
    push<Data>(options: PushSourceOptions<Data>): PushSourceDefinition<Data>;
}
/** Declares an external system that feeds a sync. */
export declare const defineSource: DefineSource;
