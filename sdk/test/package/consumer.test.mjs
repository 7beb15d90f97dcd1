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
});

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

it('recognizes the errors of a client that a program makes without a worker', () => {
  const script = `
    import { CrmBackpressure, DeclarationError, ScheduleValidationError, crmErrorCode, defineWorker } from '@svc/sdk';
    import { createCrmClient } from '@svc/sdk/runtime';
    const clock = { now: Date.now, setTimeout, clearTimeout };
    const fetch = async () => Response.json({}, { status: 429, headers: { 'retry-after': '60' } });
    const crm = createCrmClient({ fetch, clock, random: Math.random, portalId: 1 });
    const error = await crm.request('GET', '/crm/v3/owners').catch((thrown) => thrown);
    let thrown;
    try {
      defineWorker('w').sync('s', { schedule: '7m', handler() {} });
    } catch (error) {
      thrown = error;
    }
    console.log(JSON.stringify([
      error instanceof CrmBackpressure, crmErrorCode(error), error.retryAfterSeconds,
      thrown instanceof ScheduleValidationError, thrown instanceof DeclarationError, thrown instanceof CrmBackpressure,
      await crm.budget(),
    ]));
  `;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, encoding: 'utf8' });
  const [isBackpressure, code, seconds, ...rest] = JSON.parse(out);
  expect([isBackpressure, code, seconds]).toEqual([true, 'backpressure', 60]);
  expect(rest.slice(0, 3)).toEqual([true, true, false]);
  expect(rest[3]).toMatchObject({ now: 0, window: 100 });
});

it('shares a budget among isolates with a coordinator of its own', () => {
  const script = `
    import { createCrmClient, createCrmCoordinator, createCrmIsolate } from '@svc/sdk/runtime';
    const shared = { clock: { now: Date.now, setTimeout, clearTimeout }, random: Math.random };
    const rateLimits = { retry: { capMs: 100 }, bucket: { capacity: 20, refillPerSecond: 1 } };
    const coordinator = createCrmCoordinator({ ...shared, rateLimits });
    let sent = 0;
    const fetch = async () => (sent++, Response.json({}));
    const clients = ['a', 'b'].map((id) => createCrmClient({
      ...shared, fetch, portalId: 1, rateLimits, coordinator, isolate: createCrmIsolate(id),
    }));
    const call = (crm) => crm.request('GET', '/crm/v3/owners').catch((error) => error.code);
    await call(clients[0]);
    await call(clients[1]);
    const before = await clients[1].budget();
    const results = await Promise.all(Array.from({ length: 40 }, () => call(clients[1])));
    const after = await clients[1].budget({ calls: 5 });
    console.log(JSON.stringify([sent, before, after, [...new Set(results.filter((one) => typeof one === 'string'))]]));
    process.exit(0);
  `;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, encoding: 'utf8' });
  const [sent, before, after, codes] = JSON.parse(out);
  expect(before.now).toBeGreaterThan(0);
  expect(before.now).toBeLessThan(20); // the first client has a solo grant
  expect(sent).toBeGreaterThan(before.now);
  expect(sent).toBeLessThan(42);
  expect(codes).toEqual(['backpressure']);
  expect(after.waitMs).toBeGreaterThan(0);
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

/** Returns the output of the compiler for projects. One process parses what they share once. */
function compile(compiler, projects) {
  const tsc = join(root, '../node_modules', compiler, 'bin/tsc');
  try {
    return execFileSync(process.execPath, [tsc, '--build', '--force', ...projects], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    return `${error.stdout}${error.stderr}`;
  }
}

it.each(['typescript', 'typescript5'])(
  'type-checks an app and its declarations with %s and each module resolution',
  (compiler) => {
    const projects = Object.entries(SETTINGS).map(([mode, settings]) => {
      const project = join(folder, `tsconfig.${compiler}.${mode}.json`);
      const compilerOptions = {
        ...settings,
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
      return project;
    });
    expect(compile(compiler, projects)).toBe('');
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
  expect(compile('typescript', [project])).toBe('');
});
