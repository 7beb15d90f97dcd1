/** Elements of HTML in the code of a card. The CRM renders the components of its UI package only. */

import { report } from '../frame/failures.tsx';

/** What React or its JSX runtime exports. */
type Exports = Record<string, unknown>;

type Create = (type: unknown, props?: Readonly<Record<string, unknown>> | null, ...rest: unknown[]) => unknown;

interface RefusedProps {
  readonly tag: string;
  readonly text: string;
}

/** Shows in place of an element that the CRM does not render it. */
function Refused({ tag, text }: RefusedProps) {
  return (
    <span aria-label={tag} className="svc-refused" role="alert">
      {text}
    </span>
  );
}

/** The tags that were reported. */
const reported = new Set<string>();

/** Reports a tag once, with the place of its first element. */
function reportTag(tag: string, text: string): void {
  if (!reported.has(tag)) {
    reported.add(tag);
    report(new Error(text));
  }
}

/**
 * Returns a module of React whose functions refuse elements of HTML. The renderer of the components has another one.
 * `instead` has components of the UI package, by tag.
 */
export function withoutElements(react: Exports, uiPackage: string, instead: Readonly<Record<string, string>>): Exports {
  const guarded: Exports = { ...react };
  for (const name of ['createElement', 'jsx', 'jsxs', 'jsxDEV']) {
    const create = react[name] as Create | undefined;
    if (create === undefined) {
      continue;
    }
    const guard: Create = (type, props, ...rest) => {
      if (typeof type !== 'string') {
        return create(type, props, ...rest);
      }
      const fix = instead[type] === undefined ? 'use a component' : `use ${instead[type]}`;
      const text = `the CRM does not render <${type}>: ${fix} of "${uiPackage}"`;
      reportTag(type, text);
      const refused = { tag: type, text };
      // The key is a property of createElement, and an argument of the JSX runtime.
      return name === 'createElement'
        ? create(Refused, { ...refused, key: props?.['key'] })
        : create(Refused, refused, rest[0]);
    };
    guarded[name] = guard;
  }
  return guarded;
}
