import type { SupportedValueType } from '../declare/field.ts';
import type { CanonicalFieldType, CrmFieldType } from '../declare/field-type.ts';

/** An output field. */
export interface OutputFieldManifest {
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
export interface FieldOptionManifest {
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
export interface FieldManifest extends OutputFieldManifest {
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
export interface PropertyManifest extends OutputFieldManifest {
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
