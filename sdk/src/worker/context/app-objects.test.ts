import { describe, expect, test } from 'vitest';
import type { CrmObjects } from '../../context/crm-records.ts';
import { appObject } from '../../declare/app-object.ts';
import { makeAppObjects } from './app-objects.ts';

const lease = appObject('car-lease', {
  name: 'CAR_LEASE',
  label: 'Lease',
  singularForm: 'Lease',
  pluralForm: 'Leases',
  primaryDisplayLabelPropertyName: 'title',
  properties: { title: { type: 'string' }, endsAt: { type: 'datetime', name: 'ends_at' } },
});

function setUp() {
  const calls: unknown[] = [];
  const answer = { id: '1', properties: { title: 'A', ends_at: '2026', other: null } };
  const record =
    (name: string) =>
    async (...args: unknown[]) => {
      calls.push([name, ...args]);
      return answer;
    };
  const objects = {
    get: record('get'),
    create: record('create'),
    update: record('update'),
    archive: record('archive'),
  };
  return { calls, appObjects: makeAppObjects([lease], () => objects as unknown as CrmObjects) };
}

describe('ctx.appObjects', () => {
  test('finds records by definition or id, with the uid of the object', async () => {
    const { calls, appObjects } = setUp();
    await appObjects.get(lease, '1');
    await appObjects.archive('car-lease', '2');
    expect(calls).toEqual([
      ['get', 'CAR_LEASE', '1', {}],
      ['archive', 'CAR_LEASE', '2'],
    ]);
  });

  test('maps declared keys to property names of the CRM', async () => {
    const { calls, appObjects } = setUp();
    const record = await appObjects.create(lease, { properties: { title: 'A', endsAt: '2026', hs_owner: '7' } });
    expect(calls).toEqual([['create', 'CAR_LEASE', { properties: { title: 'A', ends_at: '2026', hs_owner: '7' } }]]);
    expect(record.properties).toEqual({ title: 'A', endsAt: '2026', other: null });
    await appObjects.get(lease, '1', { properties: ['endsAt', 'title'] });
    expect(calls[1]).toEqual(['get', 'CAR_LEASE', '1', { properties: ['ends_at', 'title'] }]);
  });

  test('lists the declared objects for an unknown one', async () => {
    const { appObjects } = setUp();
    await expect(appObjects.get('boat', '1')).rejects.toThrow(
      'the app has no app object "boat": it declares car-lease',
    );
  });

  test('requires properties to write a record', async () => {
    const { appObjects, calls } = setUp();
    await expect(appObjects.update(lease, '1', undefined as never)).rejects.toThrow('{ properties: { … } }');
    expect(calls).toEqual([]);
  });
});
