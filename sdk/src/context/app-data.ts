import type { AppEventDefinition } from '../declare/app-event.ts';
import type { AppObjectDefinition } from '../declare/app-object.ts';
import type { InferField } from '../declare/field.ts';
import type { Open } from '../declare/known-values.ts';
import type { AppObjectPropertyDefinition, AppObjectPropertyMap, PropertyMap } from '../declare/property.ts';
import type { CrmPropertyValue } from '../declare/portal.ts';
import type { CrmGetOptions, CrmObject } from './crm-records.ts';

/** An app object: its definition, or its id. */
export type AppObjectRef = AppObjectDefinition | string;

/** A value of a declared property. The CRM stores text, so each property takes a string. */
type AppObjectValue<D extends AppObjectPropertyDefinition> = D['type'] extends 'number' | 'NUMBER'
  ? number | string | null
  : D extends { readonly options: unknown }
    ? Open<Extract<InferField<D>, string>> | null
    : CrmPropertyValue;

/** Values by declared property key. Other properties of the CRM, such as the record's owner, accept any value. */
export type AppObjectValues<P extends AppObjectPropertyMap = AppObjectPropertyMap> = {
  readonly [K in keyof P]?: AppObjectValue<P[K]>;
} & Readonly<Record<string, CrmPropertyValue>>;

/** The properties to write to a record of an app object. */
export interface AppObjectInput<P extends AppObjectPropertyMap = AppObjectPropertyMap> {
  /** Values by declared property key. Null and `''` clear the property. */
  readonly properties: AppObjectValues<P>;
}

/**
 * Reads and writes records of the app's own objects. Name object types and properties as you declared them: the runtime
 * converts them to and from the names that they have in the portal.
 */
export interface AppObjectsContext {
  /** Reads a record. Rejects with a `CrmError` of status 404 when it does not exist. */
  get(object: AppObjectRef, recordId: string, options?: CrmGetOptions): Promise<CrmObject>;
  /** Creates a record. */
  create<const P extends AppObjectPropertyMap = AppObjectPropertyMap>(
    object: AppObjectDefinition<P> | string,
    input: AppObjectInput<NoInfer<P>>,
  ): Promise<CrmObject>;
  /** Changes the given properties of a record. */
  update<const P extends AppObjectPropertyMap = AppObjectPropertyMap>(
    object: AppObjectDefinition<P> | string,
    recordId: string,
    input: AppObjectInput<NoInfer<P>>,
  ): Promise<CrmObject>;
  /** Moves a record to the recycle bin. */
  archive(object: AppObjectRef, recordId: string): Promise<void>;
}

/**
 * The record that an occurrence attaches to. Contacts can be named by email address or tracking cookie, the records of
 * other object types by id only.
 */
export type AppEventTarget<ObjectType extends string = string> = string extends ObjectType
  ? AppEventRecordTarget | AppEventEmailTarget | AppEventCookieTarget
  : Lowercase<ObjectType> extends 'contact' | 'contacts'
    ? AppEventRecordTarget | AppEventEmailTarget | AppEventCookieTarget
    : AppEventRecordTarget;

/** A record of the event's object type. */
export interface AppEventRecordTarget {
  /** The record id. */
  readonly objectId: string;
  /** Absent: one target is enough. */
  readonly email?: undefined;
  /** Absent: one target is enough. */
  readonly utk?: undefined;
}

/** A contact, identified by its email address. */
export interface AppEventEmailTarget {
  /** The contact's email address. */
  readonly email: string;
  /** Absent: one target is enough. */
  readonly objectId?: undefined;
  /** Absent: one target is enough. */
  readonly utk?: undefined;
}

/** A contact, identified by its tracking cookie. */
export interface AppEventCookieTarget {
  /** The contact's tracking cookie (user token). */
  readonly utk: string;
  /** Absent: one target is enough. */
  readonly objectId?: undefined;
  /** Absent: one target is enough. */
  readonly email?: undefined;
}

/** The keys of the properties that every occurrence has. */
type RequiredKeys<P extends PropertyMap> = string extends keyof P
  ? never
  : { [K in keyof P]: P[K] extends { required: true } | { isRequired: true } ? K : never }[keyof P];

/** Values of an event's properties. */
type OccurrenceProperties<P extends PropertyMap> = { readonly [K in RequiredKeys<P>]: InferField<P[K]> } & {
  readonly [K in Exclude<keyof P, RequiredKeys<P>>]?: InferField<P[K]>;
};

/** One occurrence of an app event. It cannot be changed after the CRM has accepted it. */
export type AppEventOccurrence<
  P extends PropertyMap = PropertyMap,
  ObjectType extends string = string,
> = AppEventTarget<ObjectType> & {
  /** When the event happened, as an ISO 8601 string. Default: now. */
  readonly timestamp?: string;
  /** An idempotency key of 1 to 200 characters: the CRM counts occurrences with the same id once. Default: random. */
  readonly id?: string;
} & ([RequiredKeys<P>] extends [never]
    ? {
        /** Values of the event's properties, typed by its declaration. Default: none. */
        readonly properties?: OccurrenceProperties<P>;
      }
    : {
        /** Values of the event's properties, typed by its declaration, with all required ones. */
        readonly properties: OccurrenceProperties<P>;
      });

/** Sends occurrences of app events. */
export interface AppEventsContext {
  /**
   * Adds one occurrence to the install's next batch, which is sent at 500 occurrences or after 5 seconds by default
   * (`appEvents.batching`). Resolves when the occurrence is stored durably. With `batching: false`, it sends the
   * occurrence at once, and resolves when the CRM has accepted it.
   */
  send<P extends PropertyMap, O extends string>(
    event: AppEventDefinition<P, O>,
    occurrence: AppEventOccurrence<P, O>,
  ): Promise<void>;
  send(event: string, occurrence: AppEventOccurrence): Promise<void>;
  /**
   * Sends these occurrences at once, up to 500 per request. Resolves when the CRM has accepted all of them, and rejects
   * when it refuses one.
   */
  sendBatch<P extends PropertyMap, O extends string>(
    event: AppEventDefinition<P, O>,
    occurrences: readonly AppEventOccurrence<P, O>[],
  ): Promise<void>;
  sendBatch(event: string, occurrences: readonly AppEventOccurrence[]): Promise<void>;
}
