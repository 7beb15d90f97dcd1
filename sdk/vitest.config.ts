import { configDefaults, defineConfig } from 'vitest/config';
import pkg from './package.json' with { type: 'json' };

export default defineConfig({
  // Tests run on the sources, so they define what the build defines.
  define: { __SVC_SDK_VERSION__: JSON.stringify(pkg.version) },
  test: {
    setupFiles: ['test/base64.ts'],
    // In ms. A limit for tests that hang. One that computes for 10 s took 150 s at a low priority on a busy machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // A worker imports the sources once, not for each of its files. A file must restore what it replaces.
    isolate: false,
    // The simulations allocate much: a larger young generation takes 15 % less processor time.
    execArgv: ['--max-semi-space-size=64'],
    // `node --test` runs it.
    exclude: [...configDefaults.exclude, 'test/folders.test.mjs'],
  },
});
