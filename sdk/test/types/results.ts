/** What handlers may return: compiled, never run. */

import { type ActionResult, block, defineWorker, failContinue, failStop, ok, retryLater, tool } from '../../src/index.ts';

const output = { id: { type: 'string' }, count: { type: 'number' } } as const;
const base = { label: 'T', objectType: 'contact', output } as const;

// Each constructor fits, together and with plain outputs, and in async handlers.
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

// @ts-expect-error an outcome is made by a constructor: a look-alike would be taken for output
const lookAlike: ActionResult = { status: 'ok' };

// @ts-expect-error the message is required
failStop();

// @ts-expect-error seconds are a number
retryLater('later', '30');

export function secondsOf(result: ActionResult<{ id: string }>): number | undefined {
  // @ts-expect-error only retry-later waits
  result.retryAfterSeconds;
  return result.status === 'retry-later' ? result.retryAfterSeconds : undefined;
}

// Card backends return anything; syncs and triggers may return nothing.
const worker = defineWorker('types');
worker.cardBackend('any', { handler: () => new ReadableStream() });
worker.cardBackend('number', { handler: async () => 5 });
worker.sync('nothing', { schedule: '5m', handler: async () => {} });
worker.sync('outcome', { schedule: '5m', handler: () => retryLater('later') });
worker.trigger('nothing', { eventType: 'contact.creation', handler: async () => {} });
// @ts-expect-error a trigger has no output
worker.trigger('output', { eventType: 'contact.creation', handler: () => ({ id: 1 }) });

void lookAlike;
