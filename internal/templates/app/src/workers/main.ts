import { defineWorker, ok } from '@svc/sdk';

const worker = defineWorker('main');

// Run it: svc dev invoke hello -i '{"greeting": "Good morning"}'
worker.tool('hello', {
  label: 'Say hello',
  description: 'Greets the enrolled contact.',
  objectType: 'contact',
  input: {
    greeting: { type: 'string', label: 'Greeting', default: 'Hello' },
  },
  output: {
    message: { type: 'string', label: 'Message' },
  },
  async handler(ctx) {
    const contact = await ctx.crm.objects.get('contacts', ctx.enrolledObject.id, { properties: ['firstname'] });
    const message = `${ctx.input.greeting}, ${contact.properties.firstname ?? 'there'}!`;
    ctx.logger.info('said hello', { contact: contact.id });
    return ok({ message });
  },
});

export default worker;
