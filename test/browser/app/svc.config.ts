import { card, defineApp } from '@svc/sdk';

export default defineApp({
  name: 'Browser',
  distribution: 'private',
  auth: 'static',
  platformVersion: '2026.03',
  scopes: ['crm.objects.contacts.read', 'crm.objects.contacts.write'],
  billing: {
    features: [{ id: 'reminders', name: 'Reminders' }],
    meters: [{ id: 'reminders', name: 'Reminders sent', aggregation: 'sum', period: 'month' }],
    plans: [
      { id: 'free', name: 'Free', pricing: { type: 'free' }, features: [], limits: { reminders: 10 }, default: true },
      {
        id: 'team',
        name: 'Team',
        pricing: { type: 'flat', amountMinor: 4900, currency: 'EUR', interval: 'month' },
        features: ['reminders'],
        limits: { reminders: null },
      },
    ],
    upgradeUrl: 'https://app.example.com/upgrade',
  },
  permittedUrls: { fetch: ['https://api.example.com/v1'], iframe: ['https://maps.example.com'] },
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
    card({
      id: 'order',
      name: 'Order',
      location: 'crm.record.tab',
      objectTypes: ['contacts', 'companies'],
      entrypoint: 'src/cards/Order.tsx',
      backend: 'order',
    }),
    card({
      id: 'catalog',
      name: 'Catalog',
      location: 'crm.record.sidebar',
      objectTypes: ['contacts'],
      entrypoint: 'src/cards/Catalog.tsx',
    }),
    card({
      id: 'business',
      name: 'Business',
      location: 'crm.record.tab',
      objectTypes: ['contacts'],
      entrypoint: 'src/cards/Business.tsx',
    }),
    card({
      id: 'controls',
      name: 'Controls',
      location: 'crm.record.sidebar',
      objectTypes: ['contacts'],
      entrypoint: 'src/cards/Controls.tsx',
    }),
  ],
});
