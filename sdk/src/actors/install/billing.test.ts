import { describe, expect, test } from 'vitest';
import { fakeState } from '../../../test/actor-state.ts';
import type { AppBillingDeclaration } from '../../declare/billing.ts';
import type { AppParts } from '../core/actor-part.ts';
import { type BillingView, billing, type OpenArguments, type OpenResult } from './billing.ts';
import type { BillingSnapshot } from './billing-plan.ts';
import { RESERVATION_MS } from './billing-reservations.ts';

const DAY = 86_400_000;

const CATALOG: AppBillingDeclaration = {
  features: [{ id: 'pro', name: 'Pro' }],
  meters: [
    { id: 'sends', name: 'Sends', aggregation: 'sum', period: 'month' },
    { id: 'seats', name: 'Seats', aggregation: 'max', period: 'billing_cycle' },
    { id: 'rows', name: 'Rows', aggregation: 'last', period: 'month' },
    { id: 'sends/more', name: 'More', aggregation: 'sum', period: 'month' },
  ],
  plans: [
    {
      id: 'free',
      name: 'Free',
      pricing: { type: 'free' },
      features: [],
      limits: { sends: 2, seats: 3, rows: 5 },
      default: true,
    },
  ],
};

function setUp(catalog: AppBillingDeclaration | undefined = CATALOG) {
  const fake = fakeState();
  const warnings: string[] = [];
  Object.assign(fake.state, { log: (_level: string, message: string) => warnings.push(message) });
  const part = billing(fake.state, {}, { manifest: { app: { billing: catalog } } } as unknown as AppParts);
  const call = (method: string, args: unknown) => part.methods![method]!(args);
  const open = (key: string, more: Partial<OpenArguments> = {}) =>
    call('billingOpen', {
      requires: [],
      meter: { id: 'sends', quantity: 1 },
      key,
      holder: `run of ${key}`,
      isDelivery: false,
      isBlocking: true,
      ...more,
    }) as OpenResult;
  return {
    fake,
    warnings,
    open,
    settle: ({ reservation }: OpenResult, isDone: boolean, holder?: string) =>
      call('billingSettle', { reservation, isDone, holder: holder ?? `run of ${reservation!.split('/').at(-1)}` }),
    use: (meter: string, quantity: unknown, key: string) =>
      call('billingRecord', { kind: 'usage', meter, quantity, key }),
    credit: (meter: string, quantity: number, key: string) =>
      call('billingRecord', { kind: 'credit', meter, quantity, key, reason: 'refund' }),
    put: (more: Partial<BillingSnapshot>) =>
      call('billingPut', { plan: 'free', status: 'active', periodStart: null, periodEnd: null, version: 1, ...more }),
    meter: (id: string) => (call('billingView', null) as BillingView).meters[id]!,
    keys: () => fake.state.store.list({ prefix: 'b/' }).map(([key]) => key),
    /** Lets the time pass, and does what becomes due. */
    pass(ms: number) {
      const end = fake.clock + ms;
      for (let at = fake.due.get('billing '); at !== undefined && at <= end; at = fake.due.get('billing ')) {
        fake.clock = Math.max(fake.clock, at);
        fake.due.delete('billing ');
        part.due!['billing']!('');
      }
      fake.clock = end;
    },
  };
}

describe('a reservation', () => {
  test('counts towards the limit before it is settled', () => {
    const { open, settle, meter } = setUp();
    const [a, b] = [open('a'), open('b')];
    expect(open('c').denied).toMatchObject({ reason: 'limit_reached', meter: 'sends' });
    expect(meter('sends')).toMatchObject({ used: 0, reserved: 2 });
    settle(a, false);
    const c = open('c');
    settle(b, true);
    settle(c, true);
    expect(meter('sends')).toMatchObject({ used: 2, reserved: 0 });
    expect(open('d').denied?.reason).toBe('limit_reached');
  });

  test('is counted once when it is settled twice', () => {
    const { open, settle, meter, keys } = setUp();
    const a = open('a');
    settle(a, true);
    settle(a, true);
    expect(meter('sends').used).toBe(1);
    expect(keys()).toEqual(['b/u/sends']);
  });

  test('is released when it expires', () => {
    const { fake, open, settle, meter, pass, warnings, keys } = setUp();
    const [a] = [open('a'), open('b')];
    pass(RESERVATION_MS - 1);
    expect(open('c').denied).toBeDefined();
    fake.clock += 1;
    expect(meter('sends').reserved).toBe(0); // also where the alarm is late
    pass(0);
    expect(warnings).toHaveLength(2);
    expect(keys()).toEqual([]);
    settle(a!, true);
    expect(meter('sends').used).toBe(0);
    expect(fake.due.size).toBe(0);
  });

  test('is shared by deliveries with one key and kept while one of them runs', () => {
    const { open, settle, meter } = setUp();
    const [first, second] = ['1', '2'].map((holder) => open('same', { isDelivery: true, holder }));
    open('other');
    expect(meter('sends').reserved).toBe(2);
    settle(first!, false, '1');
    expect(meter('sends').reserved).toBe(2);
    settle(second!, true, '2');
    expect(meter('sends')).toMatchObject({ used: 1, reserved: 1 });
    expect(open('same', { isDelivery: true })).toEqual({});
  });

  test('admits a delivery with its key when the meter is full', () => {
    const { open, settle, meter } = setUp();
    const delivery = { isDelivery: true };
    const first = open('same', { ...delivery, holder: '1' });
    open('other');
    expect(open('new', delivery).denied?.reason).toBe('limit_reached');
    const second = open('same', { ...delivery, holder: '2' });
    expect(second).toEqual(first);
    settle(first, true, '1');
    settle(second, true, '2');
    expect(meter('sends')).toMatchObject({ used: 1, reserved: 1 });
  });

  test('that has expired does not admit a delivery with its key, even before it is removed', () => {
    const { fake, open, meter } = setUp();
    open('same', { isDelivery: true });
    fake.clock += RESERVATION_MS;
    open('other');
    open('another');
    expect(open('same', { isDelivery: true }).denied?.reason).toBe('limit_reached');
    expect(meter('sends').reserved).toBe(2);
  });

  test('is kept for another delivery when one opens or ends twice', () => {
    const { open, settle, meter } = setUp();
    const [a] = ['1', '1', '2'].map((holder) => open('a', { isDelivery: true, holder }));
    settle(a!, false, '1');
    settle(a!, false, '1');
    expect(meter('sends').reserved).toBe(1);
    settle(a!, false, '2');
    expect(meter('sends').reserved).toBe(0);
  });

  test('that is opened again after it expired does not end with its first delivery', () => {
    const { fake, open, settle, meter } = setUp();
    const a = open('a', { isDelivery: true, holder: '1' });
    fake.clock += RESERVATION_MS;
    open('a', { isDelivery: true, holder: '2' });
    settle(a, false, '1');
    settle(a, true, '2');
    expect(meter('sends')).toMatchObject({ used: 1, reserved: 0 });
  });

  test('of an older version, which counts its deliveries, ends', () => {
    const { fake, open, settle, meter } = setUp();
    const a = open('a', { isDelivery: true });
    const [[key, kept] = ['', {}]] = fake.state.store.list<object>({ prefix: 'b/r/' });
    fake.state.store.put(key, { ...kept, holders: 1 });
    settle(a, true);
    expect(meter('sends')).toMatchObject({ used: 1, reserved: 0 });
  });

  test('counts in the period in which it was opened', () => {
    const { fake, open, settle, meter, use } = setUp();
    fake.clock = Date.parse('2026-01-31T23:59:59Z');
    use('sends', 1, 'k');
    const a = open('a');
    fake.clock = Date.parse('2026-02-01T00:00:01Z');
    settle(a, true);
    expect(meter('sends')).toMatchObject({
      used: 0,
      previous: { used: 2, from: Date.parse('2026-01-01'), to: Date.parse('2026-02-01') },
    });
  });

  test('is separate for meters whose ids share a prefix', () => {
    const { open, meter } = setUp();
    open('a', { meter: { id: 'sends/more', quantity: 7 } });
    expect([meter('sends').reserved, meter('sends/more').reserved]).toEqual([0, 7]);
  });

  test('is refused for an unknown meter or an invalid quantity', () => {
    const { open } = setUp();
    for (const quantity of [0, -1, NaN, Infinity, '1', null]) {
      expect(() => open('a', { meter: { id: 'sends', quantity: quantity as number } }), String(quantity)).toThrow(
        'quantity',
      );
    }
    expect(() => open('a', { meter: { id: 'toString', quantity: 1 } })).toThrow('unknown meter');
  });
});

describe('a delivery', () => {
  test('is counted once within three days, and then its key expires', () => {
    const { open, settle, meter, pass, keys, fake } = setUp();
    const delivery = { isDelivery: true };
    settle(open('a', delivery), true);
    pass(3 * DAY);
    expect(open('a', delivery)).toEqual({});
    pass(2 * DAY);
    expect(keys()).toEqual(['b/u/sends']);
    expect(fake.due.size).toBe(0);
    settle(open('a', delivery), true);
    expect(meter('sends').used).toBe(2);
  });

  test('has keys separate from those of handlers', () => {
    const { open, settle, use, credit, meter } = setUp();
    settle(open('a', { isDelivery: true }), true);
    use('sends', 1, 'a');
    credit('sends', 1, 'a');
    expect(meter('sends').used).toBe(1);
  });
});

describe('a meter', () => {
  test('restarts with its period and keeps the previous count', () => {
    const { fake, use, open, meter } = setUp();
    fake.clock = Date.parse('2026-01-31T23:59:59Z');
    use('sends', 2, 'a');
    expect(open('x').denied).toBeDefined();
    fake.clock = Date.parse('2026-02-01T00:00:00Z');
    expect(open('x').denied).toBeUndefined();
    expect(meter('sends')).toMatchObject({ used: 0, previous: { used: 2 } });
    use('sends', 1, 'b');
    expect(meter('sends')).toMatchObject({ used: 1, previous: { used: 2 } });
  });

  test('of the billing cycle continues when its state is late, and restarts with the cycle', () => {
    const { fake, put, use, meter } = setUp();
    fake.clock = Date.parse('2026-01-20T00:00:00Z');
    put({ periodStart: '2026-01-15T00:00:00.000Z', periodEnd: '2026-02-15T00:00:00.000Z' });
    use('seats', 2, 'a');
    fake.clock = Date.parse('2026-02-16T00:00:00Z');
    use('seats', 1, 'b'); // the state of this cycle has not come yet
    put({ version: 2, periodStart: '2026-02-15T00:00:00.000Z', periodEnd: '2026-03-15T00:00:00.000Z' });
    expect(meter('seats')).toMatchObject({
      used: 1,
      from: Date.parse('2026-02-15'),
      to: Date.parse('2026-03-15'),
      previous: { used: 2 },
    });
  });

  test('aggregates by sum, max or last', () => {
    const { use, meter } = setUp();
    for (const [i, quantity] of [4, 9, 3].entries()) {
      ['sends', 'seats', 'rows'].forEach((id) => use(id, quantity, String(i)));
    }
    expect(['sends', 'seats', 'rows'].map((id) => meter(id).used)).toEqual([16, 9, 3]);
  });

  test('is full when the next count would exceed the limit', () => {
    const { open, use } = setUp();
    const asks = (id: string, quantity: number) => open(`${id}${quantity}`, { meter: { id, quantity } }).denied?.reason;
    expect([asks('seats', 3), asks('seats', 4), asks('rows', 5), asks('rows', 6)]).toEqual([
      undefined,
      'limit_reached',
      undefined,
      'limit_reached',
    ]);
    use('seats', 4, 'a');
    use('rows', 6, 'a');
    expect([asks('seats', 1), asks('rows', 1)]).toEqual(['limit_reached', undefined]);
  });
});

test("keeps handlers' keys to the end of their period, at least a month", () => {
  const { fake, put, use, meter, pass, keys } = setUp();
  fake.clock = Date.parse('2026-01-01T00:00:00Z');
  put({ periodStart: '2026-01-01T00:00:00.000Z', periodEnd: '2027-01-01T00:00:00.000Z' });
  use('seats', 1, 'a');
  use('sends', 1, 'a');
  pass(34 * DAY);
  use('sends', 1, 'a');
  expect(meter('sends').used).toBe(0);
  pass(300 * DAY);
  expect(keys().filter((key) => key.startsWith('b/k/'))).toEqual(['b/k/usage/seats/a']);
  pass(40 * DAY);
  expect(keys()).toEqual(['b/snapshot', 'b/u/seats', 'b/u/sends']);
});

test('expires many keys in parts', () => {
  const { use, pass, keys } = setUp();
  for (let i = 0; i < 1_100; i++) {
    use('sends', 1, String(i));
  }
  pass(40 * DAY);
  expect(keys()).toEqual(['b/u/sends']);
});

test('denies everything without a default plan, and only warns if not blocking', () => {
  const { open } = setUp({ ...CATALOG, plans: [] });
  expect(open('a').denied).toMatchObject({ reason: 'no_plan', meter: 'sends' });
  expect(open('a', { requires: ['pro'] }).denied).toMatchObject({ reason: 'no_plan', features: ['pro'] });
  expect(open('a', { isBlocking: false })).toMatchObject({ denied: { reason: 'no_plan' }, reservation: 'sends/a' });
});

test('reports not_available without a catalog', () => {
  const fake = fakeState();
  const part = billing(fake.state, {}, { manifest: { app: {} } } as unknown as AppParts);
  expect(() => part.methods!['billingView']!(null)).toThrow(expect.objectContaining({ code: 'not_available' }));
});
