import { describe, expect, it } from 'vitest';
import { recording } from '../../test/recording.ts';
import { ScheduleValidationError } from '../declare/error.ts';
import { ok } from '../declare/result.ts';
import { defineSource } from './source.ts';
import { isDefaultSyncHandler, sync } from './sync.ts';
import { defineWorker } from './worker.ts';

const pull = defineSource({ name: 'ledger', fetch: () => ({ rows: [] }) });
const push = defineSource.push({
  name: 'changes',
  auth: { type: 'hmac', secret: 'KEY' },
  receive: () => ({ rows: [] }),
});
const handler = () => ok();

describe('the schedule of a sync', () => {
  it('is validated at import time', () => {
    const worker = defineWorker('main');
    expect(() => worker.sync('x', { schedule: '7m', handler })).toThrow(ScheduleValidationError);
    expect(worker.capabilities).toEqual([]);
  });

  it('is normalized', () => {
    expect(sync('x', { schedule: '6h', handler }).normalizedSchedule).toEqual({
      kind: 'interval',
      expression: '6h',
      crons: ['0 */6 * * *'],
    });
  });

  it("must be 'event' for a push source", () => {
    expect(() => sync(push, { schedule: '5m', idProperty: 'id' })).toThrow(
      `invalid schedule '5m': the webhook of push source "changes" starts the sync; use 'event'`,
    );
    expect(sync(push, { schedule: 'event', idProperty: 'id' }).normalizedSchedule.kind).toBe('event');
  });

  it.each([
    ['a pull source', () => sync(pull, { schedule: 'event', idProperty: 'id' })],
    ['no source', () => sync('x', { schedule: 'event', handler })],
  ])("must not be 'event' for %s", (_, run) => {
    expect(run).toThrow(ScheduleValidationError);
    expect(run).toThrow("invalid schedule 'event': the sync has no push source");
  });

  it('is required', () => {
    expect(() => sync('x', { handler } as never)).toThrow('missing schedule: use an interval');
  });
});

describe('while recording', () => {
  it('reports a refused schedule at its option and continues', () => {
    const { declared, failed } = recording(() => {
      sync('x', { schedule: '7m', handler });
      sync('y', { schedule: 'nonsense', handler });
      sync('z', { schedule: '5m', handler });
    });
    expect(declared.map(({ extra }) => (extra as { schedule?: object }).schedule !== undefined)).toEqual([
      false,
      false,
      true,
    ]);
    expect(failed.map(({ error }) => [error.rule, error.path])).toEqual([
      ['schedule-interval', ['schedule']],
      ['schedule-syntax', ['schedule']],
    ]);
  });

  it('leaves to the rules what they report', () => {
    const { failed } = recording(() => {
      sync('x', { handler } as never);
      sync('x', { schedule: 5, handler } as never);
      sync('x', { schedule: '', handler });
      sync('x', { schedule: 'event', handler });
      sync(push, { schedule: '5m', idProperty: 'id' });
    });
    expect(failed).toEqual([]);
  });

  it('reports the source and the normalized schedule', () => {
    const { declared } = recording(() => sync(pull, { schedule: '5m', idProperty: 'id' }));
    expect(declared[0]?.extra).toEqual({
      source: pull,
      schedule: { kind: 'interval', expression: '5m', crons: ['*/5 * * * *'] },
    });
  });
});

describe('a sync of a source', () => {
  it("uses the source's name as its default id", () => {
    expect(sync(pull, { schedule: '5m', idProperty: 'id' })).toMatchObject({ id: 'ledger', source: pull });
    expect(sync(pull, { id: 'second', schedule: '5m', idProperty: 'id' })).toMatchObject({
      id: 'second',
      source: pull,
    });
  });

  it('has a default handler that reports success', () => {
    const { handler: made } = sync(pull, { schedule: '5m', idProperty: 'id' });
    expect(made({} as never)).toEqual(ok());
  });
});

describe('isDefaultSyncHandler', () => {
  it('recognizes the default handler and a sync that has it', () => {
    const made = sync(pull, { schedule: '5m', idProperty: 'id' });
    expect(isDefaultSyncHandler(made.handler)).toBe(true);
    expect(isDefaultSyncHandler(made)).toBe(true);
  });

  it.each([handler, () => ok(), undefined, null, {}, 'x'])('returns false for %s', (value) => {
    expect(isDefaultSyncHandler(value)).toBe(false);
  });

  it('returns false for a sync with a declared handler', () => {
    expect(isDefaultSyncHandler(sync(pull, { schedule: '5m', idProperty: 'id', handler }))).toBe(false);
  });
});

describe('a push source', () => {
  it('has a webhook path below /webhooks', () => {
    expect(push.webhookPath).toBe('/webhooks/changes');
  });
});
