package deploy

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appbuild"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/deploy"
	"github.com/appsvc/svc/internal/deploy/crmapi"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/deploy/health"
	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/internal/deploy/rollback"
	"github.com/appsvc/svc/internal/deploy/rollout"
	"github.com/appsvc/svc/internal/deploy/step"
)

func TestStepErrorHasExitCodeAndFix(t *testing.T) {
	part := crmapi.Part{Name: "card-x", Message: "no"}
	warning := crmapi.Issue{UID: "card-x", Blocking: []crmapi.Blocker{{Message: "will be removed", Warning: true}}}
	cases := []struct {
		name string
		err  error
		code int
		fix  string
	}{
		{
			"health",
			&health.Error{Script: "t-main", Origin: "https://t-main.acme.workers.dev", Err: errors.New("status 500")},
			cli.ExitRemote, "the CRM did not change",
		},
		{
			"build", &crmapi.BuildError{Project: "T", Build: 3, Parts: []crmapi.Part{part}}, cli.ExitNegative,
			"fix the declarations",
		},
		{
			"deploy", &crmapi.DeployError{Project: "T", Deploy: 3, Parts: []crmapi.Part{part}}, cli.ExitNegative,
			"fix the declarations",
		},
		{
			"blocked", &crmapi.BlockedError{Build: 1, Issues: []crmapi.Issue{{UID: "card-x", Errors: []string{"no"}}}},
			cli.ExitNegative, "fix the declarations",
		},
		{
			"blocked by warnings", &crmapi.BlockedError{Build: 1, Issues: []crmapi.Issue{warning}}, cli.ExitNegative,
			"--allow delete",
		},
		{"locked", &owner.LockedError{Environment: "production"}, cli.ExitMoved, "--force-unlock"},
		{
			"edge token", &edgeapi.Error{Status: http.StatusForbidden, Code: edgeapi.CodeAuthentication}, cli.ExitAuth,
			"svc login edge",
		},
		{"edge outage", &edgeapi.Error{Status: http.StatusBadGateway}, cli.ExitRemote, "again to resume"},
		{
			"silence", &edgeapi.UnreachableError{Call: "PUT /x", Why: "reset"}, cli.ExitRemote,
			"again to resume",
		},
		{"a slow CRM", &crmapi.TimeoutError{What: "build 1", After: time.Minute}, cli.ExitTimeout, "again to resume"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			at := &step.Error{Deploy: "d", Step: step.Step{Name: "x", Title: "do x"}, Err: c.err}
			job := &job{options: &options{environment: "production"}, checked: &appbuild.Builder{Dir: t.TempDir()}}
			var e *cli.Error
			if err := job.stepError(at, at); !errors.As(err, &e) || e.Code != c.code ||
				!strings.Contains(e.Fix, c.fix) || e.What == "" {
				t.Errorf("exit code %d, what %q, why %q, fix %q", e.Code, e.What, e.Why, e.Fix)
			}
		})
	}
}

func TestConfirmAsksForRisksWithoutFlag(t *testing.T) {
	grave := &deploy.Plan{Environment: "production", Changes: []deploy.Change{
		{Kind: deploy.OfScript, Target: "t-main", Risk: deploy.Update}, {
			Kind: deploy.OfComponent, Target: "card-x", Risk: deploy.Delete,
		},
		{Kind: deploy.OfState, Target: "t", Risk: deploy.DeleteState},
	}}
	mild := &deploy.Plan{Environment: "production", Changes: grave.Changes[:1]}
	for _, c := range []struct {
		name, answers string
		plan          *deploy.Plan
		allow         []string
		yes, terminal bool
		code          int
	}{
		{"yes to a mild plan", "y\n", mild, nil, false, true, cli.ExitOK},
		{"no to a mild plan", "n\n", mild, nil, false, true, cli.ExitWouldPrompt},
		{"nothing", "", mild, nil, false, true, cli.ExitWouldPrompt},
		{"no terminal", "y\n", mild, nil, false, false, cli.ExitWouldPrompt},
		{"--yes", "", mild, nil, true, false, cli.ExitOK},
		{"all answers", "y\ny\nproduction\n", grave, nil, false, true, cli.ExitOK},
		{"another name", "y\ny\nprod\n", grave, nil, false, true, cli.ExitWouldPrompt},
		{"no deletion", "n\n", grave, nil, true, true, cli.ExitWouldPrompt},
		{"half allowed", "y\nproduction\n", grave, []string{"delete"}, true, true, cli.ExitOK},
		{"all allowed", "", grave, []string{"delete", "delete-state"}, true, false, cli.ExitOK},
	} {
		t.Run(c.name, func(t *testing.T) {
			env := &cli.Env{
				In: strings.NewReader(c.answers), Out: &strings.Builder{}, Err: &strings.Builder{}, InTTY: c.terminal,
				ErrTTY: c.terminal, Getenv: func(string) string { return "" }, Now: time.Now,
			}
			job := &job{options: &options{environment: "production", yes: c.yes, allow: c.allow}, env: env}
			if got := cli.ExitCode(job.confirm(c.plan)); got != c.code {
				t.Errorf("exit code %d, not %d: %s", got, c.code, env.Err)
			}
		})
	}
}

func TestFlagsAllowRisksByName(t *testing.T) {
	for _, c := range []struct {
		yes   bool
		allow []string
		want  string
	}{
		{false, nil, ""},
		{true, nil, "create update"},
		{false, []string{"update"}, "create update"},
		{false, []string{"delete"}, "delete"},
		{true, []string{"delete", "reconsent"}, "create update delete reconsent"},
		{true, []string{"delete-state"}, "create update delete-state"},
	} {
		o := &options{yes: c.yes, allow: c.allow}
		var allowed []string
		for _, risk := range deploy.Risks() {
			if o.allows(risk) {
				allowed = append(allowed, string(risk))
			}
		}
		if got := strings.Join(allowed, " "); got != c.want {
			t.Errorf("--yes=%v --allow %v allows %q, not %q", c.yes, c.allow, got, c.want)
		}
	}
}

func TestInterruptedRollbackNamesItsResumeCommand(t *testing.T) {
	staging := &rollbackOptions{environment: "staging"}
	if e := newErrorDocument(cli.Exit(130), staging.resumeCommand("20261121-110355171-3f2a1c")); !strings.Contains(
		e.Fix, "'svc rollback --to 20261121-110355171-3f2a1c --env staging'",
	) {
		t.Errorf("fix is %q, want a command with --to", e.Fix)
	}
}

func TestShortTextCutsBetweenCharacters(t *testing.T) {
	if got := shortText(strings.Repeat("ü", 61), 60); got != strings.Repeat("ü", 60)+"…" {
		t.Errorf("%q", got)
	}
}

func TestPlatformMessagesContainNoControlCharacters(t *testing.T) {
	hostile := "x\x1b]0;owned\a\nerror: y\u202e"
	part := crmapi.Part{Name: hostile, Message: hostile}
	job := &job{options: &options{environment: "production"}, checked: &appbuild.Builder{Dir: t.TempDir()}}
	var out strings.Builder
	printPlan(&cli.Env{Err: &out}, &out, &deploy.Plan{
		Changes: []deploy.Change{{Kind: deploy.OfComponent, Target: hostile, What: hostile, Risk: deploy.Delete}},
	})
	var ended strings.Builder
	job.env = &cli.Env{Err: &ended}
	job.noteEnded("aborted", &rollout.Standing{Deploy: hostile, Canaries: []rollout.Canary{{Script: hostile}}})
	(&rollbackOptions{}).print(job.env, &rollback.Rollback{
		To: hostile, Outcome: "failed", Skipped: []string{hostile},
		Moves: []rollback.Move{{Script: hostile}, {Script: hostile, From: hostile, To: hostile}},
	})
	texts := []string{
		job.parts([]crmapi.Part{part}),
		job.issues(&crmapi.BlockedError{Issues: []crmapi.Issue{{UID: hostile, Errors: []string{hostile}}}}),
		strings.ReplaceAll(out.String(), "\n", ""),
		graveQuestion(deploy.Delete, []deploy.Change{{Target: hostile}}),
		titles([]string{"delete:" + hostile}),
		strings.ReplaceAll(ended.String(), "\n", ""),
	}
	for _, err := range []error{
		&edgeapi.Error{Status: http.StatusBadRequest, Message: hostile}, &crmapi.Error{
			Status: http.StatusBadRequest, Message: hostile,
		},
		&edgeapi.UnreachableError{Why: hostile}, &crmapi.UnreachableError{Why: hostile},
	} {
		var e *cli.Error
		if !errors.As(remote.APIError(err), &e) {
			t.Fatalf("%T is not an error for users", err)
		}
		texts = append(texts, e.What+e.Why+e.Fix)
	}
	for _, text := range texts {
		if !strings.Contains(text, "owned") || strings.ContainsAny(text, "\x1b\a\n\u202e") {
			t.Errorf("%q", text)
		}
	}
}
