/** App events: what the app puts on the timeline of CRM records. */
import type { OnlyMembersOf } from './field.ts';
import type { PropertyDefinition, PropertyMap } from './property.ts';
/** The options of `appEvent`. */
export interface AppEventOptions<P extends PropertyMap = PropertyMap> {
    readonly name: string;
    readonly label: string;
    /** The CRM object that the event stands on, such as `contact`. Permanent once uploaded. */
    readonly objectType: string;
    readonly properties: P;
    /** The portal-side identity. Default: the id in UPPER_SNAKE. Must stay stable. */
    readonly uid?: string;
    readonly description?: string;
    readonly supportsCustomObject?: boolean;
    /** The event's head line; `{{property}}` is filled in. */
    readonly headerTemplate?: string;
    /** The event's details; `{{property}}` is filled in. */
    readonly detailTemplate?: string;
}
/** A declared app event. */
export interface AppEventDefinition<P extends PropertyMap = PropertyMap> extends AppEventOptions<P> {
    readonly kind: 'appEvent';
    readonly id: string;
    /** The declared uid, or the one derived from the id. */
    readonly uid: string;
}
/** Declares an event that `ctx.appEvents` sends. */
export declare function appEvent<const P extends PropertyMap>(id: string, options: AppEventOptions<P> & {
    readonly properties: OnlyMembersOf<PropertyDefinition, P>;
}): AppEventDefinition<P>;
