import { alertExprJson } from './alert-expr.ts';
import type { AppEventDefinition } from './app-event.ts';
import type { AppObjectDefinition } from './app-object.ts';
import type { AppObjectAssociationDefinition } from './app-object-association.ts';
import type { AppBillingDeclaration } from './billing.ts';
import type { CardDefinition } from './card.ts';
import type { PlatformVersionName, ScopeName } from './known-values.ts';
import type { McpServerDefinition } from './mcp-server.ts';
import { declare } from './recorder.ts';

/** When batched app events are sent: at whichever limit is reached first. */
export interface AppEventBatching {
  /** Occurrences per batch. Default and maximum: 500. */
  readonly maxSize?: number;
  /** Milliseconds that the oldest occurrence waits. Default: 5000. */
  readonly maxDelayMs?: number;
}

/** How often and how long `ctx.crm` retries a call. Numbers are positive and finite. */
export interface RetryOptions {
  /** Retries of one call. Default: 5. */
  readonly max?: number;
  /** The first delay, in milliseconds. At most `capMs`. Default: 200. */
  readonly baseMs?: number;
  /**
   * The longest delay, in milliseconds. A longer wait becomes backpressure. `surface`: as long as the surface has time,
   * less 2 s to answer, which is up to 18 s in an action and 598 s in a sync. Default: 10000.
   */
  readonly capMs?: number | 'surface';
}

/** The token bucket that paces `ctx.crm`. Each portal has its own. */
export interface BucketOptions {
  /** Calls that can be made at once. Default: 100. */
  readonly capacity?: number;
  /** Calls per second. Default: 10. */
  readonly refillPerSecond?: number;
  /** Searches that can be made at once. Default: 4. */
  readonly searchCapacity?: number;
  /** Searches per second. Default: 4. */
  readonly searchRefillPerSecond?: number;
  /** Tokens that one call takes. At most the capacity. Default: 1. */
  readonly requestedTokensPerCall?: number;
  /** Learns the limits from response headers, and restores the rate after a 429. Default: false. */
  readonly adaptive?: boolean;
}

/** The rate budget of `ctx.crm`, kept on the client side. */
export interface RateLimitOptions {
  /** Retries of failed calls. `false` turns them off. */
  readonly retry?: false | RetryOptions;
  /** The token bucket of each portal. */
  readonly bucket?: BucketOptions;
  /**
   * Rate metrics in the log. Only `false` turns them off: any object, even `{ enabled: false }`, turns them on.
   * Default: off.
   */
  readonly metrics?:
    | false
    | {
        /** Has no effect. To turn metrics off, set `metrics: false`. */
        readonly enabled?: boolean;
      };
}

/** One alert of a linked deploy. */
export interface AlertRule {
  /** The alert's name. Unique within the app. */
  readonly name: string;
  /** A condition on the checkpoint stream, such as `error_rate{kind="sync"} > 0.05 and count > 20`. */
  readonly expr: string;
  /** The time that the condition covers: a whole number with the unit m, h or d, such as `5m`. */
  readonly window: string;
  /** How urgent the alert is. Default: `warning`. */
  readonly severity?: 'info' | 'warning' | 'critical';
  /** Targets that replace `alerts.notify`: https URLs, or `secret:<BINDING>`. */
  readonly notify?: string | readonly string[];
}

/** The alerts of linked deploys. */
export interface AlertOptions {
  /** Where alerts are posted: https URLs, or `secret:<BINDING>` for a URL kept in a secret. */
  readonly notify?: string | readonly string[];
  /** The conditions to watch. */
  readonly rules: readonly AlertRule[];
}

/** What the sandbox of UI extensions may reach: https origins, each with an optional path prefix. */
export interface PermittedUrls {
  /** URLs that cards may fetch. A deploy adds the origins of the deployed workers. Default: none. */
  readonly fetch?: readonly string[];
  /** URLs that cards may show in an iframe. Default: none. */
  readonly iframe?: readonly string[];
  /** URLs that cards may load images from. Default: none. */
  readonly img?: readonly string[];
}

/** What differs in one environment. Each member replaces that of the app as a whole. */
export interface EnvironmentOptions {
  /** The name on the install screen. */
  readonly name?: string;
  /** The description on the install screen. */
  readonly description?: string;
  /** The alerts of this environment's deploys. A secret has a value per environment. */
  readonly alerts?: AlertOptions;
  /** What happens after an install. */
  readonly install?: AppOptions['install'];
  /** Members of MCP servers that differ, by the ids of the servers. The other members stay. */
  readonly mcpServers?: {
    readonly [id: string]: {
      /** The public https URL of the server. */
      readonly mcpUrl?: string;
      /** The OAuth client id that the CRM uses. */
      readonly mcpClientId?: string;
    };
  };
  /** What the sandbox of UI extensions may reach. */
  readonly permittedUrls?: PermittedUrls;
}

/** Where people get help with the app. The install screen shows it. */
export interface AppSupport {
  /** The address for questions. */
  readonly supportEmail?: string;
  /** The https URL of the documentation. */
  readonly documentationUrl?: string;
  /** The https URL of the help page. */
  readonly supportUrl?: string;
  /** The phone number, with its country code. */
  readonly supportPhone?: string;
}

/** How the CRM delivers the webhooks of triggers. */
export interface WebhookOptions {
  /** The portal-side identity of the subscriptions. Keep it stable. Default: `webhooks`. */
  readonly uid?: string;
  /** Deliveries that the CRM sends at once. At least 6. Default: 10. */
  readonly maxConcurrentRequests?: number;
}

/** What happens to webhook deliveries and posts that a trigger or push source does not accept. */
export interface DeliveryOptions {
  /**
   * Days that a redacted copy is kept, so that `svc deliveries` can show and replay it: 0 to 30. 0 keeps none. The
   * runtime treats more than 30 as 30, and `svc check` warns. Default: 7.
   */
  readonly keepDays?: number;
}

/** The argument of `defineApp`. */
export interface AppOptions {
  /** The name on the install screen. At most 200 characters, without spaces at the ends. */
  readonly name: string;
  /**
   * What the app is deployed as: the start of its script names and the name of its CRM project. Lower-case letters,
   * digits and single hyphens. What is deployed keeps its name. Default: the name in package.json without its scope, or
   * else the folder's name.
   */
  readonly slug?: string;
  /** The portal-side identity of the app. Keep that of an app with installs. Default: `app`. */
  readonly uid?: string;
  /** The name of the app's project in the CRM. Keep that of a project with installs. Default: the slug. */
  readonly crmProject?: string;
  /** The description on the install screen. At most 8,192 characters. */
  readonly description?: string;
  /** Who can install the app. `marketplace` needs `auth: 'oauth'`. */
  readonly distribution: 'private' | 'marketplace';
  /** `static`: one install with one access token. `oauth`: one install per account. */
  readonly auth: 'static' | 'oauth';
  /** The version of the CRM's project format, such as `2026.03`. */
  readonly platformVersion: PlatformVersionName;
  /** Scopes that every install must grant. At least one. */
  readonly scopes: readonly ScopeName[];
  /** Scopes that an install may decline. Only with `auth: 'oauth'`. Default: none. */
  readonly optionalScopes?: readonly ScopeName[];
  /** Record types that the app adds, from `appObject()`. Default: none. */
  readonly objects?: readonly AppObjectDefinition[];
  /** Associations of these record types, from `appObjectAssociation()`. Default: none. */
  readonly objectAssociations?: readonly AppObjectAssociationDefinition[];
  /** Timeline events, from `appEvent()`. Default: none. */
  readonly events?: readonly AppEventDefinition[];
  /** How `ctx.appEvents` sends occurrences. */
  readonly appEvents?: {
    /** `false` sends each occurrence at once. Default: batches of 500 occurrences or 5000 ms. */
    readonly batching?: false | AppEventBatching;
  };
  /** The rate budget of `ctx.crm`. */
  readonly rateLimits?: RateLimitOptions;
  /** The alerts of linked deploys. Default: none. */
  readonly alerts?: AlertOptions;
  /**
   * The names of the secrets that handlers read from `ctx.env`, such as `LEDGER_TOKEN`. Every worker has them. A
   * deploy requires their values, which `svc secrets set` stores, and `.dev.vars` for local runs. Secrets that a
   * source's `auth` or an alert names are declared there. Default: none.
   */
  readonly secrets?: readonly string[];
  /** What handler logs hide, in addition to what `redact` always hides. */
  readonly redaction?: {
    /** Keys whose values are redacted in every log payload. Default: none. */
    readonly fields?: readonly string[];
  };
  /** What happens after an install. */
  readonly install?: {
    /**
     * The absolute https URL that the browser opens after a successful direct or external OAuth install. Default: the
     * portal's connected-apps page.
     */
    readonly successUrl?: string;
  };
  /** Cards, from `card()`. Default: none. */
  readonly cards?: readonly CardDefinition[];
  /** Agent MCP servers, from `mcpServer()`. The CRM takes at most one. Default: none. */
  readonly mcpServers?: readonly McpServerDefinition[];
  /** The catalog that the `billing` blocks of capabilities refer to. Without it nothing is gated or metered. */
  readonly billing?: AppBillingDeclaration;
  /** What the sandbox of UI extensions may reach. */
  readonly permittedUrls?: PermittedUrls;
  /** Where people get help with the app. Default: nowhere. */
  readonly support?: AppSupport;
  /** How the CRM delivers the webhooks of triggers. */
  readonly webhooks?: WebhookOptions;
  /** What happens to deliveries that a trigger or push source does not accept. */
  readonly deliveries?: DeliveryOptions;
  /**
   * Refuses calls of workflow actions that the CRM signs with v2 only. A v2 signature has no timestamp, so a captured
   * call can be sent again at any time. Default: false.
   */
  readonly requireV3?: boolean;
  /**
   * Lets workers and the packages that they import use modules of Node, such as `crypto` and `stream`, and the globals
   * `Buffer` and `process`. On the edge it is the compatibility flag `nodejs_compat`. Default: false.
   */
  readonly nodeCompat?: boolean;
  /**
   * What differs by environment, by name: `production` is the default of `--env`. An app with environments is built and
   * deployed only in these and in `production`. Default: any name is an environment, and none differs.
   */
  readonly environments?: { readonly [name: string]: EnvironmentOptions };
}

declare const __SVC_WORKER__: true | undefined;

/** A declared app. */
export interface AppDefinition extends AppOptions {
  /** Always `app`. */
  readonly kind: 'app';
}

/**
 * Declares the app that the CRM installs. Export it as the default of `svc.config.ts`.
 *
 * @example
 * import { defineApp } from '@svc/sdk';
 *
 * export default defineApp({
 *   name: 'Invoice reminders',
 *   distribution: 'private',
 *   auth: 'static',
 *   platformVersion: '2026.03',
 *   scopes: ['crm.objects.contacts.read'],
 * });
 */
export function defineApp(options: AppOptions): AppDefinition {
  const extra = typeof __SVC_WORKER__ === 'undefined' ? { alertExprJson } : undefined;
  return declare('defineApp', [options], { ...options, kind: 'app' }, extra);
}
