// A card and an action that read one record each.
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

export default defineWorker('main', { use: [reading, read] });
