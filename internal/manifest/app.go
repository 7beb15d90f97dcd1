// This file holds the app: what the CRM platform installs.

package manifest

import "encoding/json"

// App is what defineApp declares, every default filled in.
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
}

// AppEvents says how occurrences are gathered before they are sent.
type AppEvents struct {
	Batching Optional[Batching] `json:"batching"` // unset when occurrences are sent one by one
}

// Batching closes a batch at whichever limit comes first.
type Batching struct {
	MaxSize    float64 `json:"maxSize"`    // occurrences
	MaxDelayMs float64 `json:"maxDelayMs"` // milliseconds
}

// RateLimits is the client-side rate budget.
type RateLimits struct {
	Retry   Optional[Retry] `json:"retry"` // unset when retries are off
	Bucket  Bucket          `json:"bucket"`
	Metrics bool            `json:"metrics"`
}

// Retry says how often and how long ctx.crm retries by itself.
type Retry struct {
	Max    float64 `json:"max"`
	BaseMs float64 `json:"baseMs"`
	CapMs  float64 `json:"capMs"`
}

// Bucket paces the calls to one portal.
type Bucket struct {
	Capacity               float64 `json:"capacity"`
	RefillPerSecond        float64 `json:"refillPerSecond"`
	SearchCapacity         float64 `json:"searchCapacity"`
	SearchRefillPerSecond  float64 `json:"searchRefillPerSecond"`
	RequestedTokensPerCall float64 `json:"requestedTokensPerCall"`
	Adaptive               bool    `json:"adaptive"`
}

// Alert is one alert rule, with the targets that it has.
type Alert struct {
	Name     string   `json:"name"`
	Expr     string   `json:"expr"`
	Window   string   `json:"window"`
	Severity string   `json:"severity"` // "info", "warning" or "critical"
	Notify   []string `json:"notify"`
}

// Redaction names keys that are cut out of logs.
type Redaction struct {
	Fields []string `json:"fields"`
}

// Install says where an install ends.
type Install struct {
	SuccessURL string `json:"successUrl,omitempty"`
}

// PermittedUrls are the sandbox's allow-lists.
type PermittedUrls struct {
	Fetch  []string `json:"fetch"`
	Iframe []string `json:"iframe"`
	Img    []string `json:"img"`
}

// Card is a card.
type Card struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Description string   `json:"description,omitempty"`
	Location    string   `json:"location"`
	ObjectTypes []string `json:"objectTypes"`
	Entrypoint  string   `json:"entrypoint"`
	Backend     string   `json:"backend,omitempty"`
	Flags       string   `json:"flags,omitempty"` // "server" or ""
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

// AppObject is a record type that the app brings.
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
	// Settings is passed on as it was declared.
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

// Association ties an app object to another object type.
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

// AppEvent is an event that the app puts on timelines.
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
