// Webhooks, pushed rows and syncs.
import { defineSource, defineWorker } from '@svc/sdk';
import { scriptOf } from '../capabilities/script';
import { outcomeOf, type Wish } from '../outcomes';
import { runSteps, type Step } from '../steps';

const worker = defineWorker('feeds', { use: [scriptOf('feeds-script')] });

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

/** Its secret is bound to an empty text. */
const empty = defineSource.push({ name: 'empty', auth: { type: 'hmac', secret: 'EMPTY' }, receive });

for (const source of [plainHmac, styledHmac, timedHmac, keyless, empty]) {
  worker.sync(source, { schedule: 'event', into: 'contact', idProperty: 'email', schema: { mail: 'email' } });
}

/** One sync for each way to end: `manual-ok`, `manual-fail-stop`, … */
const endings: Record<string, Wish> = {
  ok: { status: 'ok' },
  nothing: {},
  'fail-continue': { status: 'fail-continue' },
  'fail-stop': { status: 'fail-stop' },
  block: { status: 'block' },
  'retry-later': { status: 'retry-later' },
  'retry-hint': { status: 'retry-later', retryAfterSeconds: 30 },
  throw: { status: 'throw', message: 'inner' },
};
for (const [name, wish] of Object.entries(endings)) {
  worker.sync(`manual-${name}`, {
    schedule: 'manual',
    handler(ctx) {
      ctx.logger.info('sync ran', { state: ctx.install.state });
      return outcomeOf(wish);
    },
  });
}

/** Runs for a second, so that a second run meets it. */
worker.sync('slow', {
  schedule: 'manual',
  handler: () => new Promise((resolve) => setTimeout(() => resolve(undefined), 1000)),
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
