// The app of most conformance cases: static auth, a billing catalog, a card with flags, alerts, redacted fields.
import { card, defineApp } from '@svc/sdk';
import { billing } from './src/billing';

export default defineApp({
  name: 'Conformance',
  description: 'Every capability that a conformance case asks for.',
  distribution: 'private',
  auth: 'static',
  platformVersion: '2026.03',
  scopes: ['crm.objects.contacts.read', 'crm.objects.contacts.write', 'crm.schemas.contacts.write', 'automation'],
  // All cases share one account, so its budget must not limit them.
  rateLimits: {
    bucket: { capacity: 10_000, refillPerSecond: 10_000, searchCapacity: 10_000, searchRefillPerSecond: 10_000 },
  },
  cards: [
    ...['flowing', 'failing'].map((backend) =>
      card({
        id: backend,
        name: backend,
        location: 'crm.record.sidebar',
        objectTypes: ['contacts'],
        entrypoint: 'src/cards/Panel.tsx',
        backend,
        flags: 'server',
      }),
    ),
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
  // A rule that is resolved notifies its target. No run of the cases is as long as these windows.
  alerts: {
    notify: 'https://alerts.example/default',
    rules: [
      { name: 'Alarming fails', expr: 'errors{capability="alarming"} > 0', window: '1h', severity: 'critical' },
      {
        name: 'Alarming is busy',
        expr: 'count{capability="alarming"} >= 3',
        window: '1h',
        severity: 'info',
        notify: 'https://alerts.example/busy',
      },
    ],
  },
  redaction: { fields: ['iban', 'vatNumber'] },
});
