// Webhooks, pushed rows and syncs.
import { defineSource, defineWorker, handOff, lookupInstall, type WebhookEvent } from '@svc/sdk';
import { scriptOf } from '../capabilities/script';
import { outcomeOf, type Wish } from '../outcomes';
import { runSteps, type Step } from '../steps';

const worker = defineWorker('feeds', { use: [scriptOf('feeds-script')] });

/** The member `ask` that a case adds to the first event of its delivery. */
interface Asked extends Wish {
  steps?: Step[];
}

/** Returns what the first event asks of this attempt. Without a list it asks only of the first attempt. */
function askedOf([event]: readonly WebhookEvent[]): Asked {
  return ([event?.['ask'] ?? []].flat() as Asked[])[event?.attemptNumber ?? 0] ?? {};
}

/** What `mended` and the push sources have refused once. */
const refused = new Set<string>();

/** Throws the first time that this code gets the word. */
function refuseOnce(word: unknown): void {
  if (typeof word === 'string' && !refused.has(word)) {
    refused.add(word);
    throw new Error('as the input requests');
  }
}

/** Logs its input. Accepts a delivery when it comes again, or at the third attempt if it also has the word `twice`. */
worker.trigger('mended', {
  eventType: 'company.creation',
  dedup: 'strict',
  handler(ctx) {
    const [event] = ctx.input.events;
    ctx.logger.info('came', { isWhole: event?.['note'] === 'mail ada@secret.example' });
    refuseOnce(event?.['once']);
    refuseOnce(event?.['twice']);
  },
});

/** Logs its input and ends with the outcome in its first event. */
worker.trigger('named', {
  eventType: 'contact.propertyChange.firstname',
  async handler(ctx) {
    const { triggerId, deliveryId, events } = ctx.input;
    ctx.logger.info('delivered', { triggerId, deliveryId, count: events.length });
    const ask = askedOf(events);
    if (ask.steps !== undefined) {
      ctx.logger.info('results', { results: await runSteps(ctx as never, ask.steps) });
    }
    return outcomeOf(ask);
  },
});

worker.trigger('strict', {
  eventType: 'contact.creation',
  dedup: 'strict',
  handler(ctx) {
    ctx.logger.info('created', { count: ctx.input.events.length });
    return outcomeOf(askedOf(ctx.input.events));
  },
});

worker.trigger('pro-trigger', {
  eventType: 'contact.deletion',
  billing: { requires: 'pro' },
  handler(ctx) {
    ctx.logger.info('deleted');
  },
});

/** One send per delivery. */
worker.trigger('metered-trigger', {
  eventType: 'contact.restore',
  billing: { meter: 'sends' },
  async handler(ctx) {
    const ask = askedOf(ctx.input.events);
    ctx.logger.info('restored', { results: await runSteps(ctx as never, ask.steps ?? []) });
    return outcomeOf(ask);
  },
});

/** The request in an event of `reaching`. */
interface Reach {
  portalId: number;
  steps?: Step[];
  capability?: string;
  kind?: string;
  input?: Record<string, unknown>;
}

/** Looks up installs and hands off to them, and logs the results. */
worker.trigger('reaching', {
  eventType: 'contact.propertyChange.lastname',
  async handler(ctx) {
    for (const event of ctx.input.events) {
      const { portalId, steps, capability, kind, input } = event['reach'] as Reach;
      try {
        if (steps !== undefined) {
          const found = await lookupInstall(ctx, portalId);
          ctx.logger.info('found', { results: found === undefined ? null : await runSteps(found as never, steps) });
        }
        if (capability !== undefined) {
          const named = kind === undefined ? capability : { kind, id: capability };
          ctx.logger.info('handed', { ...(await handOff(ctx, { install: portalId, capability: named, input })) });
        }
      } catch (error) {
        const { name, message, code } = error as Error & { code?: string };
        ctx.logger.info('failed', { name, message, code });
      }
    }
  },
});

/** Never ends, and ignores the signal. */
worker.trigger('waiting', { eventType: 'contact.merge', handler: () => new Promise<void>(() => {}) });

/** Several triggers of one event, in both spellings of the subscription. */
worker.trigger('second', {
  eventType: '0-1.propertyChange.firstname',
  handler(ctx) {
    ctx.logger.info('second', { portalId: ctx.install.portalId, count: ctx.input.events.length });
  },
});

/** Names of secret bindings, which the manifest omits. */
const LEDGER_AUTH = { type: 'basic', username: 'LEDGER_USER', password: 'LEDGER_PASSWORD' } as const;

/** Rows as its senders post them; an event may ask for a throw. */
interface Posted {
  rows?: { key: string; data: unknown }[];
  fail?: boolean;
  /** The number of rows. */
  count?: number;
  /** A word that is refused the first time. */
  once?: string;
  /** Returned unchanged. */
  plain?: unknown;
}

function receive({ event }: { readonly event: unknown }): { rows: { key: string; data: unknown }[] } {
  const {
    count = 0,
    rows = Array.from({ length: count }, (_, i) => ({
      key: `${i}@x.example`,
      data: { mail: `${i}@x.example`, first: 'x' },
    })),
    fail,
    once,
    plain,
  } = event as Posted;
  refuseOnce(once);
  if (fail) {
    throw new Error('as the input requests');
  }
  return plain === undefined ? { rows } : (plain as { rows: [] });
}

const plainHmac = defineSource.push({ name: 'plain', auth: { type: 'hmac', secret: 'PLAIN_KEY' }, receive });

/** For a single case, which counts its runs. */
const replayedHmac = defineSource.push({ name: 'replayed', auth: { type: 'hmac', secret: 'PLAIN_KEY' }, receive });

/** For a single case, which posts invalid rows. */
const mixedHmac = defineSource.push({ name: 'mixed', auth: { type: 'hmac', secret: 'PLAIN_KEY' }, receive });

/** Returns rows that JSON cannot hold, or holds as something else. */
const oddHmac = defineSource.push({
  name: 'odd',
  auth: { type: 'hmac', secret: 'PLAIN_KEY' },
  receive({ event }) {
    const { unique } = event as { unique: string };
    const circular: Record<string, unknown> = { mail: '-', first: 'c' };
    circular['self'] = circular;
    return {
      rows: [
        { key: `${unique}-nan@x.example`, data: { mail: '-', first: Number.NaN } },
        { key: `${unique}-big@x.example`, data: { mail: '-', first: 1n } },
        { key: `${unique}-circular@x.example`, data: circular },
        { key: `${unique}-long@x.example`, data: { mail: '-', first: 'x'.repeat(1_048_577) } },
        { key: `${unique}-good@x.example`, data: { mail: '-', first: new Date(Date.UTC(2026, 10, 21)) } },
      ],
    };
  },
});

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

/** Its secret has no binding. */
const keyless = defineSource.push({ name: 'keyless', auth: { type: 'hmac', secret: 'NEVER_BOUND' }, receive });

/** Its secret is bound to an empty text. */
const empty = defineSource.push({ name: 'empty', auth: { type: 'hmac', secret: 'EMPTY' }, receive });

for (const source of [plainHmac, replayedHmac, mixedHmac, oddHmac, styledHmac, timedHmac, keyless, empty]) {
  worker.sync(source, {
    schedule: 'event',
    into: 'contact',
    idProperty: 'email',
    schema: { mail: 'email', first: 'firstname' },
  });
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
  backpressure: { status: 'backpressure' },
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

/** A tool and a card with the same id, for hand-offs. */
worker.tool('shared', {
  label: 'Shared',
  objectType: 'contact',
  input: { wish: { type: 'json' }, who: { type: 'string', required: true } },
  output: { text: { type: 'string' } },
  async handler(ctx) {
    await ctx.store.put(`shared/${ctx.input.who}`, ctx.install.portalId);
    return (outcomeOf((ctx.input.wish ?? {}) as Wish) ?? { text: `tool for ${ctx.input.who}` }) as { text: string };
  },
});
worker.cardBackend('shared', { handler: () => 'card' });

/** Has no idProperty, and fails when it runs. */
worker.sync(defineSource({ name: 'keyless-rows', fetch: () => ({ rows: [] }) }), {
  schedule: 'manual',
  into: 'contact',
} as never);

/** A separate source. */
worker.sync(defineSource({ name: 'pulled', auth: LEDGER_AUTH, fetch: () => ({ rows: [] }) }), {
  schedule: 'manual',
  into: 'contact',
  idProperty: 'email',
});

/** Runs for two seconds, so that two runs overlap. */
worker.sync('slow', {
  schedule: 'manual',
  handler: () => new Promise((resolve) => setTimeout(() => resolve(undefined), 2000)),
});

/** Runs until the outside responds. */
worker.sync('unhurried', {
  schedule: 'manual',
  async handler(ctx) {
    await ctx.http.get(`https://slow.example/${ctx.install.portalId}`);
  },
});

worker.sync('hourly', {
  schedule: '1h',
  handler(ctx) {
    ctx.logger.info('hourly ran');
  },
});

/** Waits for a second on its first run. */
worker.sync('patient', {
  schedule: '2h',
  async handler(ctx) {
    const runs = Number((await ctx.store.get('patient')) ?? 0) + 1;
    await ctx.store.put('patient', runs);
    ctx.logger.info('patient ran', { runs });
    return runs === 1 ? outcomeOf({ status: 'retry-later', retryAfterSeconds: 1 }) : undefined;
  },
});

/** One send per run. A run takes a second. */
worker.sync('metered-sync', {
  schedule: 'manual',
  billing: { meter: 'sends' },
  handler: () => new Promise((resolve) => setTimeout(() => resolve(undefined), 1000)),
});

worker.sync('pro-sync', {
  schedule: 'manual',
  billing: { requires: 'pro' },
  handler(ctx) {
    ctx.logger.info('pro sync ran');
  },
});

export default worker;
