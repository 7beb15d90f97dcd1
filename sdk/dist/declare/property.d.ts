/** Property definitions of app objects and app events. */
import type { FieldDefinition, FieldOption } from './field.ts';
/** One choice of an enumeration property. */
export interface PropertyOption extends FieldOption {
    readonly description?: string;
    readonly displayOrder?: number;
    readonly hidden?: boolean;
}
/** A property of an app event: a field, and what the CRM stores beside it. */
export interface PropertyDefinition extends Omit<FieldDefinition, 'options'> {
    /** The property's name. Default: the key that it is declared under. */
    readonly name?: string;
    readonly options?: readonly string[] | readonly PropertyOption[];
    /** The group that shows it, from `propertyGroups`. */
    readonly groupName?: string;
}
/** A property of an app object. */
export interface AppObjectPropertyDefinition extends PropertyDefinition {
    /** No two records share a value. At most 10 properties of an object; permanent. */
    readonly hasUniqueValue?: boolean;
    /** People cannot change it in the CRM. */
    readonly readOnlyValue?: boolean;
    /** It stands on the form that creates a record. */
    readonly formField?: boolean;
    /** Makes it a calculated property. */
    readonly calculationFormula?: string;
}
/** Properties of an event by name. */
export interface PropertyMap {
    readonly [name: string]: PropertyDefinition;
}
/** Properties of an app object by name. */
export interface AppObjectPropertyMap {
    readonly [name: string]: AppObjectPropertyDefinition;
}
