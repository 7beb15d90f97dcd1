// One card backend. The cases are about the app.
import { cardBackend, defineWorker } from '@svc/sdk';

const who = cardBackend('who', {
  handler: ({ install: { id, portalId, state } }) => ({ id, portalId, state }),
});

export default defineWorker('main', { use: [who] });
