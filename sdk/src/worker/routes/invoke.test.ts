import { expect, test } from 'vitest';
import { serveWorker } from '../../../test/served-worker.ts';
import { cardBackend } from '../../capability/card-backend.ts';
import { tool } from '../../capability/tool.ts';
import { block, failContinue, failStop, retryLater } from '../../declare/result.ts';

const about = tool('about', {
  label: 'About',
  objectType: 'contact',
  input: { n: { type: 'number' } },
  output: { text: { type: 'string' }, n: { type: 'number' }, details: { type: 'json' } },
  async handler(ctx) {
    const { id, portalId, state } = ctx.install;
    return {
      text: ctx.enrolledObject.id,
      ...(ctx.input.n !== undefined && { n: ctx.input.n }),
      details: { id, portalId, state, config: await ctx.install.config() },
    };
  },
});

test('runs a tool and returns its typed output', async () => {
  const worker = await serveWorker([about]);
  const { status, body } = await worker.invoke('about', {
    input: { n: '5' },
    object: { id: 9, objectType: 'contact' },
  });
  const details = { id: 'static', portalId: null, state: 'active', config: {} };
  expect([status, body]).toEqual([
    200,
    { ok: true, capabilityId: 'about', status: 'ok', output: { text: '9', n: 5, details } },
  ]);
});

test('runs a card backend as well', async () => {
  const worker = await serveWorker([cardBackend('panel', { handler: () => [1] })]);
  expect((await worker.invoke('panel', {})).body).toEqual({
    ok: true,
    capabilityId: 'panel',
    status: 'ok',
    output: [1],
  });
});

test('runs for the named install', async () => {
  const worker = await serveWorker([about], { auth: 'oauth', installs: [1, 5] });
  const install = { portalId: 5, state: 'suspended', config: { region: 'eu' } };
  const { body } = await worker.invoke('about', { install });
  expect(body['output']).toMatchObject({ details: { id: '5', ...install } });
});

test('explains an invalid install or object', async () => {
  const worker = await serveWorker([about], { auth: 'oauth', installs: [1, 5] });
  const refused: [body: object, error: string, field?: string][] = [
    [{ install: 5 }, 'invalid_input', 'install'],
    [{ install: { portalId: 5, state: 'gone' } }, 'invalid_input', 'install'],
    [{ install: { portalId: 5, config: [] } }, 'invalid_input', 'install'],
    [{ install: { portalId: 5 }, object: '9' }, 'invalid_input', 'object'],
    [{ install: { portalId: 5 }, input: [1] }, 'invalid_input', 'input'],
    [{}, 'install_not_found'],
  ];
  for (const [sent, error, field] of refused) {
    const { body } = await worker.invoke('about', sent);
    expect([body['error'], body['field']]).toEqual([error, field]);
  }
});

test('responds 409 ambiguous_capability if both kinds have the id', async () => {
  const worker = await serveWorker([about, cardBackend('about', { handler: () => 'card' })]);
  const { status, body } = await worker.invoke('about', {});
  expect([status, body['error']]).toEqual([409, 'ambiguous_capability']);
  expect((await worker.invoke('about', {}, '?kind=cardBackend')).body['output']).toBe('card');
  expect((await worker.invoke('about', {}, '?kind=tool')).body['output']).toMatchObject({ text: '' });
});

test('responds 404 unknown_capability for an unknown id', async () => {
  const worker = await serveWorker([about]);
  for (const [id, query] of [
    ['other', ''],
    ['about', '?kind=cardBackend'],
    ['__proto__', ''],
    ['constructor', '?kind=tool'],
  ] as const) {
    const { status, body } = await worker.invoke(id, {}, query);
    expect([status, body['error'], body['capabilityId']]).toEqual([404, 'unknown_capability', id]);
  }
  expect((await worker.invoke('about', {}, '?kind=trigger')).body['error']).toBe('invalid_input');
});

test('responds with the status of each outcome', async () => {
  const made = {
    'fail-continue': failContinue('m', { n: 2 }),
    block: block('m'),
    'fail-stop': failStop('m'),
    later: retryLater('m', 3),
    'retry-later': retryLater('m'),
  };
  const worker = await serveWorker(
    Object.entries(made).map(([id, result]) =>
      tool(id, { label: id, objectType: 'contact', handler: () => result as never }),
    ),
  );
  const answers = await Promise.all(
    Object.keys(made).map(async (id) => [
      (await worker.invoke(id, {})).status,
      (await worker.invoke(id, {})).body['ok'],
    ]),
  );
  expect(answers).toEqual([
    [200, false],
    [200, false],
    [400, false],
    [429, false],
    [503, false],
  ]);
});
