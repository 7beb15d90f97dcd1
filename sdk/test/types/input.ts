/** What handlers get as `ctx.input`: compiled, never run. */

import {
  cardBackend,
  defineWorker,
  type FieldMap,
  type InferInput,
  type InferOutput,
  ok,
  type TriggerInput,
  tool,
} from '../../src/index.ts';
import { type Equal, type Expect, expectTrue } from './expect.ts';

const worker = defineWorker('types');

// Without `as const` anywhere: a required number is a number, literal options are their union, and so on.
worker.tool('inline', {
  label: 'Inline',
  objectType: 'contact',
  input: {
    amount: { type: 'number', required: true },
    maybe: { type: 'number' },
    spelled: { type: 'string', isRequired: true },
    tone: { type: 'enumeration', required: true, options: ['friendly', 'firm'] },
    size: {
      type: 'enumeration',
      options: [
        { value: 's', label: 'Small' },
        { value: 'l', label: 'Large' },
      ],
    },
    open: { type: 'enumeration', required: true },
    days: { type: 'number', default: 14 },
    flag: { type: 'bool', required: true },
    flagToo: { type: 'boolean' },
    when: { type: 'datetime', required: true },
    anything: { type: 'json', required: true },
    perhaps: { type: 'json' },
    off: { type: 'string', required: false },
  },
  handler(ctx) {
    type Want = {
      amount: number;
      maybe?: number;
      spelled: string;
      tone: 'friendly' | 'firm';
      size?: 's' | 'l';
      open: string;
      days: number;
      flag: boolean;
      flagToo?: boolean;
      when: string;
      anything: unknown;
      perhaps?: unknown;
      off?: string;
    };
    expectTrue<Equal<typeof ctx.input, Want>>();
    // @ts-expect-error maybe was not required
    ctx.input.maybe.toFixed();
    // @ts-expect-error no such input
    ctx.input.other;
    // @ts-expect-error json is unknown until it is looked at
    ctx.input.anything.member;
    return {};
  },
});

// The legacy spellings are typed alike.
type Legacy = InferInput<{
  a: { type: 'STRING'; required: true };
  b: { type: 'NUMBER'; isRequired: true };
  c: { type: 'BOOLEAN' };
  d: { type: 'ENUMERATION'; options: ['x', 'y']; required: true };
  e: { type: 'JSON' };
  f: { type: 'DATETIME'; default: '2026-01-01' };
}>;
export type LegacyIsTypedAlike = Expect<
  Equal<Legacy, { a: string; b: number; d: 'x' | 'y'; f: string; c?: boolean; e?: unknown }>
>;

// A default of undefined is none.
export type UndefinedIsNoDefault = Expect<
  Equal<InferInput<{ a: { type: 'string'; default: undefined } }>, { a?: string }>
>;

// A map that was widened gives optional values, and no literals.
export type WidenedIsOptional = Expect<Equal<InferInput<FieldMap>, { [x: string]: unknown }>>;

// A map that stands outside keeps its types with `satisfies`.
const outside = { amount: { type: 'number', required: true } } satisfies FieldMap;
cardBackend('outside', {
  input: outside,
  handler: (ctx) => ctx.input.amount.toFixed(),
});

// No input map, no members.
tool('none', {
  label: 'None',
  objectType: 'contact',
  handler(ctx) {
    // @ts-expect-error nothing was declared
    ctx.input.anything;
    return {};
  },
});

worker.trigger('delivery', {
  eventType: 'contact.creation',
  handler(ctx) {
    expectTrue<Equal<typeof ctx.input, TriggerInput>>();
    const ids: string = ctx.input.deliveryId + ctx.input.triggerId;
    for (const event of ctx.input.events) {
      const id: number | undefined = event.objectId;
      ctx.logger.info(ids, { id, sent: event['anything' as string] });
    }
  },
});

export type OutputsMayBeLeftOut = Expect<
  Equal<
    InferOutput<{ a: { type: 'string' }; b: { type: 'NUMBER' }; c: { type: 'json' } }>,
    { a?: string; b?: number; c?: unknown }
  >
>;

tool('enum', {
  label: 'E',
  objectType: 'contact',
  // @ts-expect-error there is no 'enum' type
  input: { a: { type: 'enum', options: ['x'] } },
  handler: () => ok(),
});

tool('values', {
  label: 'V',
  objectType: 'contact',
  // @ts-expect-error there is no `values` key
  input: { a: { type: 'enumeration', values: ['x'] } },
  handler: () => ok(),
});

// @ts-expect-error nor in a card backend
cardBackend('values', { input: { a: { type: 'enumeration', values: ['x'] } }, handler: () => 1 });

tool('output', {
  label: 'O',
  objectType: 'contact',
  // @ts-expect-error nobody fills in an output
  output: { a: { type: 'string', required: true } },
  handler: () => ok(),
});

// @ts-expect-error there is no `values` key
const values: FieldMap = { a: { type: 'enumeration', values: ['x'] } };

// @ts-expect-error mixed case is no spelling
const mixed: FieldMap = { a: { type: 'String' } };

void [values, mixed];
