/** docs/sdk has every public name, and shows nothing that users cannot import. cmd/svc compares it with the sources. */

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { programOf } from './program.ts';
import { PublicApi } from './public-api.ts';

const root = new URL('../../src/', import.meta.url).pathname;
const folder = new URL('../../../docs/sdk/', import.meta.url).pathname;
const files = ['index.ts', 'ui/index.ts', 'ui/react/index.ts', 'experimental/index.ts'].map((file) => root + file);

/** The text below each heading of all pages. */
const sections = new Map(
  readdirSync(folder)
    .filter((file) => file !== 'README.md')
    .flatMap((file) =>
      readFileSync(folder + file, 'utf8')
        .split('\n## ')
        .slice(1),
    )
    .map((section) => [section.slice(0, section.indexOf('\n')).replace(' (type)', ''), section]),
);

/** The last part of a member's path, as a table or a signature begins with it. */
function isShown(section, member) {
  return new RegExp(`(\\W|^)${member.replaceAll('$', '\\$')}\\??\\W`, 'm').test(section);
}

const BUILT_IN =
  'AbortSignal Array Date Error Extract Omit Partial Pick Promise PromiseLike Record Request RequestInit Required Response URL'.split(
    ' ',
  );

/** The parameters that the types and signatures of a section declare. */
function typeParametersIn(section) {
  const lists = section.matchAll(/^(?:type |interface |class )?[\w.]+<((?:[^<>]|<[^<>]*>)*)>/gm);
  const mapped = [...section.matchAll(/\[(\w+) in /g)].map(([, name]) => name);
  return [...mapped, ...[...lists].flatMap(([, list]) => list.split(', ').map((one) => one.split(' ')[0]))];
}

/** The names of types in the signatures and tables of a section. */
function namesIn(section) {
  const blocks = [...section.matchAll(/```ts\n(?!import)([^]*?)```/g)].map(([, code]) => code);
  const cells = [...section.matchAll(/^\| `[^|]*` \| (.*?) \| /gm)].map(([, cell]) => cell.replace(/\]\([^)]*\)/g, ''));
  const code = [...blocks, ...cells].join('\n').replace(/'[^']*'/g, '');
  return [...new Set(code.match(/(?<![\w.])[A-Z]\w*/g))];
}

describe('docs/sdk', () => {
  const program = programOf(Object.fromEntries(files.map((file) => [file, undefined])), {});
  const { names } = new PublicApi(program, root, files);

  it('has a section for every exported function, type and constant', () => {
    const exported = new PublicApi(program, root, files, false);
    const missing = exported.names.filter(({ kind, name }) => kind !== 'member' && !sections.has(name));
    expect(missing.map(({ name }) => name)).toEqual(['DefineSource']); // defineSource shows its members
    expect(sections.size).toBeGreaterThan(300);
  });

  it('shows every member of an exported type', () => {
    const missing = names
      .filter(({ kind, name }) => kind === 'member' && sections.has(name.split('.')[0]))
      .filter(({ name }) => !isShown(sections.get(name.split('.')[0]), name.split('.').at(-1)));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it('names only types that users can import, and those of the language', () => {
    const unknown = [...sections].flatMap(([name, text]) => {
      const declared = new Set([...sections.keys(), ...BUILT_IN, ...typeParametersIn(text)]);
      return namesIn(text)
        .filter((one) => !declared.has(one))
        .map((one) => `${name}: ${one}`);
    });
    expect(unknown).toEqual([]);
  });

  it('names no file of the sources', () => {
    for (const [name, text] of sections) {
      expect(text, name).not.toMatch(/import\(|(?<!config)\.ts`/);
    }
  });
});
