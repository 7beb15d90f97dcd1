import type { FieldDefinition, FieldOption } from './field.ts';

/** One choice of an enumeration property. */
export interface PropertyOption extends FieldOption {
  /** The help text of the choice. */
  readonly description?: string;
  /** The position among the choices, lowest number first. Default: chosen by the CRM. */
  readonly displayOrder?: number;
  /** Hides the choice in forms. Default: false. */
  readonly hidden?: boolean;
}

/** A property of an app event: a field, with more options of the CRM. */
export interface PropertyDefinition extends Omit<FieldDefinition, 'options'> {
  /** The property's name in the CRM. Default: its key in `properties`. */
  readonly name?: string;
  /** The choices of an `enumeration`: strings, or values with labels. */
  readonly options?: readonly string[] | readonly PropertyOption[];
  /** The group that shows the property, from `propertyGroups`. */
  readonly groupName?: string;
}

/** A property of an app object. */
export interface AppObjectPropertyDefinition extends PropertyDefinition {
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
export interface PropertyMap {
  readonly [name: string]: PropertyDefinition;
}

/** Properties of an app object, by key. */
export interface AppObjectPropertyMap {
  readonly [name: string]: AppObjectPropertyDefinition;
}
