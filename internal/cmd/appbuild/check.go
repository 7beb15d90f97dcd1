package appbuild

import (
	"context"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/checker/rules"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/project"
)

// Check loads a project as every check does, and checks it. The project is nil if it cannot be loaded. If rules crash,
// Check returns the findings of the others together with an error.
func Check(ctx context.Context, env *cli.Env, o project.Options) (*declared.Project, []diag.Finding, error) {
	examine := func(p *declared.Project) { _, _ = checker.Check(p, rules.All, checker.Options{}) }
	if err := project.Survey(ctx, o, examine); err != nil {
		return nil, nil, cmdutil.LoadError(err)
	}
	loaded, err := project.Load(ctx, o)
	if err != nil {
		return nil, nil, cmdutil.LoadError(err)
	}
	findings, err := checker.Check(loaded, rules.All, checker.Options{})
	return loaded, findings, cmdutil.RulesError(env, err)
}
