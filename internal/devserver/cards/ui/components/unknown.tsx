import type { ReactNode } from 'react';
import { serverless } from '../frame/api.ts';
import { fetch } from '../frame/fetch.ts';
import { extend } from '../frame/start.tsx';
import { boxed } from './boxed.tsx';

/** What the vendor's package exports. */
type Exports = Record<string, unknown>;

const boxes = new Map<string, (props: Record<string, unknown>) => ReactNode>();

/** Returns a component that shows its name, its props and its children. */
function box(name: string): (props: Record<string, unknown>) => ReactNode {
  const known = boxes.get(name);
  if (known !== undefined) {
    return known;
  }
  const made = boxed(name);
  boxes.set(name, made);
  return made;
}

/**
 * Returns a module with the exports, the vendor's global object, and a box for each other name that is a component's.
 * Importers look names up through its prototype.
 */
export function withUnknown(exports: Exports, global: string): Exports {
  const known = { ...exports, [global]: { extend, fetch, serverless } };
  const others = new Proxy(
    {},
    { get: (_, name) => (typeof name === 'string' && /^[A-Z][a-z]/.test(name) ? box(name) : undefined) },
  );
  return Object.defineProperty(Object.assign(Object.create(others), known), '__esModule', { value: true });
}
