import { describe, expect, test } from 'vitest';
import { ORIGIN, SECRET, serveWorker } from '../../../test/served-worker.ts';
import { tool } from '../../capability/tool.ts';
import { block, failContinue, failStop, ok, retryLater } from '../../declare/result.ts';

/** A captured request of the platform. */
const PAYLOAD = {
  callbackId: 'ap-102670506-56776413549-7-0',
  origin: { portalId: 102670506, actionDefinitionId: 10646377, actionDefinitionVersion: 3 },
  context: { workflowId: 192814114, actionId: 1, source: 'WORKFLOWS' },
  object: { objectId: 904, objectType: 'DEAL', properties: { email: 'a@b.c' } },
  fields: { message: 'hello', times: '3' },
  inputFields: { message: 'hello', times: '3' },
  typedInputs: { message: { value: 'hello', type: 'STRING' }, times: { value: '3', type: 'NUMBER' } },
};

const seen: unknown[] = [];
const send = tool('send', {
  label: 'Send',
  objectType: 'deal',
  input: { message: { type: 'string', isRequired: true }, times: { type: 'number' }, secret: { type: 'string' } },
  output: { sent: { type: 'number' }, details: { type: 'json' }, at: { type: 'datetime' } },
  agent: { description: 'Sends', expose: ['message'] },
  handler(ctx) {
    const { input, enrolledObject, execution, install } = ctx;
    seen.push({ input, enrolledObject, execution, portalId: install.portalId });
    return { sent: input.times ?? 0, details: { to: ['x'] }, at: '2026-01-01' };
  },
});

describe('an inline workflow action', () => {
  test('gets input, record and execution from the payload of the platform', async () => {
    const worker = await serveWorker([send]);
    await worker.action('send', PAYLOAD);
    expect(seen.at(-1)).toEqual({
      input: { message: 'hello', times: 3 },
      enrolledObject: { id: '904', objectType: 'DEAL', properties: { email: 'a@b.c' } },
      execution: { workflowId: '192814114', source: 'WORKFLOWS', actionDefinitionId: '10646377' },
      portalId: 102670506,
    });
  });

  test('responds with output fields as texts', async () => {
    const worker = await serveWorker([send]);
    const { status, body } = await worker.action('send', PAYLOAD);
    const outputFields = {
      sent: '3',
      details: '{"to":["x"]}',
      at: '2026-01-01T00:00:00.000Z',
      crm_execution_state: 'SUCCESS',
    };
    expect([status, body]).toEqual([200, { outputFields }]);
  });

  test("reads input from each of the platform's three forms", async () => {
    const worker = await serveWorker([send]);
    for (const form of [
      { inputFields: { message: 'm' } },
      { fields: { message: 'm' } },
      { typedInputs: { message: { value: 'm', type: 'STRING' } } },
    ]) {
      await worker.action('send', form);
      expect(seen.at(-1)).toMatchObject({ input: { message: 'm' } });
    }
  });

  test('runs without object, context and origin', async () => {
    const worker = await serveWorker([send]);
    expect((await worker.action('send', { inputFields: { message: 'm' } })).status).toBe(200);
    expect(seen.at(-1)).toEqual({
      input: { message: 'm' },
      enrolledObject: { id: '', objectType: '', properties: {} },
      execution: undefined,
      portalId: null,
    });
  });

  test('refuses an invalid value and names its field', async () => {
    const worker = await serveWorker([send]);
    const { status, body } = await worker.action('send', { inputFields: { message: 'm', times: 'often' } });
    expect([status, body['error'], body['capabilityId'], body['field']]).toEqual([
      400,
      'invalid_input',
      'send',
      'times',
    ]);
  });

  test('treats an empty number as absent', async () => {
    const worker = await serveWorker([send]);
    await worker.action('send', { inputFields: { message: 'm', times: '' } });
    expect(seen.at(-1)).toMatchObject({ input: { message: 'm' } });
  });

  test('accepts a v2 signature without v3', async () => {
    const worker = await serveWorker([send]);
    const text = JSON.stringify(PAYLOAD);
    const path = '/workflow-actions/send/invoke';
    const digest = await crypto.subtle.digest(
      'SHA-256',
      new TextEncoder().encode(`${SECRET}POST${ORIGIN}${path}${text}`),
    );
    const signature = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
    const headers = {
      'content-type': 'application/json',
      'x-crm-signature': signature,
      'x-crm-signature-version': 'v2',
    };
    expect((await worker.send(path, { method: 'POST', body: text, headers })).status).toBe(200);
    expect((await worker.send(path, { method: 'POST', body: `${text} `, headers })).status).toBe(401);
  });
});

describe('an agent', () => {
  test.each(['AGENTS', 'COPILOT'])('(%s) sets only the fields that the tool exposes', async (source) => {
    const worker = await serveWorker([send]);
    const { status } = await worker.action('send', {
      ...PAYLOAD,
      context: { source },
      inputFields: { message: 'm', secret: 's', times: '9' },
    });
    expect(status).toBe(200);
    expect(seen.at(-1)).toMatchObject({ input: { message: 'm' }, execution: { source } });
    expect(worker.host.observations.at(-1)).toMatchObject({ type: 'invocation', surface: 'agent' });
  });
});

test.each([
  ['with declared input', { input: { message: { type: 'string' } } } as const],
  ['with any input', {}],
])('an agent sets no fields of a tool that exposes none (%s)', async (_, options) => {
  const closed = tool('closed', {
    label: 'Closed',
    objectType: 'deal',
    ...options,
    output: { input: { type: 'json' } },
    handler: (ctx) => ({ input: ctx.input }),
  });
  const worker = await serveWorker([closed]);
  const run = async (source: string) =>
    (await worker.action('closed', { context: { source }, inputFields: { message: 'm' } })).body['outputFields'];
  expect(await run('AGENTS')).toMatchObject({ input: '{}' });
  expect(await run('WORKFLOWS')).toMatchObject({ input: '{"message":"m"}' });
});

describe('the outcome of a tool', () => {
  const results = tool('results', {
    label: 'Results',
    objectType: 'deal',
    input: { what: { type: 'string', required: true } },
    output: { n: { type: 'number' } },
    handler(ctx): never {
      const made: Record<string, unknown> = {
        branded: ok({ n: 1 }),
        byHand: { status: 'retry-later', message: 'later', retryAfterSeconds: 60 },
        later: retryLater('later', 60),
        stop: failStop('no'),
        continued: failContinue('half', { n: 2 }),
        nothing: undefined,
        undeclared: { n: 1, extra: 'x' },
        misfit: { n: 'many' },
        text: 'done',
        list: [1],
      };
      return made[ctx.input.what] as never;
    },
  });
  const run = async (what: string) => {
    const worker = await serveWorker([results]);
    return { ...(await worker.action('results', { inputFields: { what } })), logs: worker.host.logs };
  };

  test('may be a plain object that matches its output', async () => {
    expect((await run('branded')).body).toEqual({ outputFields: { n: '1', crm_execution_state: 'SUCCESS' } });
    expect((await run('nothing')).body).toEqual({ outputFields: { crm_execution_state: 'SUCCESS' } });
  });

  test('may be an object literal', async () => {
    const [byHand, later] = [await run('byHand'), await run('later')];
    expect(byHand.status).toBe(429);
    expect(byHand.headers.get('retry-after')).toBe('60');
    expect(byHand.body).toEqual(later.body);
  });

  test('is not read from an object literal if the output has a field "status"', async () => {
    const invoices = tool('invoices', {
      label: 'Invoices',
      objectType: 'deal',
      input: { made: { type: 'bool' } },
      output: { status: { type: 'string' } },
      handler: (ctx) => (ctx.input.made ? block('wait') : { status: 'block' }),
    });
    const worker = await serveWorker([invoices]);
    expect((await worker.action('invoices', {})).body).toEqual({
      outputFields: { status: 'block', crm_execution_state: 'SUCCESS' },
    });
    expect((await worker.action('invoices', { inputFields: { made: 'true' } })).body).toEqual({
      outputFields: { crm_execution_state: 'BLOCK' },
    });
  });

  test('drops and logs undeclared fields', async () => {
    const { body, logs } = await run('undeclared');
    expect(body).toEqual({ outputFields: { n: '1', crm_execution_state: 'SUCCESS' } });
    expect(logs).toMatchObject([{ level: 'warn', message: expect.stringContaining('"extra"') }]);
  });

  test.each(['misfit', 'text', 'list'])('is an error when it does not match the output (%s)', async (what) => {
    const { status, body } = await run(what);
    expect([status, body['error']]).toEqual([500, 'handler_error']);
  });

  test('logs a message that the response cannot contain', async () => {
    expect((await run('continued')).logs).toMatchObject([{ level: 'warn', message: 'fail-continue: half' }]);
    expect((await run('stop')).body).toEqual({ ok: false, error: 'fail_stop', capabilityId: 'results', message: 'no' });
  });

  test('is limited to 65,000 characters per field', async () => {
    const texts = tool('texts', {
      label: 'Texts',
      objectType: 'deal',
      input: { size: { type: 'number', required: true } },
      output: { text: { type: 'string' } },
      handler: (ctx) => ({ text: 'x'.repeat(ctx.input.size) }),
    });
    const worker = await serveWorker([texts]);
    expect((await worker.action('texts', { inputFields: { size: 65_000 } })).status).toBe(200);
    const { status, body } = await worker.action('texts', { inputFields: { size: 65_001 } });
    expect([status, body['error']]).toEqual([400, 'output_too_large']);
  });

  test('uses the names of the vendor profile', async () => {
    const worker = await serveWorker([results], {
      profile: { executionStateKey: 'hs_execution_state', retryAfterUnit: 'milliseconds' },
    });
    expect((await worker.action('results', { inputFields: { what: 'nothing' } })).body).toEqual({
      outputFields: { hs_execution_state: 'SUCCESS' },
    });
    expect((await worker.action('results', { inputFields: { what: 'later' } })).headers.get('retry-after')).toBe(
      '60000',
    );
  });
});
