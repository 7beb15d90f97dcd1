// Package rules is the catalogue of `svc check`: one file per topic or long rule, and this table.
//
// To add a rule, write its data and its function in the file of its topic, add it to the section of the table for the
// declarations that it checks, and add testdata/<rule-id>.txtar.
package rules

import "github.com/appsvc/svc/internal/checker"

// All lists every rule, in the order of the documentation.
var All = []*checker.Rule{
	// Files: source that cannot be read or evaluated.
	missingConfig,
	syntaxError,
	unresolvedImport,
	refusedImport,
	throwsAtImport,
	endlessEvaluation,
	memoryLimit,
	missingBuiltin,
	scriptSize,
	sdkVersionMismatch,
	configDefaultExport,
	unreadFile,
	typesPathHidden,

	// App.
	appDistribution,
	appAuth,
	marketplaceAuth,
	marketplaceOnly,
	platformVersion,
	appName,
	appSlug,
	environmentOption,
	noScopes,
	scopeSyntax,
	unknownScope,
	duplicateScope,
	optionalScopesAuth,
	oauthScope,
	eventBatchSize,
	retryWaits,
	tokensPerCall,
	bucketOverLimit,
	metricsEnabledFalse,
	webhookConcurrency,
	deliveryRetention,
	alertExpr,
	alertLabel,
	alertRange,
	alertWindow,
	alertSeverity,
	alertNotify,
	duplicateAlertName,
	installSuccessURL,
	permittedURL,

	// Cards.
	duplicateCardID,
	cardLocation,
	cardObjectTypes,
	cardEntrypoint,
	cardFlags,
	cardBackend,
	cardSDKImport,
	cardPackage,
	cardHelpdeskScope,

	// MCP servers.
	mcpURL,
	mcpAuth,
	mcpPlatformVersion,
	mcpCount,
	mcpScopes,
	mcpLink,

	// Workers and capabilities.
	missingOption,
	optionType,
	unknownOption,
	declarationID,
	workerDefaultExport,
	defineWorkerForm,
	duplicateWorkerName,
	workerWithoutCapabilities,
	duplicateCapabilityID,
	duplicateToolID,
	capabilityNotRegistered,
	capabilityOnTwoWorkers,
	computedCapability,
	agentExpose,
	agentRequiredInput,
	unknownObjectType,

	// Fields.
	fieldShape,
	fieldTypeRule,
	fieldValuesKey,
	unknownFieldMember,
	fieldMemberType,
	fieldRequiredContradiction,
	enumerationOptions,
	optionShape,
	duplicateOptionValue,
	fieldDefault,
	requiredDefault,
	fieldControl,
	fieldValueSource,
	valueSourceIgnored,
	fieldName,
	reservedOutputField,
	duplicatePropertyName,

	// Triggers.
	eventType,
	eventProperty,
	triggerDedup,
	triggerCrmCall,

	// Syncs and sources.
	scheduleSyntax,
	scheduleInterval,
	scheduleEvent,
	syncDestination,
	syncIDProperty,
	syncSchema,
	syncManageSchema,
	cronCount,
	duplicateSourceName,
	reservedSourceName,
	unusedSource,
	sourceAuth,
	sourceCredential,
	oauth2TokenURL,
	pushSourceHmac,
	hmacOptions,
	secretBindingName,
	reservedBinding,
	missingBinding,
	undeclaredBinding,

	// App objects, associations and events.
	duplicateDeclarationID,
	declaredNotInApp,
	appObjectName,
	propertyReference,
	propertyGroup,
	uniquePropertyCount,
	calculatedProperty,
	associationCardinality,
	associationEnds,
	duplicateAssociation,
	eventTemplate,
	eventTemplateLength,
	eventCustomObject,
	eventCount,

	// Billing.
	billingPricing,
	billingMeter,
	billingLimit,
	billingDefaultPlan,
	billingUpgradeURL,
	duplicateBillingID,
	billingReference,
	billingOnLimit,
	billingNoEffect,
	billingWithoutCatalog,

	// Scopes and calls.
	usesScopes,
	usesScopesArguments,
	unreadableValue,
	crmCallScope,
	componentScope,
	unusedScope,
	crmOriginCall,

	// The portal's schema.
	portalObject,
	portalProperty,
	portalValue,
	portalUnique,
	portalScope,

	// Code of handlers.
	processEnv,
	unknownContextMember,
	missingAwait,
	literalSecret,

	// Names and uids.
	workerName,
	capabilityID,
	sourceName,
	scriptName,
	uidSyntax,
	duplicateUID,

	// Suppressions: reported by the engine.
	checker.SuppressionReason,
	checker.SuppressionRule,
	checker.UnusedSuppression,
}
