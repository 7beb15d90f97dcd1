// The types of compiled JSX, until @types/react is installed.

import type { JSX as ReactJSX, Key, ReactNode } from 'react';

export namespace JSX {
  type Element = ReactJSX.Element;
  type ElementType = ReactJSX.ElementType;
  interface ElementAttributesProperty extends ReactJSX.ElementAttributesProperty {}
  interface ElementChildrenAttribute extends ReactJSX.ElementChildrenAttribute {}
  interface IntrinsicAttributes extends ReactJSX.IntrinsicAttributes {}
  interface IntrinsicElements extends ReactJSX.IntrinsicElements {}
}

export function jsx(type: unknown, props: unknown, key?: Key): JSX.Element;
export function jsxs(type: unknown, props: unknown, key?: Key): JSX.Element;
export const Fragment: (props: { children?: ReactNode }) => ReactNode;
