package manifest

// Worker is the result of worker.manifest().
type Worker struct {
	Name         string       `json:"name"`
	Capabilities []Capability `json:"capabilities"`
	Sources      []Source     `json:"sources"`
}

// Kind is the kind of a capability.
type Kind string

// The kinds of capabilities. Actions are of the kind tool.
const (
	KindTool        Kind = "tool"
	KindCardBackend Kind = "cardBackend"
	KindTrigger     Kind = "trigger"
	KindSync        Kind = "sync"
)

// Capability is one capability of a worker. The member that Kind names is set.
type Capability struct {
	Kind        Kind
	Tool        *Tool
	CardBackend *CardBackend
	Trigger     *Trigger
	Sync        *Sync
}

// ID returns the capability's id, which is unique within its kind on a worker.
func (c *Capability) ID() string { return c.common().ID }

func (c *Capability) common() *Common {
	switch c.Kind {
	case KindTool:
		return &c.Tool.Common
	case KindCardBackend:
		return &c.CardBackend.Common
	case KindTrigger:
		return &c.Trigger.Common
	default:
		return &c.Sync.Common
	}
}

// Common holds the members of every capability.
type Common struct {
	Kind    Kind               `json:"kind"`
	ID      string             `json:"id"`
	Label   string             `json:"label,omitempty"`
	Billing *CapabilityBilling `json:"billing,omitempty"`
}

// Tool is a workflow action, and also a tool of agents if Agent is set.
type Tool struct {
	Common
	Description string `json:"description,omitempty"`
	ObjectType  string `json:"objectType"`
	// ObjectTypes are the object types of the action; nil for ObjectType alone.
	ObjectTypes []string `json:"objectTypes,omitempty"`
	// UID is the declared uid, or "".
	UID         string        `json:"uid,omitempty"`
	CardContent string        `json:"cardContent,omitempty"`
	Published   *bool         `json:"published,omitempty"` // true if nil
	Input       []Field       `json:"input"`
	Output      []OutputField `json:"output"`
	Agent       *Agent        `json:"agent,omitempty"`
}

// Agent configures a tool for agents.
type Agent struct {
	Description string `json:"description"`
	// Expose lists the input fields that an agent may fill.
	Expose   []string `json:"expose"`
	ToolType string   `json:"toolType,omitempty"` // TAKE_ACTION if ""
	// Component is where the CRM's project lists the tool: AgentSeparate (or ""), AgentShared or AgentOnly.
	Component string `json:"component,omitempty"`
	// UID is the declared uid of a component that is not shared, or "".
	UID string `json:"uid,omitempty"`
}

// Values of Agent.Component.
const (
	AgentSeparate = "separate" // in a component beside the action's
	AgentShared   = "shared"   // in the action's component
	AgentOnly     = "only"     // in a component without an action
)

// CardBackend is the backend of a card.
type CardBackend struct {
	Common
	// ObjectTypes are CRM object types and ids of app objects.
	ObjectTypes []string      `json:"objectTypes"`
	Input       []Field       `json:"input"`
	Output      []OutputField `json:"output"`
}

// Trigger handles webhook events.
type Trigger struct {
	Common
	EventType string `json:"eventType"`
	Dedup     string `json:"dedup"` // "best-effort" or "strict"
}

// Sync writes rows to the CRM.
type Sync struct {
	Common
	Schedule Schedule `json:"schedule"`
	// Source is the name of its source, "" for a sync that has only a handler.
	Source string `json:"source,omitempty"`
	// Into is a CRM object type or the id of an app object.
	Into       string `json:"into,omitempty"`
	IDProperty string `json:"idProperty,omitempty"`
	// Schema maps a source's field to a property of Into.
	Schema         map[string]string `json:"schema,omitempty"`
	ManageSchema   ManageSchema      `json:"manageSchema"`
	DefaultHandler bool              `json:"defaultHandler"`
}

// Schedule is the normalized schedule of a sync.
type Schedule struct {
	Kind       string `json:"kind"` // "interval", "cron", "event" or "manual"
	Expression string `json:"expression"`
	// Crons are edge cron triggers, in UTC; empty for "event" and "manual".
	Crons []string `json:"crons"`
}

// Source is a source of syncs, without credentials.
type Source struct {
	Name        string      `json:"name"`
	Mode        string      `json:"mode"` // "pull" or "push"
	Auth        *SourceAuth `json:"auth,omitempty"`
	WebhookPath string      `json:"webhookPath,omitempty"` // of a push source
}

// SourceAuth holds the type of authentication of a source.
type SourceAuth struct {
	Type string `json:"type"` // "bearer", "oauth2", "basic" or "hmac"
}

// CapabilityBilling is the billing block of a capability.
type CapabilityBilling struct {
	Requires      []string `json:"requires"`
	Meter         *Meter   `json:"meter,omitempty"`
	OnLimit       string   `json:"onLimit"` // "block", "warn" or "allow"
	DeniedMessage string   `json:"deniedMessage,omitempty"`
}

// Meter is the meter and the units that each dispatch records.
type Meter struct {
	ID       string  `json:"id"`
	Quantity float64 `json:"quantity"`
}
