import type { ReactNode } from 'react';
import { tell } from '../frame/channel.ts';
import { openOverlay, reactions } from '../frame/overlays.ts';
import { classes, eventOf, type Href, type Spacing, spacing, type WithChildren, type WithOverlay } from './props.ts';

/** Opens what a click leads to: the handler, the overlay, the link. */
function click({ onClick, overlay, href }: WithOverlay): void {
  onClick?.(eventOf('click'), reactions);
  if (overlay?.props.id !== undefined) {
    openOverlay(overlay.props.id);
  }
  if (href !== undefined) {
    tell('open', urlOf(href));
  }
}

const urlOf = (href: Href): string => (typeof href === 'string' ? href : href.url);

interface ButtonProps extends WithOverlay, Spacing {
  readonly disabled?: boolean;
  readonly variant?: string;
  readonly type?: 'button' | 'reset' | 'submit';
  readonly size?: string;
  readonly truncate?: boolean;
}

export function Button(props: ButtonProps) {
  const { children, disabled, variant = 'secondary', type = 'button', size, overlay, testId } = props;
  return (
    <>
      <button
        className={classes('button', variant, size, props.truncate && 'truncate')}
        data-test-id={testId}
        disabled={disabled}
        style={spacing(props)}
        type={type}
        onClick={() => click(props)}
      >
        {children}
      </button>
      {overlay}
    </>
  );
}

export function LoadingButton({ loading, ...props }: ButtonProps & { readonly loading?: boolean }) {
  return (
    <Button {...props} disabled={props.disabled === true || loading === true}>
      {loading === true && <span aria-hidden="true" className="svc-spinner" />} {props.children}
    </Button>
  );
}

export function ButtonRow({ children, testId, ...rest }: WithChildren & Spacing) {
  return (
    <div className="svc-button-row" data-test-id={testId} style={spacing(rest)}>
      {children}
    </div>
  );
}

interface LinkProps extends WithOverlay {
  readonly variant?: string;
  readonly preventDefault?: boolean;
}

export function Link(props: LinkProps) {
  const { children, href = '#', variant = 'primary', preventDefault, overlay, testId } = props;
  return (
    <>
      <a
        className={classes('link', variant)}
        data-test-id={testId}
        href={urlOf(href)}
        onClick={(event) => {
          event.preventDefault(); // the page opens it: the frame cannot
          click(preventDefault === true ? { ...props, href: undefined } : props);
        }}
      >
        {children}
      </a>
      {overlay}
    </>
  );
}

interface ImageProps extends WithOverlay {
  readonly src: string;
  readonly alt?: string;
  readonly width?: number;
  readonly height?: number;
}

export function Image(props: ImageProps) {
  const { src, alt = '', width, height, overlay, testId } = props;
  const image = <img alt={alt} data-test-id={testId} height={height} src={src} width={width} />;
  const isClickable = props.onClick !== undefined || props.href !== undefined || overlay !== undefined;
  return (
    <>
      {isClickable ? (
        <button className="svc-image-button" type="button" onClick={() => click(props)}>
          {image}
        </button>
      ) : (
        image
      )}
      {overlay}
    </>
  );
}

export function Tag(props: WithOverlay & { readonly variant?: string; readonly inline?: boolean }) {
  const { children, variant = 'default', overlay, testId } = props;
  const className = classes('tag', variant);
  return (
    <>
      {props.onClick === undefined && overlay === undefined ? (
        <span className={className} data-test-id={testId}>
          {children}
        </span>
      ) : (
        <button className={className} data-test-id={testId} type="button" onClick={() => click(props)}>
          {children}
        </button>
      )}
      {overlay}
    </>
  );
}

interface StatusTagProps extends WithChildren {
  readonly variant?: string;
  readonly hollow?: boolean;
  readonly showRemoveIcon?: boolean;
  onClick?(): void;
  onRemoveClick?(): void;
}

export function StatusTag({
  variant = 'default',
  hollow,
  showRemoveIcon,
  onClick,
  onRemoveClick,
  ...rest
}: StatusTagProps) {
  return (
    <span className={classes('tag', variant, hollow === true && 'hollow')} data-test-id={rest.testId}>
      {onClick === undefined ? (
        rest.children
      ) : (
        <button className="svc-plain" type="button" onClick={() => onClick()}>
          {rest.children}
        </button>
      )}
      {showRemoveIcon === true && (
        <button aria-label="Remove" className="svc-plain" type="button" onClick={() => onRemoveClick?.()}>
          ×
        </button>
      )}
    </span>
  );
}

interface DropdownProps extends WithChildren {
  readonly options?: readonly { readonly label: string; onClick?(): void }[];
  readonly variant?: string;
  readonly buttonText?: string;
  readonly buttonSize?: string;
  readonly disabled?: boolean;
}

export function Dropdown({
  options = [],
  variant = 'secondary',
  buttonText,
  disabled,
  children,
  testId,
}: DropdownProps) {
  return (
    <details className="svc-dropdown" data-test-id={testId}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
      <summary
        aria-disabled={disabled}
        className={classes('button', variant)}
        onClick={(event) => disabled === true && event.preventDefault()}
      >
        {buttonText}
      </summary>
      <div className="svc-menu">
        {options.map(({ label, onClick }) => (
          <Button key={label} variant="transparent" onClick={() => onClick?.()}>
            {label}
          </Button>
        ))}
        {children}
      </div>
    </details>
  );
}

Dropdown.ButtonItem = function DropdownButtonItem(props: WithOverlay): ReactNode {
  return <Button {...props} variant="transparent" />;
};
