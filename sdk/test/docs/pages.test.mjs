/**
 * The TypeScript in the pages of docs and in the README of the package compiles, apart from docs/rules.md, whose examples
 * are tested with the rules.
 */

import ts from 'typescript5';
import { describe, expect, it } from 'vitest';
import { errorsIn, programOf } from './program.ts';

/** Milliseconds for one compilation on a busy machine. */
const timeout = 60_000;

const root = new URL('../../src/', import.meta.url).pathname;
const pages = new URL('../../../docs/', import.meta.url).pathname;
const entries = {
  '@svc/sdk': `${root}index.ts`,
  '@svc/sdk/ui': `${root}ui/index.ts`,
  '@svc/sdk/runtime': `${root}runtime/index.ts`,
  '@crm/ui-extensions': new URL('../../../internal/templates/types/ui-extensions/index.d.ts', import.meta.url).pathname,
};

const required =
  "name: 'A', distribution: 'private', auth: 'static', platformVersion: '2026.03', scopes: ['crm.objects.deals.read'],";

const app = [`import { defineApp } from '@svc/sdk';\nexport default defineApp({ ${required}\n`, '});'];

/** What a page leaves out around its code: text before and after each block. */
const around = {
  'cards.md': [
    `declare module '@svc/sdk/ui' {
  interface CardBackends { 'open-invoices': { input: { companyId: string }; output: { company?: string; total?: number } } }
}
`,
    '',
  ],
  'deploy.md': app,
  'engine.md': ["import { defineApp } from '@svc/sdk';\n", ''],
  'operate.md': app,
  'syncs.md': [
    `import { appObject, defineWorker } from '@svc/sdk';
interface LedgerPage { invoices: { id: string; number: string; total: number; state: string }[]; next?: string }
const worker = defineWorker('invoices');
declare const invoice: ReturnType<typeof appObject>;
declare function closeRegion(ctx: unknown, region: string): Promise<void>;
`,
    '',
  ],
};

/** Returns the programs of a page by file name. Lines that say that they do not compile are left out. */
function programsOf(page) {
  const [before, after] = around[page] ?? ['', ''];
  const blocks = [...(ts.sys.readFile(pages + page) ?? '').matchAll(/```tsx?\n([\s\S]*?)```/g)];
  return blocks.map(([, block = ''], i) => {
    const code = block.replace(/^.*\/\/ does not compile$/gm, '').replace('// …', required);
    return [`${root}page-${page.replaceAll('/', '_')}-${i}.tsx`, `${before}${code}${after}\nexport {};\n`];
  });
}

describe('the pages of docs', () => {
  it('have TypeScript that compiles', { timeout }, () => {
    const names = ts.sys.readDirectory(pages, ['.md'], ['rules.md'], ['*']).map((path) => path.slice(pages.length));
    const programs = Object.fromEntries([...names, '../sdk/README.md'].flatMap(programsOf));
    const compiled = programOf(programs, entries);
    const errors = Object.keys(programs).flatMap((file) =>
      errorsIn(compiled, file).map((error) => `${file.slice(root.length)}:${error}`),
    );
    expect(errors).toEqual([]);
    expect(Object.keys(programs).length).toBeGreaterThan(5);
  });
});
