/** Type tests of functions that make declarations. They are compiled and never run. */

import {
  type AppObjectPropertyMap,
  appEvent,
  appObject,
  cardBackend,
  defineWorker,
  type FieldMap,
  type OutputFieldMap,
  ok,
  type PropertyMap,
  type StrictAppEventOptions,
  type StrictAppObjectOptions,
  type StrictCardBackendOptions,
  type StrictToolOptions,
  tool,
} from '../../src/index.ts';
import { type Equal, type Expect, expectTrue } from './expect.ts';

function audited<const I extends FieldMap, const O extends OutputFieldMap>(
  id: string,
  options: StrictToolOptions<I, O>,
) {
  return tool<I, O>(id, {
    ...options,
    handler(ctx) {
      ctx.logger.info('tool called', { id });
      return options.handler(ctx);
    },
  });
}
const named = { label: 'A', objectType: 'contact' } as const;
const worker = defineWorker('main', {
  use: [
    audited('a', {
      ...named,
      input: { count: { type: 'number', required: true } },
      output: { twice: { type: 'number' } },
      handler(ctx) {
        expectTrue<Expect<Equal<typeof ctx.input.count, number>>>();
        return ok({ twice: ctx.input.count * 2 });
      },
    }),
  ],
});
// @ts-expect-error a field has no such member
audited('b', { ...named, input: { count: { type: 'number', requierd: true } }, output: {}, handler: () => ok() });
// @ts-expect-error the output is a number
audited('c', { ...named, output: { twice: { type: 'number' } }, handler: () => ok({ twice: 'two' }) });

function cached<const I extends FieldMap>(id: string, options: StrictCardBackendOptions<I>) {
  return cardBackend<I>(id, { ...options, label: id, handler: async (ctx) => options.handler(ctx) });
}
cached('d', {
  input: { id: { type: 'string', required: true } },
  handler: (ctx) => expectTrue<Expect<Equal<typeof ctx.input.id, string>>>(),
});
// @ts-expect-error a field has no such member
cached('e', { input: { id: { type: 'string', requierd: true } }, handler: () => 1 });

function courseEvent<const P extends PropertyMap>(id: string, properties: StrictAppEventOptions<P>['properties']) {
  return appEvent(id, { name: id, label: id, objectType: 'contact', properties });
}
const finished = courseEvent('finished', { grade: { type: 'number', label: 'Grade' } });
// @ts-expect-error a property has no such member
courseEvent('failed', { grade: { type: 'number', label: 'Grade', requierd: true } });
worker.tool('f', {
  ...named,
  async handler(ctx) {
    await ctx.appEvents.send(finished, { objectId: '1', properties: { grade: 1 } });
    // @ts-expect-error the grade is a number
    await ctx.appEvents.send(finished, { objectId: '1', properties: { grade: 'A' } });
    return ok();
  },
});

function record<const P extends AppObjectPropertyMap>(id: string, options: StrictAppObjectOptions<P>) {
  return appObject(id, { ...options, appPrefix: 'fleet' });
}
const car = {
  name: 'CAR',
  label: 'Car',
  singularForm: 'Car',
  pluralForm: 'Cars',
  primaryDisplayLabelPropertyName: 'plate',
} as const;
record('car', { ...car, properties: { plate: { type: 'string', label: 'Plate' } } });
// @ts-expect-error a property has no such member
record('bus', { ...car, properties: { plate: { type: 'string', label: 'Plate', hasUnique: true } } });
// @ts-expect-error the title is not a property
record('van', { ...car, properties: { sign: { type: 'string', label: 'Plate' } } });
