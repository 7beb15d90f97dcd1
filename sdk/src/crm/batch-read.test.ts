import { describe, expect, test } from 'vitest';
import { batchWorld, CALL_MS, type Input, refusal, rowError, throwing } from '../../test/batch-crm.ts';
import { CrmNoAnswerError } from './error.ts';
import { CrmBackpressure } from './gate/backpressure.ts';

const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => String(from + i));

/** The CRM's response to a read: in reverse order, without the missing ids. */
function found(inputs: readonly Input[], missing: readonly string[] = []): object {
  const there = inputs.map(({ id }) => id as string).filter((id) => !missing.includes(id));
  const gone = inputs.map(({ id }) => id as string).filter((id) => missing.includes(id));
  return {
    results: there.map((id) => ({ id, properties: { n: `n${id}` } })).reverse(),
    ...(gone.length > 0 && { numErrors: 1, errors: [rowError('OBJECT_NOT_FOUND', { ids: gone })] }),
  };
}

const idsOf = ({ results }: { readonly results: readonly { readonly id: string }[] }) => results.map(({ id }) => id);

describe('lookups of one turn', () => {
  test('share one call, and each gets its own results in order', async () => {
    const { batch, calls, run } = batchWorld(({ inputs }) => found(inputs));
    const all = await run(
      Promise.all([
        batch.objects.read('contacts', ['3', '1']),
        batch.objects.read('contacts', ['2']),
        Promise.resolve().then(() => batch.objects.read('contacts', ['1', '3', '1'])),
      ]),
    );
    expect(all.map(idsOf)).toEqual([['3', '1'], ['2'], ['1', '3', '1']]);
    expect(calls.map(({ path, body }) => [path, body])).toEqual([
      [
        '/crm/v3/objects/contacts/batch/read',
        { properties: [], propertiesWithHistory: [], inputs: [{ id: '3' }, { id: '1' }, { id: '2' }] },
      ],
    ]);
  });

  test('of 250 ids with 60 % duplicates make as many calls as the distinct ids need', async () => {
    const { batch, calls, run } = batchWorld(({ inputs }) => found(inputs));
    const asked = Array.from({ length: 50 }, (_, i) => Array.from({ length: 5 }, (_, j) => String((i * 5 + j) % 100)));
    const all = await run(Promise.all(asked.map((some) => batch.objects.read('contacts', some))));
    expect(all.map(idsOf)).toEqual(asked);
    expect(calls).toHaveLength(1);
  });

  test.each([
    [1, 1],
    [100, 1],
    [101, 2],
    [250, 3],
  ])('of %i ids make %i calls', async (count, expected) => {
    const { batch, calls, run } = batchWorld(({ inputs }) => found(inputs));
    const { results } = await run(batch.objects.read('contacts', ids(0, count)));
    expect([results.length, calls.length]).toEqual([count, expected]);
  });

  test('share an id with a full call of the same turn', async () => {
    const { batch, calls, run } = batchWorld(({ inputs }) => found(inputs));
    await run(Promise.all([batch.objects.read('contacts', ids(0, 150)), batch.objects.read('contacts', ids(0, 150))]));
    expect(calls.map(({ inputs }) => inputs.length)).toEqual([100, 50]);
  });

  test('do not use the results of an earlier turn, since a write may follow it', async () => {
    const { batch, calls, clock, run } = batchWorld(({ inputs }) => found(inputs));
    const twice = async () => {
      await batch.objects.read('contacts', ['1']);
      await clock.sleep(1);
      return batch.objects.read('contacts', ['1']);
    };
    await run(twice());
    expect(calls).toHaveLength(2);
  });

  test.each<[string, Parameters<ReturnType<typeof batchWorld>['batch']['objects']['read']>[2], string]>([
    ['object type', {}, 'companies'],
    ['properties', { properties: ['a'] }, 'contacts'],
    ['history', { propertiesWithHistory: ['a'] }, 'contacts'],
    ['idProperty', { idProperty: 'n' }, 'contacts'],
    ['archived', { archived: true }, 'contacts'],
  ])('do not mix what differs in its %s', async (_name, options, objectType) => {
    const { batch, calls, run } = batchWorld(({ inputs }) => found(inputs));
    await run(
      Promise.all([
        batch.objects.read('contacts', ['1']),
        batch.objects.read(objectType, ['n2'], options).catch(() => {}),
      ]),
    );
    expect(calls).toHaveLength(2);
  });

  test('share a call if they name the same properties in another order', async () => {
    const { batch, calls, run } = batchWorld(({ inputs }) => found(inputs));
    const read = (id: string, properties: string[]) => batch.objects.read('contacts', [id], { properties });
    await run(Promise.all([read('1', ['a', 'b']), read('2', ['b', 'a', 'b'])]));
    expect(calls.map(({ body }) => body['properties'])).toEqual([['a', 'b']]);
  });

  test('of records with history go in calls of 50', async () => {
    const { batch, calls, run } = batchWorld(({ inputs }) => found(inputs));
    await run(batch.objects.read('contacts', ids(0, 60), { propertiesWithHistory: ['a'] }));
    expect(calls.map(({ inputs }) => inputs.length)).toEqual([50, 10]);
  });

  test('of no ids make no call', async () => {
    const { batch, calls, run } = batchWorld(({ inputs }) => found(inputs));
    expect(await run(batch.objects.read('contacts', []))).toEqual({ results: [], missing: [] });
    expect(calls).toEqual([]);
  });

  test('take numbers for ids', async () => {
    const { batch, calls, run } = batchWorld(({ inputs }) => ({
      results: inputs.map(({ id }) => ({ id: Number(id), properties: {} })),
    }));
    const { results, missing } = await run(batch.objects.read('contacts', [5, '5'] as never));
    expect([results.length, missing, calls[0]?.inputs]).toEqual([2, [], [{ id: '5' }]]);
  });

  test.each(['', undefined, null, {}])('reject the id %j only for the lookup that has it', async (id) => {
    const { batch, run } = batchWorld(({ inputs }) => found(inputs));
    const other = batch.objects.read('contacts', ['1']);
    await expect(run(batch.objects.read('contacts', ['2', id as never]))).rejects.toThrow(/invalid id /);
    expect(idsOf(await run(other))).toEqual(['1']);
  });

  test('of two installs do not share calls', async () => {
    const worlds = [1, 2].map(() => batchWorld(({ inputs }) => found(inputs)));
    const all = worlds.map(({ batch }) => batch.objects.read('contacts', ['1', '2']));
    await Promise.all(worlds.map(({ run }, i) => run(all[i]!)));
    expect(worlds.map(({ calls }) => calls.length)).toEqual([1, 1]);
  });
});

describe('an unknown id', () => {
  test('is missing for each lookup', async () => {
    const { batch, run } = batchWorld(({ inputs }) => found(inputs, ['2']));
    const [one, two] = await run(
      Promise.all([batch.objects.read('contacts', ['1']), batch.objects.read('contacts', ['2', '3', '2'])]),
    );
    expect([idsOf(one), one.missing, idsOf(two), two.missing]).toEqual([['1'], [], ['3'], ['2']]);
  });

  test('is missing if the response omits it', async () => {
    const { batch, calls, run } = batchWorld(({ inputs }) => ({
      results: (found(inputs, ['2']) as { results: [] }).results,
    }));
    expect((await run(batch.objects.read('contacts', ids(0, 5)))).missing).toEqual(['2']);
    expect(calls).toHaveLength(1);
  });
});

describe('a record that was merged into another', () => {
  const merged = (into: Readonly<Record<string, string>>) => (call: { readonly inputs: readonly Input[] }) => ({
    results: [...new Set(call.inputs.map(({ id }) => into[id as string] ?? id))].map((id) => ({ id, properties: {} })),
  });

  test('is found under the id of the other record', async () => {
    const { batch, calls, run } = batchWorld(merged({ '2': '9' }));
    expect(idsOf(await run(batch.objects.read('contacts', ['1', '2', '3'])))).toEqual(['1', '9', '3']);
    expect(calls).toHaveLength(1);
  });

  test('is read in a separate call if there are several', async () => {
    const { batch, calls, run } = batchWorld(merged({ '1': '8', '2': '9' }));
    expect(idsOf(await run(batch.objects.read('contacts', ['1', '2', '3'])))).toEqual(['8', '9', '3']);
    expect(calls.map(({ inputs }) => inputs.length)).toEqual([3, 1, 1]);
  });
});

describe('a lookup by a unique property', () => {
  const byEmail = ({ inputs }: { readonly inputs: readonly Input[] }) => ({
    results: inputs.map(({ id }, i) => ({ id: String(100 + i), properties: { email: id?.toLowerCase() } })).reverse(),
  });

  test('reads that property, and matches results by it without case', async () => {
    const { batch, calls, run } = batchWorld(byEmail);
    const { results, missing } = await run(
      batch.objects.read('contacts', ['B@x.example', 'a@x.example'], { idProperty: 'email', properties: ['name'] }),
    );
    expect([results.map(({ properties }) => properties['email']), missing]).toEqual([
      ['b@x.example', 'a@x.example'],
      [],
    ]);
    expect(calls[0]?.body).toMatchObject({ idProperty: 'email', properties: ['email', 'name'] });
  });

  test('reads two spellings of one value in separate calls', async () => {
    const { batch, calls, run } = batchWorld(byEmail);
    const { results } = await run(
      batch.objects.read('contacts', ['A@x.example', 'a@x.example'], { idProperty: 'email' }),
    );
    expect([results.length, calls.map(({ inputs, at }) => [inputs.length, at])]).toEqual([
      2,
      [
        [1, 0],
        [1, CALL_MS],
      ],
    ]);
  });
});

describe('a lookup that fails', () => {
  test('rejects only for lookups of its ids', async () => {
    const { batch, run } = batchWorld(({ inputs }) => (inputs.length === 100 ? throwing(refusal(403)) : found(inputs)));
    const [first, second] = await run(
      Promise.allSettled([batch.objects.read('contacts', ids(0, 100)), batch.objects.read('contacts', ids(100, 150))]),
    );
    expect(first).toMatchObject({ status: 'rejected', reason: { name: 'CrmError', status: 403 } });
    expect(second).toMatchObject({ status: 'fulfilled' });
  });

  test('for one id rejects only for lookups of that id', async () => {
    const { batch, run } = batchWorld(({ inputs }) =>
      inputs.some(({ id }) => id === 'x') ? throwing(refusal(400, { message: 'x is no id' })) : found(inputs),
    );
    const [first, second] = await run(
      Promise.allSettled([batch.objects.read('contacts', ['1', 'x']), batch.objects.read('contacts', ['1', '2'])]),
    );
    expect(first).toMatchObject({ status: 'rejected', reason: { status: 400 } });
    expect(second).toMatchObject({ status: 'fulfilled' });
  });

  test('because the budget is exhausted rejects with backpressure', async () => {
    const { batch, run } = batchWorld(() => throwing(new CrmBackpressure(7)));
    await expect(run(batch.objects.read('contacts', ['1']))).rejects.toMatchObject({
      retryAfterSeconds: 7,
      name: 'CrmBackpressure',
    });
  });

  test.each<[string, () => unknown]>([
    ['503', () => throwing(refusal(503))],
    ['no answer', () => throwing(new CrmNoAnswerError('POST', '/x', new Error('reset')))],
    ['a body that is none', () => '<html>'],
    ['a body without results', () => ({ status: 'COMPLETE' })],
  ])('for a reason that may pass is made again: %s', async (_name, answer) => {
    const { batch, calls, run } = batchWorld(({ inputs }, number) => (number === 1 ? answer() : found(inputs)));
    expect(idsOf(await run(batch.objects.read('contacts', ['1'])))).toEqual(['1']);
    expect(calls).toHaveLength(2);
  });

  test('does not report an id as missing', async () => {
    const { batch, run } = batchWorld(() => '<html>');
    await expect(run(batch.objects.read('contacts', ['1']))).rejects.toThrow(/no answer from the CRM/);
  });

  test('leaves no unhandled rejection', async () => {
    const { batch, clock, run } = batchWorld(() => throwing(refusal(403)));
    batch.objects.read('contacts', ['1']).catch(() => {});
    await run(clock.sleep(1000));
  });
});
