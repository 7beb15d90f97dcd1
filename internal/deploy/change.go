package deploy

import (
	"fmt"
	"slices"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/deploy/contents"
	"github.com/appsvc/svc/internal/deploy/journal"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/projectfs"
)

// Risk classifies a change by what it may cost. Each risk is allowed by its name (--allow).
type Risk string

// The risks, from the mildest to the worst.
const (
	Create      Risk = "create"
	Update      Risk = "update"
	Delete      Risk = "delete"
	Reconsent   Risk = "reconsent"    // every portal must consent again
	DeleteState Risk = "delete-state" // the app's stored data is lost
)

// Risks returns all risks, from the mildest to the worst.
func Risks() []Risk { return []Risk{Create, Update, Delete, Reconsent, DeleteState} }

// IsMild reports whether --yes allows the risk.
func (r Risk) IsMild() bool { return r == Create || r == Update }

// Kind is the kind of thing that a change affects.
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
	OfLink      Kind = "link" // .svc/project.json
)

// Platform is one of the two platforms that a deploy changes.
type Platform string

// The platforms, in the order in which a deploy changes them.
const (
	OnEdge Platform = "edge"
	OnCRM  Platform = "crm"
)

// Platform returns the platform that has this kind of thing.
func (k Kind) Platform() Platform {
	switch k {
	case OfProject, OfComponent, OfScope, OfURL:
		return OnCRM
	case OfScript, OfState, OfSchedule, OfAddress, OfSecret, OfKey:
	}
	return OnEdge
}

// Change is one change of a plan.
type Change struct {
	Platform Platform `json:"platform,omitempty"` // "" in journals of earlier versions of svc
	Kind     Kind     `json:"kind"`
	Target   string   `json:"target"` // a script, a component's uid, a scope
	Risk     Risk     `json:"risk"`
	// What describes the change. Impact describes what users notice; "" means nothing.
	What   string `json:"what"`
	Impact string `json:"impact,omitempty"`
	// Contents are the details, or nil.
	Contents *contents.Contents `json:"contents,omitempty"`
}

// Problem prevents a plan from being applied.
type Problem struct {
	What string `json:"what"`
	Why  string `json:"why"`
	Fix  string `json:"fix"`
}

// Note is additional information about a plan.
type Note struct {
	Text string `json:"text"`
	Fix  string `json:"fix,omitempty"`
}

// Plan lists the changes of a deploy and the state that they apply to. It contains names, digests and values of
// declarations, but no secrets.
type Plan struct {
	SchemaVersion int    `json:"schemaVersion"`
	Environment   string `json:"environment"`
	ProjectID     string `json:"projectId"`
	// Account is the edge account, CRMAccount the CRM's developer account.
	Account    string `json:"account"`
	CRMAccount string `json:"crmAccount"`
	// Subdomain is the account's workers.dev subdomain.
	Subdomain string `json:"subdomain"`
	// ControlKey and SealKey are the ids of keys that the deploy creates, or "".
	ControlKey string    `json:"controlKey,omitempty"`
	SealKey    string    `json:"sealKey,omitempty"`
	Changes    []Change  `json:"changes"`
	Problems   []Problem `json:"problems"`
	Notes      []Note    `json:"notes"`
	// Warnings are shown before the changes.
	Warnings []Note `json:"warnings,omitempty"`
	// First means that portals have no build of the app yet.
	First bool `json:"firstDeploy,omitempty"`
	// Unset are secrets without a value that the CRM shows after the first deploy.
	Unset []string `json:"unsetSecrets,omitempty"`
	// Kept lists scripts that a deploy deletes only with --allow delete-state.
	Kept []string `json:"kept,omitempty"`
	// Missing lists what the link names and a removal does not find.
	Missing []string `json:"missing,omitempty"`
	// State and Build are digests of the deployed state and of the build. If one has changed, the plan is stale.
	State string `json:"state"`
	Build string `json:"build"`
}

// warnOfOtherApp adds a warning if the folder's link was written for another app.
func (p *Plan) warnOfOtherApp(linked *link.Project, app string) {
	if was := linked.OtherApp(app); was != "" {
		p.Warnings = append(p.Warnings, Note{
			Text: fmt.Sprintf("%s was written for the app %q, and this app is %q", link.File, was, app),
			Fix: "if you copied the folder, delete " + link.File + ", or the deploy replaces that app; " +
				"if you renamed the app, continue",
		})
	}
}

// warnOfVersion adds a warning if the app declares a newer platformVersion than it is built for.
func (p *Plan) warnOfVersion(report *build.Report) {
	for _, warning := range report.Warnings {
		if warning.Code == codegen.RuleVersion {
			p.Warnings = append(p.Warnings, Note{Text: warning.Message, Fix: warning.Fix})
		}
	}
}

// planVersion is the schema version of saved plans.
const planVersion = 1

// Risks returns the distinct risks of the plan, from the mildest to the worst.
func (p *Plan) Risks() []Risk {
	var found []Risk
	for _, risk := range Risks() {
		if slices.ContainsFunc(p.Changes, func(c Change) bool { return c.Risk == risk }) {
			found = append(found, risk)
		}
	}
	return found
}

// Of returns the changes with a risk.
func (p *Plan) Of(risk Risk) []Change {
	var some []Change
	for _, c := range p.Changes {
		if c.Risk == risk {
			some = append(some, c)
		}
	}
	return some
}

// IsEmpty reports whether the deployed state equals the build.
func (p *Plan) IsEmpty() bool { return len(p.Changes) == 0 }

// add adds a change. The result is valid until the next call.
func (p *Plan) add(kind Kind, target string, risk Risk, what, impact string) *Change {
	p.Changes = append(p.Changes, Change{
		Platform: kind.Platform(), Kind: kind, Target: target, Risk: risk, What: what, Impact: impact,
	})
	return &p.Changes[len(p.Changes)-1]
}

// warnOfUnread adds notes about journals that cannot be read. One of them may be that of an interrupted deploy.
func (p *Plan) warnOfUnread(all []journal.Unread) {
	for _, one := range all {
		p.Notes = append(p.Notes, Note{
			Text: fmt.Sprintf("cannot read %s, which may be an interrupted deploy: %s", one.File, projectfs.Reason(one.Err)),
			Fix:  one.Fix(),
		})
	}
}
