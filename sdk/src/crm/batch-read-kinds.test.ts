import { describe, expect, test } from 'vitest';
import { batchWorld, type Input, refusal, rowError, throwing } from '../../test/batch-crm.ts';

describe('properties', () => {
  test('are read by name', async () => {
    const { batch, calls, run } = batchWorld(({ inputs }) => ({
      results: [{ name: 'b' }, { name: 'a' }],
      errors: [rowError('OBJECT_NOT_FOUND', { name: [inputs[2]?.['name'] as string] })],
    }));
    const [one, two] = await run(
      Promise.all([batch.properties.read('contacts', ['a', 'b']), batch.properties.read('contacts', ['c'])]),
    );
    expect([one, two]).toEqual([
      { results: [{ name: 'a' }, { name: 'b' }], missing: [] },
      { results: [], missing: ['c'] },
    ]);
    expect(calls.map(({ path, body }) => [path, body])).toEqual([
      [
        '/crm/v3/properties/contacts/batch/read',
        { archived: false, inputs: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] },
      ],
    ]);
  });
});

describe('associations', () => {
  test('are read by record id. A record without associations has an empty list', async () => {
    const { batch, calls, run } = batchWorld(() => ({
      results: [
        {
          from: { id: '1' },
          to: [{ toObjectId: 5, associationTypes: [{ category: 'CRM_DEFINED', typeId: 1, label: null }] }],
        },
      ],
      errors: [
        {
          ...rowError('OBJECT_NOT_FOUND', { fromObjectId: ['2'], fromObjectType: ['contact'] }),
          subCategory: 'crm.associations.NO_ASSOCIATIONS_FOUND',
        },
        rowError('OBJECT_NOT_FOUND', { fromObjectId: ['3'] }),
      ],
    }));
    expect(await run(batch.associations.read('contacts', 'companies', ['2', '1', '3']))).toEqual({
      results: [
        { from: '2', to: [] },
        {
          from: '1',
          to: [{ toObjectId: '5', associationTypes: [{ category: 'CRM_DEFINED', typeId: 1, label: null }] }],
        },
      ],
      missing: ['3'],
    });
    expect(calls[0]).toMatchObject({ path: '/crm/v4/associations/contacts/companies/batch/read' });
  });

  test('of one record are read page by page', async () => {
    const { batch, calls, run } = batchWorld(({ inputs }) => ({
      results: inputs.map(({ id, after }) => {
        const page = Number(after ?? 0);
        const isLast = id !== '1' || page === 2;
        return {
          from: { id },
          to: [{ toObjectId: `${id}${page}` }],
          ...(!isLast && { paging: { next: { after: String(page + 1) } } }),
        };
      }),
    }));
    const { results } = await run(batch.associations.read('contacts', 'companies', ['1', '2']));
    expect(results.map(({ from, to }) => [from, to.map(({ toObjectId }) => toObjectId)])).toEqual([
      ['1', ['10', '11', '12']],
      ['2', ['20']],
    ]);
    expect(calls.map(({ inputs }) => inputs)).toEqual([
      [{ id: '1' }, { id: '2' }],
      [{ id: '1', after: '1' }],
      [{ id: '1', after: '2' }],
    ]);
  });

  test('fail if a page fails', async () => {
    const { batch, run } = batchWorld(({ inputs }) =>
      inputs[0]?.['after'] === undefined
        ? { results: inputs.map(({ id }) => ({ from: { id }, to: [], paging: { next: { after: '1' } } })) }
        : throwing(refusal(403)),
    );
    await expect(run(batch.associations.read('contacts', 'companies', ['1']))).rejects.toMatchObject({ status: 403 });
  });

  const MADE = ({ inputs }: { readonly inputs: readonly Input[] }) => ({
    results: inputs
      .map(({ from, to }) => ({
        fromObjectId: Number((from as { id: string }).id),
        toObjectId: (to as { id: string }).id,
      }))
      .reverse(),
  });

  test('are created with their types, or with the default type', async () => {
    const { batch, calls, run } = batchWorld((call) =>
      call.path.endsWith('default')
        ? {
            results: call.inputs.flatMap(({ from, to }) => [
              { from, to },
              { from: to, to: from },
            ]),
          }
        : MADE(call),
    );
    const types = [{ associationCategory: 'CRM_DEFINED', associationTypeId: 1 }];
    const rows = [
      { from: '1', to: '2' },
      { from: '1', to: '3', types },
      { from: '4', to: '2', types: [] },
    ];
    const { succeeded, failed } = await run(batch.associations.create('contacts', 'companies', rows));
    expect([succeeded, failed]).toEqual([[0, 1, 2].map((index) => ({ index, result: undefined })), []]);
    expect(calls.map(({ path, inputs }) => [path.slice(path.indexOf('batch')), inputs])).toEqual([
      [
        'batch/associate/default',
        [
          { from: { id: '1' }, to: { id: '2' } },
          { from: { id: '4' }, to: { id: '2' } },
        ],
      ],
      ['batch/create', [{ from: { id: '1' }, to: { id: '3' }, types }]],
    ]);
  });

  test('that fail are matched by both records', async () => {
    const { batch, run } = batchWorld((call) => ({
      results: MADE(call).results.filter(({ toObjectId, fromObjectId }) => toObjectId !== '3' || fromObjectId !== 1),
      errors: [rowError('OBJECT_NOT_FOUND', { fromObjectId: ['1'], toObjectId: ['3'] })],
    }));
    const types = [{ associationCategory: 'CRM_DEFINED', associationTypeId: 1 }];
    const rows = [
      ['1', '2'],
      ['1', '3'],
      ['4', '3'],
    ].map(([from, to]) => ({ from: from!, to: to!, types }));
    const { succeeded, failed } = await run(batch.associations.create('contacts', 'companies', rows));
    expect([succeeded.map(({ index }) => index), failed.map(({ index, error }) => [index, error.category])]).toEqual([
      [0, 2],
      [[1, 'OBJECT_NOT_FOUND']],
    ]);
  });

  test('are archived completely, or by type', async () => {
    const { batch, calls, run } = batchWorld(() => undefined);
    const types = [{ associationCategory: 'USER_DEFINED', associationTypeId: 9 }];
    const { succeeded } = await run(
      batch.associations.archive('contacts', 'companies', [
        { from: '1', to: '2' },
        { from: '1', to: '3', types },
      ]),
    );
    expect(succeeded).toEqual([
      { index: 0, result: undefined },
      { index: 1, result: undefined },
    ]);
    expect(calls.map(({ path, inputs }) => [path.slice(path.indexOf('batch')), inputs])).toEqual([
      ['batch/archive', [{ from: { id: '1' }, to: [{ id: '2' }] }]],
      ['batch/labels/archive', [{ from: { id: '1' }, to: { id: '3' }, types }]],
    ]);
  });
});
