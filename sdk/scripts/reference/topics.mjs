/**
 * The pages of the reference, in the order of its index. A public name is on the page that lists the file of its
 * declaration, below `sdk/src`. A name whose file is not listed stops the generator.
 */
export const TOPICS = [
  {
    page: 'app',
    title: 'The app',
    about: '`defineApp`, the default export of `svc.config.ts`, and its options.',
    files: ['declare/app.ts', 'declare/mcp-server.ts', 'declare/scopes.ts'],
  },
  {
    page: 'workers',
    title: 'Workers and capabilities',
    about: 'Workers, tools, card backends and triggers, and the results of their handlers.',
    files: [
      'capability/worker.ts',
      'capability/tool.ts',
      'capability/card-backend.ts',
      'capability/trigger.ts',
      'capability/capability.ts',
      'declare/result.ts',
    ],
  },
  {
    page: 'fields',
    title: 'Fields',
    about: 'Input and output fields, and the types that handlers get from them.',
    files: ['declare/field.ts', 'declare/field-type.ts'],
  },
  {
    page: 'cards',
    title: 'Cards',
    about: 'The declaration of a card.',
    files: ['declare/card.ts'],
  },
  {
    page: 'objects',
    title: 'App objects and events',
    about: 'Object types, associations and events that the app adds to the CRM.',
    files: [
      'declare/app-object.ts',
      'declare/app-object-association.ts',
      'declare/app-event.ts',
      'declare/property.ts',
      'context/app-data.ts',
    ],
  },
  {
    page: 'syncs',
    title: 'Syncs and sources',
    about: 'Sources, syncs, schedules, and the cursor of a run.',
    files: [
      'capability/sync.ts',
      'capability/sync-target.ts',
      'capability/source.ts',
      'declare/source-auth.ts',
      'declare/schedule.ts',
      'context/sync.ts',
    ],
  },
  {
    page: 'context',
    title: 'The context of a handler',
    about: '`ctx`: input, record, install, HTTP client, log, scheduled calls.',
    files: [
      'context/handler.ts',
      'context/install.ts',
      'context/hand-off.ts',
      'context/http.ts',
      'context/logger.ts',
      'context/later.ts',
      'context/capability-ref.ts',
      'context/duration.ts',
    ],
  },
  {
    page: 'crm',
    title: 'The CRM client',
    about: '`ctx.crm`: records, associations, properties, conversations, and calls by path.',
    files: [
      'context/crm.ts',
      'context/crm-records.ts',
      'context/crm-schema.ts',
      'context/crm-budget.ts',
      'context/crm-conversations.ts',
      'declare/portal.ts',
    ],
  },
  {
    page: 'crm-batch',
    title: 'Batches of the CRM client',
    about: '`ctx.crm.batch`: reads that are combined, and writes in chunks of 100.',
    files: ['context/crm-batch.ts'],
  },
  {
    page: 'store',
    title: 'The store',
    about: '`ctx.store`: durable values of an install.',
    files: ['context/store.ts'],
  },
  {
    page: 'billing',
    title: 'Billing',
    about: 'The billing catalog, the `billing` block of a capability, and `ctx.billing`.',
    files: ['declare/billing.ts', 'context/billing.ts'],
  },
  {
    page: 'flags',
    title: 'Feature flags',
    about: '`ctx.flags`, the snapshots of flags, evaluation without IO, and the OpenFeature provider.',
    files: ['context/flags.ts', 'flags/evaluate.ts', 'flags/evaluate-all.ts', 'flags/provider.ts'],
  },
  {
    page: 'errors',
    title: 'Errors and redaction',
    about: 'Errors that declarations and calls throw, and the removal of secrets from values.',
    files: [
      'context/crm-errors.ts',
      'crm/gate/backpressure.ts',
      'declare/error.ts',
      'platform/redact.ts',
      'platform/redact-text.ts',
    ],
  },
  {
    page: 'ui',
    title: 'Card code',
    about: '`@svc/sdk/ui` and `@svc/sdk/ui/react`: what the code of a card imports.',
    files: [
      'ui/call-backend.ts',
      'ui/backend-url.ts',
      'ui/logger.ts',
      'ui/dev-log-url.ts',
      'ui/flags.ts',
      'ui/react/index.ts',
    ],
  },
  {
    page: 'manifest',
    title: 'Manifests',
    about: 'What an app declares, as JSON: `svc manifest` prints it.',
    files: [
      'capability/project-manifest.ts',
      'manifest/version.ts',
      'manifest/manifest.ts',
      'manifest/app.ts',
      'manifest/app-manifest.ts',
      'manifest/environment.ts',
      'manifest/field.ts',
      'manifest/field-manifest.ts',
      'manifest/rate-limits.ts',
      'manifest/worker.ts',
    ],
  },
  {
    page: 'names',
    title: 'Known names',
    about: 'Object types, event types, scopes and platform versions that editors complete.',
    files: ['declare/known-values.ts', 'declare/known.ts', 'declare/known-scopes.ts'],
  },
  {
    page: 'pacing',
    title: 'The CRM client without a worker',
    about: '`@svc/sdk/runtime`: a client and a coordinator for tests and for other hosts.',
    files: ['crm/create-client.ts', 'crm/gate/coordinator.ts'],
  },
  {
    page: 'experimental',
    title: 'Experimental',
    about: '`@svc/sdk/experimental`: flags as records of an app object, which may change at any time.',
    files: [
      'experimental/object.ts',
      'experimental/record.ts',
      'experimental/associations.ts',
      'experimental/destination.ts',
      'experimental/gate.ts',
    ],
  },
];

/** Files whose exports only generated code imports. */
export const INTERNAL = [
  'platform/host.ts',
  'protocol/request-context.ts',
  'worker/worker.ts',
  'runtime/extensions.ts',
];

/** Types that users cannot import, by what the reference shows in their place. */
export const SHOWN_AS = { PropertyReference: 'string', OccurrenceProperties: 'object', Isolate: 'object' };
