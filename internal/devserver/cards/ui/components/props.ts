/** What the props of several components share. */

import type { CSSProperties, ReactElement, ReactNode } from 'react';

/** A link: a URL, or one with how it opens. */
export type Href = string | { readonly url: string; readonly external?: boolean };

/** What a handler gets as its second argument. */
export type Handler<Event> = (event: Event, reactions: object) => unknown;

/** An event as the vendor passes it on. */
export interface CardEvent {
  readonly type: string;
  readonly bubbles: boolean;
  readonly timeStamp: number;
  readonly targetValue?: unknown;
}

export interface WithChildren {
  readonly children?: ReactNode;
  /** Ids by which the vendor's tests find components. */
  readonly testId?: string | undefined;
}

/** A component whose click opens a modal, a panel or a tooltip. */
export interface WithOverlay extends WithChildren {
  readonly overlay?: ReactElement<{ readonly id?: string }> | undefined;
  readonly href?: Href | undefined;
  readonly onClick?: Handler<CardEvent> | undefined;
}

/** Names of sizes with their short forms. */
const SIZES: Readonly<Record<string, string>> = {
  flush: '0',
  none: '0',
  'extra-small': '4px',
  xs: '4px',
  small: '8px',
  sm: '8px',
  medium: '16px',
  md: '16px',
  large: '24px',
  lg: '24px',
  'extra-large': '32px',
  xl: '32px',
};

/** Returns the length of a named size. */
export function length(size: string | undefined, otherwise = '0'): string {
  return SIZES[size ?? ''] ?? otherwise;
}

/** The spacing of the experimental components. */
export interface Spacing {
  readonly padding?: string;
  readonly paddingInline?: string;
  readonly paddingBlock?: string;
  readonly marginTop?: string;
  readonly marginBottom?: string;
  readonly marginLeft?: string;
  readonly marginRight?: string;
}

const SPACING = [
  'padding',
  'paddingInline',
  'paddingBlock',
  'marginTop',
  'marginBottom',
  'marginLeft',
  'marginRight',
] as const;

/** Returns the style of a spacing; undefined for none. */
export function spacing(props: Spacing): CSSProperties | undefined {
  const given = SPACING.filter((name) => props[name] !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given.map((name) => [name, length(props[name])]));
}

/** Returns class names: `svc-<name>`, and `svc-<name>-<variant>` for each variant. */
export function classes(name: string, ...variants: (string | false | undefined)[]): string {
  return [name, ...variants.filter(Boolean).map((variant) => `${name}-${variant}`)]
    .map((one) => `svc-${one}`)
    .join(' ');
}

/** Returns the event of a component. */
export function eventOf(type: string, targetValue?: unknown): CardEvent {
  return { type, bubbles: true, timeStamp: performance.now(), targetValue };
}
