import { defineWorker } from '@svc/sdk';

const worker = defineWorker('main');

worker.cardBackend('panel', {
  input: { fails: { type: 'boolean' } },
  async handler(ctx) {
    ctx.logger.info('in the backend');
    if (ctx.input.fails) {
      throw new Error('went wrong');
    }
    // No such flags are stored, so the snapshot has these defaults.
    await ctx.flags?.getBoolean('compact', true);
    await ctx.flags?.getString('title', 'From the backend');
    return { shown: true };
  },
});

worker.cardBackend('order', {
  input: { contactId: { type: 'string', required: true }, name: { type: 'string' } },
  async handler(ctx) {
    ctx.logger.info('order received', { name: ctx.input.name });
    const contact = await ctx.crm.objects.get('contacts', ctx.input.contactId, { properties: ['email'] });
    return { ordered: ctx.input.name, email: contact.properties.email, portal: ctx.install.portalId };
  },
});

export default worker;
