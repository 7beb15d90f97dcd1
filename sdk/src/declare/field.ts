/** Input and output fields, and the handler types inferred from them. */

/**
 * The type of a field. `bool` and `boolean` are the same. A `json` field is text in the CRM: the runtime parses what a
 * workflow action sends. Other callers, such as cards, send JSON values, which the handler receives unchanged.
 */
export type FieldType = 'string' | 'number' | 'bool' | 'boolean' | 'enumeration' | 'datetime' | 'json';

/** The field types in upper case, as older apps spell them. Every option that takes a type accepts them. */
export type LegacyFieldType = Uppercase<FieldType>;

/** One choice of an enumeration. */
export interface FieldOption {
  /** The stored value. Unique within the field. */
  readonly value: string;
  /** The displayed text. */
  readonly label: string;
}

/** Where the CRM takes a field's value from: a fixed value, a property of the record, or field data. */
export type SupportedValueType = 'STATIC_VALUE' | 'OBJECT_PROPERTY' | 'FIELD_DATA';

/** One input field, or one property of an app object or event. */
export interface FieldDefinition {
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
export interface OutputFieldDefinition {
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
export interface FieldMap {
  readonly [name: string]: FieldDefinition;
}

/** Output fields by name. */
export interface OutputFieldMap {
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
export type OnlyMembersOf<Definition, M> = {
  readonly [K in keyof M]?: { readonly [Unknown in Exclude<keyof M[K], keyof Definition>]?: NoSuchMember };
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
type ChoiceOf<Options> = Options extends readonly (infer One)[]
  ? One extends string
    ? One
    : One extends { readonly value: infer Value extends string }
      ? Value
      : never
  : string;

/** The type of a field's value in a handler. */
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

/** Merges an intersection into one object type. */
type Flat<T> = { [K in keyof T]: T[K] };

/** The names of the fields that always have a value, or of those that may have none. */
type NamesIn<M, Present extends boolean> = { [K in keyof M]-?: IsPresent<M[K]> extends Present ? K : never }[keyof M];

/**
 * The values of some fields. A mapped type over a parameter `K extends keyof M`, without `as`, keeps the doc comments
 * of the fields and leads editors to them.
 */
type Values<M extends FieldMap, K extends keyof M> = { -readonly [P in K]: InferField<M[P]> };

/** `Values` that may be absent. */
type OptionalValues<M extends FieldMap, K extends keyof M> = { -readonly [P in K]?: InferField<M[P]> };

/**
 * The handler's input, inferred from a map of input fields. A number field is a number, an enumeration with literal
 * options is their union, `json` is unknown, and `datetime` is an ISO 8601 string. A member is optional unless its
 * field is required or has a default.
 */
export type InferInput<M extends FieldMap> = Flat<Values<M, NamesIn<M, true>> & OptionalValues<M, NamesIn<M, false>>>;

/** The output that a handler may return, inferred from a map of output fields. Every member is optional. */
export type InferOutput<M extends OutputFieldMap> = { -readonly [K in keyof M]?: InferField<M[K]> | undefined };
