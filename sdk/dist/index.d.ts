// Generated from the sources of @svc/sdk. Do not edit.
/**
 * The type of a field. `bool` and `boolean` are the same. A `json` field is text in the CRM: the runtime parses what a
 * workflow action sends. Other callers, such as cards, send JSON values, which the handler receives unchanged.
 */
type FieldType = 'string' | 'number' | 'bool' | 'boolean' | 'enumeration' | 'datetime' | 'json';
/** The field types in upper case, as older apps spell them. Every option that takes a type accepts them. */
type LegacyFieldType = Uppercase<FieldType>;
/** One choice of an enumeration. */
interface FieldOption {
    /** The stored value. Unique within the field. */
    readonly value: string;
    /** The displayed text. */
    readonly label: string;
}
/** Where the CRM takes a field's value from: a fixed value, a property of the record, or field data. */
type SupportedValueType = 'STATIC_VALUE' | 'OBJECT_PROPERTY' | 'FIELD_DATA';
/** One input field, or one property of an app object or event. */
interface FieldDefinition {
    /** The field's type. */
    readonly type: FieldType | LegacyFieldType;
    /** The displayed name. Default: chosen by the CRM. */
    readonly label?: string;
    /** The help text. */
    readonly description?: string;
    /** Whether the CRM's form and the runtime require a value. A call without one gets a 400. Default: false. */
    readonly required?: boolean;
    /** Another name for `required`. The field is required if either is true. */
    readonly isRequired?: boolean;
    /** The value that the handler receives if the caller omits the field. No effect on a required input field. */
    readonly default?: unknown;
    /** The choices of an `enumeration`: strings, or values with labels. */
    readonly options?: readonly string[] | readonly FieldOption[];
    /** The UI control, such as `select`. Default: `defaultCrmFieldType` of the type. */
    readonly fieldType?: string;
    /** A shorthand for `supportedValueTypes`. If both are given, `supportedValueTypes` applies. Default: `static`. */
    readonly valueSource?: 'static' | 'property' | 'both';
    /** Where the CRM may take the value from. Default: `['STATIC_VALUE']`. */
    readonly supportedValueTypes?: readonly SupportedValueType[];
}
/** One output field. */
interface OutputFieldDefinition {
    /** The field's type. */
    readonly type: FieldType | LegacyFieldType;
    /** The displayed name. Default: chosen by the CRM. */
    readonly label?: string;
    /** The help text. */
    readonly description?: string;
    /** The UI control. Default: `defaultCrmFieldType` of the type. */
    readonly fieldType?: string;
}
/** Input fields by name. */
interface FieldMap {
    readonly [name: string]: FieldDefinition;
}
/** Output fields by name. */
interface OutputFieldMap {
    readonly [name: string]: OutputFieldDefinition;
}
/** A type without values. Unlike `never`, it has a name in compiler errors. */
interface NoSuchMember {
    /** Has no value. */
    readonly 'no such member': never;
}
/**
 * Rejects members that a definition does not have, such as `values` on a field. TypeScript does not check excess
 * properties of a type that it infers, so functions that infer a map also require this type.
 */
type OnlyMembersOf<Definition, M> = {
    readonly [K in keyof M]?: {
        readonly [Unknown in Exclude<keyof M[K], keyof Definition>]?: NoSuchMember;
    };
};
/** The handler's type for each field type. */
interface ValueByType {
    /** Text. */
    string: string;
    /** A number. */
    number: number;
    /** A boolean. */
    bool: boolean;
    /** A boolean. */
    boolean: boolean;
    /** The value of a choice. */
    enumeration: string;
    /** An ISO 8601 string, as the CRM sends it. A `Date` would not survive JSON. */
    datetime: string;
    /** Any JSON value. */
    json: unknown;
}
/** The union of the values of literal options. */
type ChoiceOf<Options> = Options extends readonly (infer One)[] ? One extends string ? One : One extends {
    readonly value: infer Value extends string;
} ? Value : never : string;
/** The type of a field's value in a handler. */
type InferField<F extends OutputFieldDefinition> = Lowercase<F['type']> extends infer T extends keyof ValueByType ? T extends 'enumeration' ? F extends {
    readonly options: infer Options;
} ? ChoiceOf<Options> : string : ValueByType[T] : never;
type IsPresent<F> = F extends {
    readonly required: true;
} | {
    readonly isRequired: true;
} ? true : F extends {
    readonly default: infer Default;
} ? [Default] extends [undefined] ? false : true : false;
/** Merges an intersection into one object type. */
type Flat<T> = {
    [K in keyof T]: T[K];
};
/** The names of the fields that always have a value, or of those that may have none. */
type NamesIn<M, Present extends boolean> = {
    [K in keyof M]-?: IsPresent<M[K]> extends Present ? K : never;
}[keyof M];
/**
 * The values of some fields. A mapped type over a parameter `K extends keyof M`, without `as`, keeps the doc comments
 * of the fields and leads editors to them.
 */
type Values<M extends FieldMap, K extends keyof M> = {
    -readonly [P in K]: InferField<M[P]>;
};
/** `Values` that may be absent. */
type OptionalValues<M extends FieldMap, K extends keyof M> = {
    -readonly [P in K]?: InferField<M[P]>;
};
/**
 * The handler's input, inferred from a map of input fields. A number field is a number, an enumeration with literal
 * options is their union, `json` is unknown, and `datetime` is an ISO 8601 string. A member is optional unless its
 * field is required or has a default.
 */
type InferInput<M extends FieldMap> = Flat<Values<M, NamesIn<M, true>> & OptionalValues<M, NamesIn<M, false>>>;
/** The output that a handler may return, inferred from a map of output fields. Every member is optional. */
type InferOutput<M extends OutputFieldMap> = {
    -readonly [K in keyof M]?: InferField<M[K]> | undefined;
};

/** The object types of the CRM, as declarations name them. */
type KnownObjectType = 'contact' | 'company' | 'deal' | 'ticket' | 'product' | 'line_item' | 'quote' | 'order' | 'cart' | 'invoice' | 'payment' | 'subscription' | 'discount' | 'fee' | 'tax' | 'call' | 'email' | 'meeting' | 'note' | 'task' | 'communication' | 'postal_mail' | 'conversation' | 'feedback_submission' | 'goal_target' | 'lead' | 'user' | 'owner' | 'appointment' | 'course' | 'listing' | 'service' | 'marketing_event' | 'partner_client' | 'partner_service' | 'project' | 'contract' | 'commerce_payment' | 'goal' | 'campaign';
/** The object types of the CRM, as paths of its API name them. */
type KnownObjectCollection = 'contacts' | 'companies' | 'deals' | 'tickets' | 'products' | 'line_items' | 'quotes' | 'orders' | 'carts' | 'invoices' | 'payments' | 'subscriptions' | 'discounts' | 'fees' | 'taxes' | 'calls' | 'emails' | 'meetings' | 'notes' | 'tasks' | 'communications' | 'postal_mail' | 'conversations' | 'feedback_submissions' | 'goal_targets' | 'leads' | 'users' | 'owners' | 'appointments' | 'courses' | 'listings' | 'services' | 'marketing_events' | 'partner_clients' | 'partner_services' | 'projects' | 'contracts' | 'commerce_payments' | 'goals' | 'campaigns';
/** The event types of the CRM, without those of a property. */
type KnownEventType = 'contact.creation' | 'contact.deletion' | 'contact.merge' | 'contact.restore' | 'contact.associationChange' | 'contact.privacyDeletion' | 'company.creation' | 'company.deletion' | 'company.merge' | 'company.restore' | 'company.associationChange' | 'deal.creation' | 'deal.deletion' | 'deal.merge' | 'deal.restore' | 'deal.associationChange' | 'ticket.creation' | 'ticket.deletion' | 'ticket.merge' | 'ticket.restore' | 'ticket.associationChange' | 'product.creation' | 'product.deletion' | 'product.merge' | 'product.restore' | 'product.associationChange' | 'line_item.creation' | 'line_item.deletion' | 'line_item.merge' | 'line_item.restore' | 'line_item.associationChange' | 'conversation.creation' | 'conversation.deletion' | 'conversation.privacyDeletion' | 'conversation.newMessage';
/** The versions of the CRM's project format. */
type KnownPlatformVersion = '2025.2' | '2026.03' | '2026.09-beta' | '2026.09';

/** The scopes of the CRM's reference. */
type KnownScope = 'account-info.security.read' | 'accounting' | 'actions' | 'analytics.behavioral_events.send' | 'automation' | 'automation.sequences.enrollments.write' | 'automation.sequences.read' | 'behavioral_events.event_definitions.read_write' | 'business-intelligence' | 'business_units_view.read' | 'cms.domains.read' | 'cms.domains.write' | 'cms.functions.read' | 'cms.functions.write' | 'cms.knowledge_base.articles.publish' | 'cms.knowledge_base.articles.read' | 'cms.knowledge_base.articles.write' | 'cms.knowledge_base.settings.read' | 'cms.knowledge_base.settings.write' | 'cms.membership.access_groups.read' | 'cms.membership.access_groups.write' | 'cms.performance.read' | 'collector.graphql_query.execute' | 'collector.graphql_schema.read' | 'communication_preferences.read' | 'communication_preferences.read_write' | 'communication_preferences.statuses.batch.read' | 'communication_preferences.statuses.batch.write' | 'communication_preferences.write' | 'content' | 'conversations.custom_channels.read' | 'conversations.custom_channels.write' | 'conversations.read' | 'conversations.visitor_identification.tokens.create' | 'conversations.write' | 'crm.dealsplits.read_write' | 'crm.export' | 'crm.extensions_calling_transcripts.read' | 'crm.extensions_calling_transcripts.write' | 'crm.import' | 'crm.lists.read' | 'crm.lists.write' | 'crm.objects.appointments.highly_sensitive.read.v2' | 'crm.objects.appointments.highly_sensitive.write.v2' | 'crm.objects.appointments.read' | 'crm.objects.appointments.sensitive.read.v2' | 'crm.objects.appointments.sensitive.write.v2' | 'crm.objects.appointments.write' | 'crm.objects.carts.highly_sensitive.read.v2' | 'crm.objects.carts.highly_sensitive.write.v2' | 'crm.objects.carts.read' | 'crm.objects.carts.sensitive.read.v2' | 'crm.objects.carts.sensitive.write.v2' | 'crm.objects.carts.write' | 'crm.objects.commercepayments.highly_sensitive.read.v2' | 'crm.objects.commercepayments.highly_sensitive.write.v2' | 'crm.objects.commercepayments.read' | 'crm.objects.commercepayments.sensitive.read.v2' | 'crm.objects.commercepayments.sensitive.write.v2' | 'crm.objects.commercepayments.write' | 'crm.objects.companies.highly_sensitive.read.v2' | 'crm.objects.companies.highly_sensitive.write.v2' | 'crm.objects.companies.read' | 'crm.objects.companies.sensitive.read.v2' | 'crm.objects.companies.sensitive.write.v2' | 'crm.objects.companies.write' | 'crm.objects.contacts.highly_sensitive.read.v2' | 'crm.objects.contacts.highly_sensitive.write.v2' | 'crm.objects.contacts.read' | 'crm.objects.contacts.sensitive.read.v2' | 'crm.objects.contacts.sensitive.write.v2' | 'crm.objects.contacts.write' | 'crm.objects.contracts.highly_sensitive.read.v2' | 'crm.objects.contracts.highly_sensitive.write.v2' | 'crm.objects.contracts.read' | 'crm.objects.contracts.sensitive.read.v2' | 'crm.objects.contracts.sensitive.write.v2' | 'crm.objects.contracts.write' | 'crm.objects.courses.highly_sensitive.read.v2' | 'crm.objects.courses.highly_sensitive.write.v2' | 'crm.objects.courses.read' | 'crm.objects.courses.sensitive.read.v2' | 'crm.objects.courses.sensitive.write.v2' | 'crm.objects.courses.write' | 'crm.objects.custom.highly_sensitive.read.v2' | 'crm.objects.custom.highly_sensitive.write.v2' | 'crm.objects.custom.read' | 'crm.objects.custom.sensitive.read.v2' | 'crm.objects.custom.sensitive.write.v2' | 'crm.objects.custom.write' | 'crm.objects.deals.highly_sensitive.read.v2' | 'crm.objects.deals.highly_sensitive.write.v2' | 'crm.objects.deals.read' | 'crm.objects.deals.sensitive.read.v2' | 'crm.objects.deals.sensitive.write.v2' | 'crm.objects.deals.write' | 'crm.objects.feedback_submissions.highly_sensitive.read.v2' | 'crm.objects.feedback_submissions.highly_sensitive.write.v2' | 'crm.objects.feedback_submissions.read' | 'crm.objects.feedback_submissions.sensitive.read.v2' | 'crm.objects.feedback_submissions.sensitive.write.v2' | 'crm.objects.feedback_submissions.write' | 'crm.objects.forecasts.highly_sensitive.read.v2' | 'crm.objects.forecasts.highly_sensitive.write.v2' | 'crm.objects.forecasts.read' | 'crm.objects.forecasts.sensitive.read.v2' | 'crm.objects.forecasts.sensitive.write.v2' | 'crm.objects.forecasts.write' | 'crm.objects.goals.highly_sensitive.read.v2' | 'crm.objects.goals.highly_sensitive.write.v2' | 'crm.objects.goals.read' | 'crm.objects.goals.sensitive.read.v2' | 'crm.objects.goals.sensitive.write.v2' | 'crm.objects.goals.write' | 'crm.objects.invoices.highly_sensitive.read.v2' | 'crm.objects.invoices.highly_sensitive.write.v2' | 'crm.objects.invoices.read' | 'crm.objects.invoices.sensitive.read.v2' | 'crm.objects.invoices.sensitive.write.v2' | 'crm.objects.invoices.write' | 'crm.objects.leads.highly_sensitive.read.v2' | 'crm.objects.leads.highly_sensitive.write.v2' | 'crm.objects.leads.read' | 'crm.objects.leads.sensitive.read.v2' | 'crm.objects.leads.sensitive.write.v2' | 'crm.objects.leads.write' | 'crm.objects.line_items.highly_sensitive.read.v2' | 'crm.objects.line_items.highly_sensitive.write.v2' | 'crm.objects.line_items.read' | 'crm.objects.line_items.sensitive.read.v2' | 'crm.objects.line_items.sensitive.write.v2' | 'crm.objects.line_items.write' | 'crm.objects.listings.highly_sensitive.read.v2' | 'crm.objects.listings.highly_sensitive.write.v2' | 'crm.objects.listings.read' | 'crm.objects.listings.sensitive.read.v2' | 'crm.objects.listings.sensitive.write.v2' | 'crm.objects.listings.write' | 'crm.objects.marketing_events.highly_sensitive.read.v2' | 'crm.objects.marketing_events.highly_sensitive.write.v2' | 'crm.objects.marketing_events.read' | 'crm.objects.marketing_events.sensitive.read.v2' | 'crm.objects.marketing_events.sensitive.write.v2' | 'crm.objects.marketing_events.write' | 'crm.objects.orders.highly_sensitive.read.v2' | 'crm.objects.orders.highly_sensitive.write.v2' | 'crm.objects.orders.read' | 'crm.objects.orders.sensitive.read.v2' | 'crm.objects.orders.sensitive.write.v2' | 'crm.objects.orders.write' | 'crm.objects.owners.highly_sensitive.read.v2' | 'crm.objects.owners.highly_sensitive.write.v2' | 'crm.objects.owners.read' | 'crm.objects.owners.sensitive.read.v2' | 'crm.objects.owners.sensitive.write.v2' | 'crm.objects.owners.write' | 'crm.objects.partner-clients.highly_sensitive.read.v2' | 'crm.objects.partner-clients.highly_sensitive.write.v2' | 'crm.objects.partner-clients.read' | 'crm.objects.partner-clients.sensitive.read.v2' | 'crm.objects.partner-clients.sensitive.write.v2' | 'crm.objects.partner-clients.write' | 'crm.objects.partner-services.highly_sensitive.read.v2' | 'crm.objects.partner-services.highly_sensitive.write.v2' | 'crm.objects.partner-services.read' | 'crm.objects.partner-services.sensitive.read.v2' | 'crm.objects.partner-services.sensitive.write.v2' | 'crm.objects.partner-services.write' | 'crm.objects.products.highly_sensitive.read.v2' | 'crm.objects.products.highly_sensitive.write.v2' | 'crm.objects.products.read' | 'crm.objects.products.sensitive.read.v2' | 'crm.objects.products.sensitive.write.v2' | 'crm.objects.products.write' | 'crm.objects.projects.highly_sensitive.read.v2' | 'crm.objects.projects.highly_sensitive.write.v2' | 'crm.objects.projects.read' | 'crm.objects.projects.sensitive.read.v2' | 'crm.objects.projects.sensitive.write.v2' | 'crm.objects.projects.write' | 'crm.objects.quotes.highly_sensitive.read.v2' | 'crm.objects.quotes.highly_sensitive.write.v2' | 'crm.objects.quotes.read' | 'crm.objects.quotes.sensitive.read.v2' | 'crm.objects.quotes.sensitive.write.v2' | 'crm.objects.quotes.write' | 'crm.objects.services.highly_sensitive.read.v2' | 'crm.objects.services.highly_sensitive.write.v2' | 'crm.objects.services.read' | 'crm.objects.services.sensitive.read.v2' | 'crm.objects.services.sensitive.write.v2' | 'crm.objects.services.write' | 'crm.objects.subscriptions.highly_sensitive.read.v2' | 'crm.objects.subscriptions.highly_sensitive.write.v2' | 'crm.objects.subscriptions.read' | 'crm.objects.subscriptions.sensitive.read.v2' | 'crm.objects.subscriptions.sensitive.write.v2' | 'crm.objects.subscriptions.write' | 'crm.objects.tickets.highly_sensitive.read.v2' | 'crm.objects.tickets.highly_sensitive.write.v2' | 'crm.objects.tickets.read' | 'crm.objects.tickets.sensitive.read.v2' | 'crm.objects.tickets.sensitive.write.v2' | 'crm.objects.tickets.write' | 'crm.objects.users.highly_sensitive.read.v2' | 'crm.objects.users.highly_sensitive.write.v2' | 'crm.objects.users.read' | 'crm.objects.users.sensitive.read.v2' | 'crm.objects.users.sensitive.write.v2' | 'crm.objects.users.write' | 'crm.pipelines.orders.read' | 'crm.pipelines.orders.write' | 'crm.schemas.appointments.read' | 'crm.schemas.appointments.write' | 'crm.schemas.carts.read' | 'crm.schemas.carts.write' | 'crm.schemas.commercepayments.read' | 'crm.schemas.commercepayments.write' | 'crm.schemas.companies.read' | 'crm.schemas.companies.write' | 'crm.schemas.contacts.read' | 'crm.schemas.contacts.write' | 'crm.schemas.contracts.read' | 'crm.schemas.contracts.write' | 'crm.schemas.courses.read' | 'crm.schemas.courses.write' | 'crm.schemas.custom.read' | 'crm.schemas.custom.write' | 'crm.schemas.deals.read' | 'crm.schemas.deals.write' | 'crm.schemas.feedback_submissions.read' | 'crm.schemas.feedback_submissions.write' | 'crm.schemas.forecasts.read' | 'crm.schemas.forecasts.write' | 'crm.schemas.goals.read' | 'crm.schemas.goals.write' | 'crm.schemas.invoices.read' | 'crm.schemas.invoices.write' | 'crm.schemas.leads.read' | 'crm.schemas.leads.write' | 'crm.schemas.line_items.read' | 'crm.schemas.line_items.write' | 'crm.schemas.listings.read' | 'crm.schemas.listings.write' | 'crm.schemas.marketing_events.read' | 'crm.schemas.marketing_events.write' | 'crm.schemas.orders.read' | 'crm.schemas.orders.write' | 'crm.schemas.owners.read' | 'crm.schemas.owners.write' | 'crm.schemas.partner-clients.read' | 'crm.schemas.partner-clients.write' | 'crm.schemas.partner-services.read' | 'crm.schemas.partner-services.write' | 'crm.schemas.products.read' | 'crm.schemas.products.write' | 'crm.schemas.projects.read' | 'crm.schemas.projects.write' | 'crm.schemas.quotes.read' | 'crm.schemas.quotes.write' | 'crm.schemas.services.read' | 'crm.schemas.services.write' | 'crm.schemas.subscriptions.read' | 'crm.schemas.subscriptions.write' | 'crm.schemas.tickets.read' | 'crm.schemas.tickets.write' | 'crm.schemas.users.read' | 'crm.schemas.users.write' | 'ctas.read' | 'e-commerce' | 'external_integrations.forms.access' | 'files' | 'files.ui_hidden.read' | 'forms' | 'forms-uploaded-files' | 'hubdb' | 'integration-sync' | 'marketing-email' | 'marketing.campaigns.read' | 'marketing.campaigns.revenue.read' | 'marketing.campaigns.write' | 'media_bridge.read' | 'media_bridge.write' | 'oauth' | 'record_images.signed_urls.read' | 'sales-email-read' | 'scheduler.meetings.meeting-link.read' | 'settings.billing.write' | 'settings.currencies.read' | 'settings.currencies.write' | 'settings.security.security_health.read' | 'settings.users.read' | 'settings.users.teams.read' | 'settings.users.teams.write' | 'settings.users.write' | 'social' | 'tax_rates.read' | 'tickets' | 'tickets.highly_sensitive.v2' | 'tickets.sensitive.v2' | 'timeline' | 'transactional-email';

/**
 * The object types of your portal and their properties, by name. `svc types` adds them from `svc.portal.json`, which
 * `svc types --portal` writes. Without that file, this type is empty, and calls of `ctx.crm` take any name and value.
 */
interface PortalObjects {
}
/** The name of an object type in `svc.portal.json`. */
type PortalObjectName = Extract<keyof PortalObjects, string>;
/** The properties of an object type in the portal. They are unknown, so `never`, for other object types. */
type PropertiesOf<T> = T extends keyof PortalObjects ? PortalObjects[T] : never;
/** The name of a property of an object type. Any string unless `svc.portal.json` has the type. */
type CrmPropertyName<T extends string = string> = T extends keyof PortalObjects ? Extract<keyof PortalObjects[T], string> : string;
/** The name of a unique property of an object type. Any string unless `svc.portal.json` has the type. */
type CrmUniquePropertyName<T extends string = string> = T extends keyof PortalObjects ? {
    [K in keyof PortalObjects[T]]: PortalObjects[T][K] extends {
        readonly unique: true;
    } ? Extract<K, string> : never;
}[keyof PortalObjects[T]] : string;
/** A value to write. The CRM takes text, so numbers and booleans are sent as text. Null and `''` clear the property. */
type CrmPropertyValue = string | number | boolean | null;
/** An option as a value to write: `'5'` may be written as 5, and `'true'` as true. */
type OptionValue<Option extends string> = Option | (Option extends `${infer Value extends number | boolean}` ? Value : never) | '';
/** The values that a property takes, from how svc types describes it. */
type WrittenValue<Property> = Property extends {
    readonly multiple: true;
} ? string | null : Property extends {
    readonly options: infer Option extends string;
} ? OptionValue<Option> | null : Property extends {
    readonly type: 'number';
} ? number | `${number}` | '' | null : Property extends {
    readonly type: 'bool';
} ? boolean | 'true' | 'false' | '' | null : CrmPropertyValue;
/** The value of a property that a read returns. */
type ReadValue<Property> = Property extends {
    readonly multiple: true;
} ? string : Property extends {
    readonly options: infer Option extends string;
} ? Option : Property extends {
    readonly type: 'bool';
} ? 'true' | 'false' : string;
/** Values to write, by property name. Read-only properties are left out. */
type CrmWrittenProperties<T extends string = string> = T extends keyof PortalObjects ? {
    readonly [K in keyof PropertiesOf<T> as PropertiesOf<T>[K] extends {
        readonly readOnly: true;
    } ? never : K]?: WrittenValue<PropertiesOf<T>[K]>;
} : Readonly<Record<string, CrmPropertyValue>>;
/** The requested properties of a record, as text. Null for a property without a value. */
type CrmReadProperties<T extends string = string> = T extends keyof PortalObjects ? {
    [K in keyof PropertiesOf<T>]: ReadValue<PropertiesOf<T>[K]> | null;
} : Record<string, string | null>;

/** A sync's schedule as the manifest and the runtime have it. */
interface NormalizedSyncSchedule {
    /** The form of the schedule. */
    readonly kind: 'interval' | 'cron' | 'event' | 'manual';
    /** The schedule as it was declared. */
    readonly expression: string;
    /**
     * The cron triggers of the edge that start the sync, in UTC. Empty for `event` and `manual`. Weekdays are names,
     * because the edge counts them from 1 for Sunday.
     */
    readonly crons: readonly string[];
}
/** Minutes that divide an hour. `ScheduleInterval` is made of both lists. */
declare const MINUTES: readonly [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60];
/** Hours that divide a day. */
declare const HOURS: readonly [1, 2, 3, 4, 6, 8, 12, 24];
/** An interval that cron triggers can keep exactly, such as `5m`, `6h` or `1d`. */
type ScheduleInterval = `${(typeof MINUTES)[number]}m` | `${(typeof HOURS)[number]}h` | '1d';
/**
 * Parses a sync's schedule. A schedule that cron triggers cannot keep exactly is rejected, not rounded.
 *
 * Valid schedules are `event`, `manual`, five-field cron expressions, and the intervals `<n>m` where n divides 60,
 * `<n>h` where n divides 24, and `1d`. Intervals start at the full hour or at midnight UTC, so `60m` equals `1h` and
 * `24h` equals `1d`.
 *
 * @throws {ScheduleValidationError} when the schedule is invalid
 * @example
 * import { normalizeSyncSchedule } from '@svc/sdk';
 *
 * normalizeSyncSchedule('1d'); // { kind: 'interval', expression: '1d', crons: ['0 0 * * *'] }
 */
declare function normalizeSyncSchedule(schedule: string): NormalizedSyncSchedule;

/** Any string. Editors complete the known values. */
type Open<Known extends string> = Known | (string & {});
/** An object type in a declaration: one of the CRM, such as `contact`, a custom object, or the id of an app object. */
type ObjectTypeName = Open<KnownObjectType>;
/** An object type in calls of `ctx.crm`: one of the CRM, such as `contacts`, a custom object or an app object. */
type ObjectCollectionName = Open<KnownObjectCollection | PortalObjectName>;
/** An event type of a trigger, such as `contact.creation` or `contact.propertyChange.email`. */
type EventTypeName = Open<KnownEventType>;
/** A scope of the CRM, such as `crm.objects.contacts.read`. */
type ScopeName = Open<KnownScope>;
/** A version of the CRM's project format, such as `2026.03`. */
type PlatformVersionName = Open<KnownPlatformVersion>;
/** A schedule of a sync: an interval such as `5m`, `6h` or `1d`, a cron expression, `event` or `manual`. */
type ScheduleText = Open<ScheduleInterval | 'event' | 'manual'>;

/** One choice of an enumeration property. */
interface PropertyOption extends FieldOption {
    /** The help text of the choice. */
    readonly description?: string;
    /** The position among the choices, lowest number first. Default: chosen by the CRM. */
    readonly displayOrder?: number;
    /** Hides the choice in forms. Default: false. */
    readonly hidden?: boolean;
}
/** A property of an app event: a field, with more options of the CRM. */
interface PropertyDefinition extends Omit<FieldDefinition, 'options'> {
    /** The property's name in the CRM. Default: its key in `properties`. */
    readonly name?: string;
    /** The choices of an `enumeration`: strings, or values with labels. */
    readonly options?: readonly string[] | readonly PropertyOption[];
    /** The group that shows the property, from `propertyGroups`. */
    readonly groupName?: string;
}
/** A property of an app object. */
interface AppObjectPropertyDefinition extends PropertyDefinition {
    /**
     * Whether each record must have a different value. Cannot be changed after the first deploy. At most 10 properties
     * per object. Default: false.
     */
    readonly hasUniqueValue?: boolean;
    /** Whether people cannot change the value in the CRM. Default: false. */
    readonly readOnlyValue?: boolean;
    /** Whether the form that creates a record shows the property. Default: chosen by the CRM. */
    readonly formField?: boolean;
    /** The formula of a calculated property, which also needs `fieldType: 'calculation_equation'`. */
    readonly calculationFormula?: string;
}
/** Properties of an event, by key. */
interface PropertyMap {
    readonly [name: string]: PropertyDefinition;
}
/** Properties of an app object, by key. */
interface AppObjectPropertyMap {
    readonly [name: string]: AppObjectPropertyDefinition;
}

/** The options of `appEvent`. */
interface AppEventOptions<P extends PropertyMap = PropertyMap, O extends string = string> {
    /** The event type's name in the CRM. */
    readonly name: string;
    /** The event type's display name. */
    readonly label: string;
    /** The CRM object type that the event attaches to, such as `contact`. Permanent after the first upload. */
    readonly objectType: O;
    /** The event's properties, by key. They type the `properties` of an occurrence. */
    readonly properties: P;
    /**
     * Identifies the event type to the CRM across deploys. Do not change it after the first deploy. Default: the id in
     * UPPER_SNAKE.
     */
    readonly uid?: string;
    /** What the event records, for the people who configure the app. */
    readonly description?: string;
    /** Allows the event on app objects and custom objects. Default: false. */
    readonly supportsCustomObject?: boolean;
    /** The timeline headline. `{{property}}` inserts a property. At most 1,000 characters. */
    readonly headerTemplate?: string;
    /** The timeline details. `{{property}}` inserts a property. At most 10,000 characters. */
    readonly detailTemplate?: string;
}
/** A declared app event. */
interface AppEventDefinition<P extends PropertyMap = PropertyMap, O extends string = string> extends AppEventOptions<P, O> {
    /** Always `appEvent`. */
    readonly kind: 'appEvent';
    /** The id passed to `appEvent`. Unique among the app's events. */
    readonly id: string;
    /** The declared uid, or the one derived from the id. */
    readonly uid: string;
}
/**
 * What `appEvent` takes: its options, without unknown members in the properties. A function of the app that makes events
 * takes it, or its `properties`, and keeps the types of its caller's properties.
 *
 * @example
 * import { appEvent, type PropertyMap, type StrictAppEventOptions } from '@svc/sdk';
 *
 * export function courseEvent<const P extends PropertyMap>(
 *   id: string,
 *   label: string,
 *   properties: StrictAppEventOptions<P>['properties'],
 * ) {
 *   return appEvent(id, { name: label, label, objectType: 'contact', properties });
 * }
 */
type StrictAppEventOptions<P extends PropertyMap, O extends string = string> = AppEventOptions<P, O> & {
    /** The event's properties, by key. They type the `properties` of an occurrence. */
    readonly properties: OnlyMembersOf<PropertyDefinition, P>;
};
/**
 * Declares an event that the app puts on the timeline of CRM records with `ctx.appEvents`. List it in `events` of
 * `defineApp`, which then needs `distribution: 'marketplace'`, `auth: 'oauth'` and the scope `timeline`. The CRM allows
 * 750 event types per app.
 *
 * @example
 * import { appEvent } from '@svc/sdk';
 *
 * export const invoicePaid = appEvent('invoice-paid', {
 *   name: 'Invoice paid',
 *   label: 'Invoice paid',
 *   objectType: 'contact',
 *   headerTemplate: 'Paid invoice {{number}}',
 *   properties: { number: { type: 'string', label: 'Number' }, amount: { type: 'number', label: 'Amount' } },
 * });
 */
declare function appEvent<const P extends PropertyMap, const O extends ObjectTypeName = ObjectTypeName>(id: string, options: StrictAppEventOptions<P, O>): AppEventDefinition<P, O>;

/** A group of properties on the record page. */
interface PropertyGroup {
    /** The name that `groupName` of a property refers to. Unique within the object. */
    readonly name: string;
    /** The heading of the group. */
    readonly label: string;
}
/** One field of the form that creates a record. */
interface CreateFormField {
    /** The key or the `name` of a property. */
    readonly propertyName: string;
    /** Whether the form requires a value. Default: chosen by the CRM. */
    readonly isRequired?: boolean;
    /** Whether people may remove the field from the form. Default: chosen by the CRM. */
    readonly isRemovable?: boolean;
}
/** What people can do with the records of an app object. Default of each member: chosen by the CRM. */
interface AppObjectSettings {
    /** Whether each record has a page. */
    readonly hasRecordPage?: boolean;
    /** Whether people can create records. */
    readonly allowsUserCreatedRecords?: boolean;
    /** Whether people can log notes, calls and other engagements on records. */
    readonly hasEngagements?: boolean;
}
/** A property's key, or the `name` that it declares. */
type PropertyReference<P> = Extract<keyof P, string> | {
    [K in keyof P]: P[K] extends {
        readonly name: infer Name extends string;
    } ? Name : never;
}[keyof P];
/** The options of `appObject`. */
interface AppObjectOptions<P extends AppObjectPropertyMap = AppObjectPropertyMap> {
    /** The object's name in UPPER_SNAKE. Permanent after the first upload. */
    readonly name: string;
    /** The display name of the record type. */
    readonly label: string;
    /** What one record is called, such as `Invoice`. */
    readonly singularForm: string;
    /** What several records are called, such as `Invoices`. */
    readonly pluralForm: string;
    /** The property that titles a record. */
    readonly primaryDisplayLabelPropertyName: PropertyReference<P>;
    /** The object's properties, by key. At most 10 have `hasUniqueValue`. */
    readonly properties: P;
    /**
     * Identifies the object type to the CRM across deploys. Do not change it after the first deploy: another uid is
     * another type, without the records of this one. Default: the id in UPPER_SNAKE.
     */
    readonly uid?: string;
    /** What a record is, for the people who configure the app. */
    readonly description?: string;
    /** A prefix that marks the object as this app's. */
    readonly appPrefix?: string;
    /** What people can do with the records. */
    readonly settings?: AppObjectSettings;
    /** Properties that every record must have. Default: none. */
    readonly requiredProperties?: readonly PropertyReference<P>[];
    /** Properties that the CRM's search covers. Default: none. */
    readonly searchableProperties?: readonly PropertyReference<P>[];
    /** The groups that `groupName` of a property can name. Default: none. */
    readonly propertyGroups?: readonly PropertyGroup[];
    /** The fields of the form that creates a record. Default: none. */
    readonly defaultCreateFormFields?: readonly CreateFormField[];
    /** Properties shown below the title of a record. Default: none. */
    readonly secondaryDisplayLabelPropertyNames?: readonly PropertyReference<P>[];
}
/** A declared app object. The members that name properties have plain strings. */
interface AppObjectDefinition<P extends AppObjectPropertyMap = AppObjectPropertyMap> extends Omit<AppObjectOptions, 'properties'> {
    /** The object's properties, by key. */
    readonly properties: P;
    /** Always `appObject`. */
    readonly kind: 'appObject';
    /** The id passed to `appObject`. Unique among the app's objects. */
    readonly id: string;
    /** The declared uid, or the one derived from the id. */
    readonly uid: string;
}
/**
 * What `appObject` takes: its options, without unknown members in the properties. A function of the app that makes
 * objects takes it, too, and keeps the types of its caller's properties.
 */
type StrictAppObjectOptions<P extends AppObjectPropertyMap> = AppObjectOptions<P> & {
    /** The object's properties, by key. At most 10 have `hasUniqueValue`. */
    readonly properties: OnlyMembersOf<AppObjectPropertyDefinition, P>;
};
/**
 * Declares a record type that the app adds to the portal. List it in `objects` of `defineApp`, which then needs
 * `distribution: 'marketplace'`, `auth: 'oauth'` and the scopes `crm.objects.custom.read` and `.write`.
 *
 * @example
 * import { appObject } from '@svc/sdk';
 *
 * export const invoice = appObject('invoice', {
 *   name: 'INVOICE',
 *   label: 'Invoice',
 *   singularForm: 'Invoice',
 *   pluralForm: 'Invoices',
 *   primaryDisplayLabelPropertyName: 'number',
 *   properties: {
 *     number: { type: 'string', label: 'Number', hasUniqueValue: true },
 *     amount: { type: 'number', label: 'Amount' },
 *   },
 * });
 */
declare function appObject<const P extends AppObjectPropertyMap>(id: string, options: StrictAppObjectOptions<P>): AppObjectDefinition<P>;

/** A record as the CRM returns it. */
interface CrmObject<T extends string = string> {
    /** The record id. */
    readonly id: string;
    /** The requested properties, as text. Null for a property without a value. */
    readonly properties: CrmReadProperties<T>;
    /** When the record was created, as an ISO 8601 string. */
    readonly createdAt: string;
    /** When the record last changed, as an ISO 8601 string. */
    readonly updatedAt: string;
    /** Whether the record is in the recycle bin. */
    readonly archived: boolean;
    /** When the record was archived, as an ISO 8601 string. */
    readonly archivedAt?: string;
    /** The record's page in the CRM. Absent in most responses. */
    readonly url?: string;
    /** Current and earlier values, by property. Present if the read requested `propertiesWithHistory`. */
    readonly propertiesWithHistory?: Record<string, readonly CrmPropertyVersion[]>;
    /** Associated records, by object type. Present if the read requested `associations`. */
    readonly associations?: Record<string, CrmAssociatedRecords>;
}
/** Records associated with another record. */
interface CrmAssociatedRecords {
    /** One entry per association. */
    readonly results: readonly CrmAssociatedRecord[];
}
/** A record associated with another record. */
interface CrmAssociatedRecord {
    /** The record id. */
    readonly id: string;
    /** The type of the association, such as `contact_to_company`. */
    readonly type: string;
}
/** A current or earlier value of a property. */
interface CrmPropertyVersion {
    /** The value, as text. */
    readonly value: string;
    /** When the value was set, as an ISO 8601 string. */
    readonly timestamp: string;
    /** What set the value, such as `CRM_UI`. */
    readonly sourceType: string;
    /** The id of the user or system that set the value. */
    readonly sourceId?: string;
}
/** One page of results. */
interface CrmPage<T> {
    /** The results of this page. */
    readonly results: T[];
    /** Where the next page is. Absent on the last page. */
    readonly paging?: CrmPaging;
}
/** The cursor of the next page, if there is one. */
interface CrmPaging {
    /** The next page. Absent on the last page. */
    readonly next?: CrmNextPage;
}
/** The next page. */
interface CrmNextPage {
    /** The cursor of the next page, for the option `after`. */
    readonly after: string;
    /** The URL of the next page. */
    readonly link?: string;
}
/** Which properties and associations a read returns for each record. */
interface CrmReadOptions<T extends string = string> {
    /** Properties to read. Default: chosen by the CRM. */
    readonly properties?: readonly CrmPropertyName<T>[];
    /** Properties to read with their earlier values. Default: none. */
    readonly propertiesWithHistory?: readonly CrmPropertyName<T>[];
    /** Object types. The read also returns the ids of associated records of these types. Default: none. */
    readonly associations?: readonly ObjectCollectionName[];
    /** Reads archived records instead. Default: false. */
    readonly archived?: boolean;
}
/** How to read one record. */
interface CrmGetOptions<T extends string = string> extends CrmReadOptions<T> {
    /** The unique property whose value the id is. Default: the record id. */
    readonly idProperty?: CrmUniquePropertyName<T>;
}
/** Which page of a list to read. */
interface CrmListOptions<T extends string = string> extends CrmReadOptions<T> {
    /** Records per page, at most 100. Default: 10. */
    readonly limit?: number;
    /** The cursor of the page: `paging.next.after` of the previous one. Default: the first page. */
    readonly after?: string;
}
/** How a search filter compares the property with its value. */
type CrmFilterOperator = 'EQ' | 'NEQ' | 'LT' | 'LTE' | 'GT' | 'GTE' | 'BETWEEN' | 'IN' | 'NOT_IN' | 'HAS_PROPERTY' | 'NOT_HAS_PROPERTY' | 'CONTAINS_TOKEN' | 'NOT_CONTAINS_TOKEN';
/** One condition of a search. */
interface CrmFilter<T extends string = string> {
    /**
     * The property to compare. `associations.<object type>` compares the ids of associated records instead. It takes
     * object types of the CRM, but no custom objects.
     */
    readonly propertyName: CrmPropertyName<T> | `associations.${string}`;
    /** How to compare. */
    readonly operator: CrmFilterOperator;
    /** The value to compare with, or the lower end of `BETWEEN`. */
    readonly value?: string | number | boolean;
    /** The upper end of `BETWEEN`. */
    readonly highValue?: string | number;
    /** The values of `IN` and `NOT_IN`. For a text property, write them in lower case: the CRM matches no others. */
    readonly values?: readonly (string | number)[];
}
/** Conditions that must all hold. */
interface CrmFilterGroup<T extends string = string> {
    /** The conditions, joined by AND. At most 6. */
    readonly filters: readonly CrmFilter<T>[];
}
/** The order of search results. */
interface CrmSort<T extends string = string> {
    /** The property to sort by. */
    readonly propertyName: CrmPropertyName<T>;
    /** The direction of the order. */
    readonly direction: 'ASCENDING' | 'DESCENDING';
}
/**
 * A search. It finds at most 10,000 records, and no archived ones. New values are found after a delay. The request may
 * have at most 3,000 characters of JSON.
 */
interface CrmSearchRequest<T extends string = string> {
    /** Groups of conditions, joined by OR. At most 5 groups and 18 conditions in all. Default: no conditions. */
    readonly filterGroups?: readonly CrmFilterGroup<T>[];
    /** Text to find in searchable properties. Default: none. */
    readonly query?: string;
    /** The order, as one element: a property, a property after `-` for descending order, or an object. */
    readonly sorts?: readonly (CrmPropertyName<T> | `-${CrmPropertyName<T>}` | CrmSort<T>)[];
    /** Properties to read. Default: chosen by the CRM. */
    readonly properties?: readonly CrmPropertyName<T>[];
    /** Records per page, at most 200. Default: 10. */
    readonly limit?: number;
    /** The cursor of the page: `paging.next.after` of the previous one. Default: the first page. */
    readonly after?: string;
}
/** One page of search results. */
interface CrmSearchPage<T extends string = string> extends CrmPage<CrmObject<T>> {
    /** The number of matching records in all pages. */
    readonly total: number;
}
/** An association of a new record with an existing one. */
interface CrmAssociationInput {
    /** The existing record. */
    readonly to: CrmRecordRef;
    /** The types of the association. */
    readonly types: readonly CrmAssociationType[];
}
/** A record by id. */
interface CrmRecordRef {
    /** The record id. */
    readonly id: string;
}
/** The type of an association. */
interface CrmAssociationType {
    /** Who defines the type, such as `USER_DEFINED`. */
    readonly associationCategory: string;
    /** The type's number within its category. */
    readonly associationTypeId: number;
}
/** A record to create. */
interface CrmCreateInput<T extends string = string> {
    /** The values to write. */
    readonly properties: CrmWrittenProperties<T>;
    /** Associations with existing records. Default: none. */
    readonly associations?: readonly CrmAssociationInput[];
}
/** Changes to a record. */
interface CrmUpdateInput<T extends string = string> {
    /** The values to write. Other properties keep their values. */
    readonly properties: CrmWrittenProperties<T>;
}
/** A record to create, or to change when it exists. */
interface CrmUpsertInput<T extends string = string> extends CrmUpdateInput<T> {
    /** The value of `idProperty` that identifies the record. */
    readonly id: string;
    /** A unique property of the object type. */
    readonly idProperty: CrmUniquePropertyName<T>;
}
/** Options of `objects.update`. */
interface CrmUpdateOptions<T extends string = string> {
    /** The unique property whose value the id is. Default: the record id. */
    readonly idProperty?: CrmUniquePropertyName<T>;
}
/** An upserted record. */
interface CrmUpsertedObject<T extends string = string> extends CrmObject<T> {
    /** Whether the call created the record. */
    readonly new: boolean;
}
/** Reads and writes records of an object type: `contacts`, `companies`, a custom object or an app object. */
interface CrmObjects {
    /** Reads a record. Rejects with a `CrmError` of status 404 when it does not exist. */
    get<T extends ObjectCollectionName>(objectType: T, id: string, options?: CrmGetOptions<T>): Promise<CrmObject<T>>;
    /** Reads one page of the records of an object type. */
    list<T extends ObjectCollectionName>(objectType: T, options?: CrmListOptions<T>): Promise<CrmPage<CrmObject<T>>>;
    /** Reads one page of the records that match. Searches have their own rate budget, by default 4 per second. */
    search<T extends ObjectCollectionName>(objectType: T, request: CrmSearchRequest<T>): Promise<CrmSearchPage<T>>;
    /** Creates a record. Retries only if the CRM certainly did not create it, so that no record is created twice. */
    create<T extends ObjectCollectionName>(objectType: T, input: CrmCreateInput<T>): Promise<CrmObject<T>>;
    /** Changes the given properties of a record. */
    update<T extends ObjectCollectionName>(objectType: T, id: string, input: CrmUpdateInput<T>, options?: CrmUpdateOptions<T>): Promise<CrmObject<T>>;
    /** Creates the record that `idProperty` identifies, or changes it when it exists. */
    upsert<T extends ObjectCollectionName>(objectType: T, input: CrmUpsertInput<T>): Promise<CrmUpsertedObject<T>>;
    /** Moves a record to the recycle bin. */
    archive(objectType: ObjectCollectionName, id: string): Promise<void>;
}

/** An app object: its definition, or its id. */
type AppObjectRef = AppObjectDefinition | string;
/** A value of a declared property. The CRM stores text, so each property takes a string. */
type AppObjectValue<D extends AppObjectPropertyDefinition> = D['type'] extends 'number' | 'NUMBER' ? number | string | null : D extends {
    readonly options: unknown;
} ? Open<Extract<InferField<D>, string>> | null : CrmPropertyValue;
/** Values by declared property key. Other properties of the CRM, such as the record's owner, accept any value. */
type AppObjectValues<P extends AppObjectPropertyMap = AppObjectPropertyMap> = {
    readonly [K in keyof P]?: AppObjectValue<P[K]>;
} & Readonly<Record<string, CrmPropertyValue>>;
/** The properties to write to a record of an app object. */
interface AppObjectInput<P extends AppObjectPropertyMap = AppObjectPropertyMap> {
    /** Values by declared property key. Null and `''` clear the property. */
    readonly properties: AppObjectValues<P>;
}
/**
 * Reads and writes records of the app's own objects. Name object types and properties as you declared them: the runtime
 * converts them to and from the names that they have in the portal.
 */
interface AppObjectsContext {
    /** Reads a record. Rejects with a `CrmError` of status 404 when it does not exist. */
    get(object: AppObjectRef, recordId: string, options?: CrmGetOptions): Promise<CrmObject>;
    /** Creates a record. */
    create<const P extends AppObjectPropertyMap = AppObjectPropertyMap>(object: AppObjectDefinition<P> | string, input: AppObjectInput<NoInfer<P>>): Promise<CrmObject>;
    /** Changes the given properties of a record. */
    update<const P extends AppObjectPropertyMap = AppObjectPropertyMap>(object: AppObjectDefinition<P> | string, recordId: string, input: AppObjectInput<NoInfer<P>>): Promise<CrmObject>;
    /** Moves a record to the recycle bin. */
    archive(object: AppObjectRef, recordId: string): Promise<void>;
}
/**
 * The record that an occurrence attaches to. Contacts can be named by email address or tracking cookie, the records of
 * other object types by id only.
 */
type AppEventTarget<ObjectType extends string = string> = string extends ObjectType ? AppEventRecordTarget | AppEventEmailTarget | AppEventCookieTarget : Lowercase<ObjectType> extends 'contact' | 'contacts' ? AppEventRecordTarget | AppEventEmailTarget | AppEventCookieTarget : AppEventRecordTarget;
/** A record of the event's object type. */
interface AppEventRecordTarget {
    /** The record id. */
    readonly objectId: string;
    /** Absent: one target is enough. */
    readonly email?: undefined;
    /** Absent: one target is enough. */
    readonly utk?: undefined;
}
/** A contact, identified by its email address. */
interface AppEventEmailTarget {
    /** The contact's email address. */
    readonly email: string;
    /** Absent: one target is enough. */
    readonly objectId?: undefined;
    /** Absent: one target is enough. */
    readonly utk?: undefined;
}
/** A contact, identified by its tracking cookie. */
interface AppEventCookieTarget {
    /** The contact's tracking cookie (user token). */
    readonly utk: string;
    /** Absent: one target is enough. */
    readonly objectId?: undefined;
    /** Absent: one target is enough. */
    readonly email?: undefined;
}
/** The keys of the properties that every occurrence has. */
type RequiredKeys<P extends PropertyMap> = string extends keyof P ? never : {
    [K in keyof P]: P[K] extends {
        required: true;
    } | {
        isRequired: true;
    } ? K : never;
}[keyof P];
/** Values of an event's properties. */
type OccurrenceProperties<P extends PropertyMap> = {
    readonly [K in RequiredKeys<P>]: InferField<P[K]>;
} & {
    readonly [K in Exclude<keyof P, RequiredKeys<P>>]?: InferField<P[K]>;
};
/** One occurrence of an app event. It cannot be changed after the CRM has accepted it. */
type AppEventOccurrence<P extends PropertyMap = PropertyMap, ObjectType extends string = string> = AppEventTarget<ObjectType> & {
    /** When the event happened, as an ISO 8601 string. Default: now. */
    readonly timestamp?: string;
    /** An idempotency key of 1 to 200 characters: the CRM counts occurrences with the same id once. Default: random. */
    readonly id?: string;
} & ([RequiredKeys<P>] extends [never] ? {
    /** Values of the event's properties, typed by its declaration. Default: none. */
    readonly properties?: OccurrenceProperties<P>;
} : {
    /** Values of the event's properties, typed by its declaration, with all required ones. */
    readonly properties: OccurrenceProperties<P>;
});
/** Sends occurrences of app events. */
interface AppEventsContext {
    /**
     * Adds one occurrence to the install's next batch, which is sent at 500 occurrences or after 5 seconds by default
     * (`appEvents.batching`). Resolves when the occurrence is stored durably. With `batching: false`, it sends the
     * occurrence at once, and resolves when the CRM has accepted it.
     */
    send<P extends PropertyMap, O extends string>(event: AppEventDefinition<P, O>, occurrence: AppEventOccurrence<P, O>): Promise<void>;
    send(event: string, occurrence: AppEventOccurrence): Promise<void>;
    /**
     * Sends these occurrences at once, up to 500 per request. Resolves when the CRM has accepted all of them, and rejects
     * when it refuses one.
     */
    sendBatch<P extends PropertyMap, O extends string>(event: AppEventDefinition<P, O>, occurrences: readonly AppEventOccurrence<P, O>[]): Promise<void>;
    sendBatch(event: string, occurrences: readonly AppEventOccurrence[]): Promise<void>;
}

/** The plan of an install, and what it has used. */
interface BillingCurrentState {
    /** The id of the plan, or `''` if the install has none. */
    readonly plan: string;
    /** The state of the subscription. */
    readonly status: 'trialing' | 'active' | 'past_due' | 'canceled';
    /** Reports whether the plan includes the feature. */
    has(feature: string): boolean;
    /** Returns the meter's limit in this period, or null if it is unlimited. Throws if the catalog has no such meter. */
    limit(meterId: string): number | null;
    /** Returns the usage recorded on the meter in this period. Throws if the catalog has no such meter. */
    usage(meterId: string): number;
}
/** Options of `recordUsage`. */
interface BillingUsageOptions {
    /**
     * Identifies the usage: calls with the same key count once per meter, until the meter's period ends and for at least
     * 35 days. 1 to 256 characters.
     */
    readonly idempotencyKey: string;
}
/** Options of `recordCredit`. */
interface BillingCreditOptions extends BillingUsageOptions {
    /** Why the usage is returned. 1 to 500 characters. */
    readonly reason: string;
}
/**
 * The plan and usage of the install. It exists in `svc dev` and in apps deployed with `svc deploy`, if the app declares
 * a billing catalog.
 */
interface BillingContext {
    /** Records usage on a meter, even beyond its limit. The quantity must be greater than 0. */
    recordUsage(meterId: string, quantity: number, options: BillingUsageOptions): Promise<void>;
    /** Gives usage back, for example after a refund. The meter's usage does not fall below 0. */
    recordCredit(meterId: string, quantity: number, options: BillingCreditOptions): Promise<void>;
    /** Reads the current plan, entitlements, limits and usage. */
    current(): Promise<BillingCurrentState>;
    /** Returns the catalog's URL where a customer upgrades, or undefined if it has none. */
    upgradeUrl(): string | undefined;
}

/** An associated record, and how it is associated. */
interface CrmAssociation {
    /** The id of the associated record. */
    readonly toObjectId: string;
    /** The types of the association. */
    readonly associationTypes: readonly CrmAssociationLabel[];
}
/** One type of an existing association. */
interface CrmAssociationLabel {
    /** Who defines the type, such as `USER_DEFINED`. */
    readonly category: string;
    /** The type's number within its category. */
    readonly typeId: number;
    /** The displayed label. Null for a type without one. */
    readonly label: string | null;
}
/** One end of an association: a record. */
interface CrmAssociationEnd {
    /** The record's object type. */
    readonly objectType: string;
    /** The record id. */
    readonly id: string;
}
/** Which page of associations to read. */
interface CrmAssociationListOptions {
    /** Associations per page. Default: chosen by the CRM. */
    readonly limit?: number;
    /** The cursor of the page: `paging.next.after` of the previous one. Default: the first page. */
    readonly after?: string;
}
/** Reads and writes associations between records. */
interface CrmAssociations {
    /** Reads one page of the records of one object type that are associated with a record. */
    list(from: CrmAssociationEnd, toObjectType: string, options?: CrmAssociationListOptions): Promise<CrmPage<CrmAssociation>>;
    /** Associates two records. Without `types`, uses the default association of their object types. */
    create(from: CrmAssociationEnd, to: CrmAssociationEnd, types?: readonly CrmAssociationType[]): Promise<void>;
    /** Removes all associations between two records. */
    archive(from: CrmAssociationEnd, to: CrmAssociationEnd): Promise<void>;
}
/** A property of an object type. */
interface CrmProperty {
    /** The property's name in the API. */
    readonly name: string;
    /** The displayed name. */
    readonly label: string;
    /** The type, such as `string` or `enumeration`. */
    readonly type: string;
    /** The UI control, such as `text` or `select`. */
    readonly fieldType: string;
    /** The group that shows the property. */
    readonly groupName?: string;
    /** The help text. */
    readonly description?: string;
    /** The choices of an enumeration. */
    readonly options?: readonly CrmPropertyOption[];
    /** Whether each record must have a different value. Cannot be changed later. */
    readonly hasUniqueValue?: boolean;
}
/** One choice of an enumeration. */
interface CrmPropertyOption {
    /** The displayed text. */
    readonly label: string;
    /** The stored value. */
    readonly value: string;
    /** The position among the choices, lowest number first. */
    readonly displayOrder?: number;
    /** Whether forms hide the choice. Default: false. */
    readonly hidden?: boolean;
    /** The help text of the choice. */
    readonly description?: string;
}
/** A property to create. */
interface CrmPropertyInput extends CrmProperty {
    /** The group that shows the property. */
    readonly groupName: string;
}
/** Reads and writes the property definitions of an object type. */
interface CrmProperties {
    /** Reads all properties. */
    list(objectType: ObjectCollectionName): Promise<CrmProperty[]>;
    /** Reads a property. */
    get(objectType: ObjectCollectionName, name: string): Promise<CrmProperty>;
    /** Creates a property. */
    create(objectType: ObjectCollectionName, input: CrmPropertyInput): Promise<CrmProperty>;
    /** Changes the given members of a property. The others keep their values. */
    update(objectType: ObjectCollectionName, name: string, input: Partial<Omit<CrmPropertyInput, 'name'>>): Promise<CrmProperty>;
    /** Archives a property. */
    archive(objectType: ObjectCollectionName, name: string): Promise<void>;
}

/** A row that succeeded. */
interface CrmBatchSuccess<T> {
    /** The position of the row in the input, from 0. */
    readonly index: number;
    /** What the CRM returned for the row. Undefined for associations, and when the call archives. */
    readonly result: T;
}
/** A row that failed. */
interface CrmBatchFailure<Input> {
    /** The position of the row in the input, from 0. */
    readonly index: number;
    /** The row. */
    readonly input: Input;
    /** Why it failed. */
    readonly error: CrmBatchError;
}
/** Why a row failed. */
interface CrmBatchError {
    /**
     * The CRM's category, such as `VALIDATION_ERROR`, or `HTTP_<status>` when the CRM gives none.
     *
     * The client adds `BACKPRESSURE` (the rate budget was exhausted), `NO_ANSWER` (the connection broke), `UNCONFIRMED`
     * (the response did not mention the row), `INVALID_ROW` and `NOT_SENT` (the row did not leave the worker).
     */
    readonly category: string;
    /** What the CRM or the client says about the row. */
    readonly message: string;
    /** The HTTP status. Absent when there was no response. */
    readonly status?: number;
    /** Whether sending the row again may succeed. */
    readonly retryable: boolean;
    /** Seconds to wait before sending the row again. Absent when unknown. */
    readonly retryAfterSeconds?: number;
    /** The CRM may have created the record: look for it before you send the row again. */
    readonly ambiguous?: true;
}
/** The outcome of a batch write. Each row of the input is in exactly one of the two lists. */
interface CrmBatchResult<T, Input> {
    /** Rows that succeeded, in the order of the input. */
    readonly succeeded: CrmBatchSuccess<T>[];
    /** Rows that failed, in the order of the input. */
    readonly failed: CrmBatchFailure<Input>[];
}
/** Which data of each record a batch read returns. */
interface CrmBatchReadOptions<T extends string = string> {
    /** Properties to read. Default: chosen by the CRM. */
    readonly properties?: readonly CrmPropertyName<T>[];
    /** Properties to read with their earlier values. Default: none. */
    readonly propertiesWithHistory?: readonly CrmPropertyName<T>[];
    /** The unique property whose values the ids are. The read returns it, too. Default: the record id. */
    readonly idProperty?: CrmUniquePropertyName<T>;
    /** Reads archived records instead. Default: false. */
    readonly archived?: boolean;
}
/** The result of a batch read. */
interface CrmBatchRead<T> {
    /** The results of the ids that were found, in the order of the ids. An id that is given twice has two results. */
    readonly results: T[];
    /** The ids that were not found, each once. */
    readonly missing: string[];
}
/** A row of a batch update. */
interface CrmBatchUpdateInput<T extends string = string> {
    /** The record id, or the value of `idProperty`. */
    readonly id: string;
    /** The unique property whose value `id` is. Default: the record id. */
    readonly idProperty?: CrmUniquePropertyName<T>;
    /** The values to write. */
    readonly properties: CrmWrittenProperties<T>;
}
/**
 * Reads and writes records in batches. Each call to the CRM has up to 100 records, or 50 in a read with history. Writes
 * retry rows if that is safe, and report rows that failed instead of throwing.
 */
interface CrmBatchObjects {
    /** Reads records. Reads that start in the same turn of the event loop share calls. Rejects when a call fails. */
    read<T extends ObjectCollectionName>(objectType: T, ids: readonly string[], options?: CrmBatchReadOptions<T>): Promise<CrmBatchRead<CrmObject<T>>>;
    /** Creates one record per row. */
    create<T extends ObjectCollectionName>(objectType: T, rows: readonly CrmCreateInput<T>[]): Promise<CrmBatchResult<CrmObject<T>, CrmCreateInput<T>>>;
    /** Changes existing records. */
    update<T extends ObjectCollectionName>(objectType: T, rows: readonly CrmBatchUpdateInput<T>[]): Promise<CrmBatchResult<CrmObject<T>, CrmBatchUpdateInput<T>>>;
    /** Creates or changes the record that each row's `idProperty` identifies. */
    upsert<T extends ObjectCollectionName>(objectType: T, rows: readonly CrmUpsertInput<T>[]): Promise<CrmBatchResult<CrmObject<T>, CrmUpsertInput<T>>>;
    /** Moves records to the recycle bin. */
    archive(objectType: ObjectCollectionName, ids: readonly string[]): Promise<CrmBatchResult<undefined, string>>;
}
/** Reads and writes property definitions in batches of up to 100 per call. */
interface CrmBatchProperties {
    /** Reads property definitions. Rejects when a call fails. */
    read(objectType: ObjectCollectionName, names: readonly string[]): Promise<CrmBatchRead<CrmProperty>>;
    /** Creates one property per row. */
    create(objectType: ObjectCollectionName, rows: readonly CrmPropertyInput[]): Promise<CrmBatchResult<CrmProperty, CrmPropertyInput>>;
    /** Archives properties. */
    archive(objectType: ObjectCollectionName, names: readonly string[]): Promise<CrmBatchResult<undefined, string>>;
}
/** A row of a batch of associations. */
interface CrmBatchAssociationInput {
    /** The id of the first record. */
    readonly from: string;
    /** The id of the second record. */
    readonly to: string;
    /** The types of the association. Default: `create` uses the default type, and `archive` removes all types. */
    readonly types?: readonly CrmAssociationType[];
}
/** The associations of one record. */
interface CrmBatchAssociationRead {
    /** The id that was looked up. */
    readonly from: string;
    /** The associated records. */
    readonly to: CrmAssociation[];
}
/** Reads and writes associations in batches of up to 100 per call. */
interface CrmBatchAssociations {
    /** Reads all associations of the records with records of another object type. Rejects when a call fails. */
    read(fromObjectType: string, toObjectType: string, ids: readonly string[]): Promise<CrmBatchRead<CrmBatchAssociationRead>>;
    /** Associates the two records of each row. */
    create(fromObjectType: string, toObjectType: string, rows: readonly CrmBatchAssociationInput[]): Promise<CrmBatchResult<undefined, CrmBatchAssociationInput>>;
    /** Removes the associations of each row. */
    archive(fromObjectType: string, toObjectType: string, rows: readonly CrmBatchAssociationInput[]): Promise<CrmBatchResult<undefined, CrmBatchAssociationInput>>;
}
/** Batches of `ctx.crm`. A call with up to 100 rows counts as one request against the rate limit. */
interface CrmBatch {
    /** Reads and writes records. */
    readonly objects: CrmBatchObjects;
    /** Reads and writes property definitions. */
    readonly properties: CrmBatchProperties;
    /** Reads and writes associations between records. */
    readonly associations: CrmBatchAssociations;
}

/** Options of `ctx.crm.budget`. */
interface CrmBudgetOptions {
    /** The number of planned calls, for `waitMs`: 1 to 100,000. A batch of 100 records is one call. Default: 1. */
    readonly calls?: number;
    /** Whether the planned calls are searches, which have their own limit. Default: false. */
    readonly search?: boolean;
}
/**
 * An estimate of what is left of the portal's rate budget after the calls that already wait, at the priority of this
 * invocation. Other invocations and apps may use the budget in the meantime.
 */
interface CrmBudget {
    /** Calls that would be sent now, without waiting. */
    readonly now: number;
    /**
     * Calls left in the CRM's current window of 10 s, or of 1 s for searches. Responses of the CRM report its limit.
     * Before the first response, this assumes the capacity of the app's bucket, but at least 100.
     */
    readonly window: number;
    /**
     * Calls left until midnight in the portal's time zone, shared by its private apps. 0 after a 429 for the daily limit.
     * Absent if unknown: the CRM reports it only for `auth: 'static'`.
     */
    readonly day?: number;
    /** Milliseconds until the last of the planned calls would be sent, if all were made now. 0 if none would wait. */
    readonly waitMs: number;
}

/** The address of a sender or recipient on the channel. */
interface DeliveryIdentifier {
    /** The kind of `value`. */
    readonly type: 'CHANNEL_SPECIFIC_OPAQUE_ID' | 'HS_EMAIL_ADDRESS' | 'HS_PHONE_NUMBER' | 'HS_SHORT_CODE';
    /** The address, phone number, short code or id of the channel. */
    readonly value: string;
}
/** A custom channel to register. */
interface CustomChannelInput {
    /** The display name. */
    readonly name: string;
    /** What the channel can carry, in the CRM's format. */
    readonly capabilities: Readonly<Record<string, unknown>>;
    /** Where the CRM posts outgoing messages. Default: none. */
    readonly webhookUrl?: string;
    /** The page that people open to connect an account. Default: none. */
    readonly channelAccountConnectionRedirectUrl?: string;
    /** The URL of the logo. Default: none. */
    readonly channelLogoUrl?: string;
    /** What the channel is for. Default: none. */
    readonly channelDescription?: string;
}
/** A registered channel. */
interface CustomChannel extends CustomChannelInput {
    /** The channel id. */
    readonly id: string;
}
/** An account that connects a custom channel to an inbox. */
interface ChannelAccountInput {
    /** The display name. */
    readonly name: string;
    /** The id of the inbox. */
    readonly inboxId: string;
    /** Whether the account may send and receive. */
    readonly authorized: boolean;
    /** The account's own address on the channel. Default: none. */
    readonly deliveryIdentifier?: DeliveryIdentifier;
}
/** Changes of a channel account. The CRM accepts no other members. */
type ChannelAccountUpdate = Partial<Pick<ChannelAccountInput, 'name' | 'authorized'>>;
/** A connected channel account. */
interface ChannelAccount extends ChannelAccountInput {
    /** The account id. */
    readonly id: string;
    /** The id of the account's channel. */
    readonly channelId: string;
}
/** A sender or recipient of a message. */
interface MessageParty {
    /** The party's address on the channel. */
    readonly deliveryIdentifier: DeliveryIdentifier;
    /** The displayed name. Default: chosen by the CRM. */
    readonly name?: string;
}
/** A message to record in the CRM. */
interface ChannelMessageInput {
    /** The id of the channel account. */
    readonly channelAccountId: string;
    /** `INCOMING` from the customer, or `OUTGOING` to the customer. */
    readonly messageDirection: 'INCOMING' | 'OUTGOING';
    /** The plain text. */
    readonly text: string;
    /** When the message was sent, as an ISO 8601 string. */
    readonly timestamp: string;
    /** Who sent the message. */
    readonly senders: readonly MessageParty[];
    /** Who received the message. */
    readonly recipients: readonly MessageParty[];
    /** Attachments, in the CRM's format. */
    readonly attachments: readonly Readonly<Record<string, unknown>>[];
    /** The text as HTML. Default: none. */
    readonly richText?: string;
    /** The id of the message that this one answers. Default: none. */
    readonly inReplyToId?: string;
    /** The thread id of the external system, for correlation only. Default: none. */
    readonly integrationThreadId?: string;
    /** The message id of the external system, by which the CRM recognizes a repeated message. Default: none. */
    readonly integrationIdempotencyId?: string;
    /** The id of the contact to associate, as a number. Default: chosen by the CRM. */
    readonly associateWithContactId?: number;
}
/** A recorded message. */
interface ChannelMessage extends ChannelMessageInput {
    /** The message id. */
    readonly id: string;
}
/** The delivery status of an outgoing message. */
interface ChannelMessageStatus {
    /** What happened to the message. */
    readonly statusType: 'SENT' | 'FAILED' | 'READ';
    /** Why the message failed. Default: none. */
    readonly errorMessage?: string;
}
/** Channels that the app adds to the CRM. */
interface CustomChannels {
    /** Reads all channels. */
    list(): Promise<CustomChannel[]>;
    /** Reads a channel. */
    get(channelId: string): Promise<CustomChannel>;
    /** Registers a channel. */
    register(input: CustomChannelInput): Promise<CustomChannel>;
    /** Changes a channel. */
    update(channelId: string, input: Partial<CustomChannelInput>): Promise<CustomChannel>;
    /** Removes a channel. */
    archive(channelId: string): Promise<void>;
    /** The accounts of a channel. */
    readonly accounts: ChannelAccounts;
    /** The messages of a channel. */
    readonly messages: ChannelMessages;
}
/** The accounts that connect channels to inboxes. */
interface ChannelAccounts {
    /** Reads all accounts of a channel. */
    list(channelId: string): Promise<ChannelAccount[]>;
    /** Connects an account to an inbox. */
    create(channelId: string, input: ChannelAccountInput): Promise<ChannelAccount>;
    /** Changes the name of an account, or whether it may send and receive. Its inbox and address stay. */
    update(channelId: string, accountId: string, input: ChannelAccountUpdate): Promise<ChannelAccount>;
}
/** The messages of channels. */
interface ChannelMessages {
    /** Records a message. */
    create(channelId: string, input: ChannelMessageInput): Promise<ChannelMessage>;
    /** Reads a message. */
    get(channelId: string, messageId: string): Promise<ChannelMessage>;
    /** Reports the delivery status of a message. */
    update(channelId: string, messageId: string, input: ChannelMessageStatus): Promise<ChannelMessage>;
}
/** A visitor of a website. */
interface VisitorInput {
    /** The visitor's email address. */
    readonly email: string;
    /** The visitor's first name. Default: none. */
    readonly firstName?: string;
    /** The visitor's last name. Default: none. */
    readonly lastName?: string;
}
/** A token that identifies a visitor to the chat widget. */
interface VisitorToken {
    /** The token to give to the chat widget. */
    readonly token: string;
}
/** Identifies visitors to the chat widget. */
interface VisitorIdentification {
    /** Creates a token for a visitor. */
    generateToken(input: VisitorInput): Promise<VisitorToken>;
}
/** `ctx.crm.conversations`: custom channels, and identification of visitors to the chat widget. */
interface CrmConversations {
    /** Channels that the app adds to the CRM. */
    readonly customChannels: CustomChannels;
    /** Identification of visitors to the chat widget. */
    readonly visitorIdentification: VisitorIdentification;
}

/** Options of `ctx.crm.request`. */
interface CrmRequestInit {
    /** Query parameters. Undefined values are omitted, and commas join the members of an array. Default: none. */
    readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
    /** The body, sent as JSON. Default: none. */
    readonly body?: unknown;
    /** Additional headers. Default: none. */
    readonly headers?: Readonly<Record<string, string>>;
    /** Cancels the call. The time limit of the invocation cancels it in any case. */
    readonly signal?: AbortSignal;
    /** Time limit of one attempt, in ms. The CRM may have applied a call that timed out. Default: 10,000. */
    readonly timeoutMs?: number;
}
/** The error of a call that the CRM answered with an error status. */
interface CrmError extends Error {
    /** Always `CrmError`. */
    readonly name: 'CrmError';
    /** `missing_scopes` if the app lacks a scope, otherwise `http_error`. */
    readonly code: 'http_error' | 'missing_scopes';
    /** The HTTP status. */
    readonly status: number;
    /** The CRM's category, such as `VALIDATION_ERROR`. Absent when the CRM gives none. */
    readonly category?: string;
    /** The CRM's id of the request, for its support team. Absent when the CRM gives none. */
    readonly correlationId?: string;
    /** The body: parsed JSON, or the text when it is not valid JSON. */
    readonly body: unknown;
}
/**
 * The CRM client of the install. It authenticates calls and sends each only when the portal's rate budget allows it, so
 * handlers almost never see a 429.
 *
 * When a call would have to wait longer than `retry.capMs`, it rejects with `CrmBackpressure`. If the handler does not
 * catch it, a workflow continues with `retryAfterSeconds` in the output of the action, and other callers are asked to
 * try again later. In the handler of a trigger every call rejects, because a delivery names no install: use
 * `lookupInstall` or `handOff`. Every error has a `code`: see `crmErrorCode`.
 */
interface CrmClient {
    /**
     * Estimates what is left of the portal's rate budget, so that a handler can plan: how many calls would be sent now,
     * and how long a number of calls would wait. It does not call the CRM. Rejects in the handler of a trigger, which has
     * no install.
     *
     * @example
     * import { retryLater, type HandlerContext } from '@svc/sdk';
     *
     * export async function refresh(ctx: HandlerContext, ids: readonly string[]) {
     *   const { waitMs, day = Infinity } = await ctx.crm.budget({ calls: ids.length });
     *   if (waitMs > 10_000 || day < ids.length) {
     *     return retryLater('the CRM is busy', Math.ceil(waitMs / 1000));
     *   }
     *   return Promise.all(ids.map((id) => ctx.crm.objects.get('contacts', id)));
     * }
     */
    budget(options?: CrmBudgetOptions): Promise<CrmBudget>;
    /** Reads and writes records. */
    readonly objects: CrmObjects;
    /** Reads and writes records, property definitions and associations in batches. */
    readonly batch: CrmBatch;
    /** Reads and writes associations between records. */
    readonly associations: CrmAssociations;
    /** Reads and writes property definitions. */
    readonly properties: CrmProperties;
    /** Custom channels and visitor identification. */
    readonly conversations: CrmConversations;
    /**
     * Calls any other path of the CRM's API, such as `/crm/v3/owners`, and returns the parsed JSON. It retries a 429, but
     * no other failure, because the CRM may have applied the call.
     */
    request<T = unknown>(method: string, path: string, init?: CrmRequestInit): Promise<T>;
}

/**
 * Why an evaluation returned its value: a rule matched, a split chose it, the flag is disabled, no rule applied, or the
 * evaluation failed and returned the caller's default.
 */
type FlagReason = 'TARGETING_MATCH' | 'SPLIT' | 'DISABLED' | 'DEFAULT' | 'ERROR';
/** Why an evaluation failed. `GENERAL` covers malformed flags and failed lookups. */
type FlagErrorCode = 'FLAG_NOT_FOUND' | 'TYPE_MISMATCH' | 'GENERAL';
/** The result of an evaluation. */
interface FlagEvaluationResult<T = unknown> {
    /** The value of the variation, or the caller's default. */
    readonly value: T;
    /** The name of the variation. Absent when the caller's default was used. */
    readonly variation?: string;
    /** Why the evaluation returned this value. */
    readonly reason: FlagReason;
    /** Why the evaluation failed. Present when the reason is `ERROR`. */
    readonly errorCode?: FlagErrorCode;
    /** What is wrong with the flag, for a log. Present when the reason is `ERROR`. */
    readonly errorMessage?: string;
}
/** The result of an evaluation as a card receives it. */
interface FlagClientResult {
    /** The value of the variation, or the caller's default. */
    readonly value: unknown;
    /** The name of the variation. Absent when the caller's default was used. */
    readonly variation?: string;
    /** Why the evaluation returned this value: a `FlagReason`. */
    readonly reason: string;
}
/** The subject of an evaluation, such as a portal: a targeting key, and attributes that rules compare. */
interface FlagEvaluationContext {
    /** Identifies the subject, such as a portal id. Splits use it by default. */
    readonly targetingKey?: string;
    readonly [attribute: string]: unknown;
}
/**
 * How a condition compares an attribute with its values. A condition holds when one value matches; `neq` and `notIn`
 * hold when none does. Values are not converted. A missing attribute matches only `exists: false`.
 */
type FlagOperator = 'eq' | 'neq' | 'in' | 'notIn' | 'contains' | 'startsWith' | 'endsWith' | 'gt' | 'gte' | 'lt' | 'lte' | 'exists';
/** One condition of a rule. */
interface FlagCondition {
    /** The name of the attribute. At most 256 characters. */
    readonly attr: string;
    /** How to compare. */
    readonly op: FlagOperator;
    /** The values to compare with: 1 to 1,000 of them. For `exists`: `[]`, `[true]` or `[false]`. */
    readonly values: readonly unknown[];
}
/** One part of a split. */
interface FlagWeight {
    /** The name of the variation. */
    readonly variation: string;
    /** The share in thousandths of a percent. The weights of a split add up to 100,000. */
    readonly weight: number;
}
/** Divides subjects among variations. The same subject always gets the same variation. */
interface FlagSplit {
    /** The parts, at most 100. */
    readonly split: readonly FlagWeight[];
    /**
     * The attribute that identifies the subject. If the context does not have it, the split is skipped. Default:
     * `targetingKey`.
     */
    readonly by?: string;
}
/** Serves one variation. */
interface FlagVariationRef {
    /** The name of the variation. */
    readonly variation: string;
}
/** A targeting rule. It applies when all its conditions hold. */
interface FlagRule {
    /** The rule's id. Unique within the flag. */
    readonly id: string;
    /** The conditions, at most 50. A rule without conditions applies to every subject. */
    readonly when: readonly FlagCondition[];
    /** What the rule serves. */
    readonly serve: FlagVariationRef | FlagSplit;
}
/** A feature flag as plain data, with everything that an evaluation needs. */
interface FlagSnapshot {
    /** The flag's key: up to 128 letters, digits, dots, hyphens and underscores, from a letter or digit. */
    readonly key: string;
    /** The type of every variation's value. */
    readonly type: 'boolean' | 'string' | 'number' | 'json';
    /** `disabled` and `archived` flags serve `off`, whatever their rules. */
    readonly status: 'active' | 'disabled' | 'archived';
    /** The version, a whole number from 0. Each change increases it. */
    readonly version: number;
    /** When the flag last changed, as an ISO 8601 string. */
    readonly updatedAt: string;
    /** Any text. Flags with different salts split subjects independently. At most 256 characters. */
    readonly salt: string;
    /** Values by variation name: 1 to 100 of them. */
    readonly variations: Readonly<Record<string, unknown>>;
    /** The variation to serve when neither a rule nor the rollout applies. */
    readonly default: string;
    /** The variation to serve while the flag is disabled or archived. */
    readonly off: string;
    /** Targeting rules in order, at most 200. The first that applies decides. */
    readonly rules: readonly FlagRule[];
    /** The split of subjects that no rule covers. Default: none. */
    readonly rollout?: FlagSplit;
}
/** The evaluated flags that a card receives, without rules. */
interface FlagsClientSnapshot {
    /** Results by flag key. */
    readonly values: Readonly<Record<string, FlagClientResult>>;
}
/**
 * Evaluates feature flags for the install. The targeting key is the portal id. The attributes are `portalId`,
 * `installId`, `installState` and the members of the install's config. No call rejects: it returns the default if the
 * flag is missing or has another type, or if the evaluation fails. A changed flag takes effect within 10 s.
 */
interface FlagsContext {
    /** Returns the value of a boolean flag for the install, or the default. */
    getBoolean(key: string, defaultValue: boolean): Promise<boolean>;
    /** Returns the value of a string flag for the install, or the default. */
    getString(key: string, defaultValue: string): Promise<string>;
    /** Returns the value of a number flag for the install, or the default. */
    getNumber(key: string, defaultValue: number): Promise<number>;
    /** Returns the value of a JSON flag for the install, or the default. The value is not checked against `T`. */
    getJson<T = unknown>(key: string, defaultValue: T): Promise<T>;
}

/** Options of `get`, `post`, `put`, `patch` and `delete`. */
interface HttpRequestOptions {
    /** Additional headers. Default: none. */
    readonly headers?: Readonly<Record<string, string>>;
    /** Parameters to append to the URL. Undefined values are omitted. Default: none. */
    readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
    /** Cancels the request. Default: the signal of `ctx.request`, which aborts before the time limit. */
    readonly signal?: AbortSignal;
}
/** The error of a response whose status is not 2xx. Every method except `fetch` rejects with it. */
interface HttpError extends Error {
    /** Always `HttpError`. */
    readonly name: 'HttpError';
    /** The HTTP status. */
    readonly status: number;
    /** The body: parsed JSON, or the text when it is not valid JSON. */
    readonly body: unknown;
}
/**
 * An HTTP client for other systems. Call the CRM through `ctx.crm`: the rate budget does not count requests of this
 * client.
 *
 * All methods but `fetch` send and parse JSON, and reject with an `HttpError` when the status is not 2xx. They reject
 * with an error whose `code` is `response_too_large` when the body has more than 32 MiB after decompression: read a
 * larger one in parts, as the `body` of what `fetch` returns.
 */
interface HttpClient {
    /** Sends a request like the global `fetch`. Unless it has a signal, that of `ctx.request` cancels it. */
    fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
    /** Sends a GET request and returns the parsed body. */
    get<T = unknown>(url: string | URL, options?: HttpRequestOptions): Promise<T>;
    /** Sends a POST request with a JSON body and returns the parsed body. */
    post<T = unknown>(url: string | URL, body?: unknown, options?: HttpRequestOptions): Promise<T>;
    /** Sends a PUT request with a JSON body and returns the parsed body. */
    put<T = unknown>(url: string | URL, body?: unknown, options?: HttpRequestOptions): Promise<T>;
    /** Sends a PATCH request with a JSON body and returns the parsed body. */
    patch<T = unknown>(url: string | URL, body?: unknown, options?: HttpRequestOptions): Promise<T>;
    /** Sends a DELETE request and returns the parsed body. */
    delete<T = unknown>(url: string | URL, options?: HttpRequestOptions): Promise<T>;
}
/** The HTTP client of a pull source. It authenticates every request with the source's `auth`. */
interface SourceHttpClient extends HttpClient {
}

/**
 * The state of an install. `needs_reauth`: the CRM rejects its token, so the portal must authorize the app again.
 * `suspended`: an operator paused it. `unbound`: the handler of a trigger has no install, because a delivery names a
 * portal only.
 */
type InstallState = 'active' | 'needs_reauth' | 'suspended' | 'unbound';
/** The install that an invocation runs for. */
interface InstallContext {
    /** The install's id. `static` for apps with `auth: 'static'`, and null while the state is `unbound`. */
    readonly id: string | null;
    /** The CRM account of the install. Null when the request names none. */
    readonly portalId: number | null;
    /** The state of the install. */
    readonly state: InstallState;
    /** Reads the install's JSON config, which operators of the app set. An empty object if none is set. */
    config<T = Record<string, unknown>>(): Promise<T>;
}
/** The caller of a workflow action or agent tool, as the CRM reports it: `ctx.execution`. */
interface ExecutionContext {
    /** The id of the workflow. */
    readonly workflowId?: string;
    /** What called the action, such as `WORKFLOWS`, `AGENTS` or `COPILOT`. */
    readonly source?: string;
    /** The id of the callback that completes the action. Only if the CRM calls the action in batches. */
    readonly callbackId?: string;
    /** The CRM's id of the action. */
    readonly actionDefinitionId?: string;
}
/** The record that a capability runs for: `ctx.enrolledObject`. Without one, as in cards, its members are empty. */
interface EnrolledObject {
    /** The record id, or `''`. */
    readonly id: string;
    /** The record's object type as the CRM sends it, or `''`. */
    readonly objectType: string;
    /** The properties that the CRM sent with the request. */
    readonly properties: Record<string, unknown>;
}

/** A duration: a number of seconds, or a whole number with a unit, such as `'30s'`, `'15m'`, `'12h'` or `'7d'`. */
type Duration = number | `${number}${'s' | 'm' | 'h' | 'd'}`;

/** A capability by kind and id. */
interface CapabilityRef {
    /** The kind of the capability. */
    readonly kind: string;
    /** The id of the capability. */
    readonly id: string;
}

/** When a call runs: `after` or `at`, not both. */
type LaterTime = {
    /** How long to wait: seconds, or a string such as `'30s'`, `'15m'`, `'12h'` or `'7d'`. At most 3650 days. */
    readonly after: Duration;
    /** Not allowed with `after`. */
    readonly at?: never;
} | {
    /** The time: a Date, or milliseconds since the epoch. At most 3650 days from now. A past time runs at once. */
    readonly at: Date | number;
    /** Not allowed with `at`. */
    readonly after?: never;
};
/** When a call runs, and its id. */
type LaterOptions = LaterTime & {
    /**
     * The call's id within the install, 1 to 200 characters. It makes scheduling idempotent: nothing is scheduled if a
     * call with this id is waiting, is running or ended less than 7 days ago. Default: a random id.
     */
    readonly id?: string;
};
/** A scheduled call as `ctx.later` returns it: its id, its time, and whether it is new. */
interface LaterReceipt {
    /** The call's id. */
    readonly id: string;
    /** When the call runs, in milliseconds since the epoch. If a call with its id existed, the time of that call. */
    readonly at: number;
    /** Whether this call was scheduled. False if a call with its id existed. */
    readonly scheduled: boolean;
}
/** A scheduled call. */
interface LaterCall {
    /** The call's id. */
    readonly id: string;
    /** The worker of the capability. */
    readonly worker: string;
    /** The kind of the capability. */
    readonly kind: string;
    /** The id of the capability. */
    readonly capability: string;
    /** When it runs, in milliseconds since the epoch. */
    readonly at: number;
    /** `waiting` until the call ends, even while it runs. `done` and `failed` calls are listed for 7 days. */
    readonly status: 'waiting' | 'done' | 'failed';
    /** The number of attempts so far. */
    readonly attempts: number;
    /** Why the last attempt failed or will be retried. Absent if it succeeded. */
    readonly message?: string;
}
/**
 * Schedules durable calls of tools and card backends of the same worker, for the same install.
 *
 * A call runs at least once, at or after its time, so make its effects idempotent. An error is retried up to 4 times
 * within 15 minutes, `retryLater` and an exhausted CRM budget for up to 3 days. Other outcomes end the call. An install
 * has at most 10,000 waiting calls, which are removed when its data is erased.
 *
 * @example
 * import { defineWorker } from '@svc/sdk';
 *
 * const worker = defineWorker('main');
 * worker.tool('remind', { label: 'Remind', objectType: 'contact', handler: () => ({}) });
 * worker.tool('plan', {
 *   label: 'Plan a reminder',
 *   objectType: 'contact',
 *   async handler(ctx) {
 *     await ctx.later('remind', {}, { after: '1h', id: `remind/${ctx.enrolledObject.id}` });
 *     return {};
 *   },
 * });
 * export default worker;
 */
interface LaterContext {
    /** Schedules a call. Rejects if the worker has no such tool or card backend, or the input is invalid for it. */
    (capability: string | CapabilityRef, input: Readonly<Record<string, unknown>>, options: LaterOptions): Promise<LaterReceipt>;
    /** Removes a waiting call and its retries, and returns whether there was one. It does not interrupt an attempt. */
    cancel(id: string): Promise<boolean>;
    /** Lists the install's calls in order of their ids, including calls that ended less than 7 days ago. */
    list(options?: LaterListOptions): Promise<LaterCall[]>;
}
/** Options of `later.list`. */
interface LaterListOptions {
    /** The most calls to return, from 1 to 500. Default: 500. */
    readonly limit?: number;
    /** Lists only calls whose ids come after this one: the last id of the previous page. Default: from the first. */
    readonly after?: string;
}

/**
 * Writes structured log lines. Each line is one JSON object. A description replaces values that JSON cannot represent.
 * No call throws.
 *
 * Messages and fields are redacted as by `redact`, and more: the values of secret bindings in any encoding, the keys in
 * the app's `redaction.fields`, and secrets by their names in headers, URLs and JSON text.
 */
interface Logger {
    /** Logs details for debugging. */
    debug(message: string, fields?: Record<string, unknown>): void;
    /** Logs normal operation. */
    info(message: string, fields?: Record<string, unknown>): void;
    /** Logs a problem that the handler works around. */
    warn(message: string, fields?: Record<string, unknown>): void;
    /** Logs a failure. */
    error(message: string, fields?: Record<string, unknown>): void;
}

/** One entry of the store. */
interface StoreEntry<T = unknown> {
    /** The entry's key. */
    readonly key: string;
    /** The stored value. */
    readonly value: T;
}
/** A value and its version. */
interface VersionedValue<T = unknown> {
    /** The stored value. Undefined when the key does not exist. */
    readonly value: T | undefined;
    /** The entry's version, for `ifVersion` of `put`. Every write makes a new one. Null when the key does not exist. */
    readonly version: string | null;
}
/**
 * A durable key/value store of one install, which no other install can read.
 *
 * Values are JSON of at most 1 MiB. Keys have 1 to 2046 bytes of UTF-8.
 */
interface StoreContext {
    /** Reads a value. Undefined when the key does not exist. */
    get<T = unknown>(key: string): Promise<T | undefined>;
    /** Reads a value with its version. */
    get<T = unknown>(key: string, options: StoreGetOptions): Promise<VersionedValue<T>>;
    /**
     * Stores a value. It replaces an earlier value and its time to live. Rejects with the code `store_conflict` when the
     * entry does not have the version of `ifVersion`.
     *
     * If several invocations write a key at the same time, use `update` or `ifVersion`. A plain write whose response was
     * lost is sent again, and can then overwrite a later value, unless the entry has a time to live or its version was
     * read.
     */
    put(key: string, value: unknown, options?: StorePutOptions): Promise<void>;
    /**
     * Replaces a value with the result of a function of the current value, and returns the new value. If another write
     * comes first, the function runs again with the newer value, so it must have no side effects. Rejects with the code
     * `store_conflict` if other writes come first in 100 attempts. Keeps the time to live unless `ttl` is given.
     * @param fn receives undefined when the key does not exist, and returns the whole new value
     */
    update<T = unknown>(key: string, fn: (value: T | undefined) => T | Promise<T>, options?: Pick<StorePutOptions, 'ttl'>): Promise<T>;
    /** Deletes an entry. Returns whether it existed. */
    delete(key: string): Promise<boolean>;
    /** Lists the entries whose keys start with the prefix, in order of their keys' UTF-8 bytes. Default: all entries. */
    list<T = unknown>(prefix?: string, options?: StoreListOptions): Promise<StoreEntry<T>[]>;
}
/** Options of `store.get`. */
interface StoreGetOptions {
    /** Returns an object with the value and its version. */
    readonly withVersion: true;
}
/** Options of `store.put`. */
interface StorePutOptions {
    /** How long the entry exists: seconds, or a string such as `'30s'`, `'15m'` or `'7d'`. Default: unlimited. */
    readonly ttl?: Duration;
    /** The version that the entry must have, or null if the key must not exist. Default: any. */
    readonly ifVersion?: string | null;
}
/** Options of `store.list`. */
interface StoreListOptions {
    /** The most entries to return. Default: unlimited. */
    readonly limit?: number;
    /** Lists only entries whose keys come after this one: the last key of the previous page. Default: from the first. */
    readonly after?: string;
}

/** A chunk of work that the handler of a sync has completed. */
interface SyncChunkCheckpoint {
    /** The id that the handler gave the chunk. */
    readonly chunkId: string;
    /** The JSON value that the handler stored with it. */
    readonly state?: unknown;
    /** When the checkpoint was written, in milliseconds since the epoch. */
    readonly at: number;
}
/** The durable state of a sync's handler: a cursor, and checkpoints of completed chunks. Each install has its own. */
interface SyncCursorContext {
    /** Reads the cursor that `setCursor` stored last, in this run or an earlier one. Undefined if there is none. */
    cursor(): Promise<string | undefined>;
    /** Stores the cursor. Undefined makes the next run start from the beginning. */
    setCursor(cursor: string | undefined): Promise<void>;
    /**
     * Records that a chunk is complete, so that a run that resumes after a failure can skip it. A sync keeps at most
     * 10,000 checkpoints and 8 MiB of JSON. A run that succeeds deletes them.
     */
    checkpoint(chunkId: string, state?: unknown): Promise<void>;
    /** Reads the checkpoints of this run and of the runs that it resumes, oldest first. */
    checkpoints(): Promise<SyncChunkCheckpoint[]>;
}

/**
 * The worker's secrets and variables, by name. Both are strings. The runtime's own bindings are hidden.
 *
 * `svc types` declares the secrets that `defineApp` and sources name. Declare others by augmentation:
 * `declare module '@svc/sdk' { interface WorkerEnv { LEDGER_TOKEN: string } }`.
 */
interface WorkerEnv {
    readonly [binding: string]: unknown;
}
/** What every handler receives as `ctx`. */
interface HandlerContext<Input = Record<string, unknown>> {
    /** The input, typed by the capability's input fields. Required fields are present and defaults are filled in. */
    readonly input: Input;
    /** The record for which the action runs. Without one, as in cards, its members are empty. */
    readonly enrolledObject: EnrolledObject;
    /** The install that the invocation runs for. */
    readonly install: InstallContext;
    /** What the CRM says about the run of a workflow action, such as the workflow. Absent if it says nothing. */
    readonly execution?: ExecutionContext;
    /** The worker's secrets and variables. */
    readonly env: WorkerEnv;
    /** The authenticated, rate-limited CRM client of the install. */
    readonly crm: CrmClient;
    /** Records of the app's own objects. */
    readonly appObjects: AppObjectsContext;
    /** Sends occurrences of the app's own events. */
    readonly appEvents: AppEventsContext;
    /** The install's durable key/value store. */
    readonly store: StoreContext;
    /** Schedules durable calls of this worker's tools and card backends, for the same install. */
    readonly later: LaterContext;
    /** An HTTP client for other systems. Call the CRM through `crm`. */
    readonly http: HttpClient;
    /**
     * The install's plan and usage. Present in `svc dev` and in apps deployed with `svc deploy`, if the app declares a
     * billing catalog.
     */
    readonly billing?: BillingContext;
    /** The sync's cursor and checkpoints. Only in sync handlers. */
    readonly sync?: SyncCursorContext;
    /** Evaluates feature flags for the install. Present in `svc dev` and in apps deployed with `svc deploy`. */
    readonly flags?: FlagsContext;
    /** Writes structured log lines. */
    readonly logger: Logger;
    /**
     * The incoming request, with an unread body. Its `signal` aborts one second before the time limit of the invocation:
     * 20 s for a tool, 15 s for a card backend, 5 s for a trigger and 10 min for a sync.
     */
    readonly request: Request;
}
/** What the handler of a sync receives as `ctx`. */
interface SyncHandlerContext extends HandlerContext {
    /** The sync's cursor and checkpoints. */
    readonly sync: SyncCursorContext;
}
/**
 * One event of a webhook delivery. The members are those that the CRM sends today, and it guarantees none of them.
 * Events may arrive more than once and out of order.
 */
interface WebhookEvent {
    /** The event's id. The CRM does not guarantee that it is unique. */
    readonly eventId?: number;
    /** The id of the subscription. */
    readonly subscriptionId?: number;
    /** The portal of the record. */
    readonly portalId?: number;
    /** The app's id in the CRM. */
    readonly appId?: number;
    /** When the event occurred, in milliseconds since the epoch. */
    readonly occurredAt?: number;
    /** The kind of event, such as `contact.creation` or `object.propertyChange`. */
    readonly subscriptionType?: string;
    /** The number of earlier attempts to deliver the event. 0 for the first. */
    readonly attemptNumber?: number;
    /** The record id. */
    readonly objectId?: number;
    /** The id of the record's object type, such as `0-3`. */
    readonly objectTypeId?: string;
    /** The property that changed. */
    readonly propertyName?: string;
    /** The new value of the property. */
    readonly propertyValue?: string;
    /** What made the change, such as `CRM_UI`. */
    readonly changeSource?: string;
    readonly [member: string]: unknown;
}
/** The input of a trigger's handler: one webhook delivery. */
interface TriggerInput {
    /** The id of the trigger. */
    readonly triggerId: string;
    /** A hash of the events, except their attempt numbers. Every attempt to deliver them has the same id. */
    readonly deliveryId: string;
    /** The events of the delivery: one or more. */
    readonly events: readonly WebhookEvent[];
}

/**
 * How a plan is priced. Amounts are in the currency's minor unit, such as cents.
 *
 * `free` costs nothing, `flat` costs `amountMinor` per interval, and `perUnit` costs `amountMinor` per unit of a meter.
 */
type BillingPricing = FreePricing | FlatPricing | PerUnitPricing;
/** A plan that costs nothing. */
interface FreePricing {
    /** Always `free`. */
    readonly type: 'free';
}
/** A plan with one price per month or year. */
interface FlatPricing {
    /** Always `flat`. */
    readonly type: 'flat';
    /** The price of one interval, in the currency's minor unit. */
    readonly amountMinor: number;
    /** The currency code, such as `EUR`. */
    readonly currency: string;
    /** How often the price is due. */
    readonly interval: 'month' | 'year';
}
/** A plan priced by usage. */
interface PerUnitPricing {
    /** Always `perUnit`. */
    readonly type: 'perUnit';
    /** The id of the meter that counts the units. */
    readonly meter: string;
    /** The price of one unit, in the currency's minor unit. */
    readonly amountMinor: number;
    /** The currency code, such as `EUR`. */
    readonly currency: string;
    /** Units that cost nothing. Default: 0. */
    readonly included?: number;
}
/** A feature that a plan can include. */
interface BillingFeature {
    /** The id that plans and capabilities refer to. Unique among features. */
    readonly id: string;
    /** The display name. */
    readonly name: string;
}
/** A quantity that is counted per install and period. */
interface BillingMeter {
    /** The id that plans and capabilities refer to. Unique among meters. */
    readonly id: string;
    /** The display name. */
    readonly name: string;
    /** What one unit is called, such as `reminder`. */
    readonly unit?: string;
    /** How recorded quantities combine: `sum` adds them, `max` keeps the highest, `last` keeps the latest. */
    readonly aggregation: 'sum' | 'max' | 'last';
    /** When the count starts again: each calendar month in UTC, or each billing period of the install. */
    readonly period: 'month' | 'billing_cycle';
}
/** One plan of the catalog. */
interface ProjectBillingPlan {
    /** The plan's id. Unique among plans. */
    readonly id: string;
    /** The display name. */
    readonly name: string;
    /** What the plan offers. */
    readonly description?: string;
    /** What the plan costs. */
    readonly pricing: BillingPricing;
    /** Ids of the features that the plan includes. */
    readonly features: readonly string[];
    /** The most that each meter may count in a period, by meter id. A meter that is null or missing is unlimited. */
    readonly limits: Readonly<Record<string, number | null>>;
    /** Length of the free trial, in days. */
    readonly trialDays?: number;
    /** Makes this the plan of installs that have none. At most one plan sets it. Default: false. */
    readonly default?: boolean;
}
/** The billing catalog of an app. */
interface AppBillingDeclaration {
    /** The plans that an install can be on. */
    readonly plans: readonly ProjectBillingPlan[];
    /** The features that plans include and capabilities require. */
    readonly features: readonly BillingFeature[];
    /** The meters that plans limit and capabilities record on. */
    readonly meters: readonly BillingMeter[];
    /** The absolute https URL where a customer upgrades. */
    readonly upgradeUrl?: string;
}
/**
 * What happens when a feature is missing or a limit is reached: `block` does not run the capability, `warn` runs it and
 * logs a warning, and `allow` runs it.
 */
type BillingOnLimit = 'block' | 'warn' | 'allow';
/** The `billing` block of a capability. */
interface CapabilityBillingDeclaration {
    /** The feature or features that the install must have. Default: none. */
    readonly requires?: string | readonly string[];
    /** The meter on which each successful run counts: its id, or its id and quantity. Default: none. */
    readonly meter?: string | CapabilityMeter;
    /** What happens when a feature is missing or the meter is full. Default: `block`. */
    readonly onLimit?: BillingOnLimit;
    /** The message for a blocked caller. Default: why the run was blocked. */
    readonly deniedMessage?: string;
}
/** A meter, and how much one run counts on it. */
interface CapabilityMeter {
    /** The meter's id. */
    readonly id: string;
    /** Units per run. Default: 1. */
    readonly quantity?: number;
}
/** A `billing` block with every default filled in, as the manifest and the runtime use it. */
interface NormalizedCapabilityBilling {
    /** The features that the install must have. May be empty. */
    readonly requires: readonly string[];
    /** The meter and the units per run. Absent if no meter counts. */
    readonly meter?: Required<CapabilityMeter>;
    /** What happens when a feature is missing or the meter is full. */
    readonly onLimit: BillingOnLimit;
    /** The message for a blocked caller. Absent if it is the default. */
    readonly deniedMessage?: string;
}
/**
 * Converts the shorthand of a `billing` block to the form that the manifest and the runtime use.
 *
 * @example
 * import { normalizeCapabilityBilling } from '@svc/sdk';
 *
 * normalizeCapabilityBilling({ requires: 'reminders', meter: 'sent' });
 * // { requires: ['reminders'], meter: { id: 'sent', quantity: 1 }, onLimit: 'block' }
 */
declare function normalizeCapabilityBilling(billing: CapabilityBillingDeclaration): NormalizedCapabilityBilling;

/** The options of `worker.cardBackend`. */
interface CardBackendOptions<I extends FieldMap = FieldMap> {
    /** The display name. */
    readonly label?: string;
    /** The object types of the card's records: CRM object types, or app objects of this app. Default: none. */
    readonly objectTypes?: readonly (ObjectTypeName | AppObjectDefinition)[];
    /** Input fields. They type `ctx.input`. Default: none. */
    readonly input?: I;
    /** Output fields. They type the result of `callBackend`, but the handler may return any value. Default: none. */
    readonly output?: OutputFieldMap;
    /** Which features the card backend requires, and the meter on which it counts. Default: none. */
    readonly billing?: CapabilityBillingDeclaration;
    /**
     * Serves one request of a card, within 15 seconds. Returns a JSON value, an `ActionResult`, or a `ReadableStream`
     * that is streamed to the card.
     */
    handler(ctx: HandlerContext<InferInput<I>>): unknown;
}
/** A declared card backend. */
interface CardBackendDefinition<I extends FieldMap = FieldMap> extends CardBackendOptions<I> {
    /** Always `cardBackend`. */
    readonly kind: 'cardBackend';
    /** The id passed to `cardBackend`, which `backend` of a card names. Unique within the worker. */
    readonly id: string;
}
/**
 * What `cardBackend` takes: its options, without unknown members in the input fields. A function of the app that makes
 * card backends takes it, too, and keeps the types of its caller's fields.
 */
type StrictCardBackendOptions<I extends FieldMap> = CardBackendOptions<I> & {
    /** Input fields. They type `ctx.input`. Default: none. */
    readonly input?: OnlyMembersOf<FieldDefinition, I> & FieldMap;
};
/**
 * Builds the backend of a card without registering it. Card code runs in the browser and has no secrets and no CRM
 * client, so a card calls its backend for both. `worker.cardBackend` builds and registers in one call.
 *
 * @example
 * import { cardBackend, defineWorker } from '@svc/sdk';
 *
 * const creditCheck = cardBackend('credit-check', {
 *   input: { companyId: { type: 'string', required: true } },
 *   handler: (ctx) => ctx.crm.objects.get('companies', ctx.input.companyId),
 * });
 *
 * export default defineWorker('cards', { use: [creditCheck] });
 */
declare function cardBackend<const I extends FieldMap = {}>(id: string, options: StrictCardBackendOptions<I>): CardBackendDefinition<I>;

/** How a handler can end. */
type ActionStatus = 'ok' | 'fail-continue' | 'fail-stop' | 'retry-later' | 'block';
/** Success. A workflow action answers 200 with the output fields. */
interface OkResult<Output = Record<string, unknown>> {
    /** Always `ok`. */
    readonly status: 'ok';
    /** Values of the declared output fields. Default: none. */
    readonly output?: Output;
}
/** A failure after which the workflow continues. */
interface FailContinueResult<Output = Record<string, unknown>> {
    /** Always `fail-continue`. */
    readonly status: 'fail-continue';
    /** What failed. */
    readonly message: string;
    /** Values of the declared output fields. Default: none. */
    readonly output?: Output;
}
/** A permanent failure. The CRM does not retry it and stops the workflow for the record. */
interface FailStopResult {
    /** Always `fail-stop`. */
    readonly status: 'fail-stop';
    /** What failed. */
    readonly message: string;
}
/** A temporary failure. The CRM calls the handler again, for up to three days. */
interface RetryLaterResult {
    /** Always `retry-later`. */
    readonly status: 'retry-later';
    /** Why the handler cannot finish now. */
    readonly message: string;
    /** The shortest wait, in seconds. Default: chosen by the CRM. */
    readonly retryAfterSeconds?: number;
}
/** A pause of the workflow for the record, until the block expires. The CRM's default is one week. */
interface BlockResult {
    /** Always `block`. */
    readonly status: 'block';
    /** Why the workflow pauses. */
    readonly message: string;
}
/**
 * The outcome of a handler. Create one with `ok`, `failContinue`, `failStop`, `retryLater` or `block`.
 *
 * An object literal of this shape also counts as an outcome, with two exceptions: in a card backend, and in a tool that
 * declares an output field `status`, it is the handler's output.
 */
type ActionResult<Output = Record<string, unknown>> = OkResult<Output> | FailContinueResult<Output> | FailStopResult | RetryLaterResult | BlockResult;
/**
 * Reports success.
 *
 * @param output values of the declared output fields
 * @example
 * import { defineWorker, ok } from '@svc/sdk';
 *
 * const worker = defineWorker('main');
 * worker.tool('score', {
 *   label: 'Score contact',
 *   objectType: 'contact',
 *   output: { score: { type: 'number' } },
 *   handler: () => ok({ score: 42 }),
 * });
 * export default worker;
 */
declare function ok(): OkResult<never>;
declare function ok<const Output>(output: Output): OkResult<Output>;
/**
 * Reports a failure after which the workflow continues. The CRM records the action as failed and sets its outputs.
 *
 * @param message what failed
 * @param output values of the declared output fields
 * @example
 * import { failContinue, ok, type HandlerContext } from '@svc/sdk';
 *
 * export function remind(ctx: HandlerContext<{ email?: string }>) {
 *   return ctx.input.email ? ok() : failContinue('the contact has no email address');
 * }
 */
declare function failContinue(message: string): FailContinueResult<never>;
declare function failContinue<const Output>(message: string, output: Output): FailContinueResult<Output>;
/**
 * Reports a permanent failure. A workflow action answers 400: the CRM does not retry it and stops the workflow for the
 * record.
 *
 * @param message what failed
 * @example
 * import { failStop } from '@svc/sdk';
 *
 * export const handler = () => failStop('the invoice was canceled');
 */
declare function failStop(message: string): FailStopResult;
/**
 * Asks the CRM to call the handler again, for up to three days. A workflow action answers 429 with `Retry-After`, or
 * 503 if `retryAfterSeconds` is omitted.
 *
 * @param message why the handler cannot finish now
 * @param retryAfterSeconds the shortest wait, in seconds. Default: chosen by the CRM
 * @example
 * import { retryLater } from '@svc/sdk';
 *
 * export const handler = () => retryLater('the ledger is in maintenance', 600);
 */
declare function retryLater(message: string, retryAfterSeconds?: number): RetryLaterResult;
/**
 * Pauses the workflow for the record until the block expires. The CRM's default is one week.
 *
 * @param message why the workflow pauses
 * @example
 * import { block } from '@svc/sdk';
 *
 * export const handler = () => block('waiting for the signed contract');
 */
declare function block(message: string): BlockResult;

/**
 * How a source authenticates. Every credential is the NAME of a secret binding of the worker, never the secret itself.
 * The manifest carries only `type`.
 */
type SourceAuthDefinition = BearerSourceAuth | OAuth2SourceAuth | BasicSourceAuth | HmacSourceAuth;
/** A token that is sent as `Authorization: Bearer`. */
interface BearerSourceAuth {
    /** Always `bearer`. */
    readonly type: 'bearer';
    /** The name of the secret binding that holds the token. */
    readonly token?: string;
}
/** A user name and password that are sent as `Authorization: Basic`. */
interface BasicSourceAuth {
    /** Always `basic`. */
    readonly type: 'basic';
    /** The name of the secret binding that holds the user name. */
    readonly username?: string;
    /** The name of the secret binding that holds the password. */
    readonly password?: string;
}
/** The OAuth 2.0 client credentials grant. The runtime requests access tokens and renews them before they expire. */
interface OAuth2SourceAuth {
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
interface HmacSourceAuth {
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
interface SourceRow<Data = unknown> {
    /** Identifies the row in every run. The sync writes it to `idProperty`. 1 to 1,000 characters. */
    readonly key: string;
    /** The row's fields, which the sync's `schema` maps to properties. */
    readonly data: Data;
}
/** One page of rows. */
interface SourcePage<Data = unknown> {
    /** The rows of the page. */
    readonly rows: readonly SourceRow<Data>[];
    /** Where the next page starts. At most 8,000 characters. A page without a cursor is the last one of the run. */
    readonly cursor?: string | undefined;
}
/** What `fetch` of a pull source receives. */
interface SourceFetchContext {
    /** The `cursor` of the previous page. Undefined for the first page. */
    readonly cursor?: string | undefined;
    /** An HTTP client that sends the source's `auth` with every request. */
    readonly http: SourceHttpClient;
}
/** The argument of `defineSource`. */
interface PullSourceOptions<Data = unknown> {
    /** The source's name. Unique in the project. The name `crm` is reserved. */
    readonly name: string;
    /** How `ctx.http` authenticates. Default: no authentication. */
    readonly auth?: SourceAuthDefinition;
    /** Fetches the page at `ctx.cursor`, or the first page if it is undefined. */
    fetch(ctx: SourceFetchContext): SourcePage<Data> | Promise<SourcePage<Data>>;
}
/** What `receive` of a push source gets as its argument. */
interface SourceReceiveContext {
    /** The parsed body of the post. */
    readonly event: unknown;
}
/** The argument of `defineSource.push`. */
interface PushSourceOptions<Data = unknown> {
    /** The source's name. Unique in the project. It ends the path of the webhook: `/webhooks/<name>`. */
    readonly name: string;
    /** How posts are signed: `hmac`. The runtime verifies the signature before it calls `receive`. Always set it. */
    readonly auth?: SourceAuthDefinition;
    /** Converts a verified post to rows, within 5 seconds. */
    receive(ctx: SourceReceiveContext): PushedRows<Data> | Promise<PushedRows<Data>>;
}
/** The result of `receive`. */
interface PushedRows<Data = unknown> {
    /** The rows of the post. */
    readonly rows: readonly SourceRow<Data>[];
}
/** A declared source whose pages a sync fetches. */
interface PullSourceDefinition<Data = unknown> extends PullSourceOptions<Data> {
    /** Always `source`. */
    readonly kind: 'source';
    /** Always `pull`. */
    readonly mode: 'pull';
}
/** A declared source that posts to a webhook. */
interface PushSourceDefinition<Data = unknown> extends PushSourceOptions<Data> {
    /** Always `source`. */
    readonly kind: 'source';
    /** Always `push`. */
    readonly mode: 'push';
    /** The path of the webhook, below the worker's origin: `/webhooks/<name>`. */
    readonly webhookPath: string;
}
/** A declared source of either mode. */
type SourceDefinition<Data = unknown> = PullSourceDefinition<Data> | PushSourceDefinition<Data>;
/** The type of `defineSource`: a function for pull sources, with the method `push` for push sources. */
interface DefineSource {
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
declare const defineSource: DefineSource;

/** The destination of a sync: a CRM object type, or an app object of this app, by its definition or id. */
type SyncTarget = ObjectTypeName | AppObjectDefinition;
/** A property of a sync's destination. For an app object, editors complete its declared properties. */
type SyncProperty<Into> = Into extends AppObjectDefinition<infer P> ? Open<keyof P & string> : string;
/** A unique property of a sync's destination. Editors complete `email` for contacts, which every portal has. */
type SyncIdProperty<Into> = Into extends AppObjectDefinition<infer P> ? Open<{
    [K in keyof P]: P[K] extends {
        readonly hasUniqueValue: true;
    } ? K & string : never;
}[keyof P]> : Into extends 'contact' | 'contacts' ? Open<'email'> : string;
/** The fields of a row. A row of unknown type may have any. */
type FieldOf<Data> = Data extends object ? keyof Data & string : string;
/** Property names of the destination, by field name of the row. */
type SyncSchema<Data, Into> = string extends FieldOf<Data> ? Readonly<Record<string, SyncProperty<Into>>> : {
    readonly [Field in FieldOf<Data>]?: SyncProperty<Into>;
};

/** What the handler of a sync may return. No value means `ok()`. */
type SyncReturn = ActionResult | void | Promise<ActionResult | void>;
/** The options of every sync. */
interface SyncBase<Data = unknown, Into extends SyncTarget = SyncTarget> {
    /** The display name. */
    readonly label?: string;
    /**
     * When the sync runs: an interval such as `5m`, `6h` or `1d`, a five-field cron expression in UTC, `event` or
     * `manual`. A sync of a push source has `event`, and no other sync. A schedule that cron triggers cannot keep exactly
     * is rejected, not rounded.
     */
    readonly schedule: ScheduleText;
    /** The destination of the rows: a CRM object type, or an app object of this app, by its definition or id. */
    readonly into?: Into;
    /**
     * Property names of the destination, by field name of the row. A row is quarantined if one of the fields is missing,
     * or is not a string, finite number, boolean, date or null. Default: every field goes to the property of its name.
     */
    readonly schema?: SyncSchema<Data, Into>;
    /**
     * What the sync creates in the CRM if it is missing. `properties`: the properties in `schema`. `full`: these, and the
     * custom object type. No effect without `schema`. Existing properties never change. Default: false.
     */
    readonly manageSchema?: false | 'properties' | 'full';
    /** Which features the sync requires, and the meter on which it counts. Default: none. */
    readonly billing?: CapabilityBillingDeclaration;
}
/** The options of `worker.sync(id, …)`. */
interface SyncOptions<Into extends SyncTarget = SyncTarget> extends SyncBase<unknown, Into> {
    /** The unique property of `into` that holds each row's key. */
    readonly idProperty?: SyncIdProperty<Into>;
    /** Does the work of one run, within 10 minutes. */
    handler(ctx: SyncHandlerContext): SyncReturn;
}
/** The options of `worker.sync(source, …)`. */
interface SourceSyncOptions<Data = unknown, Into extends SyncTarget = SyncTarget> extends SyncBase<Data, Into> {
    /** The sync's id. Unique among the syncs of the worker. Default: the source's name. */
    readonly id?: string;
    /** The unique property of `into` that holds each row's key. A run without it fails. */
    readonly idProperty: SyncIdProperty<Into>;
    /** Runs after the rows are written, within 10 minutes. Default: reports success. */
    handler?(ctx: SyncHandlerContext): SyncReturn;
}
/** A declared sync. */
interface SyncDefinition extends SyncBase {
    /** Always `sync`. */
    readonly kind: 'sync';
    /** The sync's id. Unique among the syncs of the worker. */
    readonly id: string;
    /** The unique property of `into` that holds each row's key. */
    readonly idProperty?: string;
    /** The source that feeds the sync. Absent when the handler does all the work. */
    readonly source?: PullSourceDefinition | PushSourceDefinition;
    /** The parsed `schedule`. */
    readonly normalizedSchedule: NormalizedSyncSchedule;
    /** The declared handler, or the default one. */
    handler(ctx: SyncHandlerContext): SyncReturn;
}
/**
 * Reports whether a sync of a source has no handler of its own. Takes the sync, or the sync's handler.
 *
 * @example
 * import { defineSource, isDefaultSyncHandler, sync } from '@svc/sdk';
 *
 * const ledger = defineSource({ name: 'ledger', fetch: () => ({ rows: [] }) });
 * isDefaultSyncHandler(sync(ledger, { schedule: '1h', into: 'company', idProperty: 'ledger_id' })); // true
 */
declare function isDefaultSyncHandler(value: unknown): boolean;
/**
 * Builds a sync without registering it. With a source as its first argument, it builds a sync of that source.
 * `worker.sync` builds and registers in one call.
 *
 * @param idOrSource the sync's id, or the source that feeds it
 * @throws {ScheduleValidationError} when the schedule is invalid
 * @example
 * import { defineWorker, sync } from '@svc/sdk';
 *
 * const cleanUp = sync('clean-up', {
 *   schedule: '0 3 * * mon',
 *   async handler(ctx) {
 *     for (const { key } of await ctx.store.list('draft:')) {
 *       await ctx.store.delete(key);
 *     }
 *   },
 * });
 *
 * export default defineWorker('main', { use: [cleanUp] });
 */
declare function sync<const Into extends SyncTarget = SyncTarget>(id: string, options: SyncOptions<Into>): SyncDefinition;
declare function sync<Data, const Into extends SyncTarget = SyncTarget>(source: SourceDefinition<Data>, options: SourceSyncOptions<Data, Into>): SyncDefinition;

/** What the handler of a tool may return: an `ActionResult`, or only its output. */
type ToolReturn<O extends OutputFieldMap> = ActionResult<InferOutput<O>> | InferOutput<O>;
/** The options that `ToolOptions` and `ToolDefinition` share. */
interface ToolBase<I extends FieldMap, O extends OutputFieldMap> {
    /** The action's name in the workflow editor. */
    readonly label: string;
    /** What the action does. */
    readonly description?: string;
    /** The CRM object type of the records that a workflow enrolls. */
    readonly objectType: ObjectTypeName;
    /** All CRM object types that the action supports, or `[]` for none. Default: `objectType` alone. */
    readonly objectTypes?: readonly ObjectTypeName[];
    /** Identifies the action to the CRM. Do not change it after the first deploy. Default: `action-<id>`. */
    readonly uid?: string;
    /** The text that the workflow editor shows on the action. `{{field}}` inserts an input. Default: the label. */
    readonly cardContent?: string;
    /** Whether people can add the action to workflows. Default: true. */
    readonly published?: boolean;
    /** Input fields. They type `ctx.input`. Default: none. */
    readonly input?: I;
    /** Output fields. They type the handler's output. Default: none. */
    readonly output?: O;
    /** Which features the tool requires, and the meter on which it counts. Default: none. */
    readonly billing?: CapabilityBillingDeclaration;
    /** Performs the action for one record, within 20 seconds. */
    handler(ctx: HandlerContext<InferInput<I>>): ToolReturn<O> | Promise<ToolReturn<O>>;
}
/** Makes a workflow action available to agents as a tool. */
interface ToolAgent<Name extends string = string> {
    /** When and how an agent uses the tool, written for the model. */
    readonly description: string;
    /** The input fields that an agent may fill. Must include every required field. */
    readonly expose: readonly Name[];
    /** What the tool does. The CRM asks the user before it runs `TAKE_ACTION`. Default: `TAKE_ACTION`. */
    readonly toolType?: 'GET_DATA' | 'GENERATE' | 'TAKE_ACTION';
    /**
     * How the CRM's project declares the tool. `separate`: as a component of its own beside the action, with the exposed
     * fields. `shared`: in the component of the action, with every field. `only`: without an action for workflows.
     * Default: `separate`.
     */
    readonly component?: 'separate' | 'shared' | 'only';
    /** Identifies the component to the CRM, unless it is shared. Do not change it later. Default: `agent-<id>`. */
    readonly uid?: string;
}
/** The options of `worker.tool` and `worker.action`. */
interface ToolOptions<I extends FieldMap = FieldMap, O extends OutputFieldMap = OutputFieldMap> extends ToolBase<I, O> {
    /** Makes the action a tool of agents. Default: workflows only. */
    readonly agent?: ToolAgent<NoInfer<Extract<keyof I, string>>>;
}
/** A declared tool. The names in `expose` are plain strings. */
interface ToolDefinition<I extends FieldMap = FieldMap, O extends OutputFieldMap = OutputFieldMap> extends ToolBase<I, O> {
    /** Always `tool`. */
    readonly kind: 'tool';
    /** The id passed to `tool`. Unique among the project's tools and actions. */
    readonly id: string;
    /** Makes the action a tool of agents. */
    readonly agent?: ToolAgent;
}
/**
 * What `tool` takes: its options, without unknown members in the fields of `input` and `output`. A function of the app
 * that makes tools takes it, too, and keeps the types of its caller's fields.
 *
 * @example
 * import { type FieldMap, type OutputFieldMap, type StrictToolOptions, tool } from '@svc/sdk';
 *
 * export function audited<const I extends FieldMap, const O extends OutputFieldMap>(
 *   id: string,
 *   options: StrictToolOptions<I, O>,
 * ) {
 *   return tool<I, O>(id, { ...options, label: `${options.label} (audited)` });
 * }
 */
type StrictToolOptions<I extends FieldMap, O extends OutputFieldMap> = ToolOptions<I, O> & {
    /** Input fields. They type `ctx.input`. Default: none. */
    readonly input?: OnlyMembersOf<FieldDefinition, I> & FieldMap;
    /** Output fields. They type the handler's output. Default: none. */
    readonly output?: OnlyMembersOf<OutputFieldDefinition, O>;
};
/**
 * Builds a workflow action without registering it: pass it to `worker.use` or to `defineWorker(name, { use })`.
 * `worker.tool` builds and registers in one call.
 *
 * @example
 * import { defineWorker, ok, tool } from '@svc/sdk';
 *
 * const greet = tool('greet', {
 *   label: 'Greet contact',
 *   objectType: 'contact',
 *   input: { tone: { type: 'enumeration', options: ['warm', 'brief'], required: true } },
 *   output: { text: { type: 'string' } },
 *   handler: (ctx) => ok({ text: ctx.input.tone === 'warm' ? 'Hello there' : 'Hi' }),
 * });
 *
 * export default defineWorker('main', { use: [greet] });
 */
declare function tool<const I extends FieldMap = {}, const O extends OutputFieldMap = OutputFieldMap>(id: string, options: StrictToolOptions<I, O>): ToolDefinition<I, O>;
/**
 * Another name for `tool`.
 *
 * @example
 * import { action } from '@svc/sdk';
 *
 * export const archive = action('archive', {
 *   label: 'Archive contact',
 *   objectType: 'contact',
 *   handler: async (ctx) => {
 *     await ctx.crm.objects.archive('contacts', ctx.enrolledObject.id);
 *     return {};
 *   },
 * });
 */
declare function action<const I extends FieldMap = {}, const O extends OutputFieldMap = OutputFieldMap>(id: string, options: StrictToolOptions<I, O>): ToolDefinition<I, O>;

/** The options of `worker.trigger`. */
interface TriggerOptions {
    /** The display name. */
    readonly label?: string;
    /**
     * The subscription: `<object>.<kind>` or `<object>.propertyChange.<property>`, such as
     * `contact.propertyChange.email`.
     */
    readonly eventType: EventTypeName;
    /**
     * How copies of a delivery that arrive within 24 hours are dropped. `best-effort` drops those that arrive after the
     * handler has run, so two copies at the same time may both run. `strict` also excludes that: only one copy runs, and
     * a copy that cannot be checked gets a 503, so that the CRM delivers it again. Default: `best-effort`.
     */
    readonly dedup?: 'best-effort' | 'strict';
    /** Which features the trigger requires, and the meter on which it counts. Default: none. */
    readonly billing?: CapabilityBillingDeclaration;
    /**
     * Handles one delivery, within 5 seconds. Iterate over `ctx.input.events`. The response waits for the handler. An
     * uncaught error responds with 500, and the CRM delivers again. A delivery names a portal, but no install: use
     * `lookupInstall` or `handOff` to call the CRM.
     */
    handler(ctx: HandlerContext<TriggerInput>): ActionResult | void | Promise<ActionResult | void>;
}
/** A declared trigger. */
interface TriggerDefinition extends TriggerOptions {
    /** Always `trigger`. */
    readonly kind: 'trigger';
    /** The id passed to `trigger`. Unique among the triggers of the worker. */
    readonly id: string;
}
/**
 * Builds a handler of the CRM's webhooks without registering it. `worker.trigger` builds and registers in one call.
 *
 * @example
 * import { defineWorker, trigger } from '@svc/sdk';
 *
 * const emailChanged = trigger('email-changed', {
 *   eventType: 'contact.propertyChange.email',
 *   handler(ctx) {
 *     ctx.logger.info('email changed', { contacts: ctx.input.events.map((event) => event.objectId) });
 *   },
 * });
 *
 * export default defineWorker('main', { use: [emailChanged] });
 */
declare function trigger(id: string, options: TriggerOptions): TriggerDefinition;

/** A capability of a worker: a tool, card backend, trigger or sync. */
type CapabilityDefinition = ToolDefinition | CardBackendDefinition | TriggerDefinition | SyncDefinition;
/** A name and the capabilities registered under it. */
interface NamedCapabilities {
    /** The worker's name. */
    readonly name: string;
    /** Capabilities in order of registration. */
    readonly capabilities: readonly CapabilityDefinition[];
}

/** How many records each side of an association may have. */
type Cardinality = 'ONE_TO_ONE' | 'ONE_TO_MANY' | 'MANY_TO_ONE' | 'MANY_TO_MANY';
/** The options of `appObjectAssociation`. One of the two object types is an app object. */
interface AppObjectAssociationOptions {
    /** A CRM object type, or the id of an app object of this app. */
    readonly fromObjectType: ObjectTypeName;
    /** A CRM object type, or the id of an app object of this app. */
    readonly toObjectType: ObjectTypeName;
    /** Distinguishes several associations between the same two object types. */
    readonly name?: string;
    /** The label of the `toObjectType` side, shown on records of `fromObjectType`. */
    readonly label?: string;
    /** The label of the `fromObjectType` side, shown on records of `toObjectType`. */
    readonly inverseLabel?: string;
    /** How many records each side may have. Default: chosen by the CRM. */
    readonly cardinality?: Cardinality;
    /**
     * Identifies the association to the CRM across deploys. Do not change it after the first deploy. Default: the id in
     * UPPER_SNAKE.
     */
    readonly uid?: string;
}
/** A declared association. */
interface AppObjectAssociationDefinition extends AppObjectAssociationOptions {
    /** Always `appObjectAssociation`. */
    readonly kind: 'appObjectAssociation';
    /** The id passed to `appObjectAssociation`. Unique among the app's associations. */
    readonly id: string;
    /** The declared uid, or the one derived from the id. */
    readonly uid: string;
}
/**
 * Declares an association between an app object and another object type. List it in `objectAssociations` of
 * `defineApp`.
 *
 * @example
 * import { appObjectAssociation } from '@svc/sdk';
 *
 * export const invoiceToCompany = appObjectAssociation('invoice-to-company', {
 *   fromObjectType: 'invoice', // the id of an app object
 *   toObjectType: 'company',
 *   label: 'Bill to',
 *   inverseLabel: 'Invoices',
 *   cardinality: 'MANY_TO_ONE',
 * });
 */
declare function appObjectAssociation(id: string, options: AppObjectAssociationOptions): AppObjectAssociationDefinition;

/** Where a card appears. `helpdesk.sidebar` needs the scope `tickets`. */
type CardLocation = 'crm.record.tab' | 'crm.record.sidebar' | 'crm.preview' | 'helpdesk.sidebar';
/** The options of every card. */
interface CardBase {
    /** The card's id. Unique among the app's cards. */
    readonly id: string;
    /** The title of the card. */
    readonly name: string;
    /** Where the card appears. */
    readonly location: CardLocation;
    /** The object types whose records show the card: those of the CRM, or ids of app objects of this app. */
    readonly objectTypes: readonly ObjectTypeName[];
    /** Path from the project's root to the file whose default export is the UI component. */
    readonly entrypoint: string;
    /** What the card shows, for the people who add it to a page. */
    readonly description?: string;
    /** Identifies the card to the CRM across deploys. Do not change it after the first deploy. Default: `card-<id>`. */
    readonly uid?: string;
}
/** The argument of `card`. A card with `flags: 'server'` needs a backend, which evaluates the flags. */
type CardOptions = CardBase & (PlainCard | FlaggedCard);
/** A card that evaluates no feature flags. */
interface PlainCard {
    /** The id of the card backend that the card calls. */
    readonly backend?: string;
    /** Absent on cards without feature flags. */
    readonly flags?: undefined;
}
/** A card whose backend evaluates feature flags. */
interface FlaggedCard {
    /** The id of the card backend that the card calls and that evaluates its flags. */
    readonly backend: string;
    /** Adds a snapshot of the evaluated flags to the backend's response. */
    readonly flags: 'server';
}
/** A declared card. */
type CardDefinition = CardOptions & {
    /** Always `card`. */
    readonly kind: 'card';
};
/**
 * Declares a card that the app shows on records. List it in `cards` of `defineApp`.
 *
 * @example
 * import { card } from '@svc/sdk';
 *
 * export const openInvoices = card({
 *   id: 'open-invoices',
 *   name: 'Open invoices',
 *   location: 'crm.record.sidebar',
 *   objectTypes: ['company'],
 *   entrypoint: 'src/cards/OpenInvoices.tsx',
 *   backend: 'open-invoices',
 * });
 */
declare function card(options: CardOptions): CardDefinition;

/** The options of `mcpServer`. */
interface McpServerOptions {
    /** The server's display name. */
    readonly name: string;
    /** What the server offers. */
    readonly description: string;
    /** A public https URL. Localhost, loopback, link-local and private addresses are rejected. */
    readonly mcpUrl: string;
    /** The OAuth client id of the CRM at the server. Register it there: the CRM does not register clients dynamically. */
    readonly mcpClientId: string;
    /** Identifies the server to the CRM across deploys. Do not change it after the first deploy. Default: the id. */
    readonly uid?: string;
    /** The server's version. Default: `1.0.0`. */
    readonly version?: string;
    /** Scopes that the server needs, from the app's `scopes`. Default: none. */
    readonly requiredScopes?: readonly string[];
    /** An https URL of the logo. */
    readonly logoUrl?: string;
    /** An https URL of the website. */
    readonly websiteUrl?: string;
    /** An https URL of the privacy policy. */
    readonly privacyPolicyUrl?: string;
    /** Whether the server is available to agents. Default: true. */
    readonly enabled?: boolean;
}
/** A declared MCP server, with defaults filled in. */
interface McpServerDefinition extends McpServerOptions {
    /** Always `mcpServer`. */
    readonly kind: 'mcpServer';
    /** The id passed to `mcpServer`. */
    readonly id: string;
    /** The declared uid, or the id. */
    readonly uid: string;
    /** The server's version. */
    readonly version: string;
    /** Scopes that the server needs. May be empty. */
    readonly requiredScopes: readonly string[];
    /** Whether the server is available to agents. */
    readonly enabled: boolean;
}
/**
 * Declares the agent MCP server of the app. List it in `mcpServers` of `defineApp`, which then needs `auth: 'oauth'`
 * and platformVersion 2026.09-beta or newer. The component is in beta, and the CRM takes one per app.
 *
 * @example
 * import { mcpServer } from '@svc/sdk';
 *
 * export const server = mcpServer('invoices', {
 *   name: 'Invoices',
 *   description: 'Finds and reminds of open invoices',
 *   mcpUrl: 'https://mcp.example.com',
 *   mcpClientId: 'invoices-agent',
 * });
 */
declare function mcpServer(id: string, options: McpServerOptions): McpServerDefinition;

/** When a batch of app events is sent: as soon as it reaches either limit. */
interface AppEventBatching {
    /** Occurrences per batch. Default and maximum: 500. */
    readonly maxSize?: number;
    /** The longest that an occurrence waits for its batch to be sent, in milliseconds. Default: 5000. */
    readonly maxDelayMs?: number;
}
/** How often and how long `ctx.crm` retries a call. Numbers are positive and finite. */
interface RetryOptions {
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
interface BucketOptions {
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
interface RateLimitOptions {
    /** Retries of failed calls. `false` turns them off. */
    readonly retry?: false | RetryOptions;
    /** The token bucket of each portal. */
    readonly bucket?: BucketOptions;
    /**
     * Writes what is left of the rate limits to the log. Any object turns this on, even `{ enabled: false }`. Only
     * `false` turns it off. Default: false.
     */
    readonly metrics?: false | {
        /** Has no effect. To turn metrics off, set `metrics: false`. */
        readonly enabled?: boolean;
    };
}
/** An alert: a condition on the app's invocations, and where to post it. */
interface AlertRule {
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
interface AlertOptions {
    /** Where alerts are posted: https URLs, or `secret:<BINDING>` for a URL kept in a secret. */
    readonly notify?: string | readonly string[];
    /** The conditions to watch. */
    readonly rules: readonly AlertRule[];
}
/** The URLs that cards may use: https origins, each with an optional path prefix. The CRM blocks all others. */
interface PermittedUrls {
    /** URLs that cards may fetch. A deploy adds the origins of the deployed workers. Default: none. */
    readonly fetch?: readonly string[];
    /** URLs that cards may show in an iframe. Default: none. */
    readonly iframe?: readonly string[];
    /** URLs that cards may load images from. Default: none. */
    readonly img?: readonly string[];
}
/** Options of one environment. Each member except `mcpServers` replaces the app's member of that name as a whole. */
interface EnvironmentOptions {
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
interface AppSupport {
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
interface WebhookOptions {
    /** Identifies the subscriptions to the CRM. Do not change it after the first deploy. Default: `webhooks`. */
    readonly uid?: string;
    /** The most deliveries that the CRM sends at the same time. At least 6. Default: 10. */
    readonly maxConcurrentRequests?: number;
}
/** What happens to webhook deliveries and posts that a trigger or push source does not accept. */
interface DeliveryOptions {
    /**
     * How many days to keep a redacted copy, which `svc deliveries` can show and replay: 0 to 30. 0 keeps no copy. The
     * runtime treats more than 30 as 30, and `svc check` warns about it. Default: 7.
     */
    readonly keepDays?: number;
}
/** The argument of `defineApp`. */
interface AppOptions {
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
    readonly environments?: {
        readonly [name: string]: EnvironmentOptions;
    };
}
/** A declared app. */
interface AppDefinition extends AppOptions {
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
declare function defineApp(options: AppOptions): AppDefinition;

/** The field types of the CRM. */
type CrmFieldType = 'string' | 'number' | 'bool' | 'enumeration' | 'datetime';
/** A field type in its normalized spelling: lower case, and `bool` for `boolean`. */
type CanonicalFieldType = Exclude<FieldType, 'boolean'>;
/** The CRM's type for each accepted spelling. `json` reaches the CRM as a string. */
declare const CRM_FIELD_TYPE_MAP: Readonly<Record<FieldType | LegacyFieldType, CrmFieldType>>;
/**
 * Returns the CRM's type for a field type in any accepted spelling.
 *
 * @throws {TypeError} when the type is unknown
 * @example
 * import { normalizeCrmFieldType } from '@svc/sdk';
 *
 * normalizeCrmFieldType('BOOLEAN'); // 'bool'
 */
declare function normalizeCrmFieldType(type: string): CrmFieldType;
/**
 * Returns the UI control of a field that declares no `fieldType`.
 *
 * @throws {TypeError} when the type is unknown
 * @example
 * import { defaultCrmFieldType } from '@svc/sdk';
 *
 * defaultCrmFieldType('enumeration'); // 'select'
 */
declare function defaultCrmFieldType(type: string): string;

/** An output field. */
interface OutputFieldManifest {
    /** The field's key, or the declared `name` of a property. */
    readonly name: string;
    /** The declared type in lower case, with `bool` for `boolean`. */
    readonly type: CanonicalFieldType;
    /** The CRM's type. `json` is `string` there. */
    readonly crmType: CrmFieldType;
    /** The displayed name. */
    readonly label?: string;
    /** The help text. */
    readonly description?: string;
    /** The UI control, declared or by default. */
    readonly fieldType: string;
}
/** One choice of an enumeration. */
interface FieldOptionManifest {
    /** The stored value. */
    readonly value: string;
    /** The displayed text. */
    readonly label: string;
    /** The help text of the choice. */
    readonly description?: string;
    /** The position among the choices, from the lowest number. */
    readonly displayOrder?: number;
    /** Whether forms hide the choice. */
    readonly hidden?: boolean;
}
/** An input field. */
interface FieldManifest extends OutputFieldManifest {
    /** Whether the field is required, from `required` or `isRequired`. */
    readonly required: boolean;
    /** The value that the handler receives when the field is omitted. */
    readonly default?: unknown;
    /** The choices of an enumeration. */
    readonly options?: readonly FieldOptionManifest[];
    /** Where the CRM may take the value from. */
    readonly supportedValueTypes: readonly SupportedValueType[];
}
/** A property of an app object or app event. */
interface PropertyManifest extends OutputFieldManifest {
    /** Whether the property is required, from `required` or `isRequired`. */
    readonly required: boolean;
    /** The value of records that have none. */
    readonly default?: unknown;
    /** The choices of an enumeration. */
    readonly options?: readonly FieldOptionManifest[];
    /** The group that shows the property. */
    readonly groupName?: string;
    /** Whether each record has a different value. */
    readonly hasUniqueValue: boolean;
    /** Whether people cannot change the value in the CRM. */
    readonly readOnlyValue: boolean;
    /** Whether the form that creates a record shows the property. */
    readonly formField?: boolean;
    /** The formula of a calculated property. */
    readonly calculationFormula?: string;
}

/** The app. */
interface AppManifest {
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
interface RateLimitsManifest {
    /** Retries of failed calls. `false` turns them off. */
    readonly retry: false | Required<RetryOptions>;
    /** The token bucket of each portal. */
    readonly bucket: Required<BucketOptions>;
    /** Whether rate metrics are logged. */
    readonly metrics: boolean;
}
/** An alert. */
interface AlertRuleManifest {
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
interface CardManifest {
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
interface McpServerManifest {
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
interface AppObjectManifest {
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
interface AppObjectAssociationManifest {
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
interface AppEventManifest {
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

/** A worker: the result of `worker.manifest()`. */
interface WorkerManifest {
    /** The worker's name. */
    readonly name: string;
    /** The capabilities, in order of registration. */
    readonly capabilities: readonly CapabilityManifest[];
    /** The sources of the syncs, in the order in which the syncs name them. */
    readonly sources: readonly SourceManifest[];
}
/** A capability of a worker. `kind` discriminates the union. */
type CapabilityManifest = ToolManifest | CardBackendManifest | TriggerManifest | SyncManifest;
/** A workflow action. With `agent`, it is also a tool of agents. */
interface ToolManifest {
    /** Always `tool`. */
    readonly kind: 'tool';
    /** The tool's id. */
    readonly id: string;
    /** The action's name in the workflow editor. */
    readonly label: string;
    /** What the action does. */
    readonly description?: string;
    /** The object type of the enrolled records. */
    readonly objectType: string;
    /** All object types of the action, if they are declared. */
    readonly objectTypes?: readonly string[];
    /** Identifies the component to the CRM, if it is declared. */
    readonly uid?: string;
    /** The text of the action's card in a workflow. */
    readonly cardContent?: string;
    /** False if people cannot add the action to workflows. */
    readonly published?: boolean;
    /** The input fields. */
    readonly input: readonly FieldManifest[];
    /** The output fields. */
    readonly output: readonly OutputFieldManifest[];
    /** What agents need to use the tool. */
    readonly agent?: ToolAgentManifest;
    /** Which features the tool requires, and the meter on which it counts. */
    readonly billing?: NormalizedCapabilityBilling;
}
/** What agents need to use a tool. */
interface ToolAgentManifest {
    /** When and how an agent uses the tool. */
    readonly description: string;
    /** The input fields that an agent may fill. */
    readonly expose: readonly string[];
    /** What running the tool does. */
    readonly toolType?: 'GET_DATA' | 'GENERATE' | 'TAKE_ACTION';
    /** Where the CRM's project lists the tool. */
    readonly component?: 'separate' | 'shared' | 'only';
    /** Identifies the component to the CRM, if it is declared. */
    readonly uid?: string;
}
/** The backend of a card. */
interface CardBackendManifest {
    /** Always `cardBackend`. */
    readonly kind: 'cardBackend';
    /** The card backend's id. */
    readonly id: string;
    /** The display name. */
    readonly label?: string;
    /** CRM object types, and ids of app objects. */
    readonly objectTypes: readonly string[];
    /** The input fields. */
    readonly input: readonly FieldManifest[];
    /** The output fields. */
    readonly output: readonly OutputFieldManifest[];
    /** Which features the card backend requires, and the meter on which it counts. */
    readonly billing?: NormalizedCapabilityBilling;
}
/** A handler of webhooks. */
interface TriggerManifest {
    /** Always `trigger`. */
    readonly kind: 'trigger';
    /** The trigger's id. */
    readonly id: string;
    /** The display name. */
    readonly label?: string;
    /** The subscription, such as `contact.propertyChange.email`. */
    readonly eventType: string;
    /** How copies of a delivery are dropped. */
    readonly dedup: 'best-effort' | 'strict';
    /** Which features the trigger requires, and the meter on which it counts. */
    readonly billing?: NormalizedCapabilityBilling;
}
/** A sync. */
interface SyncManifest {
    /** Always `sync`. */
    readonly kind: 'sync';
    /** The sync's id. */
    readonly id: string;
    /** The display name. */
    readonly label?: string;
    /** When the sync runs. */
    readonly schedule: NormalizedSyncSchedule;
    /** The name of the source that feeds the sync. */
    readonly source?: string;
    /** The destination: a CRM object type, or the id of an app object. */
    readonly into?: string;
    /** The unique property of the destination that holds each row's key. */
    readonly idProperty?: string;
    /** Property names of the destination, by field name of the source. */
    readonly schema?: Readonly<Record<string, string>>;
    /** What the sync creates when it is missing. */
    readonly manageSchema: false | 'properties' | 'full';
    /** Whether the sync declares no handler. */
    readonly defaultHandler: boolean;
    /** Which features the sync requires, and the meter on which it counts. */
    readonly billing?: NormalizedCapabilityBilling;
}
/** A source that feeds a sync of the worker. */
interface SourceManifest {
    /** The source's name. */
    readonly name: string;
    /** Whether the sync fetches pages, or the source posts rows. */
    readonly mode: 'pull' | 'push';
    /** How the source authenticates, without credentials. */
    readonly auth?: SourceAuthManifest;
    /** The webhook path of a push source: `/webhooks/<name>`. */
    readonly webhookPath?: string;
}
/** How a source authenticates, without credentials. */
interface SourceAuthManifest {
    /** The kind of authentication. */
    readonly type: SourceAuthDefinition['type'];
}

/** Everything that a project deploys. */
interface ProjectManifest {
    /** The version of this format. Always 1. */
    readonly schemaVersion: 1;
    /** The version of the SDK that made the manifest. */
    readonly sdkVersion: string;
    /** The app. */
    readonly app: AppManifest;
    /** The workers, in the order passed to `projectManifest`. */
    readonly workers: readonly WorkerManifest[];
}

/** The options of `defineWorker`. */
interface WorkerOptions {
    /** Capabilities built elsewhere. Default: none. */
    readonly use?: readonly CapabilityDefinition[];
}
/** A worker: the default export of a file in `src/workers/`. */
interface WorkerDefinition extends NamedCapabilities {
    /** Always `worker`. */
    readonly kind: 'worker';
    /** Builds and registers a workflow action, which can also be a tool of agents. */
    readonly tool: typeof tool;
    /** Another name for `tool`. */
    readonly action: typeof tool;
    /** Builds and registers the backend of a card. */
    readonly cardBackend: typeof cardBackend;
    /** Builds and registers a handler of the CRM's webhooks. */
    readonly trigger: typeof trigger;
    /** Builds and registers a sync. Throws `ScheduleValidationError` when its schedule is invalid. */
    readonly sync: typeof sync;
    /** Registers capabilities built elsewhere. Throws `DeclarationError` for any other value. */
    use(...capabilities: readonly CapabilityDefinition[]): WorkerDefinition;
    /** Returns the worker's manifest. Throws if two capabilities of one kind share an id, or a field type is unknown. */
    manifest(): WorkerManifest;
}
/**
 * Declares a named worker. Add capabilities with its methods, or pass capabilities built elsewhere as `use`. Export it
 * as the default of a file in `src/workers/`, one worker per file.
 *
 * @param name letters, digits, hyphens and underscores. The edge script is named `<slug>-<name>`, in lower case and
 * with hyphens for underscores, which may have at most 54 characters
 * @throws {DeclarationError} when the name is not a string, or is a callback
 * @example
 * import { defineWorker } from '@svc/sdk';
 *
 * const worker = defineWorker('main');
 *
 * worker.cardBackend('open-invoices', {
 *   objectTypes: ['company'],
 *   handler: (ctx) => ctx.store.list('invoice:', { limit: 20 }),
 * });
 *
 * export default worker;
 */
declare function defineWorker(name: string, options?: WorkerOptions): WorkerDefinition;

/**
 * Returns the manifest of a project: everything that it declares, as plain data. `svc build` and `svc deploy` read it.
 *
 * @param environment the environment whose options replace those of the app. Default: none
 * @throws {Error} when two capabilities of one kind share an id in a worker, or a field type is unknown
 * @example
 * import { defineApp, defineWorker, projectManifest } from '@svc/sdk';
 *
 * const app = defineApp({
 *   name: 'Invoice reminders',
 *   distribution: 'private',
 *   auth: 'static',
 *   platformVersion: '2026.03',
 *   scopes: ['crm.objects.contacts.read'],
 * });
 *
 * JSON.stringify(projectManifest(app, [defineWorker('main')]));
 */
declare function projectManifest(app: AppDefinition, workers: readonly WorkerDefinition[], environment?: string): ProjectManifest;

/** The codes of the errors of `ctx.crm`. */
declare const CODES: readonly ['aborted', 'backpressure', 'extension_missing', 'handler_timeout', 'http_error', 'install_not_found', 'install_suspended', 'invalid_argument', 'missing_scopes', 'needs_reauth', 'no_answer', 'no_install', 'not_configured', 'protocol_unsupported', 'response_too_large', 'sealed_wrong', 'state_too_new', 'timeout', 'token_refused', 'token_unavailable', 'unknown_method'];
/**
 * The `code` of an error that a call of `ctx.crm` rejects with. `svc explain <code>` describes each in detail.
 *
 * - `aborted`: the call's own `signal` aborted it. If it was in flight, the CRM may have applied it.
 * - `backpressure`: the portal's rate budget is exhausted (`CrmBackpressure`).
 * - `extension_missing`: svc left this part of `ctx.crm` out of the worker, because its code does not contain the name,
 *   such as `batch`. Write the name in full.
 * - `handler_timeout`: the invocation has reached its time limit.
 * - `http_error`: the CRM answered with an error (`CrmError`). See its `status`.
 * - `install_not_found`, `install_suspended`, `needs_reauth`: the app is not installed in the portal, an operator
 *   paused the install, or the CRM rejects its token.
 * - `invalid_argument`: the call was not sent, because an argument is invalid (`TypeError`).
 * - `missing_scopes`: the CRM rejected the call because the app lacks a scope (`CrmError`).
 * - `no_answer`: the connection failed or broke, or a 2xx response to a typed call is not the expected JSON, such as the
 *   page of a proxy. The CRM may have applied the call.
 * - `no_install`: the handler of a trigger has no install. Use `lookupInstall` or `handOff`.
 * - `not_configured`, `sealed_wrong`, `token_refused`, `token_unavailable`: svc could not get an access token.
 * - `protocol_unsupported`, `state_too_new`, `unknown_method`: the app's workers have incompatible versions. Deploy the
 *   app again.
 * - `response_too_large`: the response of the CRM has more than 32 MiB. The CRM may have applied the call.
 * - `timeout`: an attempt got no answer within its time limit. The CRM may have applied the call.
 */
type CrmErrorCode = (typeof CODES)[number];
/**
 * Returns the code of an error that a call of `ctx.crm` rejected with, undefined for any other value. Never throws.
 *
 * @example
 * import { crmErrorCode, failContinue, type HandlerContext, retryLater } from '@svc/sdk';
 *
 * export async function refresh(ctx: HandlerContext) {
 *   try {
 *     await ctx.crm.objects.get('contacts', ctx.enrolledObject.id);
 *   } catch (error) {
 *     switch (crmErrorCode(error)) {
 *       case 'no_answer':
 *       case 'timeout':
 *         return retryLater('the CRM does not answer', 60);
 *       case 'missing_scopes':
 *         return failContinue('the app may not read contacts');
 *     }
 *     throw error;
 *   }
 * }
 */
declare function crmErrorCode(error: unknown): CrmErrorCode | undefined;

/** The members of a handler's context that belong to an install. */
interface InstallAccess {
    /** The install. */
    readonly install: InstallContext;
    /** The authenticated, rate-limited CRM client of the install. */
    readonly crm: CrmClient;
    /** The install's durable key/value store. */
    readonly store: StoreContext;
    /** Schedules durable calls of this worker's tools and card backends, for the install. */
    readonly later: LaterContext;
    /** Records of the app's own objects. */
    readonly appObjects: AppObjectsContext;
    /** Sends occurrences of the app's own events. */
    readonly appEvents: AppEventsContext;
}
/** A capability to run, its input, and the install to run it for. */
interface HandOffRequest {
    /** The id of a portal, or an install as returned by `lookupInstall`. */
    readonly install: number | PortalRef;
    /** A tool or card backend of the same worker, or its id. */
    readonly capability: string | CapabilityRef;
    /** The input of the capability, validated like that of any other caller. Default: none. */
    readonly input?: Readonly<Record<string, unknown>>;
}
/** The portal of an install. */
interface PortalRef {
    /** The id of the portal. */
    readonly portalId: number | null;
}
/**
 * Returns what a trigger's own context does not have: the install of a portal, with its CRM client, store and the other
 * members that need an install.
 *
 * @param ctx the context of a trigger's handler
 * @param portalId the portal of a webhook event
 * @returns undefined when the app is not installed in the portal
 * @throws {TypeError} `invalid_argument` when `ctx` is not the context of a trigger's handler
 * @example
 * import { defineWorker, lookupInstall } from '@svc/sdk';
 *
 * const worker = defineWorker('main');
 * worker.trigger('contact-created', {
 *   eventType: 'contact.creation',
 *   async handler(ctx) {
 *     for (const event of ctx.input.events) {
 *       const found = await lookupInstall(ctx, event.portalId);
 *       await found?.crm.objects.get('contacts', String(event.objectId));
 *     }
 *   },
 * });
 * export default worker;
 */
declare function lookupInstall(ctx: object, portalId: number | undefined): Promise<InstallAccess | undefined>;
/**
 * Runs a tool or card backend of the same worker for an install, within the time that the trigger has left.
 *
 * @param ctx the context of a trigger's handler
 * @returns the outcome of the capability
 * @throws {TypeError} `invalid_argument` when `ctx` is not the context of a trigger's handler
 * @throws {Error} when the capability throws, times out or rejects the input, or when the app is not installed in the
 * portal. `svc explain` documents its `code`
 * @example
 * import { defineWorker, handOff } from '@svc/sdk';
 *
 * const worker = defineWorker('main');
 * const welcome = worker.tool('welcome', { label: 'Welcome', objectType: 'contact', handler: () => ({}) });
 * worker.trigger('contact-created', {
 *   eventType: 'contact.creation',
 *   async handler(ctx) {
 *     for (const { portalId } of ctx.input.events) {
 *       await handOff(ctx, { install: { portalId: portalId ?? null }, capability: welcome });
 *     }
 *   },
 * });
 * export default worker;
 */
declare function handOff(ctx: object, request: HandOffRequest): Promise<ActionResult<unknown>>;

/**
 * The error of a call of `ctx.crm` when the portal's rate budget is exhausted. If the handler does not catch it, a
 * workflow continues with `retryAfterSeconds` in the output of the action, other callers are asked to try again later,
 * and the invocation counts as successful. To do something else, catch it: see `isBackpressure`. `instanceof` works
 * across copies of this package.
 */
declare class CrmBackpressure extends Error {
    /** Always `backpressure`. */
    readonly code = "backpressure";
    /** Whole seconds until a call may succeed. At least 1. */
    readonly retryAfterSeconds: number;
    constructor(retryAfterSeconds: number);
}
/**
 * Reports whether an error says that the rate budget of `ctx.crm` is exhausted. It accepts any value and never throws.
 *
 * @example
 * import { isBackpressure, retryLater, type HandlerContext } from '@svc/sdk';
 *
 * export async function refresh(ctx: HandlerContext) {
 *   try {
 *     return await ctx.crm.objects.get('contacts', ctx.enrolledObject.id);
 *   } catch (error) {
 *     if (isBackpressure(error)) {
 *       return retryLater('the CRM is busy', error.retryAfterSeconds);
 *     }
 *     throw error;
 *   }
 * }
 */
declare function isBackpressure(error: unknown): error is CrmBackpressure;

/**
 * The error of an invalid declaration, thrown while its module loads. `instanceof` works across copies of this package.
 *
 * Missing options and unknown names do not throw: `svc check` reports them.
 */
declare class DeclarationError extends Error {
    /** The id of the `svc check` rule that reports the same mistake. */
    readonly rule: string;
    /** The path of keys from the options object to the invalid value. Empty if the call itself is invalid. */
    readonly path: readonly string[];
    constructor(message: string, rule: string, path?: readonly string[]);
}
/**
 * The error of an invalid `schedule`. `worker.sync` and `sync` throw it while their module loads, as does
 * `normalizeSyncSchedule`.
 */
declare class ScheduleValidationError extends DeclarationError {
    /** The schedule as it was declared. */
    readonly schedule: unknown;
    constructor(message: string, schedule: unknown, rule?: string);
}

/**
 * Calls `run`, and declares that it needs these scopes, which `svc check` compares with the scopes that the app
 * requests. At run time, the declaration has no effect.
 *
 * @returns the result of `run`
 * @example
 * import { usesScopes, type HandlerContext } from '@svc/sdk';
 *
 * export function ownersOf(ctx: HandlerContext) {
 *   return usesScopes('crm.objects.owners.read', () => ctx.crm.request('GET', '/crm/v3/owners'));
 * }
 */
declare function usesScopes<T>(scopes: ScopeName | readonly ScopeName[], run: () => T): T;

/** A flag, or null or undefined when there is none. */
type MaybeFlag = FlagSnapshot | null | undefined;
/**
 * Evaluates a flag of any type. The value is not checked against `T`, so prefer the typed evaluators.
 *
 * @param snapshot the flag; null and undefined return the default with the error code `FLAG_NOT_FOUND`
 * @param context the subject
 * @param defaultValue the value to return when the evaluation fails
 * @example
 * import { evaluateFlag, type FlagSnapshot } from '@svc/sdk';
 *
 * export function layoutFor(flag: FlagSnapshot, portalId: number) {
 *   return evaluateFlag(flag, { targetingKey: String(portalId) }, 'classic').value;
 * }
 */
declare function evaluateFlag<T = unknown>(snapshot: MaybeFlag, context: FlagEvaluationContext, defaultValue: T): FlagEvaluationResult<T>;
/**
 * Evaluates a boolean flag. A flag of another type returns the default with the error code `TYPE_MISMATCH`.
 *
 * @example
 * import { evaluateBooleanFlag, type FlagSnapshot } from '@svc/sdk';
 *
 * export function hasNewLayout(flag: FlagSnapshot | undefined) {
 *   return evaluateBooleanFlag(flag, { targetingKey: '62515', plan: 'pro' }, false).value;
 * }
 */
declare function evaluateBooleanFlag(snapshot: MaybeFlag, context: FlagEvaluationContext, defaultValue: boolean): FlagEvaluationResult<boolean>;
/**
 * Evaluates a string flag. A flag of another type returns the default with the error code `TYPE_MISMATCH`.
 *
 * @example
 * import { evaluateStringFlag, type FlagSnapshot } from '@svc/sdk';
 *
 * export function toneOf(flag: FlagSnapshot | undefined) {
 *   return evaluateStringFlag(flag, { targetingKey: '62515' }, 'brief').value;
 * }
 */
declare function evaluateStringFlag(snapshot: MaybeFlag, context: FlagEvaluationContext, defaultValue: string): FlagEvaluationResult<string>;
/**
 * Evaluates a number flag. A flag of another type returns the default with the error code `TYPE_MISMATCH`.
 *
 * @example
 * import { evaluateNumberFlag, type FlagSnapshot } from '@svc/sdk';
 *
 * export function pageSizeOf(flag: FlagSnapshot | undefined) {
 *   return evaluateNumberFlag(flag, { targetingKey: '62515' }, 20).value;
 * }
 */
declare function evaluateNumberFlag(snapshot: MaybeFlag, context: FlagEvaluationContext, defaultValue: number): FlagEvaluationResult<number>;
/**
 * Evaluates a JSON flag. A flag of another type returns the default with the error code `TYPE_MISMATCH`. The value is
 * not checked against `T`.
 *
 * @example
 * import { evaluateJsonFlag, type FlagSnapshot } from '@svc/sdk';
 *
 * export function columnsOf(flag: FlagSnapshot | undefined) {
 *   return evaluateJsonFlag(flag, { targetingKey: '62515' }, { columns: ['name'] }).value.columns;
 * }
 */
declare function evaluateJsonFlag<T = unknown>(snapshot: MaybeFlag, context: FlagEvaluationContext, defaultValue: T): FlagEvaluationResult<T>;

/** The type of a flag's value, from its default: boolean for `false`. */
type FlagValueOf<Default> = Default extends boolean ? boolean : Default extends number ? number : Default extends string ? string : Default;
/**
 * Evaluates several flags for one context. It evaluates each key of `defaults`.
 *
 * @param snapshots flags by key
 * @param defaults the value to return when an evaluation fails, by key; its type is the expected type of the flag, and
 * null and undefined accept any type
 * @returns results by key
 * @example
 * import { evaluateFlags, type FlagSnapshot } from '@svc/sdk';
 *
 * export function settings(flags: Record<string, FlagSnapshot>) {
 *   const results = evaluateFlags(flags, { targetingKey: '62515' }, { 'new-layout': false, tone: 'brief' });
 *   return { newLayout: results['new-layout'].value, tone: results.tone.value };
 * }
 */
declare function evaluateFlags<Defaults extends Readonly<Record<string, unknown>>>(snapshots: Readonly<Record<string, MaybeFlag>>, context: FlagEvaluationContext, defaults: Defaults): {
    readonly [K in keyof Defaults]: FlagEvaluationResult<FlagValueOf<Defaults[K]>>;
};

/** The options of `createSvcOpenFeatureProvider`. `Found` is a flag, or the promise of one. */
interface SvcOpenFeatureOptions<Found> {
    /**
     * Returns a flag, or undefined when it does not exist. OpenFeature's web SDK evaluates synchronously, so it needs a
     * synchronous function.
     */
    readonly resolveSnapshot: (flagKey: string) => Found;
    /** Attributes for every evaluation. The context of an evaluation overrides them. Default: none. */
    readonly staticContext?: FlagEvaluationContext;
    /** The provider's name in OpenFeature's metadata. Default: `svc`. */
    readonly name?: string;
}
/** The result of an evaluation in OpenFeature's form. */
interface FlagResolutionDetails<T> {
    /** The value of the variation, or the caller's default. */
    readonly value: T;
    /** The name of the variation. Absent when the caller's default was used. */
    readonly variant?: string;
    /** Why the evaluation returned this value. */
    readonly reason: FlagReason;
    /** A `FlagErrorCode`. Its type is `any`, because OpenFeature has an enum and this package does not depend on it. */
    readonly errorCode?: any;
    /** What is wrong with the flag, for a log. */
    readonly errorMessage?: string;
}
/** The details of an evaluation, or a promise when `resolveSnapshot` returns promises. */
type FlagResolution<Found, T> = Found extends PromiseLike<unknown> ? Promise<FlagResolutionDetails<T>> : FlagResolutionDetails<T>;
/**
 * Implements `Provider` of OpenFeature's server SDK when `resolveSnapshot` returns promises, and of its web SDK
 * otherwise.
 */
interface SvcOpenFeatureProvider<Found> {
    /** Describes the provider to OpenFeature. */
    readonly metadata: {
        /** The provider's name. */
        readonly name: string;
    };
    /** Evaluates a boolean flag. */
    resolveBooleanEvaluation(flagKey: string, defaultValue: boolean, context?: FlagEvaluationContext): FlagResolution<Found, boolean>;
    /** Evaluates a string flag. */
    resolveStringEvaluation(flagKey: string, defaultValue: string, context?: FlagEvaluationContext): FlagResolution<Found, string>;
    /** Evaluates a number flag. */
    resolveNumberEvaluation(flagKey: string, defaultValue: number, context?: FlagEvaluationContext): FlagResolution<Found, number>;
    /** Evaluates a JSON flag. */
    resolveObjectEvaluation<T>(flagKey: string, defaultValue: T, context?: FlagEvaluationContext): FlagResolution<Found, T>;
}
/**
 * Creates an OpenFeature provider over flag snapshots. No evaluation throws or rejects: failures return the caller's
 * default with the reason `ERROR`.
 *
 * @example
 * import { createSvcOpenFeatureProvider, type FlagSnapshot } from '@svc/sdk';
 *
 * const flags = new Map<string, FlagSnapshot>();
 * const provider = createSvcOpenFeatureProvider({ resolveSnapshot: (key) => flags.get(key) });
 *
 * provider.resolveBooleanEvaluation('new-layout', false, { targetingKey: '62515' }).value; // false
 */
declare function createSvcOpenFeatureProvider<Found extends MaybeFlag | PromiseLike<MaybeFlag>>(options: SvcOpenFeatureOptions<Found>): SvcOpenFeatureProvider<Found>;

/** The version of this package, such as `0.1.0`. It is in the manifest, and `svc` compares it with its own version. */
declare const SDK_VERSION: string;

/** The replacement of redacted values. */
declare const REDACTED = "[redacted]";

/** The options of `redact`. */
interface RedactOptions {
    /**
     * Keys whose values are redacted in addition to token-like keys. Case, `-`, `_` and blanks are ignored. Default:
     * none.
     */
    readonly fields?: readonly string[];
    /** Levels of objects to copy. Objects below them are redacted. Default: 8. Maximum: 100. */
    readonly maxDepth?: number;
}
/**
 * Copies a value and replaces sensitive parts with `[redacted]` (`REDACTED`):
 *
 * - the value of a token-like key: one that ends in token, secret, password (passwd, pwd, passphrase), api key, secret
 *   key, private key, access key, signing key, authorization, credential, cookie, jwt or bearer, in any spelling
 *   (`accessToken`, `X-Api-Key`, `client_secret`), but not `tokenCount` or `maxTokens`
 * - the value of a key in `fields`
 * - in strings, keys and error messages: `Bearer …`, personal access and service tokens (`pat-…`, `svc_…`, `sk_…`,
 *   `ghp_…`), JWTs, email addresses and phone numbers
 * - an object below `maxDepth` levels, one that contains itself, each one after the first 100,000, and a value that
 *   throws when it is read
 *
 * A phone number is `+` with 8 to 15 digits, a national number that begins with 0 (bare: 10 or 11 digits) or 00, or
 * three, three and four digits with separators. Numbers, bare digits that do not begin with 0, dates, UUIDs, versions,
 * amounts and IP addresses stay.
 *
 * Maps, sets and arrays keep their type, and dates are copied. Binary data is not copied. An error becomes an object
 * with name, message and stack, an object with `toJSON` becomes its result, and any other object becomes a plain object
 * without symbols. A key with a redacted part gets a number. The input does not change, the function never throws, and
 * its time is linear in the size of the value.
 *
 * @example
 * import { redact } from '@svc/sdk';
 *
 * redact({ apiKey: 'k1', note: 'write to ada@example.com', total: 12 });
 * // { apiKey: '[redacted]', note: 'write to [redacted]', total: 12 }
 */
declare function redact(value: unknown, options?: RedactOptions): unknown;

export { CRM_FIELD_TYPE_MAP, CrmBackpressure, DeclarationError, REDACTED, SDK_VERSION, ScheduleValidationError, action, appEvent, appObject, appObjectAssociation, block, card, cardBackend, createSvcOpenFeatureProvider, crmErrorCode, defaultCrmFieldType, defineApp, defineSource, defineWorker, evaluateBooleanFlag, evaluateFlag, evaluateFlags, evaluateJsonFlag, evaluateNumberFlag, evaluateStringFlag, failContinue, failStop, handOff, isBackpressure, isDefaultSyncHandler, lookupInstall, mcpServer, normalizeCapabilityBilling, normalizeCrmFieldType, normalizeSyncSchedule, ok, projectManifest, redact, retryLater, sync, tool, trigger, usesScopes };
export type { ActionResult, ActionStatus, AlertOptions, AlertRule, AlertRuleManifest, AppBillingDeclaration, AppDefinition, AppEventBatching, AppEventCookieTarget, AppEventDefinition, AppEventEmailTarget, AppEventManifest, AppEventOccurrence, AppEventOptions, AppEventRecordTarget, AppEventTarget, AppEventsContext, AppManifest, AppObjectAssociationDefinition, AppObjectAssociationManifest, AppObjectAssociationOptions, AppObjectDefinition, AppObjectInput, AppObjectManifest, AppObjectOptions, AppObjectPropertyDefinition, AppObjectPropertyMap, AppObjectRef, AppObjectSettings, AppObjectValues, AppObjectsContext, AppOptions, AppSupport, BasicSourceAuth, BearerSourceAuth, BillingContext, BillingCreditOptions, BillingCurrentState, BillingFeature, BillingMeter, BillingOnLimit, BillingPricing, BillingUsageOptions, BlockResult, BucketOptions, CanonicalFieldType, CapabilityBillingDeclaration, CapabilityDefinition, CapabilityManifest, CapabilityMeter, CapabilityRef, CardBackendDefinition, CardBackendManifest, CardBackendOptions, CardDefinition, CardLocation, CardManifest, CardOptions, Cardinality, ChannelAccount, ChannelAccountInput, ChannelAccountUpdate, ChannelAccounts, ChannelMessage, ChannelMessageInput, ChannelMessageStatus, ChannelMessages, CreateFormField, CrmAssociatedRecord, CrmAssociatedRecords, CrmAssociation, CrmAssociationEnd, CrmAssociationInput, CrmAssociationLabel, CrmAssociationListOptions, CrmAssociationType, CrmAssociations, CrmBatch, CrmBatchAssociationInput, CrmBatchAssociationRead, CrmBatchAssociations, CrmBatchError, CrmBatchFailure, CrmBatchObjects, CrmBatchProperties, CrmBatchRead, CrmBatchReadOptions, CrmBatchResult, CrmBatchSuccess, CrmBatchUpdateInput, CrmBudget, CrmBudgetOptions, CrmClient, CrmConversations, CrmCreateInput, CrmError, CrmErrorCode, CrmFieldType, CrmFilter, CrmFilterGroup, CrmFilterOperator, CrmGetOptions, CrmListOptions, CrmNextPage, CrmObject, CrmObjects, CrmPage, CrmPaging, CrmProperties, CrmProperty, CrmPropertyInput, CrmPropertyName, CrmPropertyOption, CrmPropertyValue, CrmPropertyVersion, CrmReadOptions, CrmReadProperties, CrmRecordRef, CrmRequestInit, CrmSearchPage, CrmSearchRequest, CrmSort, CrmUniquePropertyName, CrmUpdateInput, CrmUpdateOptions, CrmUpsertInput, CrmUpsertedObject, CrmWrittenProperties, CustomChannel, CustomChannelInput, CustomChannels, DefineSource, DeliveryIdentifier, DeliveryOptions, Duration, EnrolledObject, EnvironmentOptions, EventTypeName, ExecutionContext, FailContinueResult, FailStopResult, FieldDefinition, FieldManifest, FieldMap, FieldOption, FieldOptionManifest, FieldType, FlagClientResult, FlagCondition, FlagErrorCode, FlagEvaluationContext, FlagEvaluationResult, FlagOperator, FlagReason, FlagResolution, FlagResolutionDetails, FlagRule, FlagSnapshot, FlagSplit, FlagValueOf, FlagVariationRef, FlagWeight, FlagsClientSnapshot, FlagsContext, FlatPricing, FreePricing, HandOffRequest, HandlerContext, HmacSourceAuth, HttpClient, HttpError, HttpRequestOptions, InferField, InferInput, InferOutput, InstallAccess, InstallContext, InstallState, KnownEventType, KnownObjectCollection, KnownObjectType, KnownPlatformVersion, KnownScope, LaterCall, LaterContext, LaterListOptions, LaterOptions, LaterReceipt, LaterTime, LegacyFieldType, Logger, MaybeFlag, McpServerDefinition, McpServerManifest, McpServerOptions, MessageParty, NormalizedCapabilityBilling, NormalizedSyncSchedule, OAuth2SourceAuth, ObjectCollectionName, ObjectTypeName, OkResult, Open, OutputFieldDefinition, OutputFieldManifest, OutputFieldMap, PerUnitPricing, PermittedUrls, PlatformVersionName, PortalObjectName, PortalObjects, PortalRef, ProjectBillingPlan, ProjectManifest, PropertyDefinition, PropertyGroup, PropertyManifest, PropertyMap, PropertyOption, PullSourceDefinition, PullSourceOptions, PushSourceDefinition, PushSourceOptions, PushedRows, RateLimitOptions, RateLimitsManifest, RedactOptions, RetryLaterResult, RetryOptions, ScheduleInterval, ScheduleText, ScopeName, SourceAuthDefinition, SourceDefinition, SourceFetchContext, SourceHttpClient, SourceManifest, SourcePage, SourceReceiveContext, SourceRow, SourceSyncOptions, StoreContext, StoreEntry, StoreGetOptions, StoreListOptions, StorePutOptions, StrictAppEventOptions, StrictAppObjectOptions, StrictCardBackendOptions, StrictToolOptions, SupportedValueType, SvcOpenFeatureOptions, SvcOpenFeatureProvider, SyncChunkCheckpoint, SyncCursorContext, SyncDefinition, SyncHandlerContext, SyncIdProperty, SyncManifest, SyncOptions, SyncProperty, SyncReturn, SyncSchema, SyncTarget, ToolAgent, ToolAgentManifest, ToolDefinition, ToolManifest, ToolOptions, ToolReturn, TriggerDefinition, TriggerInput, TriggerManifest, TriggerOptions, VersionedValue, VisitorIdentification, VisitorInput, VisitorToken, WebhookEvent, WebhookOptions, WorkerDefinition, WorkerEnv, WorkerManifest, WorkerOptions };
