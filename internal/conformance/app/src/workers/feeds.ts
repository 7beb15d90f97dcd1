// Webhooks, pushed rows and syncs.
import { defineSource, defineWorker } from '@svc/sdk';
import { outcomeOf, type Wish } from '../outcomes';
import { runSteps, type Step } from '../steps';

const worker = defineWorker('feeds');

/** Members that a case adds to the first event of its delivery. */
interface Asked extends Wish {
  steps?: Step[];
}

/** Ends as its first event says; logs what it was called with. */
worker.trigger('named', {
  eventType: 'contact.propertyChange.firstname',
  async handler(ctx) {
    const { triggerId, deliveryId, events } = ctx.input;
    ctx.logger.info('delivered', { triggerId, deliveryId, count: events.length });
    const { ask } = (events[0] ?? {}) as { ask?: Asked };
    if (ask?.steps !== undefined) {
      ctx.logger.info('told', { told: await runSteps(ctx as never, ask.steps) });
    }
    return outcomeOf(ask ?? {});
  },
});

worker.trigger('strict', {
  eventType: 'contact.creation',
  dedup: 'strict',
  handler(ctx) {
    ctx.logger.info('created', { count: ctx.input.events.length });
    return outcomeOf(((ctx.input.events[0] ?? {}) as { ask?: Asked }).ask ?? {});
  },
});

worker.trigger('pro-trigger', {
  eventType: 'contact.deletion',
  billing: { requires: 'pro' },
  handler(ctx) {
    ctx.logger.info('deleted');
  },
});

/** Rows as its senders post them; an event may ask for a throw. */
interface Posted {
  rows?: { key: string; data: unknown }[];
  fail?: boolean;
}

function receive({ event }: { readonly event: unknown }): { rows: { key: string; data: unknown }[] } {
  const { rows = [], fail } = event as Posted;
  if (fail) {
    throw new Error('as it was told');
  }
  return { rows };
}

const plainHmac = defineSource.push({ name: 'plain', auth: { type: 'hmac', secret: 'PLAIN_KEY' }, receive });

const styledHmac = defineSource.push({
  name: 'styled',
  auth: {
    type: 'hmac',
    secret: 'STYLED_KEY',
    header: 'X-Ledger-Signature',
    encoding: 'base64',
    prefix: 'sha256=',
  },
  receive,
});

const timedHmac = defineSource.push({
  name: 'timed',
  auth: {
    type: 'hmac',
    secret: 'TIMED_KEY',
    timestampHeader: 'X-Ledger-Time',
    toleranceSeconds: 120,
  },
  receive,
});

/** Its secret is bound nowhere. */
const keyless = defineSource.push({ name: 'keyless', auth: { type: 'hmac', secret: 'NEVER_BOUND' }, receive });

for (const source of [plainHmac, styledHmac, timedHmac, keyless]) {
  worker.sync(source, { schedule: 'event', into: 'contact', idProperty: 'email', schema: { mail: 'email' } });
}

/** Ends as the store says under the key `sync/manual`. */
worker.sync('manual', {
  schedule: 'manual',
  async handler(ctx) {
    const wish = await ctx.store.get<Wish>('sync/manual');
    ctx.logger.info('sync ran');
    return outcomeOf(wish ?? { status: 'ok' });
  },
});

worker.sync('hourly', {
  schedule: '1h',
  handler(ctx) {
    ctx.logger.info('hourly ran');
  },
});

worker.sync('pro-sync', {
  schedule: 'manual',
  billing: { requires: 'pro' },
  handler(ctx) {
    ctx.logger.info('pro sync ran');
  },
});

export default worker;
