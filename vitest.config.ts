// npx vitest run <file> works from the root, too, with the settings of the package.
import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { projects: ['sdk'] } });
