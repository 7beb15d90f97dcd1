import { alertExprJson } from './alert-expr.ts';
import type { AppEventDefinition } from './app-event.ts';
import type { AppObjectDefinition } from './app-object.ts';
import type { AppObjectAssociationDefinition } from './app-object-association.ts';
import type { AppBillingDeclaration } from './billing.ts';
import type { CardDefinition } from './card.ts';
import type { PlatformVersionName, ScopeName } from './known-values.ts';
import type { McpServerDefinition } from './mcp-server.ts';
import { declare } from './recorder.ts';

/** When a batch of app events is sent: as soon as it reaches either limit. */
export interface AppEventBatching {
  /** Occurrences per batch. Default and maximum: 500. */
  readonly maxSize?: number;
  /** The longest that an occurrence waits for its batch to be sent, in milliseconds. Default: 5000. */
  readonly maxDelayMs?: number;
}

/** How often and how long `ctx.crm` retries a call. Numbers are positive and finite. */
export interface RetryOptions {
  /** The most retries of one call. Default: 5. */
  readonly max?: number;
  /** The first delay, in milliseconds. At most `capMs`. Default: 200. */
  readonly baseMs?: number;
  /**
   * The longest delay, in milliseconds. A call that would have to wait longer rejects with `CrmBackpressure`.
   * `'surface'`: until 2 s before the time limit of the invocation, so up to 18 s in an action and 598 s in a sync.
   * Default: 10000.
   */
  readonly capMs?: number | 'surface';
}

/** The token bucket that limits the rate of `ctx.crm`. Each portal has its own. */
export interface BucketOptions {
  /** Calls that can be made at once. Default: 100. */
  readonly capacity?: number;
  /** Calls that become available per second. Default: 10. */
  readonly refillPerSecond?: number;
  /** Searches that can be made at once. Default: 4. */
  readonly searchCapacity?: number;
  /** Searches that become available per second. Default: 4. */
  readonly searchRefillPerSecond?: number;
  /** Tokens that one call takes, from 1 to `capacity`. Default: 1. */
  readonly requestedTokensPerCall?: number;
  /**
   * Follows the limits that the CRM reports in response headers, and restores the rate within 30 s of a 429. Otherwise
   * a 429 halves the rate for the lifetime of the isolate. Default: false.
   */
  readonly adaptive?: boolean;
}

/** The rate budget of `ctx.crm`: how the client paces calls, so that the CRM does not reject them, and retries them. */
export interface RateLimitOptions {
  /** Retries of failed calls. `false` turns them off. */
  readonly retry?: false | RetryOptions;
  /** The token bucket of each portal. */
  readonly bucket?: BucketOptions;
  /**
   * Writes what is left of the rate limits to the log. Any object turns this on, even `{ enabled: false }`. Only
   * `false` turns it off. Default: false.
   */
  readonly metrics?:
    | false
    | {
        /** Has no effect. To turn metrics off, set `metrics: false`. */
        readonly enabled?: boolean;
      };
}

/** An alert: a condition on the app's invocations, and where to post it. */
export interface AlertRule {
  /** The alert's name. Unique within the app. */
  readonly name: string;
  /**
   * The condition, in the language of `svc checkpoint --assert`, such as
   * `error_rate{kind="sync"} > 0.05 and count > 20`.
   */
  readonly expr: string;
  /** The time that the condition covers: a whole number with the unit m, h or d, such as `5m`. */
  readonly window: string;
  /** How urgent the alert is. Default: `warning`. */
  readonly severity?: 'info' | 'warning' | 'critical';
  /** Targets that replace `alerts.notify`: https URLs, or `secret:<BINDING>`. */
  readonly notify?: string | readonly string[];
}

/** The alerts of an app. The runtime evaluates them when invocations are recorded, and each minute after that. */
export interface AlertOptions {
  /** Where alerts are posted: https URLs, or `secret:<BINDING>` for a URL kept in a secret. */
  readonly notify?: string | readonly string[];
  /** The conditions to watch. */
  readonly rules: readonly AlertRule[];
}

/** The URLs that cards may use: https origins, each with an optional path prefix. The CRM blocks all others. */
export interface PermittedUrls {
  /** URLs that cards may fetch. A deploy adds the origins of the deployed workers. Default: none. */
  readonly fetch?: readonly string[];
  /** URLs that cards may show in an iframe. Default: none. */
  readonly iframe?: readonly string[];
  /** URLs that cards may load images from. Default: none. */
  readonly img?: readonly string[];
}

/** Options of one environment. Each member except `mcpServers` replaces the app's member of that name as a whole. */
export interface EnvironmentOptions {
  /** The name on the install screen. */
  readonly name?: string;
  /** The description on the install screen. */
  readonly description?: string;
  /** The alerts of this environment's deploys. A secret has a value per environment. */
  readonly alerts?: AlertOptions;
  /** What happens after an install. */
  readonly install?: AppOptions['install'];
  /** Changed members of MCP servers, by server id. The other members keep their values. */
  readonly mcpServers?: {
    readonly [id: string]: {
      /** The public https URL of the server. */
      readonly mcpUrl?: string;
      /** The OAuth client id that the CRM uses. */
      readonly mcpClientId?: string;
    };
  };
  /** The URLs that cards may use. */
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
  /** Identifies the subscriptions to the CRM. Do not change it after the first deploy. Default: `webhooks`. */
  readonly uid?: string;
  /** The most deliveries that the CRM sends at the same time. At least 6. Default: 10. */
  readonly maxConcurrentRequests?: number;
}

/** What happens to webhook deliveries and posts that a trigger or push source does not accept. */
export interface DeliveryOptions {
  /**
   * How many days to keep a redacted copy, which `svc deliveries` can show and replay: 0 to 30. 0 keeps no copy. The
   * runtime treats more than 30 as 30, and `svc check` warns about it. Default: 7.
   */
  readonly keepDays?: number;
}

/** The argument of `defineApp`. */
export interface AppOptions {
  /** The name on the install screen. At most 200 characters, without leading or trailing spaces. */
  readonly name: string;
  /**
   * The name under which the app is deployed. Its script names start with the slug, and its CRM project has it as its
   * name. Lower-case letters, digits and single hyphens. A change does not rename what is already deployed. Default:
   * the name in package.json without its scope, or else the folder's name.
   */
  readonly slug?: string;
  /** Identifies the app to the CRM across deploys. Do not change it once the app is installed. Default: `app`. */
  readonly uid?: string;
  /** The name of the app's project in the CRM. Do not change it once the app is installed. Default: the slug. */
  readonly crmProject?: string;
  /** The description on the install screen. At most 8,192 characters. */
  readonly description?: string;
  /** Who can install the app. `marketplace` needs `auth: 'oauth'`. */
  readonly distribution: 'private' | 'marketplace';
  /** How portals authorize the app. `static`: one install, with one access token. `oauth`: one install per portal. */
  readonly auth: 'static' | 'oauth';
  /** The version of the CRM's project format, such as `2026.03`. */
  readonly platformVersion: PlatformVersionName;
  /** Scopes that every install must grant. At least one. */
  readonly scopes: readonly ScopeName[];
  /** Scopes that a portal may decline when it installs the app. Only with `auth: 'oauth'`. Default: none. */
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
  /** Alerts on the app's invocations. Default: none. */
  readonly alerts?: AlertOptions;
  /**
   * The names of the secrets that handlers read from `ctx.env`, such as `LEDGER_TOKEN`. Every worker has them. A
   * deploy requires their values: set them with `svc secrets set`, and in `.dev.vars` for local runs. Do not list
   * secrets that the `auth` of a source or an alert names. Default: none.
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
  /** The URLs that cards may use. */
  readonly permittedUrls?: PermittedUrls;
  /** Where people get help with the app. Default: none. */
  readonly support?: AppSupport;
  /** How the CRM delivers the webhooks of triggers. */
  readonly webhooks?: WebhookOptions;
  /** What happens to deliveries that a trigger or push source does not accept. */
  readonly deliveries?: DeliveryOptions;
  /**
   * Rejects calls of workflow actions that have only a v2 signature. A v2 signature has no timestamp, so an attacker
   * can send a captured call again at any time. Default: false.
   */
  readonly requireV3?: boolean;
  /**
   * Lets workers and the packages that they import use Node.js modules, such as `crypto` and `stream`, and the globals
   * `Buffer` and `process`. On the edge, it sets the compatibility flag `nodejs_compat`. Default: false.
   */
  readonly nodeCompat?: boolean;
  /**
   * Options that differ between environments, by the name of the environment. `--env` then accepts only these names,
   * `production`, which is its default, and `pr-` with a number. Default: `--env` accepts any name, and all
   * environments have the same options.
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
