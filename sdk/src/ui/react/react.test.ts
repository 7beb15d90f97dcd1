import { type FunctionComponent, createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { createFlagsSnapshotProvider } from '../flags.ts';
import { FlagsProvider, type FlagsProviderProps, useFlags } from './index.ts';

const SNAPSHOT = {
  values: { on: { value: true, variation: 'on', reason: 'SPLIT' }, text: { value: 'x', reason: 'DEFAULT' } },
};

/** Renders a component below a provider and returns the flags that it reads. */
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

it('reads an initial snapshot, with defaults for missing flags and other types', () => {
  expect(read({ initialSnapshot: SNAPSHOT })).toEqual(FOUND);
});

it('prefers a provider over an initial snapshot', () => {
  expect(read({ provider: createFlagsSnapshotProvider(SNAPSHOT), initialSnapshot: { values: {} } })).toEqual(FOUND);
});

it('reads only the given keys', () => {
  expect(read({ initialSnapshot: SNAPSHOT }, ['on'])).toEqual({
    flags: { on: true },
    details: { on: SNAPSHOT.values.on },
    isLoading: false,
  });
});

it('returns defaults and isLoading before the backend has answered', () => {
  expect(read({}, ['on'])).toEqual({
    flags: { on: false },
    details: { on: { value: false, reason: 'ERROR' } },
    isLoading: true,
  });
});

it('reads the nearest provider', () => {
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

it('throws without a provider', () => {
  const Reader: FunctionComponent = () => {
    useFlags(['on'], { on: false });
    return null;
  };
  expect(() => renderToStaticMarkup(h(Reader))).toThrow('put the component inside <FlagsProvider>');
});
