/** Type tests of `ctx.input`. They are compiled and never run. */

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

// Types are inferred without `as const`: a required number is a number, literal options are their union.
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
    // @ts-expect-error maybe is optional
    ctx.input.maybe.toFixed();
    // @ts-expect-error unknown input
    ctx.input.other;
    // @ts-expect-error json is unknown
    ctx.input.anything.member;
    return {};
  },
});

// Legacy spellings have the same types.
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

// An undefined default does not count.
export type UndefinedIsNoDefault = Expect<
  Equal<InferInput<{ a: { type: 'string'; default: undefined } }>, { a?: string }>
>;

// A widened map has optional values without literals.
export type WidenedIsOptional = Expect<Equal<InferInput<FieldMap>, { [x: string]: unknown }>>;

// A separate map keeps its types with `satisfies`.
const outside = { amount: { type: 'number', required: true } } satisfies FieldMap;
cardBackend('outside', {
  input: outside,
  handler: (ctx) => ctx.input.amount.toFixed(),
});

// Without an input map, the input has no members.
tool('none', {
  label: 'None',
  objectType: 'contact',
  handler(ctx) {
    // @ts-expect-error no input is declared
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
  // @ts-expect-error unknown type 'enum'
  input: { a: { type: 'enum', options: ['x'] } },
  handler: () => ok(),
});

tool('values', {
  label: 'V',
  objectType: 'contact',
  // @ts-expect-error unknown member `values`
  input: { a: { type: 'enumeration', values: ['x'] } },
  handler: () => ok(),
});

// @ts-expect-error unknown member in a card backend
cardBackend('values', { input: { a: { type: 'enumeration', values: ['x'] } }, handler: () => 1 });

tool('output', {
  label: 'O',
  objectType: 'contact',
  // @ts-expect-error an output field has no `required`
  output: { a: { type: 'string', required: true } },
  handler: () => ok(),
});

// @ts-expect-error unknown member `values`
const values: FieldMap = { a: { type: 'enumeration', values: ['x'] } };

// @ts-expect-error mixed case is not accepted
const mixed: FieldMap = { a: { type: 'String' } };

void [values, mixed];
