// Syncs with separate sources, and a card without neighbors that are slow.
import {
  defineSource,
  defineWorker,
  ok,
  type SourceAuthDefinition,
  type SourcePage,
  type SourceSyncOptions,
} from '@svc/sdk';
import { scriptOf } from '../capabilities/script';

const worker = defineWorker('syncs', { use: [scriptOf('syncs-script')] });

/** Contacts of a ledger, whose pages are at a URL with the name of the sync. */
const CONTACTS = {
  schedule: 'manual',
  into: 'contact',
  idProperty: 'email',
  schema: { first: 'firstname', last: 'lastname' },
} as const;

function ledger(name: string, auth?: SourceAuthDefinition) {
  return defineSource({
    name,
    ...(auth !== undefined && { auth }),
    fetch: ({ cursor, http }) => http.get<SourcePage>(`https://ledger.example/${name}`, { query: { cursor } }),
  });
}

function mirror(name: string, more: Partial<SourceSyncOptions> = {}, auth?: SourceAuthDefinition): void {
  worker.sync(ledger(name, auth), { ...CONTACTS, ...more });
}

for (const name of [
  'two-pages',
  'spoilt',
  'doubled',
  'refused',
  'forbidden',
  'circle',
  'held',
  'down',
  'retried',
  'empty-page',
  'stuck',
  'mistaken',
  'incremental',
  'once',
]) {
  mirror(name);
}
mirror('unmapped', { schema: undefined });
mirror('hourly-rows', { schedule: '0 3 * * *' });
mirror('managed', { schema: { first: 'firstname', tier: 'ledger_tier' }, manageSchema: 'properties' });
mirror('unmanaged', { schema: { tier: 'no_such_property' } });
mirror('not-unique', { idProperty: 'lastname' });
mirror('made', { into: 'ledger_thing', idProperty: 'thing_id', schema: { tier: 'tier' }, manageSchema: 'full' });

mirror('with-bearer', {}, { type: 'bearer', token: 'LEDGER_TOKEN' });
mirror('with-basic', {}, { type: 'basic', username: 'LEDGER_USER', password: 'LEDGER_PASSWORD' });
mirror('with-hmac', {}, { type: 'hmac', secret: 'LEDGER_KEY', header: 'X-Ledger-Signature', prefix: 'sha256=' });
mirror(
  'with-client',
  {},
  {
    type: 'oauth2',
    clientId: 'LEDGER_CLIENT',
    clientSecret: 'LEDGER_PASSWORD',
    tokenUrl: 'https://ledger.example/token',
    scope: 'read',
  },
);
mirror('without-secret', {}, { type: 'bearer', token: 'NEVER_BOUND' });
mirror('redirected', {}, { type: 'bearer', token: 'LEDGER_TOKEN' });

/** Leaves timers behind. */
worker.cardBackend('leaving', {
  async handler({ request }) {
    const what = request.headers.get('x-leaves');
    const cleared = setTimeout(() => {}, 60_000);
    await new Promise<void>((resolve) => setTimeout(resolve, 1));
    clearTimeout(cleared);
    if (what === 'timers') {
      setTimeout(() => {}, 60_000);
      const ticking = setInterval(() => clearInterval(ticking), 60_000);
    }
    return { left: what };
  },
});

/** A number of rows, in pages of a size. */
function made(name: string, count: number, size: number, more: Partial<SourceSyncOptions> = {}): void {
  const source = defineSource({
    name,
    fetch: ({ cursor = '0' }) => {
      const from = Number(cursor);
      const rows = Array.from({ length: Math.min(size, count - from) }, (_, i) => ({
        key: `${name}-${from + i}@ledger.example`,
        data: { first: `First ${from + i}`, last: 'Last' },
      }));
      return { rows, ...(from + size < count && { cursor: String(from + size) }) };
    },
  });
  worker.sync(source, { ...CONTACTS, ...more });
}
made('thousand', 1_000, 250);
made('one-page', 10_001, 10_001);

/** Pages without rows, each with a new cursor. */
const barren = defineSource({
  name: 'barren',
  fetch: ({ cursor = '0' }) => ({ rows: [], cursor: String(Number(cursor) + 1) }),
});
worker.sync(barren, CONTACTS);

/** Logs its cursor and chunks, and adds to them. */
worker.sync('remembering', {
  schedule: 'manual',
  async handler(ctx) {
    const before = {
      cursor: await ctx.sync.cursor(),
      chunks: (await ctx.sync.checkpoints()).map(({ chunkId, state }) => ({ chunkId, state })),
    };
    ctx.logger.info('remembered', before);
    await ctx.sync.setCursor(before.cursor === undefined ? 'one' : before.cursor === 'one' ? 'two' : undefined);
    if (before.cursor === undefined) {
      await ctx.sync.checkpoint('a', { done: 1 });
      await ctx.sync.checkpoint('b');
      await ctx.sync.checkpoint('a', { done: 2 });
      throw new Error('half way');
    }
    return ok();
  },
});

/** Its handler runs after the rows are written, and resets the cursor. */
worker.sync(ledger('handled'), {
  ...CONTACTS,
  async handler(ctx) {
    ctx.logger.info('rows are in', { cursor: await ctx.sync.cursor() });
    await ctx.sync.setCursor(undefined);
  },
});

/** Rows as posted. */
const posted = (name: string) =>
  defineSource.push({
    name,
    auth: { type: 'hmac', secret: 'PLAIN_KEY' },
    receive: ({ event }) => event as { rows: { key: string; data: unknown }[] },
  });
worker.sync(posted('posted'), { ...CONTACTS, schedule: 'event' });
const shared = posted('shared-post');
worker.sync(shared, { ...CONTACTS, schedule: 'event' });
worker.sync(shared, { ...CONTACTS, id: 'shared-too', schedule: 'event', schema: { first: 'lastname' } });

/** Each is slow, and throws when its first event requests it. */
for (const dedup of ['strict', 'best-effort'] as const) {
  worker.trigger(`once-${dedup}`, {
    eventType: dedup === 'strict' ? 'line_item.creation' : 'line_item.deletion',
    dedup,
    async handler(ctx) {
      const [event] = ctx.input.events;
      ctx.logger.info('ran', { objectId: event?.objectId ?? null });
      await new Promise((resolve) => setTimeout(resolve, Number(event?.['takes'] ?? 0)));
      if (event?.['fails'] === true && (event.attemptNumber ?? 0) === 0) {
        throw new Error('as the input requests');
      }
    },
  });
}

export default worker;
