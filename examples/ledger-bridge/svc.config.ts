// Ledger Bridge mirrors the invoices of an accounting system into the CRM.
import { card, defineApp, mcpServer } from '@svc/sdk';
import { billing } from './src/billing';
import { paymentReceived } from './src/events/payment';
import { invoice, invoiceToCompany } from './src/objects/invoice';

export default defineApp({
  name: 'Ledger Bridge',
  description: 'Invoices, payments and credit limits of your ledger, where your sales team works.',
  distribution: 'marketplace',
  auth: 'oauth',
  platformVersion: '2026.09-beta',
  scopes: [
    'oauth',
    'timeline',
    'tickets',
    'crm.objects.contacts.read',
    'crm.objects.companies.read',
    'crm.objects.companies.write',
    'crm.objects.deals.read',
    'crm.objects.deals.write',
    'crm.objects.custom.read',
    'crm.objects.custom.write',
  ],
  optionalScopes: ['crm.objects.contacts.write'],

  objects: [invoice],
  objectAssociations: [invoiceToCompany],
  events: [paymentReceived],
  appEvents: { batching: { maxSize: 200, maxDelayMs: 2000 } },

  cards: [
    card({
      id: 'open-invoices',
      name: 'Open invoices',
      description: 'What this company owes, oldest first.',
      location: 'crm.record.tab',
      objectTypes: ['companies'],
      entrypoint: 'src/cards/OpenInvoices.tsx',
      backend: 'open-invoices',
      flags: 'server',
    }),
    card({
      id: 'credit-check',
      name: 'Credit check',
      location: 'helpdesk.sidebar',
      objectTypes: ['tickets'],
      entrypoint: 'src/cards/CreditCheck.tsx',
      backend: 'credit-check',
    }),
  ],

  mcpServers: [
    mcpServer('ledger-agent', {
      name: 'Ledger agent',
      description: 'Answers questions about invoices and payments.',
      mcpUrl: 'https://mcp.ledger-bridge.example.com/v1',
      mcpClientId: 'ledger-bridge-agent',
      requiredScopes: ['crm.objects.companies.read'],
      websiteUrl: 'https://ledger-bridge.example.com',
      privacyPolicyUrl: 'https://ledger-bridge.example.com/privacy',
    }),
  ],

  billing,

  rateLimits: {
    retry: { max: 4, baseMs: 250, capMs: 8000 },
    bucket: { capacity: 90, refillPerSecond: 9, searchCapacity: 4, searchRefillPerSecond: 4 },
    metrics: { enabled: true },
  },
  alerts: {
    notify: 'https://hooks.ledger-bridge.example.com/alerts',
    rules: [
      { name: 'Sync is failing', expr: 'error_rate{kind="sync"} > 0.05', window: '15m', severity: 'critical' },
      {
        name: 'Cards are slow',
        expr: 'p95{kind="cardBackend"} > 2000 and count > 20',
        window: '1h',
        severity: 'warning',
      },
    ],
  },
  redaction: { fields: ['iban', 'vatNumber'] },
  install: { successUrl: 'https://ledger-bridge.example.com/welcome' },
  permittedUrls: {
    fetch: ['https://api.ledger-bridge.example.com/v2'],
    iframe: ['https://app.ledger-bridge.example.com'],
    img: ['https://cdn.ledger-bridge.example.com'],
  },
  environments: {
    staging: {
      name: 'Ledger Bridge (staging)',
      mcpServers: { 'ledger-agent': { mcpUrl: 'https://mcp.staging.ledger-bridge.example.com/v1' } },
      install: { successUrl: 'https://staging.ledger-bridge.example.com/welcome' },
    },
  },
});
