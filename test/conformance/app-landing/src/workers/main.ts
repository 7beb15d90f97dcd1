// One card backend and one action. The cases are about the app.
import { cardBackend, defineWorker, tool } from '@svc/sdk';

const who = cardBackend('who', {
  handler: ({ install: { id, portalId, state } }) => ({ id, portalId, state }),
});

const greet = tool('greet', { label: 'Greet', objectType: 'contact', handler: () => ({ greeting: 'hello' }) });

export default defineWorker('main', { use: [who, greet] });
