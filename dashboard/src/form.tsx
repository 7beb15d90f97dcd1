// Forms made from the declared input fields of a capability.

import type { JSX } from 'preact';
import type { Field } from './types.ts';

/** The texts of a form's controls by field name. An empty text leaves the field out. */
export type Texts = Readonly<Record<string, string>>;

/** Returns the texts of an input: of its fields, or of the defaults where it has none. */
export function textsOf(fields: readonly Field[], input?: Readonly<Record<string, unknown>>): Texts {
  const texts: Record<string, string> = {};
  for (const field of fields) {
    const value = input === undefined ? field.default : input[field.name];
    if (value !== undefined && value !== null) {
      texts[field.name] = typeof value === 'string' && field.type !== 'json' ? value : JSON.stringify(value);
    }
  }
  return texts;
}

/** Returns the input that the texts stand for. @throws if a text is not a value of its field */
export function inputOf(fields: readonly Field[], texts: Texts): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const field of fields) {
    const text = texts[field.name] ?? '';
    if (text !== '') {
      input[field.name] = readText(field, text);
    }
  }
  return input;
}

function readText(field: Field, text: string): unknown {
  switch (field.type) {
    case 'number':
      return Number(text);
    case 'bool':
      return text === 'true';
    case 'json':
      return parseJson(field.label ?? field.name, text);
    default:
      return text;
  }
}

/** Parses a text of a control. @throws with the control's label if it is not JSON */
export function parseJson(label: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${label} is not valid JSON: ${(error as Error).message}`);
  }
}

interface FieldsProps {
  readonly fields: readonly Field[];
  readonly texts: Texts;
  readonly onChange: (texts: Texts) => void;
}

/** Shows a control for each field. */
export function Fields({ fields, texts, onChange }: FieldsProps): JSX.Element {
  return (
    <>
      {fields.map((field) => (
        <FieldControl
          key={field.name}
          field={field}
          text={texts[field.name] ?? ''}
          onText={(text) => onChange({ ...texts, [field.name]: text })}
        />
      ))}
    </>
  );
}

interface ControlProps {
  readonly field: Field;
  readonly text: string;
  readonly onText: (text: string) => void;
}

function FieldControl({ field, text, onText }: ControlProps): JSX.Element {
  const id = `field-${field.name}`;
  const about = field.description === undefined ? undefined : `${id}-about`;
  const shared = {
    id,
    name: field.name,
    required: field.required,
    'aria-describedby': about,
    value: text,
    onInput: (event: { currentTarget: { value: string } }) => onText(event.currentTarget.value),
  };
  return (
    <div class="field">
      <label for={id}>
        {field.label ?? field.name}
        {field.required && <span class="required"> (required)</span>} <small>{field.type}</small>
      </label>
      <Control field={field} shared={shared} />
      {about !== undefined && (
        <small id={about} class="about">
          {field.description}
        </small>
      )}
    </div>
  );
}

function Control({ field, shared }: { readonly field: Field; readonly shared: object }): JSX.Element {
  const choices = field.type === 'bool' ? BOOLEANS : field.options;
  if (choices !== undefined && choices.length > 0) {
    return (
      <select {...shared}>
        <option value="">{field.required ? 'choose' : 'none'}</option>
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  if (field.type === 'json' || field.fieldType === 'textarea') {
    return <textarea rows={3} spellcheck={false} {...shared} />;
  }
  if (field.type === 'number') {
    return <input type="number" step="any" {...shared} />;
  }
  return <input type="text" placeholder={field.type === 'datetime' ? '2026-12-01T00:00:00Z' : ''} {...shared} />;
}

const BOOLEANS = [
  { value: 'true', label: 'true' },
  { value: 'false', label: 'false' },
];
