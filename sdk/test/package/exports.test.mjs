import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;
const pkg = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Returns the paths of all files below a folder. */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => statSync(join(folder, file)).isFile())
    .sort();
}

describe('the exports map', () => {
  it('has these entry points', () => {
    expect(Object.keys(pkg.exports)).toEqual(['.', './ui', './ui/react', './experimental', './runtime']);
  });

  it.each(Object.entries(pkg.exports))('%s has types and a module, types first', (_, entry) => {
    expect(Object.keys(entry)).toEqual(['types', 'default']);
    expect(statSync(join(root, entry.types)).isFile()).toBe(true);
    expect(statSync(join(root, entry.default)).isFile()).toBe(true);
  });

  it.each(Object.entries(pkg.exports))(
    'the module of %s imports nothing, except React in ./ui/react',
    (name, entry) => {
      const text = readFileSync(join(root, entry.default), 'utf8');
      const rest = name === './ui/react' ? text.replace(/^import \{[^}]*\} from "react";$/m, '') : text;
      expect(rest).not.toMatch(/^\s*(import|export .* from)\b|\brequire\(|\bimport\(/m);
    },
  );
});

it('has no runtime dependency, and React as an optional peer', () => {
  expect(pkg).not.toHaveProperty('dependencies');
  expect(pkg.peerDependencies).toEqual({ react: '>=18' });
  expect(pkg.peerDependenciesMeta).toEqual({ react: { optional: true } });
});

it('has the license of the repository', () => {
  expect(readFileSync(join(root, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, '../LICENSE'), 'utf8'));
});

it('does not bundle declarations into card code', () => {
  const ui = readFileSync(join(root, 'dist/ui/index.js'), 'utf8');
  expect(ui).not.toContain('src/declare/');
  expect(ui).not.toContain('src/runtime/');
});

it('dist has the declarations of the sources: run make generate if this fails', () => {
  const out = mkdtempSync(join(tmpdir(), 'sdk-types-'));
  try {
    execFileSync(process.execPath, [join(root, 'scripts/bundle-types.mjs'), out], { stdio: 'pipe' });
    const fresh = Object.fromEntries(filesBelow(out).map((file) => [file, readFileSync(join(out, file), 'utf8')]));
    const committed = Object.fromEntries(
      filesBelow(join(root, 'dist'))
        .filter((file) => file.endsWith('.d.ts'))
        .map((file) => [file, readFileSync(join(root, 'dist', file), 'utf8')]),
    );
    expect(committed).toEqual(fresh);
  } finally {
    rmSync(out, { recursive: true });
  }
});

it('dist has one module and one declaration file per entry point, and the scripts of the hosts', () => {
  const entries = Object.values(pkg.exports).flatMap(({ types, default: module }) => [types, module]);
  const published = filesBelow(join(root, 'dist')).filter((file) => !file.startsWith('.'));
  expect(published.filter((file) => !/^(host|edge)\//.test(file))).toEqual(
    entries.map((file) => file.replace('./dist/', '')).sort(),
  );
  expect(published.filter((file) => !/\.js$|\.d\.ts$/.test(file))).toEqual(['edge/modules.json', 'edge/runtime.json']);
});
