// Tests run on the sources: what the build fills in is filled in here too.
import { defineConfig } from 'vitest/config';
import pkg from './package.json' with { type: 'json' };

export default defineConfig({ define: { __SVC_SDK_VERSION__: JSON.stringify(pkg.version) } });
