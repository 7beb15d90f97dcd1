// Package check implements `svc check`, which finds mistakes in the declarations of an app.
package check

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appbuild"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/disposable"
	"github.com/appsvc/svc/internal/fix"
	"github.com/appsvc/svc/internal/heap"
)

// Values of --fail-on.
const (
	failOnError   = "error"
	failOnWarning = "warning"
	failOnNever   = "never"
)

var failOnValues = []string{failOnError, failOnWarning, failOnNever}

type options struct {
	folder         string // as the user wrote it
	formats        []string
	json           bool
	failOn         string
	profileFlag    string
	watch          bool
	baseline       string
	updateBaseline bool
	untrusted      bool
	scopes         bool
	fix            bool
	dryRun         bool

	dir      string // the folder, absolute
	profile  string
	problems []declared.Problem // found before the project is loaded
	outputs  []cli.Output
}

// New makes the command.
func New(env *cli.Env) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:   "check [dir]",
		Short: "Find mistakes in an app's declarations",
		Long: `Check evaluates svc.config.ts and src/workers without access to disk, network or environment, and checks
their declarations against the contract and the limits of the platforms. Each finding has a file, line
and column. Without [dir], svc takes the current folder or the nearest one above it with a config, up to
the root of the repository or the home folder.

The app can read its own folder, and source code of its workspace: the nearest folder above with
workspaces in package.json or with pnpm-workspace.yaml, else the repository. With --untrusted, for a pull
request of a stranger, it can read its own folder only.

In GitHub Actions, findings are annotations too, unless --format says otherwise. For GitLab, use --format
gitlab=FILE, and for servers that show test results, --format junit=FILE.

Findings go to standard output, everything else to standard error. To suppress a finding, write a
comment on the line above it: // svc-ignore <rule> -- reason

--scopes prints a table instead: each scope, whether the app requests it as required or optional, and
each place that needs it with the reason. The state is used, missing (needed and not requested), unused
(an object scope that no call needs) or unknown (svc cannot tell). The exit code is 0.

--fix corrects what has one safe correction, such as misspelled names and options, missing scopes and a
missing export default. It writes source files in the app's folder only, prints the diff to standard
error, and checks the result. With --dry-run it prints the diff to standard output and writes nothing.

Exit codes: 0 no findings at or above --fail-on, 1 findings, 2 usage or configuration error, 3 internal
error.`,
		Example: `  # check the app in this folder
  svc check
  # on a build server: lines for the log, and a file for code scanning
  svc check --format concise --format sarif=svc.sarif
  # see where each scope is used
  svc check --scopes
  # see what --fix would change, then apply it
  svc check --fix --dry-run
  svc check --fix
  # accept the findings of today, and report only new ones
  svc check --baseline svc.baseline.json --update-baseline
  svc check --baseline svc.baseline.json`,
		Args: cmdutil.MaximumArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.folder = cmdutil.FolderArg(env, args)
			if err := o.complete(env); err != nil {
				return err
			}
			if o.watch {
				return runWatch(cmd.Context(), env, o)
			}
			return runDisposable(cmd.Context(), env, o)
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&o.formats, "format", nil, "print findings as `format[=file]`: "+
		strings.Join(cli.FormatNames(), ", ")+"; repeatable "+
		"(default text on a terminal, else concise, with github in GitHub Actions)")
	flags.BoolVar(&o.json, "json", false, "same as --format json")
	flags.StringVar(&o.failOn, "fail-on", failOnError, "exit 1 for findings of this `severity` or above: "+
		strings.Join(failOnValues, ", "))
	cmdutil.AddProfileFlag(flags, &o.profileFlag)
	flags.BoolVar(
		&o.watch, "watch", false, "check again after every change; without a terminal, print one JSON document per line",
	)
	flags.BoolVar(&o.fix, "fix", false, "apply the safe fixes of findings, then check")
	flags.BoolVar(&o.dryRun, "dry-run", false, "with --fix: print a diff, write nothing, and exit 1 for changes")
	flags.StringVar(&o.baseline, "baseline", "", "accept the findings listed in this `file`")
	flags.BoolVar(&o.scopes, "scopes", false, "print the scopes that the app requests and needs instead of findings")
	cmdutil.AddUntrustedFlag(flags, &o.untrusted)
	flags.BoolVar(&o.updateBaseline, "update-baseline", false, "write the findings to the file of --baseline")
	return cmd
}

// complete validates the flags and resolves the folder and profile.
func (o *options) complete(env *cli.Env) (err error) {
	if o.json {
		o.formats = append(o.formats, "json")
	}
	if err := o.completeFix(); err != nil {
		return err
	}
	if o.watch && !env.OutTTY && len(o.formats) == 0 {
		o.formats = []string{"json"} // one document per line
	}
	if len(o.formats) == 0 && !o.scopes && env.Getenv("GITHUB_ACTIONS") == "true" {
		o.formats = []string{"concise", "github"}
	}
	if o.scopes {
		if err := o.completeScopes(); err != nil {
			return err
		}
	}
	if o.outputs, err = env.ParseOutputs(o.formats); err != nil {
		return err
	}
	if err := cmdutil.OneOf("--fail-on", o.failOn, failOnValues); err != nil {
		return err
	}
	if o.updateBaseline && o.baseline == "" {
		return cli.Usage("--update-baseline requires --baseline", "add --baseline svc.baseline.json")
	}
	if o.watch {
		if err := o.completeWatch(); err != nil {
			return err
		}
	}
	if o.dir, err = env.Folder(o.folder); err != nil {
		return err
	}
	return o.chooseProfile()
}

// chooseProfile sets the profile. A platform file that svc cannot use is a finding among others.
func (o *options) chooseProfile() (err error) {
	o.profile, o.problems, err = appbuild.ChooseProfile(o.dir, o.profileFlag)
	return err
}

// runDisposable runs the command in a disposable process, after --fix changed files in this one.
func runDisposable(ctx context.Context, env *cli.Env, o *options) error {
	if o.fix && !disposable.Joined() {
		if err := runFix(ctx, env, o); err != nil || o.dryRun {
			return err
		}
	}
	work := run
	if o.scopes {
		work = runScopes
	}
	return cmdutil.Disposable(ctx, env, func(ctx context.Context) error { return work(ctx, env, o) })
}

func run(ctx context.Context, env *cli.Env, o *options) error {
	heap.OneShot()
	report, failure := checkOnce(ctx, env, o)
	if report == nil {
		return failure
	}
	notes, err := o.applyBaseline(env, report)
	if err != nil {
		return err
	}
	if err := env.Print(report, o.outputs); err != nil {
		return err
	}
	if !o.printsDocument() {
		env.Notef("%s (%d ms)", report.Summary(), report.Duration.Milliseconds())
		if n := fix.Count(report.Findings); n > 0 && !o.fix && !o.untrusted {
			env.Notef("%s can be fixed: run 'svc check --fix'", cli.Count(n, "finding"))
		}
	}
	for _, note := range notes {
		env.Notef("%s", note)
	}
	if failure != nil {
		return failure
	}
	if o.fails(report.Findings) {
		return cli.Exit(cli.ExitNegative)
	}
	return nil
}

// printsDocument reports whether standard output gets a document for programs.
func (o *options) printsDocument() bool {
	return slices.ContainsFunc(o.outputs, func(output cli.Output) bool {
		_, document := output.IsDocument()
		return document
	})
}

// fails reports whether the findings reach --fail-on.
func (o *options) fails(findings []diag.Finding) bool {
	return slices.ContainsFunc(findings, func(f diag.Finding) bool {
		return o.failOn == failOnWarning || o.failOn == failOnError && f.Severity == diag.Error
	})
}
