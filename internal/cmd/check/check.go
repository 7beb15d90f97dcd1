// Package check is svc check.
package check

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/project"
)

// The values of --fail-on.
const (
	failOnError   = "error"
	failOnWarning = "warning"
	failOnNever   = "never"
)

var failOnValues = []string{failOnError, failOnWarning, failOnNever}

// options is what the user asked for.
type options struct {
	folder         string // as the user wrote it
	formats        []string
	json           bool
	failOn         string
	profileFlag    string
	watch          bool
	baseline       string
	updateBaseline bool

	dir     string // the folder, absolute
	profile string
	outputs []cli.Output
}

func New(env *cli.Env) *cobra.Command {
	o := &options{folder: "."}
	cmd := &cobra.Command{
		Use:   "check [dir]",
		Short: "Find every mistake in an app's declarations, with file, line and column",
		Long: `Check reads svc.config.ts and src/workers, evaluates them without disk, network or environment, and
holds what they declare against the contract and the limits of the platforms.

Findings go to standard output, everything else to standard error. A finding is suppressed by
a comment on the line above it: // svc-ignore <rule> -- reason

Exit codes: 0 nothing at or above --fail-on, 1 findings, 2 usage or configuration, 3 the tool failed.`,
		Example: `  # check the app in this folder
  svc check
  # in a build: lines for the log, and a file for code scanning
  svc check --format concise --format sarif=svc.sarif
  # accept what is there today, and report only what is new
  svc check --baseline svc.baseline.json --update-baseline
  svc check --baseline svc.baseline.json`,
		Args: cmdutil.UsageArgs(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				o.folder = args[0]
			}
			if err := o.complete(env); err != nil {
				return err
			}
			if o.watch {
				return runWatch(cmd.Context(), env, o)
			}
			return run(cmd.Context(), env, o)
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&o.formats, "format", nil, "print findings as `format[=file]`: "+
		strings.Join(cli.FormatNames(), ", ")+"; may be repeated (default text on a terminal, else concise)")
	flags.BoolVar(&o.json, "json", false, "the same as --format json")
	flags.StringVar(&o.failOn, "fail-on", failOnError, "exit 1 for findings of this `severity` or above: "+strings.Join(
		failOnValues, ", ",
	))
	flags.StringVar(&o.profileFlag, "profile", "", "check for the vendor `profile`: "+
		strings.Join(platform.ProfileNames(), ", ")+" (default: profile in svc.platform.json, else crm)")
	flags.BoolVar(
		&o.watch, "watch", false, "check again after every change; off a terminal, print one JSON document a line",
	)
	flags.StringVar(&o.baseline, "baseline", "", "tolerate the findings that this `file` lists")
	flags.BoolVar(&o.updateBaseline, "update-baseline", false, "write the findings of this run to the file of --baseline")
	return cmd
}

// complete validates the flags and resolves what they name, before any slow work.
func (o *options) complete(env *cli.Env) (err error) {
	if o.json {
		o.formats = append(o.formats, "json")
	}
	if o.watch && !env.OutTTY && len(o.formats) == 0 {
		o.formats = []string{"json"} // a stream, one document a line
	}
	if o.outputs, err = env.ParseOutputs(o.formats); err != nil {
		return err
	}
	if err := cmdutil.OneOf("--fail-on", o.failOn, failOnValues); err != nil {
		return err
	}
	if o.updateBaseline && o.baseline == "" {
		return cli.Usage("--update-baseline needs the file that it writes", "add --baseline svc.baseline.json")
	}
	if o.watch {
		if err := o.completeWatch(); err != nil {
			return err
		}
	}
	if o.dir, err = env.Folder(o.folder); err != nil {
		return err
	}
	o.profile, err = cmdutil.ChooseProfile(o.dir, o.profileFlag)
	return err
}

func run(ctx context.Context, env *cli.Env, o *options) error {
	defer project.OneShot()()
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

// printsDocument reports whether standard output holds a document that a program reads.
func (o *options) printsDocument() bool {
	return slices.ContainsFunc(o.outputs, func(output cli.Output) bool {
		_, document := output.IsDocument()
		return document
	})
}

// fails reports whether the findings make the check fail.
func (o *options) fails(findings []diag.Finding) bool {
	return slices.ContainsFunc(findings, func(f diag.Finding) bool {
		return o.failOn == failOnWarning || o.failOn == failOnError && f.Severity == diag.Error
	})
}
