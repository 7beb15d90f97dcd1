/**
 * The object types of your portal and their properties, by name. `svc types` adds them from `svc.portal.json`, which
 * `svc types --portal` writes. Without that file, this type is empty, and calls of `ctx.crm` take any name and value.
 */
// biome-ignore lint/suspicious/noEmptyInterface: svc types adds its members
export interface PortalObjects {}

/** The name of an object type in `svc.portal.json`. */
export type PortalObjectName = Extract<keyof PortalObjects, string>;

/** The properties of an object type in the portal. They are unknown, so `never`, for other object types. */
type PropertiesOf<T> = T extends keyof PortalObjects ? PortalObjects[T] : never;

/** The name of a property of an object type. Any string unless `svc.portal.json` has the type. */
export type CrmPropertyName<T extends string = string> = T extends keyof PortalObjects
  ? Extract<keyof PortalObjects[T], string>
  : string;

/** The name of a unique property of an object type. Any string unless `svc.portal.json` has the type. */
export type CrmUniquePropertyName<T extends string = string> = T extends keyof PortalObjects
  ? {
      [K in keyof PortalObjects[T]]: PortalObjects[T][K] extends { readonly unique: true } ? Extract<K, string> : never;
    }[keyof PortalObjects[T]]
  : string;

/** A value to write. The CRM takes text, so numbers and booleans are sent as text. Null and `''` clear the property. */
export type CrmPropertyValue = string | number | boolean | null;

/** An option as a value to write: `'5'` may be written as 5, and `'true'` as true. */
type OptionValue<Option extends string> =
  | Option
  | (Option extends `${infer Value extends number | boolean}` ? Value : never)
  | '';

/** The values that a property takes, from how svc types describes it. */
type WrittenValue<Property> = Property extends { readonly multiple: true }
  ? string | null
  : Property extends { readonly options: infer Option extends string }
    ? OptionValue<Option> | null
    : Property extends { readonly type: 'number' }
      ? number | `${number}` | '' | null
      : Property extends { readonly type: 'bool' }
        ? boolean | 'true' | 'false' | '' | null
        : CrmPropertyValue;

/** The value of a property that a read returns. */
type ReadValue<Property> = Property extends { readonly multiple: true }
  ? string
  : Property extends { readonly options: infer Option extends string }
    ? Option
    : Property extends { readonly type: 'bool' }
      ? 'true' | 'false'
      : string;

/** Values to write, by property name. Read-only properties are left out. */
export type CrmWrittenProperties<T extends string = string> = T extends keyof PortalObjects
  ? {
      readonly [K in keyof PropertiesOf<T> as PropertiesOf<T>[K] extends { readonly readOnly: true }
        ? never
        : K]?: WrittenValue<PropertiesOf<T>[K]>;
    }
  : Readonly<Record<string, CrmPropertyValue>>;

/** The requested properties of a record, as text. Null for a property without a value. */
export type CrmReadProperties<T extends string = string> = T extends keyof PortalObjects
  ? { [K in keyof PropertiesOf<T>]: ReadValue<PropertiesOf<T>[K]> | null }
  : Record<string, string | null>;
