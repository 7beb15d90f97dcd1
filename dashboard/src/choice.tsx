// Small controls that several sections have.

import type { JSX } from 'preact';

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly string[];
  /** The text of the empty value; without it there is none. */
  readonly any?: string;
  readonly onValue: (value: string) => void;
}

/** A labeled list to choose from. */
export function Choice({ label, value, options, any, onValue }: ChoiceProps): JSX.Element {
  return (
    <label>
      {label}{' '}
      <select value={value} onInput={(event) => onValue(event.currentTarget.value)}>
        {any !== undefined && <option value="">{any}</option>}
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}

interface TextProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly hint?: string;
}

/** A labeled line of text. */
export function Text({ label, value, onValue, hint }: TextProps): JSX.Element {
  return (
    <label>
      {label} <input value={value} placeholder={hint ?? ''} onInput={(event) => onValue(event.currentTarget.value)} />
    </label>
  );
}
