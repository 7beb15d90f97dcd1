import { expect, test } from 'vitest';
import { serveWorker } from '../../test/served-worker.ts';
import { cardBackend } from '../capability/card-backend.ts';
import { tool } from '../capability/tool.ts';
import { failContinue } from '../declare/result.ts';

test("redacts every line, and the values of the app's redaction.fields", async () => {
  const backend = cardBackend('c', {
    handler({ logger }) {
      logger.info('mail ada@example.com', { iban: 'DE89', n: 1, list: [{ IBAN: 1, accessToken: 'x' }] });
      logger.debug('used pat-na1-abc123');
      logger.warn('call +1 555 234 5678', { error: new Error('no ada@example.com') });
      logger.error('failed', { toJSON: () => ({ late: 'ada@example.com', deep: { iban: 1 } }) });
      logger.error('a key', { 'a@b.io': 1, at: '2026-01-15T10:30:00Z' });
      return {};
    },
  });
  const worker = await serveWorker([backend], { redaction: { fields: ['iban'] } });
  expect((await worker.card('c', {})).status).toBe(200);
  expect(worker.host.logs).toMatchObject([
    {
      message: 'mail [redacted]',
      fields: { iban: '[redacted]', n: 1, list: [{ IBAN: '[redacted]', accessToken: '[redacted]' }] },
    },
    { message: 'used [redacted]' },
    { message: 'call [redacted]', fields: { error: { name: 'Error', message: 'no [redacted]' } } },
    { message: 'failed', fields: { late: '[redacted]', deep: { iban: '[redacted]' } } },
    { message: 'a key', fields: { '[redacted] 1': 1, at: '2026-01-15T10:30:00Z' } },
  ]);
  expect(JSON.stringify(worker.host.logs)).not.toMatch(/DE89|\w@|pat-na1|5678/);
});

test('does not redact by key without redaction.fields', async () => {
  const worker = await serveWorker([cardBackend('c', { handler: ({ logger }) => logger.info('x', { iban: 'DE89' }) })]);
  await worker.card('c', {});
  expect(worker.host.logs).toMatchObject([{ fields: { iban: 'DE89' } }]);
});

test('logs a message that is not a string', async () => {
  const backend = cardBackend('c', {
    handler({ logger }) {
      logger.info(Object.create(null) as never);
      logger.info({ toString: () => 'ada@example.com' } as never);
    },
  });
  const worker = await serveWorker([backend]);
  await worker.card('c', {});
  expect(worker.host.logs).toMatchObject([{ message: '{}' }, { message: '[redacted]' }]);
});

test("redacts the runtime's own lines", async () => {
  const failing = tool('t', {
    label: 'T',
    objectType: 'contact',
    handler: () => failContinue('no consent of ada@example.com'),
  });
  const worker = await serveWorker([failing]);
  await worker.action('t', {});
  expect(JSON.stringify(worker.host.logs)).toContain('no consent of [redacted]');
});
