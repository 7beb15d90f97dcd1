import type {
  AppEventBatching,
  AppSupport,
  BucketOptions,
  PermittedUrls,
  RetryOptions,
  WebhookOptions,
} from '../declare/app.ts';
import type { AppObjectSettings, CreateFormField, PropertyGroup } from '../declare/app-object.ts';
import type { Cardinality } from '../declare/app-object-association.ts';
import type { AppBillingDeclaration } from '../declare/billing.ts';
import type { CardLocation } from '../declare/card.ts';
import type { PropertyManifest } from './field.ts';

/** The app. */
export interface AppManifest {
  /** The name on the install screen. */
  readonly name: string;
  /** The description on the install screen. */
  readonly description?: string;
  /** Who can install the app. */
  readonly distribution: 'private' | 'marketplace';
  /** One install with one access token, or one install per account. */
  readonly auth: 'static' | 'oauth';
  /** The version of the CRM's project format. */
  readonly platformVersion: string;
  /** Scopes that every install must grant. */
  readonly scopes: readonly string[];
  /** Scopes that an install may decline. */
  readonly optionalScopes: readonly string[];
  /** Record types that the app adds. */
  readonly objects: readonly AppObjectManifest[];
  /** Associations of these record types. */
  readonly objectAssociations: readonly AppObjectAssociationManifest[];
  /** Timeline events. */
  readonly events: readonly AppEventManifest[];
  /** How `ctx.appEvents` sends occurrences. */
  readonly appEvents: {
    /** The limits of a batch. `false` sends each occurrence at once. */
    readonly batching: false | Required<AppEventBatching>;
  };
  /** The rate budget of `ctx.crm`. */
  readonly rateLimits: RateLimitsManifest;
  /** Alerts on the app's invocations. */
  readonly alerts: readonly AlertRuleManifest[];
  /** What handler logs hide. */
  readonly redaction: {
    /** Keys whose values are redacted in every log payload. */
    readonly fields: readonly string[];
  };
  /** What happens after an install. */
  readonly install: {
    /** The URL that the browser opens after a successful install. */
    readonly successUrl?: string;
  };
  /** The cards. */
  readonly cards: readonly CardManifest[];
  /** The agent MCP servers. */
  readonly mcpServers: readonly McpServerManifest[];
  /** The billing catalog. */
  readonly billing?: AppBillingDeclaration;
  /** The URLs that cards may use, without the origins that a deploy adds. */
  readonly permittedUrls: Required<PermittedUrls>;
  /** Identifies the app to the CRM, if it is declared. */
  readonly uid?: string;
  /** The name of the app's project in the CRM, if it is declared. */
  readonly crmProject?: string;
  /** Where people get help with the app. */
  readonly support?: AppSupport;
  /** How the CRM delivers the webhooks of triggers. */
  readonly webhooks?: WebhookOptions;
}

/** The rate budget, with defaults filled in. */
export interface RateLimitsManifest {
  /** Retries of failed calls. `false` turns them off. */
  readonly retry: false | Required<RetryOptions>;
  /** The token bucket of each portal. */
  readonly bucket: Required<BucketOptions>;
  /** Whether rate metrics are logged. */
  readonly metrics: boolean;
}

/** An alert. */
export interface AlertRuleManifest {
  /** The alert's name. */
  readonly name: string;
  /** The condition, in the language of `svc checkpoint --assert`. */
  readonly expr: string;
  /** The time that the condition covers, such as `5m`. */
  readonly window: string;
  /** How urgent the alert is. */
  readonly severity: 'info' | 'warning' | 'critical';
  /** Where the alert is posted: its own targets, or those of all alerts. */
  readonly notify: readonly string[];
}

/** A card. */
export interface CardManifest {
  /** The card's id. */
  readonly id: string;
  /** The title of the card. */
  readonly name: string;
  /** What the card shows. */
  readonly description?: string;
  /** Where the card appears. */
  readonly location: CardLocation;
  /** The object types of the records that show the card. */
  readonly objectTypes: readonly string[];
  /** Path from the project's root to the file of the UI component. */
  readonly entrypoint: string;
  /** The id of the card backend. */
  readonly backend?: string;
  /** Present when the backend evaluates feature flags for the card. */
  readonly flags?: 'server';
  /** Identifies the card to the CRM, if it is declared. */
  readonly uid?: string;
}

/** An agent MCP server. */
export interface McpServerManifest {
  /** The declared id. */
  readonly id: string;
  /** Identifies the component to the CRM across deploys. */
  readonly uid: string;
  /** The server's display name. */
  readonly name: string;
  /** What the server offers. */
  readonly description: string;
  /** The server's https URL. */
  readonly mcpUrl: string;
  /** The OAuth client id of the server. */
  readonly mcpClientId: string;
  /** The server's version. */
  readonly version: string;
  /** Scopes that the server needs. */
  readonly requiredScopes: readonly string[];
  /** An https URL of the logo. */
  readonly logoUrl?: string;
  /** An https URL of the website. */
  readonly websiteUrl?: string;
  /** An https URL of the privacy policy. */
  readonly privacyPolicyUrl?: string;
  /** Whether the server is available to agents. */
  readonly enabled: boolean;
}

/** An app object. Its options name properties by their names in the CRM. */
export interface AppObjectManifest {
  /** The declared id. */
  readonly id: string;
  /** Identifies the component to the CRM across deploys. */
  readonly uid: string;
  /** The object's name in UPPER_SNAKE. */
  readonly name: string;
  /** The display name of the record type. */
  readonly label: string;
  /** What a record is. */
  readonly description?: string;
  /** What one record is called. */
  readonly singularForm: string;
  /** What several records are called. */
  readonly pluralForm: string;
  /** A prefix that marks the object as this app's. */
  readonly appPrefix?: string;
  /** The property that titles a record. */
  readonly primaryDisplayLabelPropertyName: string;
  /** Properties shown below the title of a record. */
  readonly secondaryDisplayLabelPropertyNames: readonly string[];
  /** Properties that every record must have. */
  readonly requiredProperties: readonly string[];
  /** Properties that the CRM's search covers. */
  readonly searchableProperties: readonly string[];
  /** The object's properties. */
  readonly properties: readonly PropertyManifest[];
  /** The groups of properties on the record page. */
  readonly propertyGroups: readonly PropertyGroup[];
  /** The fields of the form that creates a record. */
  readonly defaultCreateFormFields: readonly CreateFormField[];
  /** What people can do with the records. */
  readonly settings: AppObjectSettings;
}

/** An association. */
export interface AppObjectAssociationManifest {
  /** The declared id. */
  readonly id: string;
  /** Identifies the component to the CRM across deploys. */
  readonly uid: string;
  /** A CRM object type, or the id of an app object. */
  readonly fromObjectType: string;
  /** A CRM object type, or the id of an app object. */
  readonly toObjectType: string;
  /** Distinguishes several associations between the same two object types. */
  readonly name?: string;
  /** The label of the `toObjectType` side. */
  readonly label?: string;
  /** The label of the `fromObjectType` side. */
  readonly inverseLabel?: string;
  /** How many records each side may have. */
  readonly cardinality?: Cardinality;
}

/** An app event. */
export interface AppEventManifest {
  /** The declared id. */
  readonly id: string;
  /** Identifies the component to the CRM across deploys. */
  readonly uid: string;
  /** The event type's name. */
  readonly name: string;
  /** The event type's display name. */
  readonly label: string;
  /** What the event records. */
  readonly description?: string;
  /** The CRM object type that the event attaches to. */
  readonly objectType: string;
  /** Whether the event may attach to app objects and custom objects. */
  readonly supportsCustomObject: boolean;
  /** The timeline headline. */
  readonly headerTemplate?: string;
  /** The timeline details. */
  readonly detailTemplate?: string;
  /** The event's properties. */
  readonly properties: readonly PropertyManifest[];
}
