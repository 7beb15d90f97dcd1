import { describe, expect, test } from 'vitest';
import type { CrmObjects } from '../../context/crm-records.ts';
import { appObject } from '../../declare/app-object.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { makeAppObjects } from './app-objects.ts';

const lease = appObject('car-lease', {
  name: 'CAR_LEASE',
  label: 'Lease',
  singularForm: 'Lease',
  pluralForm: 'Leases',
  primaryDisplayLabelPropertyName: 'title',
  properties: { title: { type: 'string' }, endsAt: { type: 'datetime', name: 'ends_at' } },
});

let installs = 0;

function setUp() {
  const calls: unknown[] = [];
  const answer = { id: '1', properties: { a77_title: 'A', a77_ends_at: '2026', a77_gone: 'x', other: null } };
  const history: Record<string, unknown> = {};
  const record =
    (name: string) =>
    async (...args: unknown[]) => {
      calls.push([name, ...args]);
      return Object.keys(history).length > 0 ? { ...answer, propertiesWithHistory: history } : answer;
    };
  const objects = {
    get: record('get'),
    create: record('create'),
    update: record('update'),
    archive: record('archive'),
  };
  const asked: unknown[][] = [];
  const clock = { now: 0 };
  const actor = async (...call: unknown[]) => {
    asked.push(call);
    return 77;
  };
  const context = {
    host: { actor, now: () => clock.now },
    worker: { app: { objects: [lease] } },
  } as unknown as RequestContext;
  const install = String((installs += 1));
  return {
    calls,
    history,
    asked,
    clock,
    install,
    appObjects: makeAppObjects(context, install, () => objects as unknown as CrmObjects),
  };
}

describe('ctx.appObjects', () => {
  test('finds records by definition or id, under the name of the CRM', async () => {
    const { calls, appObjects } = setUp();
    await appObjects.get(lease, '1');
    await appObjects.archive('car-lease', '2');
    expect(calls).toEqual([
      ['get', 'a77_CAR_LEASE', '1', {}],
      ['archive', 'a77_CAR_LEASE', '2'],
    ]);
  });

  test('maps declared keys to property names of the CRM', async () => {
    const { calls, appObjects } = setUp();
    const record = await appObjects.create(lease, { properties: { title: 'A', endsAt: '2026', hs_owner: '7' } });
    expect(calls).toEqual([
      ['create', 'a77_CAR_LEASE', { properties: { a77_title: 'A', a77_ends_at: '2026', hs_owner: '7' } }],
    ]);
    expect(record.properties).toEqual({ title: 'A', endsAt: '2026', a77_gone: 'x', other: null });
    await appObjects.get(lease, '1', { properties: ['endsAt', 'title'] });
    expect(calls[1]).toEqual(['get', 'a77_CAR_LEASE', '1', { properties: ['a77_ends_at', 'a77_title'] }]);
    await appObjects.get(lease, 'A', { idProperty: 'title', propertiesWithHistory: ['endsAt'], archived: true });
    expect(calls[2]).toEqual([
      'get',
      'a77_CAR_LEASE',
      'A',
      { idProperty: 'a77_title', propertiesWithHistory: ['a77_ends_at'], archived: true },
    ]);
    await appObjects.update('car-lease', '1', { properties: { ends_at: '2027' } });
    expect(calls[3]).toEqual(['update', 'a77_CAR_LEASE', '1', { properties: { a77_ends_at: '2027' } }]);
  });

  test.each([undefined, 'x', Promise.resolve({ title: 'A' }), new Map([['title', 'A']])])(
    'writes an object as properties: %o is refused',
    async (properties) => {
      const { calls, appObjects } = setUp();
      await expect(appObjects.create(lease, { properties } as never)).rejects.toThrow('expected { properties: { … } }');
      await expect(appObjects.update(lease, '1', { properties } as never)).rejects.toThrow('to write an app object');
      expect(calls).toEqual([]);
    },
  );

  test.each([
    [null, 'invalid argument null: expected an object such as { properties: ["name"] }'],
    ['title', 'invalid argument title: expected an object such as { properties: ["name"] }'],
    [{ properties: 'title' }, 'invalid properties: expected an array, got string'],
  ])('reads with an object of options: %j is refused', async (options, message) => {
    const { calls, appObjects } = setUp();
    await expect(appObjects.get(lease, '1', options as never)).rejects.toThrow(message);
    expect(calls).toEqual([]);
  });

  test('maps the names of properties in the history, too', async () => {
    const { history, appObjects } = setUp();
    history.a77_title = [{ value: 'B' }];
    const record = await appObjects.get(lease, '1', { propertiesWithHistory: ['title'] });
    expect(record.propertiesWithHistory).toEqual({ title: [{ value: 'B' }] });
  });

  test('asks for the id of the app once a minute', async () => {
    const { asked, clock, install, appObjects } = setUp();
    await appObjects.get(lease, '1');
    clock.now = 59_999;
    await appObjects.get(lease, '2');
    expect(asked).toEqual([['InstallActor', install, 'appId', null]]);
    clock.now = 60_000;
    await appObjects.get(lease, '3');
    expect(asked).toHaveLength(2);
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
