import { useId } from 'react';
import { reactions } from '../frame/overlays.ts';
import { type FieldProps, type Form as ValueForm, type FormProps, Labeled, TextField } from './fields.tsx';
import { eventOf } from './props.ts';

const same = (value: string) => value;
const TEXT: ValueForm<string> = { type: 'text', text: same, value: same };
const PASSWORD: ValueForm<string> = { ...TEXT, type: 'password' };
const SEARCH: ValueForm<string> = { ...TEXT, type: 'search' };
const NUMBER: ValueForm<number> = {
  type: 'number',
  text: String,
  value: (text) => (text === '' ? (undefined as unknown as number) : Number(text)),
};

/** Calls the handler of a form whose values are valid. */
function submit(form: HTMLFormElement, onSubmit: FormProps['onSubmit']): void {
  if (form.reportValidity()) {
    const values = Object.fromEntries(new FormData(form));
    onSubmit?.({ ...eventOf('submit', values), preventDefault: () => {} }, reactions);
  }
}

/** A sandboxed frame fires no event of the type `submit`. Enter in an input clicks the button that submits. */
export function Form({ children, onSubmit, autoComplete, testId }: FormProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is that of a button
    <form
      autoComplete={autoComplete}
      data-test-id={testId}
      onClick={(event) => {
        const button = (event.target as Element).closest('button');
        if (button?.type === 'submit') {
          event.preventDefault();
          submit(event.currentTarget, onSubmit);
        }
      }}
    >
      {children}
    </form>
  );
}

export function Input({ type, ...props }: FieldProps & { readonly type?: 'text' | 'password' }) {
  return <TextField {...props} form={type === 'password' ? PASSWORD : TEXT} />;
}

export function SearchInput(props: FieldProps & { readonly clearable?: boolean }) {
  return <TextField {...props} form={SEARCH} />;
}

interface NumberProps extends FieldProps<number> {
  readonly min?: number;
  readonly max?: number;
  readonly precision?: number;
  readonly formatStyle?: 'decimal' | 'percentage';
  readonly stepSize?: number;
  readonly currency?: string;
}

const step = ({ stepSize, precision }: NumberProps) =>
  stepSize ?? (precision === undefined ? 'any' : Number((10 ** -precision).toFixed(precision)));

export function NumberInput(props: NumberProps) {
  return <TextField {...props} form={NUMBER} more={{ min: props.min, max: props.max, step: step(props) }} />;
}

export function StepperInput({ stepSize = 1, ...props }: NumberProps) {
  return <NumberInput {...props} stepSize={stepSize} />;
}

export function CurrencyInput({ currency = 'USD', label = '', ...props }: NumberProps) {
  return <NumberInput {...props} label={`${label} (${currency})`} />;
}

interface Day {
  readonly year: number;
  /** 0 to 11. */
  readonly month: number;
  readonly date: number;
  readonly formattedDate?: string;
}

const two = (n: number) => String(n).padStart(2, '0');
const dayText = ({ year, month, date }: Day) => `${String(year).padStart(4, '0')}-${two(month + 1)}-${two(date)}`;
const DATE: ValueForm<Day> = {
  type: 'date',
  text: dayText,
  value(text) {
    const [year = 0, month = 0, date = 0] = text.split('-').map(Number);
    return text === '' ? (null as unknown as Day) : { year, month: month - 1, date, formattedDate: text };
  },
};

export function DateInput(props: FieldProps<Day> & { readonly min?: Day; readonly max?: Day }) {
  const more = { min: props.min && dayText(props.min), max: props.max && dayText(props.max) };
  return <TextField {...props} form={DATE} more={more} />;
}

interface Time {
  readonly hours: number;
  readonly minutes: number;
}

const timeText = ({ hours, minutes }: Time) => `${two(hours)}:${two(minutes)}`;
const TIME: ValueForm<Time> = {
  type: 'time',
  text: timeText,
  value(text) {
    const [hours = 0, minutes = 0] = text.split(':').map(Number);
    return text === '' ? (null as unknown as Time) : { hours, minutes };
  },
};

export function TimeInput(props: FieldProps<Time> & { min?: Time; max?: Time; interval?: number }) {
  const { min, max, interval } = props;
  const more = { min: min && timeText(min), max: max && timeText(max), step: interval && interval * 60 };
  return <TextField {...props} form={TIME} more={more} />;
}

interface TextAreaProps extends FieldProps {
  readonly cols?: number;
  readonly rows?: number;
  readonly maxLength?: number;
  readonly resize?: 'vertical' | 'horizontal' | 'both' | 'none';
}

export function TextArea({ cols, rows = 3, maxLength, resize, ...props }: TextAreaProps) {
  const id = useId();
  const { value, defaultValue, onChange, onInput, onBlur, onFocus } = props;
  return (
    <Labeled {...(props as FieldProps<never>)} id={id}>
      <textarea
        key={value}
        aria-invalid={props.error}
        cols={cols}
        defaultValue={value ?? defaultValue}
        id={id}
        maxLength={maxLength}
        name={props.name}
        placeholder={props.placeholder}
        readOnly={props.readOnly}
        ref={(area) => {
          if (area !== null) {
            area.onchange = () => onChange?.(area.value);
          }
        }}
        required={props.required}
        rows={rows}
        style={{ resize }}
        onBlur={({ target }) => onBlur?.(target.value)}
        onFocus={({ target }) => onFocus?.(target.value)}
        onInput={({ currentTarget }) => onInput?.(currentTarget.value)}
      />
    </Labeled>
  );
}

/** The former name. */
export const Textarea = TextArea;
