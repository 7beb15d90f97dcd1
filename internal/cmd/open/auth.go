package open

import (
	"context"
	"fmt"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/project"
)

// authQuestion names an app.
type authQuestion struct {
	Dir     cmdutil.Path `json:"dir"`
	Profile string       `json:"profile"`
}

// authAnswer has auth of the app definition, "" for an app that does not load.
type authAnswer struct {
	Auth string `json:"auth"`
}

// Auth reads how an app gets tokens.
var Auth = cmdutil.Work[authQuestion, authAnswer]{Name: "auth", Do: func(
	ctx context.Context, _ *cli.Env, q *authQuestion,
) (*authAnswer, error) {
	loaded, err := project.Load(ctx, project.Options{Dir: string(q.Dir), Profile: q.Profile})
	if err != nil || loaded.App == nil {
		return &authAnswer{}, ctx.Err() // svc check reports it
	}
	return &authAnswer{loaded.App.Options.Get("auth").Text}, nil
}}

// refuseWithoutOAuth returns an error for the page where portals install the app, if only apps with OAuth have it.
func refuseWithoutOAuth(ctx context.Context, env *cli.Env, dir, profile string) error {
	answer, err := Auth.Ask(ctx, env, &authQuestion{cmdutil.Path(dir), profile})
	if stopped := context.Cause(ctx); stopped != nil {
		return stopped
	}
	if err != nil || answer.Auth == "" || answer.Auth == "oauth" {
		return nil // the page itself answers for an app that does not load
	}
	return &cli.Error{
		Code: cli.ExitUsage, What: "the app has no install page", Why: fmt.Sprintf("it has auth: %q", answer.Auth),
		Fix: "install it on its page in the CRM, which 'svc open crm' opens, or use auth: 'oauth'",
	}
}
