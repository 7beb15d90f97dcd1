package deploy

import (
	"context"
	"fmt"
	"slices"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/deploy/contents"
	"github.com/appsvc/svc/internal/deploy/keys"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/platform"
)

// DryRunOptions are the input of DryRun. It has no client of a platform.
type DryRunOptions struct {
	Environment string
	Profile     *platform.Profile
	Link        *link.Project
	Build       func(ctx context.Context, linked *link.Project) (*build.Output, error)
}

// DryRun builds offline and lists what a deploy to an empty account would create.
func DryRun(ctx context.Context, o DryRunOptions) (*Plan, error) {
	output, err := o.Build(ctx, o.Link)
	if err != nil {
		return nil, err
	}
	want, err := newDesired(o.Profile, output)
	if err != nil {
		return nil, err
	}
	p := &Plan{
		SchemaVersion: planVersion, Environment: o.Environment, Changes: []Change{}, Problems: []Problem{}, Notes: []Note{},
		Build: want.digest(),
	}
	p.warnOfOtherApp(o.Link, output.App)
	p.warnOfVersion(&output.Report)
	if o.Link != nil {
		p.ProjectID = o.Link.ProjectID
	}
	secrets := map[string]bool{}
	for _, s := range want.scripts {
		p.add(OfScript, s.Name, Create, "upload "+port.WorkerName(s.Worker), "").Contents = &contents.Contents{
			Size: &contents.SizeChange{After: want.sizeOf(s.Name)},
		}
		for _, cron := range s.Crons {
			p.add(OfSchedule, s.Name, Create, "run at "+cron, "")
		}
		for _, name := range s.Secrets {
			if !keys.Is(name) && !slices.Contains(fromCRM, name) {
				secrets[name] = true
			}
		}
	}
	components := readProject(want.files, o.Profile.MetaFileSuffix).components
	for _, uid := range sortedKeys(components) {
		p.add(OfComponent, uid, Create, "upload the "+components[uid].Type, "")
	}
	for _, name := range sortedKeys(secrets) {
		p.Notes = append(p.Notes, Note{Text: fmt.Sprintf("secret %s needs a value", name), Fix: "svc secrets check"})
	}
	if len(want.placeholders()) > 0 {
		p.Notes = append(p.Notes, Note{
			Text: "addresses ending in .invalid are placeholders: a deploy replaces them with the account's addresses",
		})
	}
	return p, nil
}
