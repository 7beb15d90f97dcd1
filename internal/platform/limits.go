package platform

// Limit is a limit of a platform.
type Limit struct {
	Value int
	// Unit is a plural noun, for messages: "characters", "calls per 10 s".
	Unit string
	// Source is the document with the limit.
	Source string
}

// Limits of the CRM's projects and apps.
var (
	AppNameLength        = Limit{200, "characters", "vendor docs, app configuration"}
	AppDescriptionLength = Limit{8192, "characters", "vendor docs, app configuration"}
	UIDLength            = Limit{64, "characters", "vendor's project parser"}
	EventTypesPerApp     = Limit{750, "event types", "vendor docs, app events"}
	UniqueProperties     = Limit{10, "unique properties per object", "vendor docs, properties"}
	// WebhookConcurrency is the least that an app may set, not the most.
	WebhookConcurrency = Limit{6, "deliveries at once", "vendor's project parser"}
)

// DeliveryRetention is the longest deliveries.keepDays: that of sdk/src/protocol/keep-failed.ts.
var DeliveryRetention = Limit{30, "days", "runtime, failed deliveries"}

// Limits of the CRM's API.
var (
	SearchRate = Limit{5, "searches per second", "spec, Upstream CRM API limits: per account"}
	EventBatch = Limit{500, "occurrences per call", "spec, Other limits and constants"}
	// Highest burst limits of all accounts.
	BurstPrivate     = Limit{250, "calls per 10 s", "spec, Upstream CRM API limits: with the limit increase"}
	BurstMarketplace = Limit{110, "calls per 10 s", "spec, Upstream CRM API limits: per installing account"}
)

// Limits of the edge.
var (
	CronsFree       = Limit{5, "distinct cron triggers", "edge docs, limits of the free plan"}
	ScriptName      = Limit{54, "characters", "63 characters of a DNS label, less the suffix of an environment"}
	EnvironmentName = Limit{24, "characters", "63 characters of a DNS label, less the rest of a script's name"}
	ScriptGzip      = Limit{3 << 20, "bytes gzipped", "edge docs, limits of the free plan until 2026; tools still warn"}
	ScriptSize      = Limit{64 << 20, "bytes", "edge docs, limits"}
	StartTime       = Limit{1000, "milliseconds of start-up", "edge docs, limits"}
	EnvFree         = Limit{64, "secrets and variables per script", "edge docs, limits of the free plan"}
	ScriptsMax      = Limit{100, "scripts per account", "edge docs, limits of the free plan"}
)
