import { defineWorker, ok } from '@svc/sdk';

const worker = defineWorker('main');

worker.tool('read', {
  label: 'Read',
  objectType: 'contact',
  output: { name: { type: 'string' }, region: { type: 'string' } },
  async handler(ctx) {
    const contacts = await ctx.crm.objects.list('contacts', { limit: 100 });
    const { region = 'none' } = (await ctx.install.config()) as { region?: string };
    await ctx.store.put('read', contacts.results.length);
    return ok({ name: `${contacts.results.length} contacts of ${ctx.install.id}`, region });
  },
});

export default worker;
