/** Every public name has a doc comment, and every function that users call has an example that compiles. */

import { describe, expect, it } from 'vitest';
import { errorsIn, programOf } from './program.ts';
import { PublicApi, type PublicName } from './public-api.ts';

/** Milliseconds for one compilation on a busy machine. It takes 3 s on an idle one. */
const timeout = 60_000;

const root = new URL('../../src/', import.meta.url).pathname;
const entries: Readonly<Record<string, string>> = {
  '@svc/sdk': `${root}index.ts`,
  '@svc/sdk/ui': `${root}ui/index.ts`,
  '@svc/sdk/ui/react': `${root}ui/react/index.ts`,
  '@svc/sdk/experimental': `${root}experimental/index.ts`,
  '@svc/sdk/runtime': `${root}runtime/index.ts`,
};
const files = Object.values(entries);
/** The functions of the runtime that only generated code calls. */
const generated = ['createWorker', 'extendAll'];
const program = programOf(Object.fromEntries(files.map((file) => [file, undefined])), entries);

function undocumented(names: readonly PublicName[]): string[] {
  return names
    .filter(({ documented }) => !documented)
    .map(({ position, kind, name }) => `${position}: ${kind} ${name}`);
}

describe('the package', () => {
  const { names } = new PublicApi(program, root, files);

  it('documents every public type, member, function and constant', () => {
    expect(undocumented(names)).toEqual([]);
    expect(names.filter(({ kind }) => kind === 'member').length).toBeGreaterThan(800);
  });

  it('has an example on every function that users call', () => {
    const exported = new PublicApi(program, root, files, false).names;
    const functions = exported.filter(({ kind, name }) => kind === 'function' && !generated.includes(name));
    expect(functions.filter(({ examples }) => examples.length === 0).map(({ name }) => name)).toEqual([]);
    expect(functions.length).toBeGreaterThan(40);
  });

  it('has examples that compile', { timeout }, () => {
    const examples = Object.fromEntries(
      names.flatMap(({ name, examples: texts }) =>
        texts.map((text, i) => [`${root}example-${name}-${i}.tsx`, `${text}\nexport {};\n`]),
      ),
    );
    const compiled = programOf(examples, entries);
    const errors = Object.keys(examples).flatMap((file) =>
      errorsIn(compiled, file).map((error) => `${file.slice(root.length)}:${error}`),
    );
    expect(errors).toEqual([]);
  });
});

describe('the check', () => {
  const fixture = `${root}fixture.ts`;

  it('reports names without a doc comment', { timeout }, () => {
    const text = `
      /** Documented. */
      export interface Shape {
        bare: string;
        /** Documented. */
        nested: { inner: number };
      }
      type Hidden = { deep: boolean };
      /** Documented. */
      export function call(options: Hidden): void {}
      export const bare = 1;
      /** @internal */
      export function tagged(): void {}
    `;
    const { names } = new PublicApi(programOf({ [fixture]: text }, {}), root, [fixture]);
    expect(
      undocumented(names)
        .map((line) => line.replace(/.* /, ''))
        .sort(),
    ).toEqual(['Hidden', 'Hidden.deep', 'Shape.bare', 'Shape.nested.inner', 'bare', 'tagged']);
  });

  it('reports an example that does not compile', { timeout }, () => {
    const text = "import { ok } from '@svc/sdk';\nok(1, 2);\n";
    expect(errorsIn(programOf({ [fixture]: text }, entries), fixture)).toEqual([
      '2: Expected 0-1 arguments, but got 2.',
    ]);
  });
});
