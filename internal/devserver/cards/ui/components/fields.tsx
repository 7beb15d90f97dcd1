import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { type Spacing, spacing, type WithChildren } from './props.ts';

/** The props of every input. */
export interface FieldProps<Value = string> extends Spacing {
  readonly label?: string;
  readonly name?: string;
  readonly value?: Value | undefined;
  readonly defaultValue?: Value | undefined;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly description?: string;
  readonly tooltip?: string;
  readonly placeholder?: string;
  readonly error?: boolean;
  readonly validationMessage?: string;
  readonly testId?: string;
  onChange?(value: Value): void;
  onInput?(value: Value): void;
  onBlur?(value: Value): void;
  onFocus?(value: Value): void;
}

interface LabelledProps extends Omit<FieldProps<never>, 'onChange' | 'onInput' | 'onBlur' | 'onFocus'> {
  readonly id: string;
  readonly children: ReactNode;
}

/** A label, its input, and what the user has to know about it. */
export function Labeled({
  id,
  label,
  required,
  description,
  tooltip,
  error,
  validationMessage,
  ...rest
}: LabelledProps) {
  return (
    <div className="svc-field" data-test-id={rest.testId} style={spacing(rest)}>
      {label !== undefined && (
        <label htmlFor={id} title={tooltip}>
          {label}
          {required === true && <span aria-hidden="true"> *</span>}
        </label>
      )}
      {description !== undefined && <small>{description}</small>}
      {rest.children}
      {validationMessage !== undefined && (
        <small className={error === true ? 'svc-invalid' : undefined} role={error === true ? 'alert' : undefined}>
          {validationMessage}
        </small>
      )}
    </div>
  );
}

/** How an input's text and its value become each other. */
export interface Form<Value> {
  readonly type: string;
  text(value: Value): string;
  value(text: string): Value;
}

type Attributes = InputHTMLAttributes<HTMLInputElement>;

/** An `<input>` of any type. The vendor's `onChange` comes when the user has left it, `onInput` with each letter. */
export function TextField<Value>({
  form,
  more,
  ...props
}: FieldProps<Value> & { form: Form<Value>; more?: Attributes }) {
  const id = useId();
  const { value, defaultValue, onChange, onInput, onBlur, onFocus } = props;
  const text = (of: Value | undefined | null) => (of === undefined || of === null ? '' : form.text(of));
  return (
    <Labeled {...(props as FieldProps<never>)} id={id}>
      <input
        key={value === undefined ? undefined : text(value)} // a new value from the card replaces what was typed
        aria-invalid={props.error}
        defaultValue={text(value ?? defaultValue)}
        id={id}
        name={props.name}
        placeholder={props.placeholder}
        readOnly={props.readOnly}
        ref={(input) => {
          if (input !== null) {
            input.onchange = () => onChange?.(form.value(input.value));
          }
        }}
        required={props.required}
        type={form.type}
        onBlur={({ target }) => onBlur?.(form.value(target.value))}
        onFocus={({ target }) => onFocus?.(form.value(target.value))}
        onInput={({ currentTarget }) => onInput?.(form.value(currentTarget.value))}
        {...more}
      />
    </Labeled>
  );
}

/** A form. Its button of the type `submit` submits it. */
export interface FormProps extends WithChildren {
  onSubmit?(event: object, reactions: object): unknown;
  readonly preventDefault?: boolean;
  readonly autoComplete?: 'off' | 'on';
}
