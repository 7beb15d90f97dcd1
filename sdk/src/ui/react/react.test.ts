/** Flags in components, rendered by React itself. */

import { type FunctionComponent, createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { createFlagsSnapshotProvider } from '../flags.ts';
import { FlagsProvider, type FlagsProviderProps, useFlags } from './index.ts';

const SNAPSHOT = {
  values: { on: { value: true, variation: 'on', reason: 'SPLIT' }, text: { value: 'x', reason: 'DEFAULT' } },
};

/** Renders a component that reads flags below a provider, and gives what it read. */
function read(
  props: FlagsProviderProps,
  keys: readonly string[] = ['on', 'text', 'gone'],
  defaults: Record<string, unknown> = { on: false, text: 5, gone: 'd' },
): unknown {
  let result: unknown;
  const Reader: FunctionComponent = () => {
    result = useFlags(keys, defaults);
    return h('b', null, 'read');
  };
  const Provider: FunctionComponent<FlagsProviderProps> = FlagsProvider;
  expect(renderToStaticMarkup(h(Provider, props, h('p', null, h(Reader))))).toBe('<p><b>read</b></p>');
  return result;
}

const FOUND = {
  flags: { on: true, text: 5, gone: 'd' },
  details: { on: SNAPSHOT.values.on, text: { value: 5, reason: 'ERROR' }, gone: { value: 'd', reason: 'ERROR' } },
  isLoading: false,
};

it('reads the flags of an initial snapshot; a missing flag and one of another type give their default', () => {
  expect(read({ initialSnapshot: SNAPSHOT })).toEqual(FOUND);
});

it('reads the flags of a provider, which wins over an initial snapshot', () => {
  expect(read({ provider: createFlagsSnapshotProvider(SNAPSHOT), initialSnapshot: { values: {} } })).toEqual(FOUND);
});

it('reads the keys that it is asked for, and no others', () => {
  expect(read({ initialSnapshot: SNAPSHOT }, ['on'])).toEqual({
    flags: { on: true },
    details: { on: SNAPSHOT.values.on },
    isLoading: false,
  });
});

it('gives defaults and says that flags are loading until the backend has answered', () => {
  expect(read({}, ['on'])).toEqual({
    flags: { on: false },
    details: { on: { value: false, reason: 'ERROR' } },
    isLoading: true,
  });
});

it('the inner provider counts', () => {
  let seen: boolean | undefined;
  const Reader: FunctionComponent = () => {
    const { flags } = useFlags(['on'], { on: false });
    seen = flags.on;
    return null;
  };
  const inner = h(
    FlagsProvider as FunctionComponent<FlagsProviderProps>,
    { initialSnapshot: { values: {} } },
    h(Reader),
  );
  renderToStaticMarkup(h(FlagsProvider as FunctionComponent<FlagsProviderProps>, { initialSnapshot: SNAPSHOT }, inner));
  expect(seen).toBe(false);
});

it('calling the hook without a provider throws a configuration error', () => {
  const Reader: FunctionComponent = () => {
    useFlags(['on'], { on: false });
    return null;
  };
  expect(() => renderToStaticMarkup(h(Reader))).toThrow('put the component inside <FlagsProvider>');
});
