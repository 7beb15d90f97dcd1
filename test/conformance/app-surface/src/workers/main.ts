// A card and an action that read one record each, and a sync that reads it five times.
import { cardBackend, defineWorker, ok, tool } from '@svc/sdk';

const reading = cardBackend('reading', {
  handler: async ({ crm, install }) => ({
    read: await crm.request('GET', `/crm/v3/objects/contacts/${install.portalId}`),
  }),
});

const read = tool('read', {
  label: 'Read',
  objectType: 'contact',
  output: { id: { type: 'string' } },
  handler: async ({ crm, install }) => {
    const { id } = await crm.request<{ id: string }>('GET', `/crm/v3/objects/contacts/${install.portalId}`);
    return ok({ id });
  },
});

const worker = defineWorker('main', { use: [reading, read] });

worker.sync('reading-sync', {
  schedule: 'manual',
  handler: async ({ crm, install }) => {
    await Promise.all([1, 2, 3, 4, 5].map(() => crm.request('GET', `/crm/v3/objects/contacts/${install.portalId}`)));
  },
});

export default worker;
