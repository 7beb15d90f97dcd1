/** Fields of inputs, outputs and properties, and the types that handlers get from them. */

/** The types that a field can have. `bool` and `boolean` are the same; `json` reaches the CRM as a string. */
export type FieldType = 'string' | 'number' | 'bool' | 'boolean' | 'enumeration' | 'datetime' | 'json';

/** The upper-case spellings of older apps. Accepted everywhere, normalized when code is generated. */
export type LegacyFieldType = Uppercase<FieldType>;

/** One choice of an enumeration. */
export interface FieldOption {
  readonly value: string;
  /** What people see. */
  readonly label: string;
}

/** Where the platform may take a field's value from. */
export type SupportedValueType = 'STATIC_VALUE' | 'OBJECT_PROPERTY' | 'FIELD_DATA';

/** One input field, or one property of an app object or event. */
export interface FieldDefinition {
  readonly type: FieldType | LegacyFieldType;
  readonly label?: string;
  readonly description?: string;
  /** The form requires it, and a dispatch without it is refused with `missing_required_input`. Default: optional. */
  readonly required?: boolean;
  /** Another spelling of `required`; either counts. */
  readonly isRequired?: boolean;
  /** The value that the handler gets when the field is left out. */
  readonly default?: unknown;
  /** The choices of an `enumeration`. There is no `enum` type and no `values` key. */
  readonly options?: readonly string[] | readonly FieldOption[];
  /** The UI control, such as `select`. Default: what `defaultCrmFieldType` gives for the type. */
  readonly fieldType?: string;
  /** Shorthand for `supportedValueTypes`, which wins over it. */
  readonly valueSource?: 'static' | 'property' | 'both';
  /** Default: `['STATIC_VALUE']`. */
  readonly supportedValueTypes?: readonly SupportedValueType[];
}

/** One output field: narrower, since nobody fills it in. */
export interface OutputFieldDefinition {
  readonly type: FieldType | LegacyFieldType;
  readonly label?: string;
  readonly description?: string;
  readonly fieldType?: string;
}

/** Input fields by name. */
export interface FieldMap {
  readonly [name: string]: FieldDefinition;
}

/** Output fields by name. */
export interface OutputFieldMap {
  readonly [name: string]: OutputFieldDefinition;
}

/** What no value is; the compiler's message names it, which `never` would not. */
interface NoSuchMember {
  readonly 'no such member': never;
}

/**
 * Refuses members that a definition does not have, such as `values` on a field. What a type is inferred from is not
 * looked at for unknown members, so functions that infer a map take this beside it.
 */
export type OnlyMembersOf<Definition, M> = {
  readonly [K in keyof M]?: { readonly [Unknown in Exclude<keyof M[K], keyof Definition>]?: NoSuchMember };
};

interface ValueByType {
  string: string;
  number: number;
  bool: boolean;
  boolean: boolean;
  enumeration: string;
  /** ISO 8601 text, as the CRM writes it: a `Date` would not survive JSON. */
  datetime: string;
  json: unknown;
}

type ChoiceOf<Options> = Options extends readonly (infer One)[]
  ? One extends string
    ? One
    : One extends { readonly value: infer Value extends string }
      ? Value
      : never
  : string;

/** The type of one field's value. */
export type InferField<F extends OutputFieldDefinition> =
  Lowercase<F['type']> extends infer T extends keyof ValueByType
    ? T extends 'enumeration'
      ? F extends { readonly options: infer Options }
        ? ChoiceOf<Options>
        : string
      : ValueByType[T]
    : never;

type IsPresent<F> = F extends { readonly required: true } | { readonly isRequired: true }
  ? true
  : F extends { readonly default: infer Default }
    ? [Default] extends [undefined]
      ? false
      : true
    : false;

type Flat<T> = { [K in keyof T]: T[K] };

/**
 * The handler's input, from a map of input fields: a number field is a number, an enumeration with literal options
 * is their union, `json` is unknown, `datetime` is ISO 8601 text. A field is optional unless it is required or has a
 * default.
 */
export type InferInput<M extends FieldMap> = Flat<
  { -readonly [K in keyof M as IsPresent<M[K]> extends true ? K : never]: InferField<M[K]> } & {
    -readonly [K in keyof M as IsPresent<M[K]> extends true ? never : K]?: InferField<M[K]>;
  }
>;

/** What a handler may return as output, from a map of output fields. Every field may be left out. */
export type InferOutput<M extends OutputFieldMap> = { -readonly [K in keyof M]?: InferField<M[K]> | undefined };
