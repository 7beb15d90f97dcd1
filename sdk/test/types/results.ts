/** Type tests of handler results. They are compiled and never run. */

import {
  type ActionResult,
  block,
  defineWorker,
  failContinue,
  failStop,
  type HandlerContext,
  ok,
  retryLater,
  tool,
} from '../../src/index.ts';

const output = { id: { type: 'string' }, count: { type: 'number' } } as const;
const base = { label: 'T', objectType: 'contact', output } as const;

// A handler may mix constructors and plain outputs, and may be async.
tool('all', {
  ...base,
  async handler(ctx) {
    switch (ctx.enrolledObject.id) {
      case '1':
        return ok({ id: 'x', count: 1 });
      case '2':
        return ok();
      case '3':
        return failContinue('no', { count: 0 });
      case '4':
        return failContinue('no');
      case '5':
        return failStop('no');
      case '6':
        return retryLater('soon', 30);
      case '7':
        return block('wait');
      default:
        return { id: 'x' };
    }
  },
});

// @ts-expect-error count is a number
tool('wrong-type', { ...base, handler: () => ok({ count: 'one' }) });

// @ts-expect-error count is a number
tool('wrong-plain', { ...base, handler: () => ({ count: 'one' }) });

// @ts-expect-error nothing in common with the output
tool('no-output', { ...base, handler: () => ({ other: 1 }) });

// @ts-expect-error a tool returns something
tool('nothing', { ...base, handler: () => {} });

// An object literal is an outcome when its members follow the contract.
const byHand: ActionResult[] = [
  { status: 'ok' },
  { status: 'ok', output: { id: 'x' } },
  { status: 'fail-continue', message: 'no' },
  { status: 'fail-stop', message: 'no' },
  { status: 'retry-later', message: 'soon', retryAfterSeconds: 30 },
  { status: 'block', message: 'wait' },
];
tool('by-hand', {
  ...base,
  handler: (ctx) =>
    ctx.enrolledObject.id ? { status: 'ok', output: { id: 'x' } } : { status: 'fail-stop', message: 'no' },
});
// @ts-expect-error count is a number
tool('by-hand-wrong', { ...base, handler: () => ({ status: 'ok', output: { count: 'one' } }) });
// @ts-expect-error fail-continue has a message
const noMessage: ActionResult = { status: 'fail-continue' };
// @ts-expect-error unknown status
const noStatus: ActionResult = { status: 'failed', message: 'no' };

// @ts-expect-error the message is required
failStop();

// @ts-expect-error seconds must be a number
retryLater('later', '30');

export function secondsOf(result: ActionResult<{ id: string }>): number | undefined {
  // @ts-expect-error only retry-later has retryAfterSeconds
  result.retryAfterSeconds;
  return result.status === 'retry-later' ? result.retryAfterSeconds : undefined;
}

// A card backend may return any value, and a sync or trigger may return nothing.
const worker = defineWorker('types');
worker.cardBackend('any', { handler: () => new ReadableStream() });
worker.cardBackend('number', { handler: async () => 5 });
worker.sync('nothing', { schedule: '5m', handler: async () => {} });
worker.sync('outcome', { schedule: '5m', handler: () => retryLater('later') });
worker.trigger('nothing', { eventType: 'contact.creation', handler: async () => {} });
// @ts-expect-error a trigger has no output
worker.trigger('output', { eventType: 'contact.creation', handler: () => ({ id: 1 }) });

// Separate handlers, typed with the exported types.
async function elsewhere(ctx: HandlerContext<{ amount: number }>): Promise<ActionResult<{ count: number }>> {
  return ctx.input.amount > 0 ? ok({ count: ctx.input.amount }) : block('nothing to do');
}
const untyped = async (ctx: HandlerContext): Promise<ActionResult> => ok({ id: ctx.enrolledObject.id });
class Service {
  readonly handle = (ctx: HandlerContext<{ amount: number }>) => ok({ count: ctx.input.amount });
}
const input = { amount: { type: 'number', required: true } } as const;
tool('elsewhere', { ...base, input, handler: elsewhere });
tool('untyped', { ...base, input, handler: untyped });
tool('method', { ...base, input, handler: new Service().handle });
// @ts-expect-error its input is not a string
tool('other-input', { ...base, input: { amount: { type: 'string', required: true } }, handler: elsewhere });

void [byHand, noMessage, noStatus];
