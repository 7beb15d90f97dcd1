import type { SourceHttpClient } from '../context/http.ts';
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
/** One row of a source. */
export interface SourceRow<Data = unknown> {
    /** Identifies the row for good. It is written to the `idProperty` of the sync. */
    readonly key: string;
    /** The row's fields, which the sync's `schema` maps to properties. */
    readonly data: Data;
}
/** One page of rows. */
export interface SourcePage<Data = unknown> {
    /** The rows of the page. */
    readonly rows: readonly SourceRow<Data>[];
    /** Where the next page starts. A page without a cursor ends the run. */
    readonly cursor?: string | undefined;
}
/** What `fetch` of a pull source receives. */
export interface SourceFetchContext {
    /** The `cursor` of the previous page. Undefined for the first page. */
    readonly cursor?: string | undefined;
    /** An HTTP client that sends the source's `auth` with every request. */
    readonly http: SourceHttpClient;
}
/** The argument of `defineSource`. */
export interface PullSourceOptions<Data = unknown> {
    /** The source's name. Unique in the project. The name `crm` is reserved. */
    readonly name: string;
    /** How requests authenticate. Default: not at all. */
    readonly auth?: SourceAuthDefinition;
    /** Fetches the page at the cursor, or the first page without one. */
    fetch(ctx: SourceFetchContext): SourcePage<Data> | Promise<SourcePage<Data>>;
}
/** What `receive` of a push source gets. */
export interface SourceReceiveContext {
    /** The parsed body of the post. */
    readonly event: unknown;
}
/** The argument of `defineSource.push`. */
export interface PushSourceOptions<Data = unknown> {
    /** The source's name. Unique in the project. It ends the path of the webhook: `/webhooks/<name>`. */
    readonly name: string;
    /** The `hmac` auth that the runtime verifies before it calls `receive`. */
    readonly auth?: SourceAuthDefinition;
    /** Converts a verified post to rows, within 5 seconds. */
    receive(ctx: SourceReceiveContext): PushedRows<Data> | Promise<PushedRows<Data>>;
}
/** The result of `receive`. */
export interface PushedRows<Data = unknown> {
    /** The rows of the post. */
    readonly rows: readonly SourceRow<Data>[];
}
/** A declared source that the sync asks for pages. */
export interface PullSourceDefinition<Data = unknown> extends PullSourceOptions<Data> {
    /** Always `source`. */
    readonly kind: 'source';
    /** Always `pull`. */
    readonly mode: 'pull';
}
/** A declared source that posts to a webhook. */
export interface PushSourceDefinition<Data = unknown> extends PushSourceOptions<Data> {
    /** Always `source`. */
    readonly kind: 'source';
    /** Always `push`. */
    readonly mode: 'push';
    /** The path of the webhook, below the worker's origin: `/webhooks/<name>`. */
    readonly webhookPath: string;
}
/** A declared source of either mode. */
export type SourceDefinition<Data = unknown> = PullSourceDefinition<Data> | PushSourceDefinition<Data>;
/** Returns the webhook path of the push source with this name. */
export declare function sourceWebhookPath(name: string): string;
/** The type of `defineSource`: a function for pull sources, with the method `push` for push sources. */
export interface DefineSource {
    /** Declares a source that a sync asks page by page. */
    <Data>(options: PullSourceOptions<Data>): PullSourceDefinition<Data>;
    /** Declares a source that posts to the worker. Its sync has `schedule: 'event'`. */
    push<Data>(options: PushSourceOptions<Data>): PushSourceDefinition<Data>;
}
/**
 * Declares an external system that feeds a sync. `defineSource.push` declares one that posts to a webhook.
 *
 * @example
 * import { defineSource, type SourcePage } from '@svc/sdk';
 *
 * interface Invoice {
 *   readonly number: string;
 *   readonly amount: number;
 * }
 *
 * export const ledger = defineSource({
 *   name: 'ledger',
 *   auth: { type: 'bearer', token: 'LEDGER_TOKEN' },
 *   fetch: ({ cursor, http }) =>
 *     http.get<SourcePage<Invoice>>('https://ledger.example.com/invoices', { query: { cursor } }),
 * });
 */
export declare const defineSource: DefineSource;
