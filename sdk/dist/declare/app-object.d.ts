/** App objects: record types that the app brings into the portal. */
import type { OnlyMembersOf } from './field.ts';
import type { AppObjectPropertyDefinition, AppObjectPropertyMap } from './property.ts';
/** A group of properties on the record page. */
export interface PropertyGroup {
    readonly name: string;
    readonly label: string;
}
/** One field of the form that creates a record. */
export interface CreateFormField {
    /** The key or the name of a property. */
    readonly propertyName: string;
    readonly isRequired?: boolean;
    readonly isRemovable?: boolean;
}
/** What people may do with the records. */
export interface AppObjectSettings {
    readonly hasRecordPage?: boolean;
    readonly allowsUserCreatedRecords?: boolean;
    readonly hasEngagements?: boolean;
}
/** How a property is referred to: by the key that it is declared under, or by the `name` that it declares. */
type PropertyReference<P> = Extract<keyof P, string> | {
    [K in keyof P]: P[K] extends {
        readonly name: infer Name extends string;
    } ? Name : never;
}[keyof P];
/** The options of `appObject`. */
export interface AppObjectOptions<P extends AppObjectPropertyMap = AppObjectPropertyMap> {
    /** The object's name, UPPER_SNAKE. Permanent once uploaded. */
    readonly name: string;
    readonly label: string;
    readonly singularForm: string;
    readonly pluralForm: string;
    /** The property that names a record. */
    readonly primaryDisplayLabelPropertyName: PropertyReference<P>;
    readonly properties: P;
    /** The portal-side identity. Default: the id in UPPER_SNAKE. Must stay stable. */
    readonly uid?: string;
    readonly description?: string;
    readonly appPrefix?: string;
    readonly settings?: AppObjectSettings;
    readonly requiredProperties?: readonly PropertyReference<P>[];
    readonly searchableProperties?: readonly PropertyReference<P>[];
    readonly propertyGroups?: readonly PropertyGroup[];
    readonly defaultCreateFormFields?: readonly CreateFormField[];
    readonly secondaryDisplayLabelPropertyNames?: readonly PropertyReference<P>[];
}
/**
 * A declared app object. Its property names are plain strings here: names typed by `keyof P` would make the
 * definition of one object unfit wherever any app object is taken.
 */
export interface AppObjectDefinition<P extends AppObjectPropertyMap = AppObjectPropertyMap> extends Omit<AppObjectOptions, 'properties'> {
    readonly properties: P;
    readonly kind: 'appObject';
    readonly id: string;
    /** The declared uid, or the one derived from the id. */
    readonly uid: string;
}
/** Declares a record type that the app brings into the portal. */
export declare function appObject<const P extends AppObjectPropertyMap>(id: string, options: AppObjectOptions<P> & {
    readonly properties: OnlyMembersOf<AppObjectPropertyDefinition, P>;
}): AppObjectDefinition<P>;
export {};
