/**
 * `@svc/sdk`: declarations, and the types of what handlers receive. Every export of a file that is exported with `*` is
 * public. `dist/index.d.ts` lists the result.
 */

export type { CapabilityDefinition } from './capability/capability.ts';
export * from './capability/card-backend.ts';
export * from './capability/project-manifest.ts';
export * from './capability/source.ts';
export * from './capability/sync.ts';
export type * from './capability/sync-target.ts';
export {
  type StrictToolOptions,
  type ToolAgent,
  type ToolDefinition,
  type ToolOptions,
  type ToolReturn,
  action,
  tool,
} from './capability/tool.ts';
export * from './capability/trigger.ts';
export * from './capability/worker.ts';
export type * from './context/app-data.ts';
export type * from './context/billing.ts';
export type * from './context/capability-ref.ts';
export type * from './context/crm.ts';
export type * from './context/crm-batch.ts';
export type * from './context/crm-budget.ts';
export * from './context/crm-errors.ts';
export type * from './context/crm-conversations.ts';
export type * from './context/crm-records.ts';
export type * from './context/crm-schema.ts';
export type * from './context/duration.ts';
export type * from './context/flags.ts';
export {
  type HandOffRequest,
  type InstallAccess,
  type PortalRef,
  handOff,
  lookupInstall,
} from './context/hand-off.ts';
export type * from './context/handler.ts';
export type * from './context/http.ts';
export type * from './context/install.ts';
export type * from './context/later.ts';
export type * from './context/logger.ts';
export type * from './context/store.ts';
export type * from './context/sync.ts';
export { CrmBackpressure, isBackpressure } from './crm/gate/backpressure.ts';
export * from './declare/app.ts';
export * from './declare/app-event.ts';
export * from './declare/app-object.ts';
export * from './declare/app-object-association.ts';
export * from './declare/billing.ts';
export * from './declare/card.ts';
export * from './declare/error.ts';
export type {
  FieldDefinition,
  FieldMap,
  FieldOption,
  FieldType,
  InferField,
  InferInput,
  InferOutput,
  LegacyFieldType,
  OutputFieldDefinition,
  OutputFieldMap,
  SupportedValueType,
} from './declare/field.ts';
export {
  type CanonicalFieldType,
  type CrmFieldType,
  CRM_FIELD_TYPE_MAP,
  defaultCrmFieldType,
  normalizeCrmFieldType,
} from './declare/field-type.ts';
export type * from './declare/known.ts';
export type * from './declare/known-scopes.ts';
export type * from './declare/known-values.ts';
export type * from './declare/portal.ts';
export * from './declare/mcp-server.ts';
export type * from './declare/property.ts';
export {
  type ActionResult,
  type ActionStatus,
  type BlockResult,
  type FailContinueResult,
  type FailStopResult,
  type OkResult,
  type RetryLaterResult,
  block,
  failContinue,
  failStop,
  ok,
  retryLater,
} from './declare/result.ts';
export * from './declare/schedule.ts';
export * from './declare/scopes.ts';
export type * from './declare/source-auth.ts';
export {
  type MaybeFlag,
  evaluateBooleanFlag,
  evaluateFlag,
  evaluateJsonFlag,
  evaluateNumberFlag,
  evaluateStringFlag,
} from './flags/evaluate.ts';
export * from './flags/evaluate-all.ts';
export * from './flags/provider.ts';
export type * from './manifest/manifest.ts';
export * from './manifest/version.ts';
export { REDACTED, type RedactOptions, redact } from './platform/redact.ts';
