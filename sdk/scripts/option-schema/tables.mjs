// The tables that option-schema.mjs writes, and what it adds to the types.

/** The Go variables, and the types that they describe. `sdk` is the module `sdk/src/index.ts`. */
export const TABLES = {
  appOptions: 'Parameters<typeof sdk.defineApp>[0]',
  environmentOptions: "NonNullable<Parameters<typeof sdk.defineApp>[0]['environments']>[string]",
  environmentServerOptions:
    "NonNullable<NonNullable<Parameters<typeof sdk.defineApp>[0]['environments']>[string]['mcpServers']>[string]",
  cardOptions: 'Parameters<typeof sdk.card>[0]',
  mcpServerOptions: 'Parameters<typeof sdk.mcpServer>[1]',
  workerOptions: 'Parameters<typeof sdk.defineWorker>[1]',
  toolOptions: 'Parameters<typeof sdk.tool>[1]',
  cardBackendOptions: 'Parameters<typeof sdk.cardBackend>[1]',
  triggerOptions: 'Parameters<typeof sdk.trigger>[1]',
  syncOptions: 'OptionsOfOverloads<typeof sdk.sync>[0]',
  sourceSyncOptions: 'OptionsOfOverloads<typeof sdk.sync>[1]',
  pullSourceOptions: 'Parameters<typeof sdk.defineSource>[0]',
  pushSourceOptions: 'Parameters<typeof sdk.defineSource.push>[0]',
  appObjectOptions: 'Parameters<typeof sdk.appObject>[1]',
  associationOptions: 'Parameters<typeof sdk.appObjectAssociation>[1]',
  appEventOptions: 'Parameters<typeof sdk.appEvent>[1]',
  billingBlockOptions: "NonNullable<Parameters<typeof sdk.trigger>[1]['billing']>",
  pricingTypes: "NonNullable<Parameters<typeof sdk.defineApp>[0]['billing']>['plans'][number]['pricing']",
  sourceAuthTypes: "Parameters<typeof sdk.defineSource>[0]['auth']",
  inputFieldMembers: 'sdk.FieldDefinition',
  outputFieldMembers: 'sdk.OutputFieldDefinition',
  eventPropertyMembers: 'sdk.PropertyDefinition',
  objectPropertyMembers: 'sdk.AppObjectPropertyDefinition',
  inputChoiceMembers: 'ChoiceOf<sdk.FieldDefinition>',
  propertyChoiceMembers: 'ChoiceOf<sdk.PropertyDefinition>',
  crmGetOptions: "Parameters<CrmClient['objects']['get']>[2]",
  crmListOptions: "Parameters<CrmClient['objects']['list']>[1]",
  crmSearchOptions: "Parameters<CrmClient['objects']['search']>[1]",
  crmCreateInput: "Parameters<CrmClient['objects']['create']>[1]",
  crmUpdateInput: "Parameters<CrmClient['objects']['update']>[2]",
  crmUpdateOptions: "Parameters<CrmClient['objects']['update']>[3]",
  crmUpsertInput: "Parameters<CrmClient['objects']['upsert']>[1]",
  crmBatchReadOptions: "Parameters<CrmClient['batch']['objects']['read']>[2]",
  crmBatchUpdateInput: "Parameters<CrmClient['batch']['objects']['update']>[1][number]",
  crmAssociationListOptions: "Parameters<CrmClient['associations']['list']>[2]",
  crmRequestOptions: "Parameters<CrmClient['request']>[2]",
  crmBudgetOptions: "Parameters<CrmClient['budget']>[0]",
  crmMessageInput: "Parameters<CrmClient['conversations']['customChannels']['messages']['create']>[1]",
  crmMessageStatus: "Parameters<CrmClient['conversations']['customChannels']['messages']['update']>[2]",
  storeGetOptions: "Parameters<StoreContext['get']>[1]",
  storePutOptions: "Parameters<StoreContext['put']>[2]",
  storeUpdateOptions: "Parameters<StoreContext['update']>[2]",
  storeListOptions: "Parameters<StoreContext['list']>[1]",
  laterOptions: 'Parameters<LaterContext>[2]',
  laterListOptions: "Parameters<LaterContext['list']>[0]",
  usageOptions: "Parameters<BillingContext['recordUsage']>[2]",
  creditOptions: "Parameters<BillingContext['recordCredit']>[2]",
  httpRequestOptions: "Parameters<HttpClient['get']>[1]",
};

/**
 * What the types do not say, by path. By default strings are not empty (formFullText) and numbers are positive
 * (formPositive). The forms are those of internal/checker/rules/option_table.go.
 */
export const REFINEMENTS = {
  // Strings that may be empty.
  'appOptions.description': { form: 'formText' },
  'environmentOptions.description': { form: 'formText' },
  'appOptions.billing.plans.description': { form: 'formText' },
  'cardOptions.description': { form: 'formText' },
  'toolOptions.description': { form: 'formText' },
  'appObjectOptions.description': { form: 'formText' },
  'appEventOptions.description': { form: 'formText' },
  'appEventOptions.headerTemplate': { form: 'formText' },
  'appEventOptions.detailTemplate': { form: 'formText' },
  'propertyChoiceMembers.description': { form: 'formText' },
  ...Object.fromEntries(
    ['inputField', 'outputField', 'eventProperty', 'objectProperty'].flatMap((role) =>
      ['label', 'description', 'fieldType'].map((name) => [`${role}Members.${name}`, { form: 'formText' }]),
    ),
  ),
  // Whole numbers, and numbers that may be zero or negative.
  'appOptions.appEvents.batching.maxSize': { form: 'formCount' },
  'appOptions.webhooks.maxConcurrentRequests': { form: 'formCount' },
  'appOptions.deliveries.keepDays': { form: 'formAmount' },
  'appOptions.billing.plans.trialDays': { form: 'formAmount' },
  'pricingTypes.flat.amountMinor': { form: 'formAmount' },
  'pricingTypes.perUnit.amountMinor': { form: 'formAmount' },
  'pricingTypes.perUnit.included': { form: 'formAmount' },
  'propertyChoiceMembers.displayOrder': { form: 'formNumber' },
  // The runtime checks the value, or it has no form.
  'storeGetOptions.withVersion': { form: 'formFlag' },
  'storeListOptions.limit': { form: 'formOwnRule' },
  'storeListOptions.after': { form: 'formOwnRule' },
  'laterOptions.id': { form: 'formOwnRule' },
  'laterListOptions.limit': { form: 'formOwnRule' },
  'laterListOptions.after': { form: 'formText' },
  'usageOptions.idempotencyKey': { form: 'formOwnRule' },
  'creditOptions.idempotencyKey': { form: 'formOwnRule' },
  'creditOptions.reason': { form: 'formOwnRule' },
  'httpRequestOptions.signal': { form: 'formOwnRule', members: undefined },
  // Lists that accept app objects as well as their ids.
  'cardOptions.objectTypes': { form: 'formObjectTypes' },
  // Other rules report a missing or invalid value.
  'appOptions.billing.plans.pricing': { form: 'formOwnRule' },
  'pricingTypes.flat.currency': { form: 'formOwnRule' },
  'pricingTypes.perUnit.currency': { form: 'formOwnRule' },
  'sourceSyncOptions.idProperty': { required: false },
  // Values that may be secrets.
  'appOptions.secrets': { secret: true },
  'pullSourceOptions.auth': { secret: true },
  'pushSourceOptions.auth': { secret: true },
};
