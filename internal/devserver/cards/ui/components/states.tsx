import { classes, type WithChildren } from './props.ts';

interface TitledProps extends WithChildren {
  readonly title?: string;
}

export function Alert({ title, variant = 'info', children, testId }: TitledProps & { readonly variant?: string }) {
  const isUrgent = variant === 'error' || variant === 'danger';
  return (
    <div className={classes('alert', variant)} data-test-id={testId} role={isUrgent ? 'alert' : 'status'}>
      <strong>{title}</strong>
      <div>{children}</div>
    </div>
  );
}

export function EmptyState({
  title = 'All is not lost.',
  imageName,
  children,
  testId,
}: TitledProps & { imageName?: string }) {
  return (
    <div className="svc-state" data-test-id={testId}>
      {imageName !== undefined && <div className="svc-illustration">{imageName}</div>}
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export function ErrorState({
  title = 'Something went wrong.',
  type = 'error',
  children,
  testId,
}: TitledProps & { type?: string }) {
  return (
    <div className={classes('state', type)} data-test-id={testId} role="alert">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

interface SpinnerProps {
  readonly label: string;
  readonly showLabel?: boolean;
  readonly size?: string;
  readonly layout?: string;
  readonly testId?: string;
}

export function LoadingSpinner({ label, showLabel, size, layout, testId }: SpinnerProps) {
  return (
    <div aria-label={label} className={classes('loading', size, layout)} data-test-id={testId} role="status">
      <span aria-hidden="true" className="svc-spinner" /> {showLabel === true && label}
    </div>
  );
}

interface ProgressProps {
  readonly title?: string;
  readonly value?: number;
  readonly maxValue?: number;
  readonly valueMax?: number;
  readonly showPercentage?: boolean;
  readonly valueDescription?: string;
  readonly variant?: string;
  readonly 'aria-label'?: string;
  readonly testId?: string;
}

export function ProgressBar({ title, value = 0, maxValue, valueMax, variant, testId, ...rest }: ProgressProps) {
  const max = maxValue ?? valueMax ?? 100;
  return (
    <div className={classes('progress', variant)} data-test-id={testId}>
      {title !== undefined && <div>{title}</div>}
      <progress aria-label={rest['aria-label'] ?? title ?? 'progress'} max={max} value={value} />
      {rest.showPercentage === true && <span> {Math.round((100 * value) / max)} %</span>}
      {rest.valueDescription !== undefined && <small>{rest.valueDescription}</small>}
    </div>
  );
}

export function ScoreCircle({ score, testId }: { readonly score: number; readonly testId?: string }) {
  return (
    <div aria-label={`score ${score} of 100`} className="svc-score" data-test-id={testId} role="img">
      {score}
    </div>
  );
}

interface StepsProps {
  readonly stepNames: readonly string[];
  readonly currentStep?: number;
  readonly direction?: string;
  readonly testId?: string;
  onClick?(index: number): void;
}

export function StepIndicator({ stepNames, currentStep = 0, direction = 'horizontal', onClick, testId }: StepsProps) {
  return (
    <ol className={classes('steps', direction)} data-test-id={testId}>
      {stepNames.map((name, index) => (
        <li key={name} aria-current={index === currentStep ? 'step' : undefined}>
          {onClick === undefined ? (
            name
          ) : (
            <button className="svc-plain" type="button" onClick={() => onClick(index)}>
              {name}
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}
