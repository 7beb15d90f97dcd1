import { expect, test } from 'vitest';
import { serveWorker } from '../../../test/served-worker.ts';
import { cardBackend } from '../../capability/card-backend.ts';
import { block, failContinue, failStop, ok, retryLater } from '../../declare/result.ts';

const echo = cardBackend('echo', {
  input: { name: { type: 'string', required: true }, limit: { type: 'number', default: 5 } },
  handler: (ctx) => ({ input: ctx.input, portal: ctx.install.portalId }),
});

test('reads only "input" from the body', async () => {
  const worker = await serveWorker([echo]);
  const { status, body } = await worker.card('echo', { input: { name: 'Ada' }, name: 'Eve', install: { portalId: 1 } });
  expect([status, body]).toEqual([
    200,
    { ok: true, capabilityId: 'echo', result: { input: { name: 'Ada', limit: 5 }, portal: 7 } },
  ]);
});

test('responds 400 missing_required_input', async () => {
  const worker = await serveWorker([echo]);
  for (const sent of [{ input: {} }, {}, { input: { name: null } }, { name: 'Ada' }]) {
    const { status, body } = await worker.card('echo', sent);
    expect([status, body['error'], body['capabilityId'], body['fields']]).toEqual([
      400,
      'missing_required_input',
      'echo',
      ['name'],
    ]);
  }
});

test('returns a plain value that looks like a result unchanged', async () => {
  const worker = await serveWorker([
    cardBackend('plain', { handler: () => ({ status: 'fail-stop', message: 'mine' }) }),
  ]);
  const { status, body } = await worker.card('plain', {});
  expect([status, body]).toEqual([
    200,
    { ok: true, capabilityId: 'plain', result: { status: 'fail-stop', message: 'mine' } },
  ]);
});

test('responds 200 to every outcome of the constructors', async () => {
  const made = {
    ok: ok({ n: 1 }),
    'fail-continue': failContinue('m', { n: 2 }),
    'fail-stop': failStop('m'),
    'retry-later': retryLater('m', 3),
    block: block('m'),
  };
  const worker = await serveWorker(
    Object.entries(made).map(([id, result]) => cardBackend(id, { handler: () => result })),
  );
  const answers = await Promise.all(Object.keys(made).map(async (id) => (await worker.card(id, {})).body));
  expect(answers).toEqual([
    { ok: true, capabilityId: 'ok', result: { n: 1 } },
    { ok: false, capabilityId: 'fail-continue', status: 'fail-continue', message: 'm', result: { n: 2 } },
    { ok: false, capabilityId: 'fail-stop', status: 'fail-stop', message: 'm' },
    { ok: false, capabilityId: 'retry-later', status: 'retry-later', message: 'm', retryAfterSeconds: 3 },
    { ok: false, capabilityId: 'block', status: 'block', message: 'm' },
  ]);
});

test('finds a non-ASCII id by its escaped path', async () => {
  const worker = await serveWorker([cardBackend('größe', { handler: () => 1 })]);
  expect((await worker.card(encodeURIComponent('größe'), {})).body['result']).toBe(1);
});

test('uses the install of the portal with OAuth', async () => {
  const worker = await serveWorker([cardBackend('who', { handler: (ctx) => ctx.install.id })], {
    auth: 'oauth',
    installs: [42],
  });
  expect((await worker.card('who', {}, '?portalId=42')).body['result']).toBe('42');
  const { status, body } = await worker.card('who', {}, '?portalId=none');
  expect([status, body['error']]).toEqual([409, 'install_not_found']);
});
