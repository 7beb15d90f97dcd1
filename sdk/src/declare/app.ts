/** The app that the CRM platform installs. */

import type { AppEventDefinition } from './app-event.ts';
import type { AppObjectAssociationDefinition } from './app-object-association.ts';
import type { AppObjectDefinition } from './app-object.ts';
import type { AppBillingDeclaration } from './billing.ts';
import type { CardDefinition } from './card.ts';
import type { McpServerDefinition } from './mcp-server.ts';
import { declare } from './recorder.ts';

/** How app events are gathered before they are sent: whichever limit is reached first. */
export interface AppEventBatching {
  /** Occurrences. Default: 500. */
  readonly maxSize?: number;
  /** Milliseconds. Default: 5000. */
  readonly maxDelayMs?: number;
}

/** How often and how long `ctx.crm` retries by itself. */
export interface RetryOptions {
  /** Retries of one call. Default: 5. */
  readonly max?: number;
  /** The first wait in milliseconds. Default: 200. */
  readonly baseMs?: number;
  /** The longest wait in milliseconds; what would take longer becomes backpressure. Default: 10000. */
  readonly capMs?: number;
}

/** The token bucket that paces `ctx.crm`, one a portal. */
export interface BucketOptions {
  /** Calls. Default: 100. */
  readonly capacity?: number;
  /** Calls a second. Default: 10. */
  readonly refillPerSecond?: number;
  /** Searches. Default: 4. */
  readonly searchCapacity?: number;
  /** Searches a second. Default: 4. */
  readonly searchRefillPerSecond?: number;
  /** Tokens that one call takes. Default: 1. */
  readonly requestedTokensPerCall?: number;
  /** Learns the limits from the answers and restores the rate after a 429. Default: false. */
  readonly adaptive?: boolean;
}

/** The client-side rate budget. */
export interface RateLimitOptions {
  /** False turns retries off. Numbers are positive and finite. */
  readonly retry?: false | RetryOptions;
  readonly bucket?: BucketOptions;
  /** Rate metrics in the log: off when missing or false, on for every object, `{ enabled: false }` included. */
  readonly metrics?: false | { readonly enabled?: boolean };
}

/** One alert of a linked deploy. */
export interface AlertRule {
  readonly name: string;
  /** Over the checkpoint stream, such as `error_rate{kind="sync"} > 0.05 and count > 20`. */
  readonly expr: string;
  /** How far back it looks: `5m`, `1h`, `1d`. */
  readonly window: string;
  /** Default: `warning`. */
  readonly severity?: 'info' | 'warning' | 'critical';
  /** Where it goes instead of `alerts.notify`: https URLs, or `secret:<BINDING>`. */
  readonly notify?: string | readonly string[];
}

/** The alerts of linked deploys. */
export interface AlertOptions {
  /** An https URL, or `secret:<BINDING>` for one that is kept in a secret. */
  readonly notify?: string | readonly string[];
  readonly rules: readonly AlertRule[];
}

/** What the sandbox of UI extensions may reach: https origins, a path prefix allowed. */
export interface PermittedUrls {
  /** The deployed workers' own origins are always added. */
  readonly fetch?: readonly string[];
  readonly iframe?: readonly string[];
  readonly img?: readonly string[];
}

/** The argument of `defineApp`. */
export interface AppOptions {
  /** Shown on the install screen. */
  readonly name: string;
  /** Shown on the install screen. */
  readonly description?: string;
  /** Who can install it. `marketplace` needs `auth: 'oauth'`. */
  readonly distribution: 'private' | 'marketplace';
  /** `static`: one install with one access token; `oauth`: an install for each account. */
  readonly auth: 'static' | 'oauth';
  /** The version of the platform's project format, such as `2026.03`. */
  readonly platformVersion: string;
  /** Scopes that every install must grant. */
  readonly scopes: readonly string[];
  /** Scopes that an install may lack. */
  readonly optionalScopes?: readonly string[];
  /** From `appObject()`. */
  readonly objects?: readonly AppObjectDefinition[];
  /** From `appObjectAssociation()`. */
  readonly objectAssociations?: readonly AppObjectAssociationDefinition[];
  /** From `appEvent()`. */
  readonly events?: readonly AppEventDefinition[];
  /** False sends every occurrence by itself. Default: 500 occurrences or 5000 ms. */
  readonly appEvents?: { readonly batching?: false | AppEventBatching };
  readonly rateLimits?: RateLimitOptions;
  readonly alerts?: AlertOptions;
  /** Keys that are cut out of every handler's log payload, beside what `redact` cuts out anyway. */
  readonly redaction?: { readonly fields?: readonly string[] };
  /** Where the browser lands after a direct or external OAuth install. Default: the portal's connected-apps page. */
  readonly install?: { readonly successUrl?: string };
  /** From `card()`. */
  readonly cards?: readonly CardDefinition[];
  /** From `mcpServer()`. */
  readonly mcpServers?: readonly McpServerDefinition[];
  /** The catalog that capabilities' `billing` blocks refer to. */
  readonly billing?: AppBillingDeclaration;
  readonly permittedUrls?: PermittedUrls;
}

/** A declared app. */
export interface AppDefinition extends AppOptions {
  readonly kind: 'app';
}

/** Declares the app. It is the default export of `svc.config.ts`. */
export function defineApp(options: AppOptions): AppDefinition {
  return declare('defineApp', [options], { ...options, kind: 'app' });
}
