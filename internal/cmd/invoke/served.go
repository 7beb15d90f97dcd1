package invoke

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/local"
	"github.com/appsvc/svc/internal/cmd/localserver"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/devserver/live"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/store"
)

// servedInvocation is the body of a request to live.InvokePath.
type servedInvocation struct {
	Target  string          `json:"target"`
	Kind    string          `json:"kind"`
	Surface string          `json:"surface"`
	Flags   []string        `json:"flags"`
	Given   store.LastInput `json:"given"`
	Last    bool            `json:"last"`
	Again   bool            `json:"again"`
	Replay  string          `json:"replay"`
	// SaveFixture is that of options.
	SaveFixture string        `json:"saveFixture"`
	Watch       bool          `json:"watch"`
	JSON        bool          `json:"json"`
	Verbose     bool          `json:"verbose"`
	Profile     string        `json:"profile"`
	Timeout     time.Duration `json:"timeout"`
	// JSONErrors makes errors without a result a document, too.
	JSONErrors bool `json:"jsonErrors"`
	// How to print the result.
	OutTTY  bool              `json:"outTTY"`
	ErrTTY  bool              `json:"errTTY"`
	Width   int               `json:"width"`
	Environ map[string]string `json:"environ"`
}

// servedAnswer is the output and exit code of a served invocation, and what it depends on.
type servedAnswer struct {
	Exit   int              `json:"exit"`
	Out    string           `json:"out"`
	Err    string           `json:"err"`
	Inputs projectfs.Inputs `json:"inputs"`
}

// styleVariables are the environment variables that change how svc prints.
var styleVariables = []string{"NO_COLOR", "CI", "TERM", "CLICOLOR_FORCE", "FORCE_COLOR"}

// askServer runs the invocation in the folder's server and prints its output. ran is false if no server is running, or
// if the flags ask for state or a CRM that the server does not have.
func askServer(
	ctx context.Context, env *cli.Env, o *options, given store.LastInput,
) (inputs projectfs.Inputs, ran bool, err error) {
	if !o.persist || o.crm != host.CRMEmulated {
		return inputs, false, nil
	}
	dir, err := env.Folder(o.dir)
	if err != nil {
		return inputs, false, err
	}
	server := localserver.Find(dir)
	if server == nil || o.untrusted && !server.Beacon.Untrusted {
		return inputs, false, nil
	}
	if serves := server.Beacon.Environment; o.environment != "" && o.environment != serves {
		return inputs, false, cli.Usage(
			fmt.Sprintf("'svc dev' serves the environment %q of this folder, not %q", serves, o.environment),
			"stop it, or restart it with --env "+o.environment,
		)
	}
	request := servedInvocation{
		Target: o.target, Kind: o.kind, Surface: o.surface, Flags: o.given, Given: given, Last: o.last,
		Again: o.again, Replay: o.replay, SaveFixture: o.saveFixture, Watch: o.watch,
		JSON: o.json, Verbose: o.verbose, Profile: o.profile, Timeout: o.timeout,
		JSONErrors: env.AnswersJSON(), OutTTY: env.OutTTY, ErrTTY: env.ErrTTY, Width: env.Width, Environ: map[string]string{},
	}
	for _, name := range styleVariables {
		if value := env.Getenv(name); value != "" {
			request.Environ[name] = value
		}
	}
	var answer servedAnswer
	if err := server.Ask(ctx, live.InvokePath, request, &answer); err != nil {
		if errors.Is(err, localserver.ErrNoServer) {
			return inputs, false, nil
		}
		return inputs, true, err
	}
	_, err = io.WriteString(env.Out, answer.Out)
	_, errErr := io.WriteString(env.Err, answer.Err)
	if err = errors.Join(err, errErr); err == nil && answer.Exit != cli.ExitOK {
		err = cli.Exit(answer.Exit)
	}
	return answer.Inputs, true, err
}

// Serve returns the handler of live.InvokePath. It runs the command in the server, on the server's state and CRM.
func Serve(server *local.Session, use local.UseHost) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var request servedInvocation
		if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
			http.Error(w, "the body is not valid JSON", http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(request.run(r.Context(), server, use)) // the client may have left
	}
}

// run runs the command with buffers for its output.
func (request *servedInvocation) run(ctx context.Context, server *local.Session, use local.UseHost) servedAnswer {
	var out, messages bytes.Buffer
	env := *server.Env
	env.In, env.Out, env.Err = bytes.NewReader(nil), env.Secrets.Writer(&out), env.Secrets.Writer(&messages)
	if env.AnswerText(); request.JSONErrors {
		env.AnswerJSON()
	}
	env.InTTY, env.OutTTY, env.ErrTTY, env.Width = false, request.OutTTY, request.ErrTTY, request.Width
	env.Getenv = func(name string) string { return request.Environ[name] }
	o := &options{
		target: request.Target, dir: server.Dir, kind: request.Kind, surface: request.Surface, crm: server.CRM,
		profile: request.Profile, given: request.Flags, last: request.Last, again: request.Again, replay: request.Replay,
		saveFixture: request.SaveFixture, watch: request.Watch, json: request.JSON, verbose: request.Verbose,
		persist: !server.InMemory, timeout: request.Timeout, untrusted: server.Untrusted,
		environment: server.Environment,
	}
	inputs, err := o.runInServer(ctx, &env, request.Given, use)
	env.Fail(err)
	return servedAnswer{Exit: cli.ExitCode(err), Out: out.String(), Err: messages.String(), Inputs: inputs}
}

func (o *options) runInServer(
	ctx context.Context, env *cli.Env, given store.LastInput, use local.UseHost,
) (inputs projectfs.Inputs, err error) {
	if err := o.validateSave(); err != nil {
		return inputs, err // the dashboard sends a name, too
	}
	session, err := o.session(env)
	if err != nil {
		return inputs, err
	}
	run := &invocation{Session: session, options: o, given: given}
	h, release, err := use(ctx)
	defer release()
	if err == nil {
		run.borrowed = h
	}
	err = run.once(ctx)
	return run.inputs(), err
}
