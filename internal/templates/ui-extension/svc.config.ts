import { card, defineApp } from '@svc/sdk';

export default defineApp({
  name: 'My app', // svc:name
  description: 'What this app does. Shown on the install screen.',
  distribution: 'private', // svc:distribution
  auth: 'static', // svc:auth
  platformVersion: '2026.03', // svc:platformVersion
  scopes: ['crm.objects.contacts.read'], // svc:scopes
  cards: [
    card({
      id: 'greeting',
      name: 'Greeting',
      location: 'crm.record.tab',
      objectTypes: ['contacts'],
      entrypoint: 'src/cards/Greeting.tsx',
      backend: 'greeting',
    }),
  ],
});
