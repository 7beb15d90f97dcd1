package invoke

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cli/clitest"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/devserver"
)

func TestFlagsAreParsedOrRejected(t *testing.T) {
	defaults := options{dir: ".", crm: "emulated", persist: true, timeout: 20 * time.Second}
	with := func(change func(*options)) *options {
		o := defaults
		change(&o)
		return &o
	}
	for _, test := range []struct {
		args string
		want *options
		err  string
	}{
		{args: "x", want: with(func(o *options) { o.target = "x" })},
		{
			args: "w/x -i {} --json",
			want: with(func(o *options) { o.target, o.input, o.json, o.given = "w/x", "{}", true, []string{"input"} }),
		},
		{args: "x --input=@f --object {} --install {}", want: with(func(o *options) {
			o.target, o.input, o.object, o.install, o.given = "x", "@f", "{}", "{}", []string{"input", "object", "install"}
		})},
		{
			args: "x --last --watch -v",
			want: with(func(o *options) { o.target, o.last, o.watch, o.verbose = "x", true, true, true }),
		},
		{args: "x --persist=false --timeout 1500ms -C y", want: with(func(o *options) {
			o.target, o.persist, o.timeout, o.dir = "x", false, 1500*time.Millisecond, "y"
		})},
		{args: "x --kind action --surface agent --crm live --profile hubspot", want: with(func(o *options) {
			o.target, o.kind, o.surface, o.crm, o.profile = "x", "action", "agent", "live", "hubspot"
			o.given = []string{"surface"}
		})},
		{args: "x --surface batched --kind source", want: with(func(o *options) {
			o.target, o.surface, o.kind, o.given = "x", "batched", "source", []string{"surface"}
		})},
		{args: "", err: "'svc dev invoke' takes 1 argument, got 0"},
		{args: "x y", err: "'svc dev invoke' takes 1 argument, got 2"},
		{args: "x --timeout -1s", err: "invalid --timeout -1s: expected more than 0"},
		{args: "x --timeout soon", err: `invalid --timeout "soon": expected a duration such as 90s or 5m`},
		{args: "x --crm live --untrusted", err: "--crm live and --untrusted exclude each other"},
		{args: "x --crm fake", err: `invalid --crm "fake": expected emulated or live`},
		{args: "x --surface card", err: `invalid --surface "card": expected action, agent, batched or invoke`},
		{args: "x --surface=", err: `invalid --surface "": expected action, agent, batched or invoke`},
		{args: "x --kind thing", err: `invalid --kind "thing": expected tool, card, trigger, sync or source`},
		{args: "x --last -i {}", err: "--last and --input exclude each other"},
		{args: "x --last --install {}", err: "--last and --install exclude each other"},
		{args: "x --last --persist=false", err: "--last and --persist=false exclude each other: --last reads .svc/state"},
		{args: "x --watch --object -", err: "--watch cannot use standard input, which can be read only once"},
		{args: "x -i - --install -", err: "only one of --input, --object and --install can read standard input"},
		{args: "x --nope", err: "unknown flag --nope"},
	} {
		env, _, _ := clitest.Env("", nil)
		var got *options
		cmd := newCommand(env, func(_ context.Context, _ *cli.Env, o *options) error {
			got = o
			return nil
		})
		dev := &cobra.Command{Use: "dev"}
		dev.AddCommand(cmd)
		root := &cobra.Command{Use: "svc", SilenceErrors: true, SilenceUsage: true}
		root.SetFlagErrorFunc(cmdutil.FlagError)
		root.AddCommand(dev)
		root.SetArgs(append([]string{"dev", "invoke"}, strings.Fields(test.args)...))
		err := root.Execute()
		switch {
		case test.err != "":
			if err == nil || err.Error() != test.err || cli.ExitCode(err) != cli.ExitUsage {
				t.Errorf("%q: got %v (exit %d), want %q", test.args, err, cli.ExitCode(err), test.err)
			}
		case err != nil:
			t.Errorf("%q: %v", test.args, err)
		case !sameOptions(got, test.want):
			t.Errorf("%q: got %+v, want %+v", test.args, got, test.want)
		}
	}
}

func sameOptions(a, b *options) bool {
	x, y := *a, *b
	sameGiven := strings.Join(x.given, " ") == strings.Join(y.given, " ")
	x.given, y.given = nil, nil
	return sameGiven && x.target == y.target && x.dir == y.dir && x.input == y.input && x.object == y.object &&
		x.install == y.install && x.kind == y.kind && x.surface == y.surface && x.crm == y.crm && x.profile == y.profile &&
		x.last == y.last && x.again == y.again && x.watch == y.watch && x.json == y.json &&
		x.persist == y.persist && x.verbose == y.verbose && x.timeout == y.timeout
}

func TestEveryStatusHasAnExitCode(t *testing.T) {
	for _, status := range []string{
		devserver.StatusOK, devserver.StatusFailContinue, devserver.StatusFailStop, devserver.StatusRetryLater,
		devserver.StatusBackpressure, devserver.StatusBlock, devserver.StatusError, devserver.StatusRejected,
		devserver.StatusTimeout, devserver.StatusDuplicate,
	} {
		if _, known := exitCodes[status]; !known {
			t.Errorf("%s has no exit code", status)
		}
	}
	if len(exitCodes) != 10 {
		t.Errorf("%d statuses have exit codes, want 10", len(exitCodes))
	}
}
