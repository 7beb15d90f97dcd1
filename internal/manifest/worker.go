// This file holds workers, their capabilities and their sources.

package manifest

// Worker is what worker.manifest() returns.
type Worker struct {
	Name         string       `json:"name"`
	Capabilities []Capability `json:"capabilities"`
	Sources      []Source     `json:"sources"`
}

// Kind tells capabilities apart.
type Kind string

// The kinds of capabilities. worker.tool and worker.action make the same kind.
const (
	KindTool        Kind = "tool"
	KindCardBackend Kind = "cardBackend"
	KindTrigger     Kind = "trigger"
	KindSync        Kind = "sync"
)

// Capability is one capability of a worker: one of its four members is set, the one that Kind names.
type Capability struct {
	Kind        Kind
	Tool        *Tool
	CardBackend *CardBackend
	Trigger     *Trigger
	Sync        *Sync
}

// ID is the capability's id, unique within its kind on a worker.
func (c *Capability) ID() string { return c.common().ID }

// Label is the capability's label, "" when it declares none.
func (c *Capability) Label() string { return c.common().Label }

// Billing is the capability's billing block, nil when it declares none.
func (c *Capability) Billing() *CapabilityBilling { return c.common().Billing }

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

// Common is what every capability has.
type Common struct {
	Kind    Kind               `json:"kind"`
	ID      string             `json:"id"`
	Label   string             `json:"label,omitempty"`
	Billing *CapabilityBilling `json:"billing,omitempty"`
}

// Tool is a workflow action, and a tool of agents when Agent is set.
type Tool struct {
	Common
	Description string        `json:"description,omitempty"`
	ObjectType  string        `json:"objectType"`
	Input       []Field       `json:"input"`
	Output      []OutputField `json:"output"`
	Agent       *Agent        `json:"agent,omitempty"`
}

// Agent says how agents use a tool.
type Agent struct {
	Description string `json:"description"`
	// Expose names the input fields that an agent may fill.
	Expose []string `json:"expose"`
}

// CardBackend is the code behind a card.
type CardBackend struct {
	Common
	// ObjectTypes are CRM object types and ids of app objects.
	ObjectTypes []string      `json:"objectTypes"`
	Input       []Field       `json:"input"`
	Output      []OutputField `json:"output"`
}

// Trigger is a handler of webhooks.
type Trigger struct {
	Common
	EventType string `json:"eventType"`
	Dedup     string `json:"dedup"` // "best-effort" or "strict"
}

// Sync brings rows into the CRM.
type Sync struct {
	Common
	Schedule Schedule `json:"schedule"`
	// Source is the name of the source that feeds it, "" for a sync with a handler of its own.
	Source string `json:"source,omitempty"`
	// Into is a CRM object type or the id of an app object.
	Into       string `json:"into,omitempty"`
	IDProperty string `json:"idProperty,omitempty"`
	// Schema maps a source's field to a property of Into.
	Schema         map[string]string `json:"schema,omitempty"`
	ManageSchema   ManageSchema      `json:"manageSchema"`
	DefaultHandler bool              `json:"defaultHandler"`
}

// Schedule says when a sync runs.
type Schedule struct {
	Kind       string `json:"kind"` // "interval", "cron", "event" or "manual"
	Expression string `json:"expression"`
	// Crons are edge cron triggers, in UTC; empty for "event" and "manual".
	Crons []string `json:"crons"`
}

// Source feeds syncs of the worker. Credentials are not in it.
type Source struct {
	Name        string      `json:"name"`
	Mode        string      `json:"mode"` // "pull" or "push"
	Auth        *SourceAuth `json:"auth,omitempty"`
	WebhookPath string      `json:"webhookPath,omitempty"` // of a push source
}

// SourceAuth names how a source authenticates.
type SourceAuth struct {
	Type string `json:"type"` // "bearer", "oauth2", "basic" or "hmac"
}

// CapabilityBilling gates or meters one capability.
type CapabilityBilling struct {
	Requires      []string `json:"requires"`
	Meter         *Meter   `json:"meter,omitempty"`
	OnLimit       string   `json:"onLimit"` // "block", "warn" or "allow"
	DeniedMessage string   `json:"deniedMessage,omitempty"`
}

// Meter is what a dispatch is recorded on.
type Meter struct {
	ID       string  `json:"id"`
	Quantity float64 `json:"quantity"`
}
