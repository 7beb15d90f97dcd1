import { defineWorker } from '@svc/sdk';

const worker = defineWorker('cards');

// Run it: svc dev invoke greeting -i '{"contactId": "101"}'
worker.cardBackend('greeting', {
  label: 'Greeting',
  objectTypes: ['contacts'],
  input: {
    contactId: { type: 'string', label: 'Contact id' },
  },
  output: {
    message: { type: 'string', label: 'Message' },
  },
  async handler(ctx) {
    if (ctx.input.contactId === undefined) {
      return { message: 'Hello from the backend!' };
    }
    const contact = await ctx.crm.objects.get('contacts', ctx.input.contactId, { properties: ['firstname'] });
    return { message: `Hello, ${contact.properties.firstname ?? 'there'}!` };
  },
});

export default worker;
