// This file holds the lines of a plan: what changes, how risky that is, and what users notice of it.

package deploy

import "slices"

// Risk says what a change may cost. Each kind is allowed by its own name (--allow).
type Risk string

// The risks, from the mildest to the worst.
const (
	Create      Risk = "create"
	Update      Risk = "update"
	Delete      Risk = "delete"
	Reconsent   Risk = "reconsent"    // every portal must agree again before the app goes on
	DeleteState Risk = "delete-state" // what the app keeps is gone for good
)

// Risks are all of them, from the mildest to the worst.
func Risks() []Risk { return []Risk{Create, Update, Delete, Reconsent, DeleteState} }

// IsMild reports whether a plain yes covers the risk.
func (r Risk) IsMild() bool { return r == Create || r == Update }

// Kind says what a change is about.
type Kind string

// The kinds of changes.
const (
	OfScript    Kind = "script"
	OfState     Kind = "state" // classes of Durable Objects
	OfSchedule  Kind = "schedule"
	OfAddress   Kind = "address"
	OfSecret    Kind = "secret"
	OfKey       Kind = "key"
	OfProject   Kind = "crm-project"
	OfComponent Kind = "component"
	OfScope     Kind = "scope"
	OfURL       Kind = "permitted-url"
)

// Change is one line of a plan.
type Change struct {
	Kind   Kind   `json:"kind"`
	Target string `json:"target"` // a script, a component's uid, a scope
	Risk   Risk   `json:"risk"`
	// What happens to the target, and Impact: what users notice, "" for nothing.
	What   string `json:"what"`
	Impact string `json:"impact,omitempty"`
}

// Problem keeps a plan from being applied.
type Problem struct {
	What string `json:"what"`
	Why  string `json:"why"`
	Fix  string `json:"fix"`
}

// Note is something to know beside the changes.
type Note struct {
	Text string `json:"text"`
	Fix  string `json:"fix,omitempty"`
}

// Plan is what a deploy would do, and about which state. It holds names and digests, and no value of a secret.
type Plan struct {
	SchemaVersion int    `json:"schemaVersion"`
	Environment   string `json:"environment"`
	ProjectID     string `json:"projectId"`
	// Account is that of the edge, CRMAccount the developer account of the CRM.
	Account    string `json:"account"`
	CRMAccount string `json:"crmAccount"`
	// Subdomain is the account's label in addresses.
	Subdomain string `json:"subdomain"`
	// ControlKey and SealKey are ids of keys that the deploy makes; "" for none.
	ControlKey string    `json:"controlKey,omitempty"`
	SealKey    string    `json:"sealKey,omitempty"`
	Changes    []Change  `json:"changes"`
	Problems   []Problem `json:"problems"`
	Notes      []Note    `json:"notes"`
	// Kept are scripts that a deploy would delete only with --allow delete-state.
	Kept []string `json:"kept,omitempty"`
	// State and Build are digests of what is deployed and of what was built: when one of them is another, the
	// plan is stale.
	State string `json:"state"`
	Build string `json:"build"`
}

// planVersion is the version of the form of saved plans.
const planVersion = 1

// Risks are the distinct risks of the plan, from the mildest to the worst.
func (p *Plan) Risks() []Risk {
	var found []Risk
	for _, risk := range Risks() {
		if slices.ContainsFunc(p.Changes, func(c Change) bool { return c.Risk == risk }) {
			found = append(found, risk)
		}
	}
	return found
}

// Of are the changes of one risk.
func (p *Plan) Of(risk Risk) []Change {
	var some []Change
	for _, c := range p.Changes {
		if c.Risk == risk {
			some = append(some, c)
		}
	}
	return some
}

// IsEmpty reports whether what is deployed is what was built.
func (p *Plan) IsEmpty() bool { return len(p.Changes) == 0 }

func (p *Plan) add(kind Kind, target string, risk Risk, what, impact string) {
	p.Changes = append(p.Changes, Change{kind, target, risk, what, impact})
}
