// Package manifest has the Go types of the SDK's manifest (sdk/src/manifest/manifest.ts): an app and its workers as
// plain data, with all defaults and without shorthand.
//
// It has types and a strict decoder, and reads no files. internal/project makes manifests; checker, codegen and deploy
// read them. The vectors in contract/manifest keep the Go and TypeScript types equal.
// Start at Project, then read App (app.go), Worker (worker.go), Field (field.go) and Decode (decode.go).
package manifest

import (
	"encoding/json"
	"strings"
)

// App is the app that defineApp declares, with all defaults.
type App struct {
	Name               string        `json:"name"`
	Description        string        `json:"description,omitempty"`
	Distribution       string        `json:"distribution"` // "private" or "marketplace"
	Auth               string        `json:"auth"`         // "static" or "oauth"
	PlatformVersion    string        `json:"platformVersion"`
	Scopes             []string      `json:"scopes"`
	OptionalScopes     []string      `json:"optionalScopes"`
	Objects            []AppObject   `json:"objects"`
	ObjectAssociations []Association `json:"objectAssociations"`
	Events             []AppEvent    `json:"events"`
	AppEvents          AppEvents     `json:"appEvents"`
	RateLimits         RateLimits    `json:"rateLimits"`
	Alerts             []Alert       `json:"alerts"`
	Redaction          Redaction     `json:"redaction"`
	Install            Install       `json:"install"`
	Cards              []Card        `json:"cards"`
	McpServers         []McpServer   `json:"mcpServers"`
	Billing            *Billing      `json:"billing,omitempty"`
	PermittedUrls      PermittedUrls `json:"permittedUrls"`
	UID                string        `json:"uid,omitempty"` // "" if none is declared
	CRMProject         string        `json:"crmProject,omitempty"`
	Support            *Support      `json:"support,omitempty"`
	Webhooks           *Webhooks     `json:"webhooks,omitempty"`
}

// Support is where people get help with the app.
type Support struct {
	SupportEmail     string `json:"supportEmail,omitempty"`
	DocumentationURL string `json:"documentationUrl,omitempty"`
	SupportURL       string `json:"supportUrl,omitempty"`
	SupportPhone     string `json:"supportPhone,omitempty"`
}

// Webhooks configures the deliveries of webhooks.
type Webhooks struct {
	UID                   string `json:"uid,omitempty"` // "" if none is declared
	MaxConcurrentRequests int    `json:"maxConcurrentRequests,omitempty"`
}

// AppEvents configures how occurrences are sent.
type AppEvents struct {
	Batching Optional[Batching] `json:"batching"` // unset if occurrences are sent one by one
}

// Batching holds the limits of a batch, which is sent when it reaches one of them.
type Batching struct {
	MaxSize    float64 `json:"maxSize"`    // occurrences
	MaxDelayMs float64 `json:"maxDelayMs"` // milliseconds
}

// RateLimits is the client-side rate budget.
type RateLimits struct {
	Retry   Optional[Retry] `json:"retry"` // unset if retries are off
	Bucket  Bucket          `json:"bucket"`
	Metrics bool            `json:"metrics"`
}

// Retry configures the retries of ctx.crm.
type Retry struct {
	Max    float64  `json:"max"`
	BaseMs float64  `json:"baseMs"`
	CapMs  RetryCap `json:"capMs"`
}

// RetryCap is the longest wait of a call, in ms. Infinite: as long as its surface has time ("surface" in JSON).
type RetryCap float64

// Bucket is the token bucket of one portal.
type Bucket struct {
	Capacity               float64 `json:"capacity"`
	RefillPerSecond        float64 `json:"refillPerSecond"`
	SearchCapacity         float64 `json:"searchCapacity"`
	SearchRefillPerSecond  float64 `json:"searchRefillPerSecond"`
	RequestedTokensPerCall float64 `json:"requestedTokensPerCall"`
	Adaptive               bool    `json:"adaptive"`
}

// Alert is one alert rule with its targets.
type Alert struct {
	Name     string   `json:"name"`
	Expr     string   `json:"expr"`
	Window   string   `json:"window"`
	Severity string   `json:"severity"` // "info", "warning" or "critical"
	Notify   []string `json:"notify"`
}

// AlertSecrets returns the names of the secrets that contain alert targets. The app worker sends alerts.
func (a *App) AlertSecrets() []string {
	var names []string
	for _, alert := range a.Alerts {
		for _, target := range alert.Notify {
			if name, isSecret := strings.CutPrefix(target, "secret:"); isSecret {
				names = append(names, name)
			}
		}
	}
	return names
}

// Redaction lists keys whose values are redacted in logs.
type Redaction struct {
	Fields []string `json:"fields"`
}

// Install configures the end of an install.
type Install struct {
	SuccessURL string `json:"successUrl,omitempty"`
}

// PermittedUrls are the allow-lists of the sandbox.
type PermittedUrls struct {
	Fetch  []string `json:"fetch"`
	Iframe []string `json:"iframe"`
	Img    []string `json:"img"`
}

// Card is a card of the app.
type Card struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Description string   `json:"description,omitempty"`
	Location    string   `json:"location"`
	ObjectTypes []string `json:"objectTypes"`
	Entrypoint  string   `json:"entrypoint"`
	Backend     string   `json:"backend,omitempty"`
	Flags       string   `json:"flags,omitempty"` // "server" or ""
	UID         string   `json:"uid,omitempty"`   // "" if none is declared
}

// McpServer is the agent MCP server component.
type McpServer struct {
	ID               string   `json:"id"`
	UID              string   `json:"uid"`
	Name             string   `json:"name"`
	Description      string   `json:"description"`
	McpURL           string   `json:"mcpUrl"`
	McpClientID      string   `json:"mcpClientId"`
	Version          string   `json:"version"`
	RequiredScopes   []string `json:"requiredScopes"`
	LogoURL          string   `json:"logoUrl,omitempty"`
	WebsiteURL       string   `json:"websiteUrl,omitempty"`
	PrivacyPolicyURL string   `json:"privacyPolicyUrl,omitempty"`
	Enabled          bool     `json:"enabled"`
}

// AppObject is a record type of the app.
type AppObject struct {
	ID                                 string            `json:"id"`
	UID                                string            `json:"uid"`
	Name                               string            `json:"name"`
	Label                              string            `json:"label"`
	Description                        string            `json:"description,omitempty"`
	SingularForm                       string            `json:"singularForm"`
	PluralForm                         string            `json:"pluralForm"`
	AppPrefix                          string            `json:"appPrefix,omitempty"`
	PrimaryDisplayLabelPropertyName    string            `json:"primaryDisplayLabelPropertyName"`
	SecondaryDisplayLabelPropertyNames []string          `json:"secondaryDisplayLabelPropertyNames"`
	RequiredProperties                 []string          `json:"requiredProperties"`
	SearchableProperties               []string          `json:"searchableProperties"`
	Properties                         []Property        `json:"properties"`
	PropertyGroups                     []PropertyGroup   `json:"propertyGroups"`
	DefaultCreateFormFields            []CreateFormField `json:"defaultCreateFormFields"`
	// Settings are the declared settings, unchanged.
	Settings map[string]json.RawMessage `json:"settings"`
}

// PropertyGroup groups properties on the record page.
type PropertyGroup struct {
	Name  string `json:"name"`
	Label string `json:"label"`
}

// CreateFormField is a field of the form that creates a record.
type CreateFormField struct {
	PropertyName string `json:"propertyName"`
	IsRequired   *bool  `json:"isRequired,omitempty"`
	IsRemovable  *bool  `json:"isRemovable,omitempty"`
}

// Association connects an app object to another object type.
type Association struct {
	ID             string `json:"id"`
	UID            string `json:"uid"`
	FromObjectType string `json:"fromObjectType"`
	ToObjectType   string `json:"toObjectType"`
	Name           string `json:"name,omitempty"`
	Label          string `json:"label,omitempty"`
	InverseLabel   string `json:"inverseLabel,omitempty"`
	Cardinality    string `json:"cardinality,omitempty"`
}

// AppEvent is an event type that the app adds to timelines.
type AppEvent struct {
	ID                   string     `json:"id"`
	UID                  string     `json:"uid"`
	Name                 string     `json:"name"`
	Label                string     `json:"label"`
	Description          string     `json:"description,omitempty"`
	ObjectType           string     `json:"objectType"`
	SupportsCustomObject bool       `json:"supportsCustomObject"`
	HeaderTemplate       string     `json:"headerTemplate,omitempty"`
	DetailTemplate       string     `json:"detailTemplate,omitempty"`
	Properties           []Property `json:"properties"`
}

// schemaVersion is the manifest version that this package reads.
const schemaVersion = 1

// Project is everything that a project deploys.
type Project struct {
	SchemaVersion int      `json:"schemaVersion"`
	SDKVersion    string   `json:"sdkVersion"`
	App           App      `json:"app"`
	Workers       []Worker `json:"workers"`
}

// Billing is the billing catalog of an app.
type Billing struct {
	Plans      []Plan    `json:"plans"`
	Features   []Feature `json:"features"`
	Meters     []Metered `json:"meters"`
	UpgradeURL string    `json:"upgradeUrl,omitempty"`
}

// Plan is one plan of the catalog.
type Plan struct {
	ID          string  `json:"id"`
	Name        string  `json:"name"`
	Description string  `json:"description,omitempty"`
	Pricing     Pricing `json:"pricing"`
	// Features are ids of features.
	Features []string `json:"features"`
	// Limits are by meter id; nil means unlimited.
	Limits    map[string]*float64 `json:"limits"`
	TrialDays *float64            `json:"trialDays,omitempty"`
	Default   *bool               `json:"default,omitempty"`
}

// Pricing is the price of a plan. Type decides which members are set.
type Pricing struct {
	Type        string   `json:"type"` // "free", "flat" or "perUnit"
	Meter       string   `json:"meter,omitempty"`
	AmountMinor *float64 `json:"amountMinor,omitempty"` // in the currency's minor unit
	Currency    string   `json:"currency,omitempty"`
	Interval    string   `json:"interval,omitempty"` // "month" or "year"
	Included    *float64 `json:"included,omitempty"`
}

// Feature is an entitlement of plans.
type Feature struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Metered is a meter of the catalog.
type Metered struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Unit        string `json:"unit,omitempty"`
	Aggregation string `json:"aggregation"` // "sum", "max" or "last"
	Period      string `json:"period"`      // "month" or "billing_cycle"
}
