import type { SourceHttpClient } from '../context/http.ts';
import { declare } from '../declare/recorder.ts';
import type { SourceAuthDefinition } from '../declare/source-auth.ts';

/** One row of a source. */
export interface SourceRow<Data = unknown> {
  /** Identifies the row in every run. The sync writes it to `idProperty`. 1 to 1,000 characters. */
  readonly key: string;
  /** The row's fields, which the sync's `schema` maps to properties. */
  readonly data: Data;
}

/** One page of rows. */
export interface SourcePage<Data = unknown> {
  /** The rows of the page. */
  readonly rows: readonly SourceRow<Data>[];
  /** Where the next page starts. At most 8,000 characters. A page without a cursor is the last one of the run. */
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
  /** How `ctx.http` authenticates. Default: no authentication. */
  readonly auth?: SourceAuthDefinition;
  /** Fetches the page at `ctx.cursor`, or the first page if it is undefined. */
  fetch(ctx: SourceFetchContext): SourcePage<Data> | Promise<SourcePage<Data>>;
}

/** What `receive` of a push source gets as its argument. */
export interface SourceReceiveContext {
  /** The parsed body of the post. */
  readonly event: unknown;
}

/** The argument of `defineSource.push`. */
export interface PushSourceOptions<Data = unknown> {
  /** The source's name. Unique in the project. It ends the path of the webhook: `/webhooks/<name>`. */
  readonly name: string;
  /** How posts are signed: `hmac`. The runtime verifies the signature before it calls `receive`. Always set it. */
  readonly auth?: SourceAuthDefinition;
  /** Converts a verified post to rows, within 5 seconds. */
  receive(ctx: SourceReceiveContext): PushedRows<Data> | Promise<PushedRows<Data>>;
}

/** The result of `receive`. */
export interface PushedRows<Data = unknown> {
  /** The rows of the post. */
  readonly rows: readonly SourceRow<Data>[];
}

/** A declared source whose pages a sync fetches. */
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

function pull<Data>(options: PullSourceOptions<Data>): PullSourceDefinition<Data> {
  const definition: PullSourceDefinition<Data> = { ...options, kind: 'source', mode: 'pull' };
  return declare('defineSource', [options], definition, { push: false });
}

function push<Data>(options: PushSourceOptions<Data>): PushSourceDefinition<Data> {
  const webhookPath = `/webhooks/${options?.name}`;
  const definition: PushSourceDefinition<Data> = { ...options, kind: 'source', mode: 'push', webhookPath };
  return declare('defineSource.push', [options], definition, { push: true });
}

/** The type of `defineSource`: a function for pull sources, with the method `push` for push sources. */
export interface DefineSource {
  /** Declares a source that a sync fetches page by page. */
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
export const defineSource: DefineSource = /* @__PURE__ */ Object.assign(pull, { push });
