import { describe, expect, test } from 'vitest';
import type { CapabilityBillingDeclaration } from '../../declare/billing.ts';
import type { Invocation } from '../invocation/invocation.ts';
import type { Dispatch } from '../invocation/job.ts';
import { openGate, type Settle } from './gate.ts';

interface Asked {
  readonly name: string;
  readonly method: string;
  readonly args: Record<string, unknown>;
}

/** Opens the gate of a capability with a billing block. `answer` is the actor's result. */
function setUp(
  billing: CapabilityBillingDeclaration | undefined,
  more: object = {},
  answer: (asked: Asked) => unknown = () => ({}),
) {
  const asked: Asked[] = [];
  const lines: string[] = [];
  const log = (level: string) => (message: string) => void lines.push(`${level} ${message}`);
  const invocation = { id: 'id-1', logger: { warn: log('warn'), error: log('error') } } as unknown as Invocation;
  const {
    app = { auth: 'oauth', billing: { upgradeUrl: 'https://up.example' } },
    env = { SVC_PROJECT_ID: 'p' },
    ...rest
  } = more as Record<string, object>;
  const host = {
    now: () => 0,
    async actor(_className: string, name: string, method: string, args: Record<string, unknown>) {
      asked.push({ name, method, args });
      return answer({ name, method, args });
    },
  };
  const job = {
    context: { worker: { app }, env, host },
    capability: { kind: 'tool', id: 'a b', billing },
    surface: 'invoke',
    install: { id: '7', portalId: 7 },
    ...rest,
  } as unknown as Dispatch;
  return { asked, lines, gate: openGate(job, invocation) };
}

const away = () => {
  throw new Error('away');
};

describe('the actor is not called', () => {
  test.each<[string, CapabilityBillingDeclaration | undefined, object]>([
    ['for a capability without billing', undefined, {}],
    ['for an empty block', {}, {}],
    ['for features that do not block', { requires: 'pro', onLimit: 'allow' }, {}],
    ['if the app has no catalog', { requires: 'pro', meter: 'sends' }, { app: { auth: 'static' } }],
    ['if the deploy is not linked', { requires: 'pro', meter: 'sends' }, { env: {} }],
  ])('%s', (_about, billing, more) => {
    const { asked, gate } = setUp(billing, more);
    expect(gate).toBeUndefined();
    expect(asked).toEqual([]);
  });
});

describe('an unavailable actor', () => {
  test('makes a blocking capability retry later', async () => {
    const { gate, lines } = setUp({ requires: 'pro' }, {}, away);
    expect(await gate).toEqual({ status: 'retry-later', message: expect.stringContaining('billing is unavailable') });
    expect(lines).toEqual(['error billing is unavailable']);
  });

  test.each(['warn', 'allow'] as const)('lets run what is to %s, and the log says it', async (onLimit) => {
    const { gate, lines } = setUp({ meter: 'sends', onLimit }, {}, away);
    await ((await gate) as Settle)(true);
    expect(lines).toEqual(['warn billing is unavailable']);
  });

  test('is called twice after the handler, then logged', async () => {
    const { gate, asked, lines } = setUp({ meter: 'sends' }, {}, ({ method }) =>
      method === 'billingOpen' ? { reservation: 'r' } : away(),
    );
    await ((await gate) as Settle)(true);
    expect(asked.map(({ method }) => method)).toEqual(['billingOpen', 'billingSettle', 'billingSettle']);
    expect(lines).toEqual(['error cannot record the usage']);
  });
});

describe('a reservation', () => {
  const key = async (more: object) => {
    const { gate, asked } = setUp({ meter: 'sends' }, more);
    await gate;
    return asked[0]?.args;
  };

  test('names the capability and the delivery, else the invocation', async () => {
    expect(await key({})).toMatchObject({ key: 'tool/a%20b/id-1', isDelivery: false });
    expect(await key({ deliveryKey: 'ap-1' })).toMatchObject({ key: 'tool/a%20b/ap-1', isDelivery: true });
    expect(await key({ deliveryKey: '' })).toMatchObject({ key: 'tool/a%20b/id-1', isDelivery: false });
    expect(await key({ deliveryKey: 'x'.repeat(129) })).toMatchObject({ key: 'tool/a%20b/id-1', isDelivery: false });
  });

  test('belongs to the install, or on the trigger path to that of the portal', async () => {
    const of = async (install: object, auth: string) => {
      const { gate, asked } = setUp({ meter: 'sends' }, { install, app: { auth, billing: {} } });
      await gate;
      return asked[0]?.name;
    };
    expect(await of({ id: 'mine', portalId: 7 }, 'static')).toBe('mine');
    expect(await of({ id: null, portalId: 7 }, 'static')).toBe('static');
    expect(await of({ id: null, portalId: 7 }, 'oauth')).toBe('7');
    expect(await of({ id: null, portalId: null }, 'oauth')).toBeUndefined();
  });
});

describe('a delivery without an install', () => {
  const unbound = { install: { id: null, portalId: null }, surface: 'trigger' };

  test('is blocked', async () => {
    const { gate, asked } = setUp({ requires: 'pro', deniedMessage: 'Upgrade.' }, unbound);
    expect(await gate).toEqual({ status: 'block', message: 'Upgrade.' });
    expect(asked).toEqual([]);
  });

  test('runs if billing does not block', async () => {
    expect(await setUp({ requires: 'pro', onLimit: 'warn' }, unbound).gate).toBeTypeOf('function');
  });
});
