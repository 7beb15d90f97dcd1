// Capabilities of each surface that make the CRM calls in their input and do not catch errors.
import { cardBackend, defineWorker, type HandlerContext, lookupInstall, ok, tool } from '@svc/sdk';
import { scriptOf } from '../../../app/src/capabilities/script';
import { classes } from '../capabilities/classes';
import { patient } from '../capabilities/patient';

/** Concurrent reads. Each account reads the record with its own number. */
function read({ crm, install }: Pick<HandlerContext<never>, 'crm' | 'install'>, times: number): Promise<unknown[]> {
  return Promise.all(
    Array.from({ length: times }, () => crm.request('GET', `/crm/v3/objects/contacts/${install.portalId}`)),
  );
}

const reads = tool('reads', {
  label: 'Reads',
  objectType: 'contact',
  input: { times: { type: 'number', default: 1 } },
  output: { read: { type: 'number' } },
  agent: { description: 'Reads contacts.', expose: ['times'] },
  handler: async (ctx) => ok({ read: (await read(ctx as never, ctx.input.times)).length }),
});

const reading = cardBackend('reading', {
  input: { times: { type: 'number', default: 1 } },
  handler: async (ctx) => ({ read: (await read(ctx as never, ctx.input.times)).length }),
});

/** Reads before its first chunk. */
const streaming = cardBackend('streaming', {
  handler: (ctx) =>
    new ReadableStream({
      async pull(controller) {
        controller.enqueue(`read ${(await read(ctx as never, 1)).length}`);
        controller.close();
      },
    }),
});

const worker = defineWorker('main', {
  use: [reads, reading, streaming, classes, scriptOf('script'), patient('patient')],
});

worker.trigger('arrived', {
  eventType: 'contact.creation',
  async handler(ctx) {
    const found = await lookupInstall(ctx, ctx.install.portalId as number);
    await read(found as never, 1);
  },
});

worker.sync('reading-sync', {
  schedule: 'manual',
  handler: async (ctx) => {
    await read(ctx as never, 1);
  },
});

export default worker;
