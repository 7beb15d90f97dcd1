import type { CSSProperties } from 'react';
import { classes, length, type WithChildren } from './props.ts';

interface TextFormat {
  readonly fontWeight?: 'regular' | 'bold' | 'demibold';
  readonly italic?: boolean;
  readonly lineDecoration?: 'none' | 'underline' | 'strikethrough';
  readonly textTransform?: string;
}

interface TextProps extends WithChildren {
  readonly variant?: string;
  readonly inline?: boolean;
  readonly format?: TextFormat;
  readonly truncate?: boolean | { readonly maxWidth?: number; readonly tooltipText?: string };
}

const WEIGHTS = { regular: 400, demibold: 600, bold: 700 };
const DECORATIONS = { none: 'none', underline: 'underline', strikethrough: 'line-through' };

/** Returns the style of a format. The first letter of a sentence is for the style sheet. */
function styleOf({ fontWeight, italic, lineDecoration, textTransform }: TextFormat): CSSProperties {
  return {
    fontWeight: fontWeight && WEIGHTS[fontWeight],
    fontStyle: italic === true ? 'italic' : undefined,
    textDecoration: lineDecoration && DECORATIONS[lineDecoration],
    textTransform: textTransform === 'sentenceCase' ? undefined : (textTransform as CSSProperties['textTransform']),
  };
}

export function Text({ variant, inline, format = {}, truncate, children, testId }: TextProps) {
  const Tag = inline === true ? 'span' : 'div';
  const cut = typeof truncate === 'object' ? truncate : {};
  const sentence = format.textTransform === 'sentenceCase' && 'sentence';
  return (
    <Tag
      className={classes('text', variant, sentence, truncate !== undefined && truncate !== false && 'truncate')}
      data-test-id={testId}
      style={{ ...styleOf(format), maxWidth: cut.maxWidth }}
      title={cut.tooltipText}
    >
      {children}
    </Tag>
  );
}

export function Heading({ children, inline, testId }: WithChildren & { readonly inline?: boolean }) {
  return (
    <h2 className={classes('heading', inline === true && 'inline')} data-test-id={testId}>
      {children}
    </h2>
  );
}

export function Divider({ size, distance, testId }: { size?: string; distance?: string; testId?: string }) {
  return <hr data-test-id={testId} style={{ margin: `${length(size ?? distance, '16px')} 0` }} />;
}

export function Spacer({ size, testId }: { size?: string; testId?: string }) {
  return <div data-test-id={testId} style={{ height: length(size, '16px') }} />;
}

interface IconProps {
  readonly name: string;
  readonly color?: string;
  readonly size?: string;
  readonly screenReaderText?: string;
  readonly testId?: string;
}

/** The vendor's icons are its own: the name stands for each. */
export function Icon({ name, color, size, screenReaderText, testId }: IconProps) {
  return (
    <span className={classes('icon', color, size)} data-test-id={testId} title={name}>
      <span aria-hidden="true">◆</span>
      {screenReaderText !== undefined && <span className="svc-hidden">{screenReaderText}</span>}
    </span>
  );
}

interface IllustrationProps {
  readonly name: string;
  readonly alt?: string;
  readonly width?: number;
  readonly height?: number;
  readonly testId?: string;
}

export function Illustration({ name, alt, width = 160, height = 100, testId }: IllustrationProps) {
  return (
    <div
      aria-label={alt ?? name}
      className="svc-illustration"
      data-test-id={testId}
      role="img"
      style={{ width, height }}
    >
      {name}
    </div>
  );
}

export function ExpandableText(props: WithChildren & { expandButtonText?: string; expanded?: boolean }) {
  return (
    <details data-test-id={props.testId} open={props.expanded}>
      <summary>{props.expandButtonText ?? 'Show more'}</summary>
      {props.children}
    </details>
  );
}
