/**
 * The deploy manifest: an app and its workers as plain data, defaults filled in and shorthand written out.
 *
 * Handlers are never in it, and neither are credentials. Go's twin is `internal/manifest`; `contract/manifest` holds
 * the two together. A member that was not declared and has no default is absent, never null (but for `limits`).
 */
import type { AppObjectSettings, CreateFormField, PropertyGroup } from './declare/app-object.ts';
import type { Cardinality } from './declare/app-object-association.ts';
import type { AppBillingDeclaration, NormalizedCapabilityBilling } from './declare/billing.ts';
import type { CardLocation } from './declare/card.ts';
import type { SupportedValueType } from './declare/field.ts';
import type { CanonicalFieldType, CrmFieldType } from './declare/field-type.ts';
import type { NormalizedSyncSchedule } from './declare/schedule.ts';
import type { SourceAuthDefinition } from './declare/source.ts';
/** Everything that a project deploys. */
export interface ProjectManifest {
    readonly schemaVersion: 1;
    readonly sdkVersion: string;
    readonly app: AppManifest;
    readonly workers: readonly WorkerManifest[];
}
/** An output field: nobody fills it in. */
export interface OutputFieldManifest {
    readonly name: string;
    /** In lower case, `boolean` written `bool`. */
    readonly type: CanonicalFieldType;
    /** What the CRM calls the type; `json` is `string` there. */
    readonly crmType: CrmFieldType;
    readonly label?: string;
    readonly description?: string;
    /** The UI control, declared or by default. */
    readonly fieldType: string;
}
/** One choice of an enumeration. */
export interface FieldOptionManifest {
    readonly value: string;
    readonly label: string;
    readonly description?: string;
    readonly displayOrder?: number;
    readonly hidden?: boolean;
}
/** An input field. */
export interface FieldManifest extends OutputFieldManifest {
    /** From `required` or `isRequired`. */
    readonly required: boolean;
    readonly default?: unknown;
    readonly options?: readonly FieldOptionManifest[];
    readonly supportedValueTypes: readonly SupportedValueType[];
}
/** A property of an app object or app event. */
export interface PropertyManifest extends OutputFieldManifest {
    readonly required: boolean;
    readonly default?: unknown;
    readonly options?: readonly FieldOptionManifest[];
    readonly groupName?: string;
    readonly hasUniqueValue: boolean;
    readonly readOnlyValue: boolean;
    readonly formField?: boolean;
    readonly calculationFormula?: string;
}
/** A workflow action, and a tool of agents when it has `agent`. */
export interface ToolManifest {
    readonly kind: 'tool';
    readonly id: string;
    readonly label: string;
    readonly description?: string;
    readonly objectType: string;
    readonly input: readonly FieldManifest[];
    readonly output: readonly OutputFieldManifest[];
    readonly agent?: {
        readonly description: string;
        readonly expose: readonly string[];
    };
    readonly billing?: NormalizedCapabilityBilling;
}
/** The code behind a card. */
export interface CardBackendManifest {
    readonly kind: 'cardBackend';
    readonly id: string;
    readonly label?: string;
    /** CRM object types and ids of app objects. */
    readonly objectTypes: readonly string[];
    readonly input: readonly FieldManifest[];
    readonly output: readonly OutputFieldManifest[];
    readonly billing?: NormalizedCapabilityBilling;
}
/** A handler of webhooks. */
export interface TriggerManifest {
    readonly kind: 'trigger';
    readonly id: string;
    readonly label?: string;
    readonly eventType: string;
    readonly dedup: 'best-effort' | 'strict';
    readonly billing?: NormalizedCapabilityBilling;
}
/** A sync. */
export interface SyncManifest {
    readonly kind: 'sync';
    readonly id: string;
    readonly label?: string;
    readonly schedule: NormalizedSyncSchedule;
    /** The name of the source that feeds it. */
    readonly source?: string;
    /** A CRM object type, or the id of an app object. */
    readonly into?: string;
    readonly idProperty?: string;
    readonly schema?: Readonly<Record<string, string>>;
    readonly manageSchema: false | 'properties' | 'full';
    /** It has no handler of its own. */
    readonly defaultHandler: boolean;
    readonly billing?: NormalizedCapabilityBilling;
}
/** One capability of a worker, told by its `kind`. */
export type CapabilityManifest = ToolManifest | CardBackendManifest | TriggerManifest | SyncManifest;
/** A source that feeds a sync of the worker. Of its `auth` only the type is here. */
export interface SourceManifest {
    readonly name: string;
    readonly mode: 'pull' | 'push';
    readonly auth?: {
        readonly type: SourceAuthDefinition['type'];
    };
    /** Of a push source: `/webhooks/<name>`. */
    readonly webhookPath?: string;
}
/** What `worker.manifest()` returns. */
export interface WorkerManifest {
    readonly name: string;
    /** In order of registration. */
    readonly capabilities: readonly CapabilityManifest[];
    /** In the order in which the syncs name them. */
    readonly sources: readonly SourceManifest[];
}
/** The rate budget with every default filled in. */
export interface RateLimitsManifest {
    readonly retry: false | {
        readonly max: number;
        readonly baseMs: number;
        readonly capMs: number;
    };
    readonly bucket: {
        readonly capacity: number;
        readonly refillPerSecond: number;
        readonly searchCapacity: number;
        readonly searchRefillPerSecond: number;
        readonly requestedTokensPerCall: number;
        readonly adaptive: boolean;
    };
    readonly metrics: boolean;
}
/** One alert. */
export interface AlertRuleManifest {
    readonly name: string;
    readonly expr: string;
    readonly window: string;
    readonly severity: 'info' | 'warning' | 'critical';
    /** Where it goes: its own targets, else those of all alerts. */
    readonly notify: readonly string[];
}
/** A card. */
export interface CardManifest {
    readonly id: string;
    readonly name: string;
    readonly description?: string;
    readonly location: CardLocation;
    readonly objectTypes: readonly string[];
    readonly entrypoint: string;
    readonly backend?: string;
    readonly flags?: 'server';
}
/** The MCP server. */
export interface McpServerManifest {
    readonly id: string;
    readonly uid: string;
    readonly name: string;
    readonly description: string;
    readonly mcpUrl: string;
    readonly mcpClientId: string;
    readonly version: string;
    readonly requiredScopes: readonly string[];
    readonly logoUrl?: string;
    readonly websiteUrl?: string;
    readonly privacyPolicyUrl?: string;
    readonly enabled: boolean;
}
/** An app object. */
export interface AppObjectManifest {
    readonly id: string;
    readonly uid: string;
    readonly name: string;
    readonly label: string;
    readonly description?: string;
    readonly singularForm: string;
    readonly pluralForm: string;
    readonly appPrefix?: string;
    readonly primaryDisplayLabelPropertyName: string;
    readonly secondaryDisplayLabelPropertyNames: readonly string[];
    readonly requiredProperties: readonly string[];
    readonly searchableProperties: readonly string[];
    readonly properties: readonly PropertyManifest[];
    readonly propertyGroups: readonly PropertyGroup[];
    readonly defaultCreateFormFields: readonly CreateFormField[];
    readonly settings: AppObjectSettings;
}
/** An association. */
export interface AppObjectAssociationManifest {
    readonly id: string;
    readonly uid: string;
    readonly fromObjectType: string;
    readonly toObjectType: string;
    readonly name?: string;
    readonly label?: string;
    readonly inverseLabel?: string;
    readonly cardinality?: Cardinality;
}
/** An app event. */
export interface AppEventManifest {
    readonly id: string;
    readonly uid: string;
    readonly name: string;
    readonly label: string;
    readonly description?: string;
    readonly objectType: string;
    readonly supportsCustomObject: boolean;
    readonly headerTemplate?: string;
    readonly detailTemplate?: string;
    readonly properties: readonly PropertyManifest[];
}
/** The app. */
export interface AppManifest {
    readonly name: string;
    readonly description?: string;
    readonly distribution: 'private' | 'marketplace';
    readonly auth: 'static' | 'oauth';
    readonly platformVersion: string;
    readonly scopes: readonly string[];
    readonly optionalScopes: readonly string[];
    readonly objects: readonly AppObjectManifest[];
    readonly objectAssociations: readonly AppObjectAssociationManifest[];
    readonly events: readonly AppEventManifest[];
    readonly appEvents: {
        readonly batching: false | {
            readonly maxSize: number;
            readonly maxDelayMs: number;
        };
    };
    readonly rateLimits: RateLimitsManifest;
    readonly alerts: readonly AlertRuleManifest[];
    readonly redaction: {
        readonly fields: readonly string[];
    };
    readonly install: {
        readonly successUrl?: string;
    };
    readonly cards: readonly CardManifest[];
    readonly mcpServers: readonly McpServerManifest[];
    readonly billing?: AppBillingDeclaration;
    readonly permittedUrls: {
        readonly fetch: readonly string[];
        readonly iframe: readonly string[];
        readonly img: readonly string[];
    };
}
