/** `@svc/sdk`: declarations, and the types of what handlers receive. */

export type { CapabilityDefinition } from './capability/capability.ts';
export type { CardBackendDefinition, CardBackendOptions } from './capability/card-backend.ts';
export { cardBackend } from './capability/card-backend.ts';
export { projectManifest } from './capability/project-manifest.ts';
export type {
  DefineSource,
  PullSourceDefinition,
  PullSourceOptions,
  PushedRows,
  PushSourceDefinition,
  PushSourceOptions,
  SourceDefinition,
  SourceFetchContext,
  SourcePage,
  SourceReceiveContext,
  SourceRow,
} from './capability/source.ts';
export { defineSource } from './capability/source.ts';
export type { SourceSyncOptions, SyncDefinition, SyncOptions, SyncReturn } from './capability/sync.ts';
export { isDefaultSyncHandler, sync } from './capability/sync.ts';
export type { ToolAgent, ToolDefinition, ToolOptions, ToolReturn } from './capability/tool.ts';
export { action, tool } from './capability/tool.ts';
export type { TriggerDefinition, TriggerOptions } from './capability/trigger.ts';
export { trigger } from './capability/trigger.ts';
export type { WorkerDefinition, WorkerOptions } from './capability/worker.ts';
export { defineWorker } from './capability/worker.ts';
export type {
  AppEventCookieTarget,
  AppEventEmailTarget,
  AppEventOccurrence,
  AppEventRecordTarget,
  AppEventRef,
  AppEventsContext,
  AppEventTarget,
  AppObjectInput,
  AppObjectRef,
  AppObjectsContext,
} from './context/app-data.ts';
export type {
  BillingContext,
  BillingCreditOptions,
  BillingCurrentState,
  BillingUsageOptions,
} from './context/billing.ts';
export type { CrmClient, CrmError, CrmRequestInit } from './context/crm.ts';
export type {
  CrmBatch,
  CrmBatchAssociationInput,
  CrmBatchAssociationRead,
  CrmBatchAssociations,
  CrmBatchError,
  CrmBatchFailure,
  CrmBatchObjects,
  CrmBatchProperties,
  CrmBatchRead,
  CrmBatchReadOptions,
  CrmBatchResult,
  CrmBatchSuccess,
  CrmBatchUpdateInput,
} from './context/crm-batch.ts';
export type {
  ChannelAccount,
  ChannelAccountInput,
  ChannelAccounts,
  ChannelMessage,
  ChannelMessageInput,
  ChannelMessageStatus,
  ChannelMessages,
  CrmConversations,
  CustomChannel,
  CustomChannelInput,
  CustomChannels,
  DeliveryIdentifier,
  MessageParty,
  VisitorIdentification,
  VisitorInput,
  VisitorToken,
} from './context/crm-conversations.ts';
export type {
  CrmAssociatedRecord,
  CrmAssociatedRecords,
  CrmAssociationInput,
  CrmAssociationType,
  CrmCreateInput,
  CrmFilter,
  CrmFilterGroup,
  CrmFilterOperator,
  CrmGetOptions,
  CrmListOptions,
  CrmNextPage,
  CrmObject,
  CrmObjects,
  CrmPage,
  CrmPaging,
  CrmPropertyValue,
  CrmPropertyVersion,
  CrmReadOptions,
  CrmRecordRef,
  CrmSearchPage,
  CrmSearchRequest,
  CrmSort,
  CrmUpdateInput,
  CrmUpdateOptions,
  CrmUpsertedObject,
  CrmUpsertInput,
} from './context/crm-records.ts';
export type {
  CrmAssociation,
  CrmAssociationEnd,
  CrmAssociationLabel,
  CrmAssociationListOptions,
  CrmAssociations,
  CrmProperties,
  CrmProperty,
  CrmPropertyInput,
  CrmPropertyOption,
} from './context/crm-schema.ts';
export type {
  FlagClientResult,
  FlagCondition,
  FlagErrorCode,
  FlagEvaluationContext,
  FlagEvaluationResult,
  FlagOperator,
  FlagReason,
  FlagRule,
  FlagSnapshot,
  FlagSplit,
  FlagsClientSnapshot,
  FlagsContext,
  FlagVariationRef,
  FlagWeight,
} from './context/flags.ts';
export type { CapabilityRef, HandOffRequest, InstallAccess, PortalRef } from './context/hand-off.ts';
export { handOff, lookupInstall } from './context/hand-off.ts';
export type { HandlerContext, SyncHandlerContext, TriggerInput, WebhookEvent, WorkerEnv } from './context/handler.ts';
export type { HttpClient, HttpError, HttpRequestOptions, SourceHttpClient } from './context/http.ts';
export type { EnrolledObject, ExecutionContext, InstallContext, InstallState } from './context/install.ts';
export type { Logger } from './context/logger.ts';
export type { StoreContext, StoreEntry, StoreListOptions } from './context/store.ts';
export type { SyncChunkCheckpoint, SyncCursorContext } from './context/sync.ts';
export { CrmBackpressure, isBackpressure } from './crm/gate/backpressure.ts';
export type {
  AlertOptions,
  AlertRule,
  AppDefinition,
  AppEventBatching,
  AppOptions,
  BucketOptions,
  PermittedUrls,
  RateLimitOptions,
  RetryOptions,
} from './declare/app.ts';
export { defineApp } from './declare/app.ts';
export type { AppEventDefinition, AppEventOptions } from './declare/app-event.ts';
export { appEvent } from './declare/app-event.ts';
export type {
  AppObjectDefinition,
  AppObjectOptions,
  AppObjectSettings,
  CreateFormField,
  PropertyGroup,
} from './declare/app-object.ts';
export { appObject } from './declare/app-object.ts';
export type {
  AppObjectAssociationDefinition,
  AppObjectAssociationOptions,
  Cardinality,
} from './declare/app-object-association.ts';
export { appObjectAssociation } from './declare/app-object-association.ts';
export type {
  AppBillingDeclaration,
  BillingFeature,
  BillingMeter,
  BillingOnLimit,
  BillingPricing,
  CapabilityBillingDeclaration,
  CapabilityMeter,
  FlatPricing,
  FreePricing,
  NormalizedCapabilityBilling,
  PerUnitPricing,
  ProjectBillingPlan,
} from './declare/billing.ts';
export { normalizeCapabilityBilling } from './declare/billing.ts';
export type { CardDefinition, CardLocation, CardOptions } from './declare/card.ts';
export { card } from './declare/card.ts';
export { DeclarationError, ScheduleValidationError } from './declare/error.ts';
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
export type { CanonicalFieldType, CrmFieldType } from './declare/field-type.ts';
export { CRM_FIELD_TYPE_MAP, defaultCrmFieldType, normalizeCrmFieldType } from './declare/field-type.ts';
export type { McpServerDefinition, McpServerOptions } from './declare/mcp-server.ts';
export { mcpServer } from './declare/mcp-server.ts';
export type {
  AppObjectPropertyDefinition,
  AppObjectPropertyMap,
  PropertyDefinition,
  PropertyMap,
  PropertyOption,
} from './declare/property.ts';
export type {
  ActionResult,
  ActionStatus,
  BlockResult,
  FailContinueResult,
  FailStopResult,
  OkResult,
  RetryLaterResult,
} from './declare/result.ts';
export { block, failContinue, failStop, ok, retryLater } from './declare/result.ts';
export type { NormalizedSyncSchedule } from './declare/schedule.ts';
export { normalizeSyncSchedule } from './declare/schedule.ts';
export { usesScopes } from './declare/scopes.ts';
export type {
  BasicSourceAuth,
  BearerSourceAuth,
  HmacSourceAuth,
  OAuth2SourceAuth,
  SourceAuthDefinition,
} from './declare/source-auth.ts';
export type { MaybeFlag } from './flags/evaluate.ts';
export {
  evaluateBooleanFlag,
  evaluateFlag,
  evaluateJsonFlag,
  evaluateNumberFlag,
  evaluateStringFlag,
} from './flags/evaluate.ts';
export type { FlagValueOf } from './flags/evaluate-all.ts';
export { evaluateFlags } from './flags/evaluate-all.ts';
export type {
  FlagResolution,
  FlagResolutionDetails,
  SvcOpenFeatureOptions,
  SvcOpenFeatureProvider,
} from './flags/provider.ts';
export { createSvcOpenFeatureProvider } from './flags/provider.ts';
export type {
  AlertRuleManifest,
  AppEventManifest,
  AppManifest,
  AppObjectAssociationManifest,
  AppObjectManifest,
  CapabilityManifest,
  CardBackendManifest,
  CardManifest,
  FieldManifest,
  FieldOptionManifest,
  McpServerManifest,
  OutputFieldManifest,
  ProjectManifest,
  PropertyManifest,
  RateLimitsManifest,
  SourceManifest,
  SyncManifest,
  ToolManifest,
  TriggerManifest,
  WorkerManifest,
} from './manifest/manifest.ts';
export { SDK_VERSION } from './manifest/version.ts';
export type { RedactOptions } from './platform/redact.ts';
export { REDACTED, redact } from './platform/redact.ts';
