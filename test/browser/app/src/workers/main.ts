import { defineSource, defineWorker } from '@svc/sdk';

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

worker.tool('remind', {
  label: 'Remind',
  objectType: 'contact',
  input: {
    tone: {
      type: 'enumeration',
      label: 'Tone',
      required: true,
      options: [
        { value: 'friendly', label: 'Friendly' },
        { value: 'firm', label: 'Firm' },
      ],
    },
    days: { type: 'number', label: 'Days', default: 14 },
  },
  output: { text: { type: 'string' }, count: { type: 'number' } },
  async handler(ctx) {
    const contact = await ctx.crm.objects.get('contacts', ctx.enrolledObject.id);
    const count = ((await ctx.store.get<number>('reminders')) ?? 0) + 1;
    await ctx.store.put('reminders', count);
    ctx.logger.info('reminded', { count });
    return { text: `${ctx.input.tone} ${ctx.input.days} ${contact.id}`, count };
  },
});

worker.cardBackend('elsewhere', {
  input: { url: { type: 'string', required: true } },
  async handler(ctx) {
    const { status } = await ctx.http.fetch(ctx.input.url);
    return { status };
  },
});

worker.cardBackend('postpone', {
  async handler(ctx) {
    await ctx.later('remind', { tone: 'firm' }, { after: '1d', id: 'the-reminder' });
    return { postponed: true };
  },
});

/** How often the trigger got a name that it refuses at first: the delivery, and its first replay. */
let attempts = 0;

worker.trigger('renamed', {
  eventType: 'contact.propertyChange.firstname',
  handler(ctx) {
    if (ctx.input.events[0]?.propertyValue === 'Refused' && attempts++ < 2) {
      throw new Error('cannot rename');
    }
    ctx.logger.warn('renamed', { to: ctx.input.events[0]?.propertyValue });
  },
});

worker.sync('hourly', {
  schedule: '1h',
  handler(ctx) {
    ctx.logger.info('synced');
  },
});

const people = defineSource({
  name: 'people',
  fetch: () => ({
    rows: [
      { key: 'ada@example.com', data: { mail: 'ada@example.com', first: 'Ada' } },
      { key: 'bob@example.com', data: { mail: 'bob@example.com' } }, // without a name: a poison row
    ],
  }),
});

worker.sync(people, {
  schedule: 'manual',
  into: 'contacts',
  idProperty: 'email',
  schema: { mail: 'email', first: 'firstname' },
});

export default worker;
