package deploy

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/deploy/journal"
	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/link"
)

// prepareDestroy reads what is deployed and plans its removal. It needs no build: the scripts of an environment are
// those that have its tags, also on a machine that did not deploy it.
func prepareDestroy(ctx context.Context, o Options) (*session, error) {
	d := &session{Options: o, want: &desired{}}
	if err := d.identify(); err != nil {
		return nil, err
	}
	if err := d.checkAccounts(); err != nil {
		return nil, err
	}
	var err error
	if d.found, err = observe(ctx, d.Edge, d.own, d.want, d.Parallel); err != nil {
		return nil, err
	}
	if err := d.guardLinked(ctx); err != nil {
		return nil, err
	}
	if d.found.CRM, err = d.findProject(ctx); err != nil {
		return nil, err
	}
	if d.history, d.unread, err = journal.HistoryOf(d.Dir, d.own.Project); err != nil {
		return nil, err
	}
	// The lock of a deploy that was killed in this folder is taken over, but a canary has to be ended first.
	if past := journal.Unfinished(d.history, d.Environment); past != nil && past.Details[journal.StepWatchedSince] == "" {
		d.resumed = past
	}
	return d, d.planDestroy(ctx)
}

// guardLinked returns an error if no script is found because the link has the id of another project. Otherwise the
// removal would remove only the entry of the link, and report success.
func (d *session) guardLinked(ctx context.Context) error {
	if len(d.found.Scripts) > 0 || d.env.Script == "" {
		return nil
	}
	service, err := d.Edge.Service(ctx, d.env.Script)
	if err != nil || !service.Exists {
		return err
	}
	if whose := owner.Read(service.Tags); !whose.IsZero() && !whose.Owns(d.own) {
		return port.ForeignScript(d.env.Script, whose.Project, whose.String(), d.own.String())
	}
	return nil
}

// findProject reads the environment's CRM project. If the one that the link names does not exist, it is the one with
// the name that a first deploy chooses, provided that this environment has builds of it.
func (d *session) findProject(ctx context.Context) (liveProject, error) {
	chosen := d.chosenProjectName()
	if d.env.CRM == nil {
		return observeProject(ctx, d.CRM, d.own, chosen)
	}
	named, err := observeProject(ctx, d.CRM, d.own, d.env.CRM.Project)
	if err != nil || named.Exists || chosen == named.Name {
		return named, err
	}
	other, err := observeProject(ctx, d.CRM, d.own, chosen)
	if err != nil || !other.Exists || other.Foreign || other.Build == 0 {
		return named, err
	}
	return other, nil
}

// chosenProjectName returns the name of the environment's CRM project without an entry in the link. The link of a
// machine that did not deploy the environment has the names of others, which differ in their suffix.
func (d *session) chosenProjectName() string {
	for _, name := range d.Link.Names() {
		if name == d.Environment {
			continue
		}
		if crm := d.Link.Environment(name).CRM; crm != nil {
			return strings.TrimSuffix(crm.Project, link.Suffix(name)) + link.Suffix(d.Environment)
		}
	}
	return d.Link.DeployedSlug() + link.Suffix(d.Environment)
}

func (d *session) planDestroy(ctx context.Context) error {
	p := &Plan{
		SchemaVersion: planVersion, Environment: d.Environment, ProjectID: d.own.Project,
		Account: d.Account, CRMAccount: d.CRMAccount, Subdomain: d.found.Subdomain,
		Changes: []Change{}, Problems: []Problem{}, Notes: []Note{}, State: d.found.digest(),
	}
	d.plan = p
	p.warnOfUnread(d.unread)
	d.noteGone(p)
	if err := d.planProjectRemoval(ctx, p); err != nil {
		return err
	}
	for _, name := range d.byDependence() {
		if err := d.planScriptRemoval(ctx, p, name); err != nil {
			return err
		}
	}
	return d.planForgetting(p)
}

// planProjectRemoval plans the removal of the CRM project if this environment owns what portals use of it.
func (d *session) planProjectRemoval(ctx context.Context, p *Plan) error {
	live := &d.found.CRM
	if !live.Exists {
		return nil
	}
	owned := live.Digest != ""
	if live.Deployed != 0 {
		owned = live.DeployedDigest != ""
	}
	if !owned {
		p.Notes = append(p.Notes, Note{
			Text: fmt.Sprintf("CRM project %q is kept: no deploy of %s uploaded what portals use", live.Name, d.own),
			Fix:  "if it is unused, delete it in the CRM",
		})
		*live = liveProject{Name: live.Name}
		return nil
	}
	if live.Deployed != 0 {
		found, err := d.CRM.RemoveComponents(ctx, live.Name, true)
		if err != nil {
			return err
		}
		for _, c := range found.Components {
			p.add(OfComponent, c.ID, Delete, "remove the "+typeOf(c.Type), removal(typeOf(c.Type)))
		}
	}
	p.add(OfProject, live.Name, Delete, "delete the project in the CRM", "portals lose the app; it cannot be installed")
	return nil
}

// typeOf returns a component's type as projects have it. The API for removals writes WORKFLOW_ACTION, and APPLICATION
// for the app.
func typeOf(name string) string {
	if kind := strings.ToLower(strings.ReplaceAll(name, "_", "-")); kind != "application" {
		return kind
	}
	return appType
}

// planScriptRemoval plans the removal of a script with all that belongs to it.
func (d *session) planScriptRemoval(ctx context.Context, p *Plan, name string) error {
	live := d.found.Scripts[name]
	for _, cron := range live.Crons {
		p.add(OfSchedule, name, Delete, "stop running at "+cron, "")
	}
	for _, secret := range live.Secrets {
		switch {
		case strings.HasPrefix(secret, edge.ControlKeyPrefix):
			p.add(OfKey, name, Delete, "delete the control key "+strings.TrimPrefix(secret, edge.ControlKeyPrefix), "")
		case strings.HasPrefix(secret, edge.SealKeyPrefix):
			p.add(OfKey, name, Delete, "delete the sealing key "+strings.TrimPrefix(secret, edge.SealKeyPrefix), "")
		default:
			p.add(OfSecret, name, Delete, "delete the secret "+secret, "its value cannot be read again")
		}
	}
	if err := d.noteDomains(ctx, p, name); err != nil {
		return err
	}
	if live.Owner.Worker != "" {
		p.add(OfScript, name, Delete, "delete "+port.WorkerName(live.Owner.Worker),
			"its address, syncs, webhooks and cards stop working")
		return nil
	}
	settings, err := d.Edge.Settings(ctx, name)
	if err != nil {
		return err
	}
	for _, b := range settings.Bindings {
		if b.Type == edgeapi.BindingActors && (b.ScriptName == "" || b.ScriptName == name) {
			p.add(OfState, name, DeleteState, "delete the Durable Objects of "+b.ClassName, "all their data is lost")
		}
	}
	p.add(OfScript, name, DeleteState, "delete "+port.WorkerName(""),
		"installs, tokens, stored values, the progress of syncs and checkpoints are lost for good")
	return nil
}

// noteDomains notes the custom domains of a script, which the user added.
func (d *session) noteDomains(ctx context.Context, p *Plan, name string) error {
	hosts, err := d.Edge.Domains(ctx, name)
	if err != nil {
		return err
	}
	for _, host := range hosts {
		p.Notes = append(p.Notes, Note{
			Text: fmt.Sprintf("%s is a custom domain of script %q, which svc did not add", host, name),
			Fix:  "check on the edge platform that it is gone afterwards",
		})
	}
	return nil
}

// planForgetting plans the removal of what this machine and the link have.
func (d *session) planForgetting(p *Plan) error {
	names, err := d.storedNames()
	if err != nil {
		return err
	}
	own := []string{port.NextControlKey, port.SupersededKeys, port.SealKey, port.Origins, port.StoredNames}
	keeps := false // something of svc's own
	for _, name := range append(names, port.StoredNames) {
		if name == port.ControlKey {
			continue // a variable of this process may stand for it
		}
		_, kept, err := d.Vault.Get(d.scope(), name)
		switch {
		case err != nil:
			return err
		case kept && slices.Contains(own, name):
			keeps = true
		case kept:
			p.add(OfSecret, "this machine", Delete, "delete the stored value of "+name, "it was to be uploaded by a deploy")
		}
	}
	if keeps {
		p.add(OfKey, "this machine", Delete, "delete the stored keys and addresses of "+d.Environment, "")
	}
	if slices.Contains(d.Link.Names(), d.Environment) {
		p.add(OfLink, link.File, Update, "remove "+d.Environment, "commit it")
	}
	return nil
}

// byDependence returns the names of the found scripts: user workers, then app workers.
func (d *session) byDependence() []string {
	var workers, apps []string
	for _, name := range sortedKeys(d.found.Scripts) {
		if d.found.Scripts[name].Owner.Worker == "" {
			apps = append(apps, name)
		} else {
			workers = append(workers, name)
		}
	}
	return append(workers, apps...)
}

// titleOf returns a found script's worker for messages.
func (d *session) titleOf(script string) string {
	return port.WorkerName(d.found.Scripts[script].Owner.Worker)
}
