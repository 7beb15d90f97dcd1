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

describe('docs/sdk', () => {
  const { names } = new PublicApi(
    programOf(Object.fromEntries(files.map((file) => [file, undefined])), {}),
    root,
    files,
  );

  it('has a section for every exported function, type and constant', () => {
    const exported = new PublicApi(
      programOf(Object.fromEntries(files.map((f) => [f, undefined])), {}),
      root,
      files,
      false,
    );
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

  it('names no module by its path, and no type that is not exported', () => {
    for (const [name, text] of sections) {
      expect(text, name).not.toMatch(/import\(|\b(OnlyMembersOf|NoInfer|ToolBase|SyncBase|Strict\w+Options)\b/);
    }
  });
});
