import { card, defineApp } from '@svc/sdk';

export default defineApp({
  name: 'Browser',
  distribution: 'private',
  auth: 'static',
  platformVersion: '2026.03',
  scopes: ['crm.objects.contacts.read'],
  cards: [
    card({
      id: 'panel',
      name: 'Panel',
      location: 'crm.record.tab',
      objectTypes: ['contacts'],
      entrypoint: 'src/cards/Panel.tsx',
      backend: 'panel',
      flags: 'server',
    }),
  ],
});
