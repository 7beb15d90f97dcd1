// The app with one install per account. Without a successUrl, an install ends on the portal's connected-apps page.
import { appEvent, appObject, card, defineApp } from '@svc/sdk';
import { billing } from '../app/src/billing';

export default defineApp({
  name: 'Conformance OAuth',
  description: 'What differs where every account installs the app by itself.',
  distribution: 'marketplace',
  auth: 'oauth',
  platformVersion: '2026.03',
  scopes: ['oauth', 'timeline', 'crm.objects.contacts.read', 'crm.objects.custom.read', 'crm.objects.custom.write'],
  optionalScopes: ['crm.objects.contacts.write'],
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
  billing,
  objects: [
    appObject('car-lease', {
      name: 'CAR_LEASE',
      label: 'Car lease',
      singularForm: 'Car lease',
      pluralForm: 'Car leases',
      primaryDisplayLabelPropertyName: 'title',
      properties: {
        title: { type: 'string', label: 'Title' },
        endsAt: { type: 'datetime', label: 'Ends', name: 'ends_at' },
        number: { type: 'string', label: 'Number', name: 'lease_number', hasUniqueValue: true },
      },
    }),
  ],
  events: [
    appEvent('paid', {
      name: 'Paid',
      label: 'Paid',
      objectType: 'contact',
      properties: { amount: { type: 'number', label: 'Amount' } },
    }),
  ],
  appEvents: { batching: { maxSize: 3, maxDelayMs: 400 } },
});
