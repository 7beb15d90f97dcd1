/** Records of the app's own objects, and occurrences of its own events. */
import type { AppEventDefinition } from '../declare/app-event.ts';
import type { AppObjectDefinition } from '../declare/app-object.ts';
import type { InferField } from '../declare/field.ts';
import type { PropertyMap } from '../declare/property.ts';
import type { CrmGetOptions, CrmObject, CrmPropertyValue } from './crm-records.ts';
/** An app object: its definition, or its id. */
export type AppObjectRef = AppObjectDefinition | string;
/** Records of app objects. Names are those of the declaration: the runtime adds what the portal wants in front. */
export interface AppObjectsContext {
    get(object: AppObjectRef, recordId: string, options?: CrmGetOptions): Promise<CrmObject>;
    create(object: AppObjectRef, input: {
        readonly properties: Readonly<Record<string, CrmPropertyValue>>;
    }): Promise<CrmObject>;
    update(object: AppObjectRef, recordId: string, input: {
        readonly properties: Readonly<Record<string, CrmPropertyValue>>;
    }): Promise<CrmObject>;
    archive(object: AppObjectRef, recordId: string): Promise<void>;
}
/** The record that an occurrence stands on: its id, or for contacts an email address or a tracking cookie. */
export type AppEventTarget = {
    readonly objectId: string;
    readonly email?: undefined;
    readonly utk?: undefined;
} | {
    readonly email: string;
    readonly objectId?: undefined;
    readonly utk?: undefined;
} | {
    readonly utk: string;
    readonly objectId?: undefined;
    readonly email?: undefined;
};
/** One occurrence of an app event. */
export type AppEventOccurrence<P extends PropertyMap = PropertyMap> = AppEventTarget & {
    readonly properties?: {
        readonly [K in keyof P]?: InferField<P[K]>;
    };
    /** When it happened, as ISO 8601 text. Default: now. */
    readonly timestamp?: string;
    /** Occurrences with the same id count once. Default: a new one. */
    readonly id?: string;
};
/** An app event: its definition, or its id. */
export type AppEventRef = AppEventDefinition | string;
/** Sends occurrences of app events. */
export interface AppEventsContext {
    /**
     * Hands one occurrence over. When it resolves the occurrence is kept, and leaves with others of the install as
     * `appEvents.batching` says: at 500, or after 5 seconds.
     */
    send<P extends PropertyMap>(event: AppEventDefinition<P>, occurrence: AppEventOccurrence<P>): Promise<void>;
    send(event: string, occurrence: AppEventOccurrence): Promise<void>;
    /** Sends exactly these occurrences, now; resolves when the CRM has them. At most 500 go in one request. */
    sendBatch<P extends PropertyMap>(event: AppEventDefinition<P>, occurrences: readonly AppEventOccurrence<P>[]): Promise<void>;
    sendBatch(event: string, occurrences: readonly AppEventOccurrence[]): Promise<void>;
}
