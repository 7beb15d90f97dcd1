package appbuild

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/link"
)

// request is a build that a disposable process makes for a command that holds credentials.
type request struct {
	Dir         cmdutil.Path  `json:"dir"`
	Profile     string        `json:"profile"`
	Environment string        `json:"environment"`
	Schema      string        `json:"schema,omitempty"`
	Untrusted   bool          `json:"untrusted,omitempty"`
	Quiet       bool          `json:"quiet,omitempty"`
	Linked      *link.Project `json:"linked,omitempty"`
}

// response is the result of a request: an encoded output, or an error for the user.
type response struct {
	Output json.RawMessage   `json:"output,omitempty"`
	Places map[string]string `json:"places,omitempty"`
	Error  *failure          `json:"error,omitempty"`
}

// failure is a cli.Error without its cause.
type failure struct {
	Code int    `json:"code"`
	What string `json:"what"`
	Why  string `json:"why,omitempty"`
	Fix  string `json:"fix,omitempty"`
}

// Built is the result of Apart.
type Built struct {
	Output *build.Output
	// Places are the positions of declarations that are components of the CRM project, as file:line:column, by uid.
	Places map[string]string
}

// Apart is Run with a link, in a disposable process if the system has them: a command that holds credentials does not
// run the app's code. quiet leaves out the note about warnings.
func (o *Builder) Apart(ctx context.Context, env *cli.Env, linked *link.Project, quiet bool) (*Built, error) {
	wanted := request{
		Dir: cmdutil.Path(o.Dir), Profile: o.Profile, Environment: o.environment, Schema: o.Schema, Untrusted: o.Untrusted,
		Quiet: quiet, Linked: linked,
	}
	if !cmdutil.HasDisposable(env) {
		return wanted.run(ctx, env)
	}
	answer, err := Build.Ask(ctx, env, &wanted)
	if err != nil {
		return nil, err
	}
	if e := answer.Error; e != nil {
		return nil, &cli.Error{Code: e.Code, What: e.What, Why: e.Why, Fix: e.Fix}
	}
	output, err := build.Decode(answer.Output, o.environment, linked)
	if err != nil {
		return nil, cmdutil.InternalError("cannot read the build of the app: "+err.Error(), err)
	}
	return &Built{output, answer.Places}, nil
}

// run builds the app in this process.
func (r *request) run(ctx context.Context, env *cli.Env) (*Built, error) {
	o := &Builder{
		Dir: string(r.Dir), Profile: r.Profile, environment: r.Environment, Schema: r.Schema, Untrusted: r.Untrusted,
		Linked: r.Linked, quiet: r.Quiet,
	}
	output, loaded, err := o.run(ctx, env)
	if err != nil {
		return nil, err
	}
	return &Built{output, places(loaded)}, nil
}

// Build builds an app. It prints findings itself.
var Build = cmdutil.Work[request, response]{Name: "build", Do: func(
	ctx context.Context, env *cli.Env, wanted *request,
) (*response, error) {
	answer := &response{}
	built, err := wanted.run(ctx, env)
	if err == nil {
		answer.Places = built.Places
		answer.Output, err = built.Output.Encode()
	}
	if failed, ok := errors.AsType[*cli.Error](err); ok {
		answer.Error, err = &failure{Code: failed.Code, What: failed.What, Why: failed.Why, Fix: failed.Fix}, nil
	}
	return answer, err
}}
