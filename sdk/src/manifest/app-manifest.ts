/** Converts an app to its manifest. This is where the defaults of `defineApp` are filled in. */

import type { AlertOptions, AppDefinition } from '../declare/app.ts';
import type { AppEventDefinition } from '../declare/app-event.ts';
import type { AppObjectDefinition } from '../declare/app-object.ts';
import type { AppObjectAssociationDefinition } from '../declare/app-object-association.ts';
import type { CardDefinition } from '../declare/card.ts';
import type { McpServerDefinition } from '../declare/mcp-server.ts';
import { defined, properties, propertyName } from './field-manifest.ts';
import type {
  AlertRuleManifest,
  AppEventManifest,
  AppManifest,
  AppObjectAssociationManifest,
  AppObjectManifest,
  CardManifest,
  McpServerManifest,
} from './manifest.ts';
import { normalizeRateLimits } from './rate-limits.ts';

/** Occurrences per batch of app events (spec, App definition). */
const EVENT_BATCH_SIZE = 500;
/** The longest wait of an app event for its batch, in milliseconds (spec, App definition). */
const EVENT_BATCH_DELAY_MS = 5000;

/** Returns the manifest of an app, without its workers. */
export function appManifest(app: AppDefinition): AppManifest {
  const { name, description, distribution, auth, platformVersion, scopes, billing, permittedUrls } = app;
  const batching = app.appEvents?.batching;
  return defined({
    name,
    description,
    distribution,
    auth,
    platformVersion,
    scopes: [...scopes],
    optionalScopes: [...(app.optionalScopes ?? [])],
    objects: (app.objects ?? []).map(objectManifest),
    objectAssociations: (app.objectAssociations ?? []).map(associationManifest),
    events: (app.events ?? []).map(eventManifest),
    appEvents: {
      batching:
        batching === false
          ? (false as const)
          : {
              maxSize: batching?.maxSize ?? EVENT_BATCH_SIZE,
              maxDelayMs: batching?.maxDelayMs ?? EVENT_BATCH_DELAY_MS,
            },
    },
    rateLimits: normalizeRateLimits(app.rateLimits),
    alerts: alerts(app.alerts),
    redaction: { fields: [...(app.redaction?.fields ?? [])] },
    install: defined({ successUrl: app.install?.successUrl }),
    cards: (app.cards ?? []).map(cardManifest),
    mcpServers: (app.mcpServers ?? []).map(mcpServerManifest),
    billing,
    permittedUrls: {
      fetch: [...(permittedUrls?.fetch ?? [])],
      iframe: [...(permittedUrls?.iframe ?? [])],
      img: [...(permittedUrls?.img ?? [])],
    },
    ...pick(app, 'uid', 'crmProject'),
    support: app.support && pick(app.support, 'supportEmail', 'documentationUrl', 'supportUrl', 'supportPhone'),
    webhooks: app.webhooks && pick(app.webhooks, 'uid', 'maxConcurrentRequests'),
  });
}

function list(value: string | readonly string[] | undefined): string[] | undefined {
  return value === undefined ? undefined : typeof value === 'string' ? [value] : [...value];
}

function alerts(declared: AlertOptions | undefined): AlertRuleManifest[] {
  return (declared?.rules ?? []).map(({ name, expr, window, severity, notify }) => ({
    name,
    expr,
    window,
    severity: severity ?? 'warning',
    notify: list(notify) ?? list(declared?.notify) ?? [],
  }));
}

/** Returns the named members, without those that are undefined. */
function pick<T extends object, K extends keyof T>(from: T, ...names: readonly K[]): Pick<T, K> {
  return defined(Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>);
}

function cardManifest(card: CardDefinition): CardManifest {
  return pick(card, 'id', 'name', 'description', 'location', 'objectTypes', 'entrypoint', 'backend', 'flags', 'uid');
}

function mcpServerManifest(server: McpServerDefinition): McpServerManifest {
  const own = pick(server, 'id', 'uid', 'name', 'description', 'mcpUrl', 'mcpClientId', 'version', 'requiredScopes');
  return { ...own, ...pick(server, 'logoUrl', 'websiteUrl', 'privacyPolicyUrl', 'enabled') };
}

function objectManifest(object: AppObjectDefinition): AppObjectManifest {
  // Options refer to a property by key or by name. The CRM knows names only.
  const named = (property: string) => propertyName(object.properties, property);
  const allNamed = (list: readonly string[] | undefined) => (list ?? []).map(named);
  return {
    ...pick(object, 'id', 'uid', 'name', 'label', 'description', 'singularForm', 'pluralForm', 'appPrefix'),
    primaryDisplayLabelPropertyName: named(object.primaryDisplayLabelPropertyName),
    secondaryDisplayLabelPropertyNames: allNamed(object.secondaryDisplayLabelPropertyNames),
    requiredProperties: allNamed(object.requiredProperties),
    searchableProperties: allNamed(object.searchableProperties),
    properties: properties(object.properties),
    propertyGroups: (object.propertyGroups ?? []).map((group) => ({ name: group.name, label: group.label })),
    defaultCreateFormFields: (object.defaultCreateFormFields ?? []).map((field) => ({
      propertyName: named(field.propertyName),
      ...pick(field, 'isRequired', 'isRemovable'),
    })),
    settings: { ...object.settings },
  };
}

function associationManifest(association: AppObjectAssociationDefinition): AppObjectAssociationManifest {
  const ends = pick(association, 'id', 'uid', 'fromObjectType', 'toObjectType');
  return { ...ends, ...pick(association, 'name', 'label', 'inverseLabel', 'cardinality') };
}

function eventManifest(event: AppEventDefinition): AppEventManifest {
  return {
    ...pick(event, 'id', 'uid', 'name', 'label', 'description', 'objectType'),
    supportsCustomObject: event.supportsCustomObject ?? false,
    ...pick(event, 'headerTemplate', 'detailTemplate'),
    properties: properties(event.properties),
  };
}
