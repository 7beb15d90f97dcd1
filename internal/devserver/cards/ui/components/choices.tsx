import { type ReactNode, useId, useState } from 'react';
import { type FieldProps, Labeled } from './fields.tsx';
import { type Spacing, spacing, type WithChildren } from './props.ts';

type Choice = string | number | boolean;

interface Option {
  readonly label: string;
  readonly value: Choice;
}

interface SelectProps extends Omit<FieldProps<Choice>, 'onInput'> {
  readonly options?: readonly Option[];
}

/** Returns the option of an element's value, which is the position. */
const chosen = (options: readonly Option[], value: string): Option | undefined => options[Number(value)];

export function Select({ options = [], value, onChange, ...props }: SelectProps) {
  const id = useId();
  const [own, setOwn] = useState<Choice>();
  const current = options.findIndex((option) => option.value === (value ?? own));
  return (
    <Labeled {...(props as FieldProps<never>)} id={id}>
      <select
        disabled={props.readOnly}
        id={id}
        name={props.name}
        required={props.required}
        value={current < 0 ? '' : current}
        onChange={({ target }) => {
          const option = chosen(options, target.value);
          if (option !== undefined) {
            setOwn(option.value);
            onChange?.(option.value);
          }
        }}
      >
        <option disabled hidden value="">
          {props.placeholder ?? ''}
        </option>
        {options.map((option, index) => (
          <option key={String(option.value)} value={index}>
            {option.label}
          </option>
        ))}
      </select>
    </Labeled>
  );
}

interface MultiSelectProps extends Omit<FieldProps<readonly Choice[]>, 'onInput'> {
  readonly options?: readonly Option[];
}

export function MultiSelect({ options = [], value, onChange, ...props }: MultiSelectProps) {
  const id = useId();
  const [own, setOwn] = useState<readonly Choice[]>([]);
  const current = value ?? own;
  const indices = options.flatMap((option, index) => (current.includes(option.value) ? [String(index)] : []));
  return (
    <Labeled {...(props as FieldProps<never>)} id={id}>
      <select
        multiple
        disabled={props.readOnly}
        id={id}
        name={props.name}
        value={indices}
        onChange={({ target }) => {
          const picked = Array.from(target.selectedOptions, (option) => options[Number(option.value)]!.value);
          setOwn(picked);
          onChange?.(picked);
        }}
      >
        {options.map((option, index) => (
          <option key={String(option.value)} value={index}>
            {option.label}
          </option>
        ))}
      </select>
    </Labeled>
  );
}

interface CheckProps extends WithChildren, Spacing {
  readonly value?: string;
  readonly checked?: boolean;
  readonly initialIsChecked?: boolean;
  readonly readonly?: boolean;
  readonly readOnly?: boolean;
  readonly name?: string;
  readonly description?: string;
  readonly inline?: boolean;
  readonly 'aria-label'?: string;
  onChange?(checked: boolean, value: string): void;
}

/** A box or a button with a text. Its state is its own unless the card sets `checked`. */
function Check({
  type,
  role,
  label,
  ...props
}: CheckProps & { type: 'checkbox' | 'radio'; role?: string; label: ReactNode }) {
  const { value = '', checked, initialIsChecked = false, onChange } = props;
  const [own, setOwn] = useState(initialIsChecked);
  return (
    <label className={props.inline === true ? 'svc-check svc-check-inline' : 'svc-check'} style={spacing(props)}>
      <input
        aria-label={props['aria-label']}
        checked={checked ?? own}
        data-test-id={props.testId}
        disabled={props.readonly ?? props.readOnly}
        name={props.name}
        role={role}
        type={type}
        value={value}
        onChange={({ target }) => {
          setOwn(target.checked);
          onChange?.(target.checked, value);
        }}
      />
      <span>
        {label}
        {props.description !== undefined && <small>{props.description}</small>}
      </span>
    </label>
  );
}

export function Checkbox(props: CheckProps) {
  return <Check {...props} label={props.children} type="checkbox" />;
}

export function RadioButton(props: CheckProps) {
  return <Check {...props} label={props.children} type="radio" />;
}

interface ToggleProps extends Omit<CheckProps, 'onChange'> {
  readonly label: string;
  readonly labelDisplay?: 'inline' | 'top' | 'hidden';
  onChange?(checked: boolean): void;
}

export function Toggle({ label, labelDisplay, onChange, ...props }: ToggleProps) {
  return (
    <Check
      {...props}
      aria-label={label}
      label={labelDisplay === 'hidden' ? '' : label}
      role="switch"
      type="checkbox"
      onChange={(checked) => onChange?.(checked)}
    />
  );
}

interface ToggleGroupProps extends Omit<FieldProps<string | readonly string[]>, 'onInput'> {
  readonly toggleType?: 'checkboxList' | 'radioButtonList';
  readonly options?: readonly (CheckProps & { readonly label: string; readonly value: string })[];
  readonly inline?: boolean;
}

export function ToggleGroup({ toggleType, options = [], value, onChange, ...props }: ToggleGroupProps) {
  const isRadio = toggleType === 'radioButtonList';
  const initial = options.filter((option) => option.initialIsChecked).map((option) => option.value);
  const [own, setOwn] = useState<readonly string[]>(initial);
  const current = value === undefined ? own : [value].flat();
  const change = (checked: boolean, one: string) => {
    const others = isRadio ? [] : current.filter((other) => other !== one);
    const next = checked ? [...others, one] : others;
    setOwn(next as string[]);
    onChange?.(isRadio ? one : (next as string[]));
  };
  return (
    <fieldset className="svc-field" data-test-id={props.testId}>
      <legend title={props.tooltip}>{props.label}</legend>
      {options.map(({ label, ...option }) => (
        <Check
          {...option}
          key={option.value}
          checked={current.includes(option.value)}
          inline={props.inline ?? false}
          label={label}
          name={props.name ?? ''}
          type={isRadio ? 'radio' : 'checkbox'}
          onChange={change}
        />
      ))}
      {props.validationMessage !== undefined && <small>{props.validationMessage}</small>}
    </fieldset>
  );
}
