// Bundles the declarations of @svc/sdk, one .d.ts file per entry point: node scripts/bundle-types.mjs [folder, default dist]

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const HEADER = '// Generated from the sources of @svc/sdk. Do not edit.\n';

/** The entry points by their path below dist, such as `ui/index`, in the order of package.json. */
const names = Object.values(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).exports).map(({ types }) =>
  relative('dist', types).replace(/\.d\.ts$/, ''),
);

/** Removes a comment at the start of a file that describes the file: an import or another comment follows it. */
const dropFileComments = {
  name: 'drop-file-comments',
  transform: (code) => code.replace(/^\/\*\*(?:[^*]|\*(?!\/))*\*\/\n(?=import |\/\*\*)/, ''),
};

/** Fails when an entry point would export more than its source does, because a later one imports it. */
const checkExports = {
  name: 'check-exports',
  async generateBundle(_, files) {
    for (const { name, exports, facadeModuleId } of Object.values(files)) {
      const declared = await exportsOf(this, facadeModuleId);
      const added = exports.filter((one) => !declared.includes(one));
      if (added.length > 0) {
        this.error(`src/${name}.ts must export what a later entry point imports: ${added.join(', ')}`);
      }
    }
  },
};

/** The names that a file exports, including those of `export *`. */
async function exportsOf(context, id) {
  const { exports, exportedBindings } = context.getModuleInfo(id);
  const stars = Object.keys(exportedBindings).filter((source) => exportedBindings[source].includes('*'));
  const ids = await Promise.all(stars.map((source) => context.resolve(source, id)));
  return [...exports, ...(await Promise.all(ids.map((one) => exportsOf(context, one.id)))).flat()];
}

/** The files that a file imports, directly or not, and the file. */
function reachable(id, getModuleInfo, seen = new Set()) {
  if (!seen.has(id)) {
    seen.add(id);
    getModuleInfo(id)?.importedIds.forEach((imported) => reachable(imported, getModuleInfo, seen));
  }
  return seen;
}

/** Bundles the declarations in a folder, one per source. An entry point imports what an earlier one exports. */
async function bundled(folder) {
  let owners;
  const bundle = await rollup({
    input: Object.fromEntries(names.map((name) => [name, join(folder, `${name}.d.ts`)])),
    external: ['react'],
    preserveEntrySignatures: 'allow-extension',
    plugins: [dropFileComments, dts(), checkExports],
  });
  const { output } = await bundle.generate({
    format: 'es',
    entryFileNames: '[name].d.ts',
    minifyInternalExports: false,
    /** Each file belongs to the first entry point that reaches it, so that each type is declared once. */
    manualChunks(id, { getModuleInfo }) {
      owners ??= new Map(
        names
          .toReversed()
          .flatMap((name) => [...reachable(join(folder, `${name}.d.ts`), getModuleInfo)].map((file) => [file, name])),
      );
      return owners.get(id);
    },
  });
  await bundle.close();
  return output;
}

function removeTypes(folder) {
  for (const file of readdirSync(folder, { recursive: true })) {
    if (file.endsWith('.d.ts')) {
      rmSync(join(folder, file));
    }
  }
}

const out = process.argv[2] ?? join(root, 'dist');
const emitted = mkdtempSync(join(tmpdir(), 'sdk-types-'));
try {
  const tsc = join(root, '../node_modules/typescript/bin/tsc');
  const args = ['-p', join(root, 'tsconfig.build.json'), '--outDir', emitted];
  execFileSync(process.execPath, [tsc, ...args], { stdio: 'inherit' });
  const files = await bundled(emitted);
  mkdirSync(out, { recursive: true });
  removeTypes(out);
  for (const { fileName, code } of files) {
    mkdirSync(dirname(join(out, fileName)), { recursive: true });
    writeFileSync(join(out, fileName), HEADER + code);
  }
} finally {
  rmSync(emitted, { recursive: true });
}
