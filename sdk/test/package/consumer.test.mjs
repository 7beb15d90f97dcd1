// Installs the packed tarball into an empty folder, offline, and uses it like a user's project.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;
let folder;
let packed;

function npm(args, cwd) {
  return execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sdk-consumer-'));
  [packed] = JSON.parse(npm(['pack', '--json', '--pack-destination', folder], root));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  npm(['install', '--offline', `./${packed.filename}`], folder);
  cpSync(join(root, 'test/package/consumer'), folder, { recursive: true });
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('contains dist, README and LICENSE, and no source or test', () => {
  const paths = packed.files.map(({ path }) => path);
  expect(paths).toContain('dist/index.js');
  expect(paths.filter((path) => !path.startsWith('dist/')).sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
  expect(paths.filter((path) => path.includes('.test.'))).toEqual([]);
});

it('needs React only for ./ui/react', () => {
  const load = (name) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', `import '${name}'`], { cwd: folder, stdio: 'pipe' });
  load('@svc/sdk/ui');
  expect(() => load('@svc/sdk/ui/react')).toThrow("Cannot find package 'react'");
  for (const name of ['react', 'loose-envify', 'js-tokens']) {
    cpSync(join(root, '../node_modules', name), join(folder, 'node_modules', name), { recursive: true });
  }
  load('@svc/sdk/ui/react');
});

it('can be imported by the name of each entry point', () => {
  const script = `
    const names = ['@svc/sdk', '@svc/sdk/ui', '@svc/sdk/experimental', '@svc/sdk/runtime'];
    const sdk = await import(names[0]);
    for (const name of names) await import(name);
    const worker = sdk.defineWorker('w');
    worker.sync('s', { schedule: '5m', handler() {} });
    console.log(JSON.stringify([sdk.SDK_VERSION, worker.manifest().capabilities[0].schedule.crons]));
  `;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, encoding: 'utf8' });
  expect(JSON.parse(out)).toEqual([packed.version, ['*/5 * * * *']]);
});

it('allows imports of entry points only', () => {
  const run = () =>
    execFileSync(process.execPath, ['--input-type=module', '-e', "import '@svc/sdk/dist/index.js'"], {
      cwd: folder,
      stdio: 'pipe',
    });
  expect(run).toThrow('ERR_PACKAGE_PATH_NOT_EXPORTED');
});

const SETTINGS = {
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
};

/** Returns the output of the compiler for a project. */
function compile(compiler, project) {
  const tsc = join(root, '../node_modules', compiler, 'bin/tsc');
  try {
    return execFileSync(process.execPath, [tsc, '-p', project], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    return `${error.stdout}${error.stderr}`;
  }
}

it.each(['typescript', 'typescript5'].flatMap((compiler) => Object.keys(SETTINGS).map((mode) => [compiler, mode])))(
  'type-checks an app and its declarations with %s and module resolution %s',
  (compiler, mode) => {
    const project = join(folder, `tsconfig.${compiler}.${mode}.json`);
    const compilerOptions = {
      ...SETTINGS[mode],
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: false,
      skipDefaultLibCheck: true, // the compiler's own declarations
    };
    writeFileSync(project, JSON.stringify({ compilerOptions, files: ['app.ts'] }));
    expect(compile(compiler, project)).toBe('');
  },
  60_000,
);

/** Returns the entry point of a source, or the path of another source. */
function published(source) {
  const entry = Object.entries(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).exports).find(
    ([, { types }]) => types === `./dist/${source}.d.ts`,
  );
  return entry === undefined ? join(root, 'src', `${source}.ts`) : join('@svc/sdk', entry[0]);
}

it('passes the type tests of the sources', () => {
  mkdirSync(join(folder, 'types'));
  for (const name of readdirSync(join(root, 'test/types'))) {
    const text = readFileSync(join(root, 'test/types', name), 'utf8');
    const rewritten = text.replace(/'\.\.\/\.\.\/src\/(.*?)\.tsx?'/g, (_, source) => `'${published(source)}'`);
    writeFileSync(join(folder, 'types', name), rewritten);
  }
  mkdirSync(join(folder, 'types/node_modules'));
  for (const name of ['@openfeature', '@types', 'react']) {
    symlinkSync(join(root, '../node_modules', name), join(folder, 'types/node_modules', name));
  }
  const project = join(folder, 'types/tsconfig.json');
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  writeFileSync(
    project,
    JSON.stringify({ compilerOptions: { ...compilerOptions, rewriteRelativeImportExtensions: false }, include: ['.'] }),
  );
  expect(compile('typescript', project)).toBe('');
}, 60_000);
