import { Children, type CSSProperties, type ReactNode } from 'react';
import { classes, length, type Spacing, spacing, type WithChildren } from './props.ts';

const POSITIONS: Readonly<Record<string, string>> = {
  start: 'flex-start',
  end: 'flex-end',
  around: 'space-around',
  between: 'space-between',
};

const position = (name: string | undefined) => (name === undefined ? undefined : (POSITIONS[name] ?? name));

interface FlexProps extends WithChildren, Spacing {
  readonly direction?: 'row' | 'column';
  readonly justify?: string;
  readonly align?: string;
  readonly alignSelf?: string;
  readonly wrap?: boolean | 'wrap' | 'nowrap';
  readonly gap?: string;
  readonly distance?: string;
  readonly width?: string;
}

function flexStyle(props: FlexProps, otherwise: CSSProperties): CSSProperties {
  return {
    display: 'flex',
    flexDirection: props.direction ?? otherwise.flexDirection,
    flexWrap: props.wrap === true ? 'wrap' : props.wrap === false ? 'nowrap' : (props.wrap ?? otherwise.flexWrap),
    gap: length(props.gap ?? props.distance, String(otherwise.gap ?? '0')),
    justifyContent: position(props.justify),
    alignItems: position(props.align),
    alignSelf: position(props.alignSelf),
    width: props.width,
    ...spacing(props),
  };
}

export function Flex(props: FlexProps) {
  return (
    <div data-test-id={props.testId} style={flexStyle(props, { flexDirection: 'row' })}>
      {props.children}
    </div>
  );
}

export function Stack(props: FlexProps) {
  return (
    <div data-test-id={props.testId} style={flexStyle(props, { flexDirection: 'column', gap: '8px' })}>
      {props.children}
    </div>
  );
}

export const Stack2 = Stack;

export function Inline(props: FlexProps) {
  return (
    <div data-test-id={props.testId} style={flexStyle(props, { flexDirection: 'row', flexWrap: 'wrap', gap: '4px' })}>
      {props.children}
    </div>
  );
}

interface BoxProps extends WithChildren, Spacing {
  readonly alignSelf?: string;
  readonly flex?: string | number;
}

export function Box(props: BoxProps) {
  const { alignSelf, flex, children, testId } = props;
  return (
    <div data-test-id={testId} style={{ alignSelf: position(alignSelf), flex, ...spacing(props) }}>
      {children}
    </div>
  );
}

interface AutoGridProps extends WithChildren, Spacing {
  readonly columnWidth: number;
  readonly gap?: string;
  readonly flexible?: boolean;
}

export function AutoGrid(props: AutoGridProps) {
  const { columnWidth, gap, flexible, children, testId } = props;
  const column = flexible === true ? `minmax(${columnWidth}px, 1fr)` : `${columnWidth}px`;
  const style = { display: 'grid', gridTemplateColumns: `repeat(auto-fill, ${column})`, gap: length(gap) };
  return (
    <div data-test-id={testId} style={{ ...style, ...spacing(props) }}>
      {children}
    </div>
  );
}

/** Columns of a `Grid`. */
const COLUMNS = 12;

export function Grid({ gap, align, children, testId }: FlexProps) {
  const columns = `repeat(${COLUMNS}, 1fr)`;
  return (
    <div
      data-test-id={testId}
      style={{ display: 'grid', gridTemplateColumns: columns, gap: length(gap), alignItems: position(align) }}
    >
      {children}
    </div>
  );
}

export function GridItem({
  size = COLUMNS,
  offset = 0,
  children,
  testId,
}: WithChildren & { size?: number; offset?: number }) {
  return (
    <div data-test-id={testId} style={{ gridColumn: `${offset + 1} / span ${size}` }}>
      {children}
    </div>
  );
}

export function Center({ children, testId }: WithChildren) {
  return (
    <div className="svc-center" data-test-id={testId}>
      {children}
    </div>
  );
}

interface MediaObjectProps extends WithChildren {
  readonly itemLeft?: ReactNode;
  readonly itemRight?: ReactNode;
  readonly spacing?: string;
}

export function MediaObject({ itemLeft, itemRight, spacing: gap, children, testId }: MediaObjectProps) {
  return (
    <div data-test-id={testId} style={{ display: 'flex', gap: length(gap, '8px') }}>
      {itemLeft}
      <div style={{ flex: 1 }}>{children}</div>
      {itemRight}
    </div>
  );
}

export function Card({ children, testId }: WithChildren) {
  return (
    <section className="svc-tile" data-test-id={testId}>
      {children}
    </section>
  );
}

export function Tile({ compact, flush, children, testId }: WithChildren & { compact?: boolean; flush?: boolean }) {
  return (
    <section
      className={classes('tile', compact === true && 'compact', flush === true && 'flush')}
      data-test-id={testId}
    >
      {children}
    </section>
  );
}

export function List({ variant = 'unordered', children, testId }: WithChildren & { readonly variant?: string }) {
  const Tag = variant.startsWith('ordered') ? 'ol' : 'ul';
  return (
    <Tag className={classes('list', variant)} data-test-id={testId}>
      {Children.map(children, (child) => (
        <li>{child}</li>
      ))}
    </Tag>
  );
}

interface AccordionProps extends WithChildren {
  readonly title: string;
  readonly defaultOpen?: boolean;
  readonly disabled?: boolean;
  readonly open?: boolean;
  readonly size?: string;
  onClick?(): void;
}

export function Accordion({ title, defaultOpen, disabled, open, onClick, children, testId }: AccordionProps) {
  return (
    <details className="svc-accordion" data-test-id={testId} open={open ?? defaultOpen}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
      <summary
        aria-disabled={disabled}
        onClick={(event) => {
          if (disabled === true || open !== undefined) {
            event.preventDefault(); // a controlled one follows its prop
          }
          if (disabled !== true) {
            onClick?.();
          }
        }}
      >
        {title}
      </summary>
      {children}
    </details>
  );
}
