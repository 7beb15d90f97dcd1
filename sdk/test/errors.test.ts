import { expect, it } from 'vitest';
import documented from '../../contract/errors.json' with { type: 'json' };
import { ERROR_STATUS } from '../src/platform/errors.ts';

/** The text of every source file. */
const SOURCES = (import.meta as unknown as { glob(of: string[], how: object): Record<string, string> }).glob(
  ['../src/**/*.ts', '!../src/**/*.test.ts'],
  { query: '?raw', import: 'default', eager: true },
);

/** Codes between the app worker and other workers. No caller and no handler sees them. */
const INTERNAL: readonly string[] = [
  'unknown_step',
  'step_failed',
  'rows_too_many',
  'poison_full',
  'cursor_repeats',
  'empty_pages',
];

/** Expressions that give an error or a response its code. */
const GIVING =
  /\b(?:ActorError|InstallAccessError|HandOffError|coded)\(\s*|(?:\be:|\(message\),) \{ code: |\breadonly code = /;
const GIVEN = new RegExp(`(?:${GIVING.source})(?:'(\\w+)'|\`token_\\$\\{)`, 'g');

/** The codes of an error response of the CRM, and of a missing one, which are chosen at run time. */
const CRM_CODES: readonly string[] = ['http_error', 'missing_scopes', 'no_answer'];

/** The values of `token_${kind}`. The code of `consent_lost` is needs_reauth. */
const TOKEN_CODES: readonly string[] = ['token_refused', 'token_unavailable'];

function codesOf(text: string): string[] {
  return [...text.matchAll(GIVEN)].flatMap(([, code]) => (code === undefined ? TOKEN_CODES : [code]));
}

it.each(Object.entries(ERROR_STATUS))('documents %s with the status %i', (code, status) => {
  const entry = documented.find((error) => error.code === code);
  expect(entry, `contract/errors.json needs an entry for ${code} with its status`).toMatchObject({ status });
});

it('documents exactly the codes that handlers can receive', () => {
  const given = new Set([...CRM_CODES, ...Object.values(SOURCES).flatMap(codesOf)]);
  const known = documented.map(({ code }) => code);
  const absent = [...given].filter((code) => !known.includes(code) && !INTERNAL.includes(code));
  expect(absent, 'add these codes to contract/errors.json, or to INTERNAL').toEqual([]);
  const forHandlers = documented.filter((error) => !('status' in error)).map(({ code }) => code);
  const unused = forHandlers.filter((code) => !given.has(code));
  expect(unused, 'no source gives these codes: remove them from contract/errors.json').toEqual([]);
  expect(known.filter((code, i) => known.indexOf(code) !== i)).toEqual([]);
});
