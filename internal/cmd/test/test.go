// Package test implements `svc test`, which runs the fixtures of an app.
package test

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/disposable"
	"github.com/appsvc/svc/internal/heap"
	"github.com/appsvc/svc/internal/projectfs"
)

// maxRepeat is the most that --repeat accepts.
const maxRepeat = 1000

type options struct {
	names     []string // fixtures, or patterns of them
	dir       string
	profile   string
	formats   []string
	json      bool
	update    bool
	watch     bool
	untrusted bool
	repeat    int

	outputs []output
}

// output is one --format.
type output struct{ format, file string }

// formats are the values of --format.
var formats = []string{textFormat, jsonFormat, junitFormat}

const (
	textFormat  = "text"
	jsonFormat  = "json"
	junitFormat = "junit"
)

// New makes the command.
func New(env *cli.Env) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:   "test [fixture...]",
		Short: "Run the fixtures of the app",
		Long: `Run the fixtures of the app: the JSON files in the folder fixtures. Each runs one capability with its input,
CRM records, responses of other hosts and a start time, and compares the status, the result and the CRM calls
with what it expects. An argument is the name of a fixture, or a pattern such as 'invoice-*'.

A fixture runs with the runtime of production against the emulated CRM, in virtual time, with seeded
random numbers, and without a network. It reads no .dev.vars: a declared secret has the value "test-" and
its name, unless the fixture sets env.

--update replaces the expectations of the fixtures with what the app does now. A fixture without expectations
gets all usual ones. Values that depend on random numbers are added to ignore. --repeat 5 runs each fixture
five times with different random numbers.

'svc dev invoke <id> --save-fixture <name>' makes a fixture of one run.

Exit codes: 0 all pass, 1 a fixture fails or the app does not load, 2 usage error, 3 internal error.`,
		Example: `  svc test
  svc test 'invoice-*' --update
  svc test --format text --format junit=report.xml
  svc test --json | jq '.fixtures[] | select(.status == "failed")'`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.names = args
			if err := o.validate(env); err != nil {
				return err
			}
			if o.watch && !disposable.Joined() {
				return runWatch(cmd.Context(), env, o)
			}
			_, err := runApart(cmd.Context(), env, o)
			return err
		},
	}
	f := cmd.Flags()
	f.BoolVar(&o.update, "update", false, "write what the app does into the fixtures")
	f.IntVar(&o.repeat, "repeat", 1, "run each fixture this `number` of times, with different random numbers")
	f.BoolVar(&o.watch, "watch", false, "run again after every change")
	f.StringArrayVar(&o.formats, "format", nil,
		"the `format`: text, json or junit; NAME=FILE writes to a file (default text)")
	cmdutil.AddJSONFlag(f, &o.json)
	cmdutil.AddDirFlag(f, &o.dir)
	cmdutil.AddProfileFlag(f, &o.profile)
	cmdutil.AddUntrustedFlag(f, &o.untrusted)
	return cmd
}

// validate rejects invalid values and combinations of flags.
func (o *options) validate(env *cli.Env) error {
	switch {
	case o.watch && o.update:
		return cli.Usage("--watch and --update exclude each other: each update is a change", "leave out one of them")
	case o.repeat < 1 || o.repeat > maxRepeat:
		return cli.Usage(
			fmt.Sprintf("invalid --repeat %d: expected a number from 1 to %d", o.repeat, maxRepeat), "write --repeat 10",
		)
	case o.json && len(o.formats) > 0:
		return cli.Usage("--json and --format exclude each other", "write --format json instead of --json")
	}
	values := o.formats
	if o.json {
		values = []string{jsonFormat}
	}
	if len(values) == 0 {
		values = []string{textFormat}
	}
	used := map[string]bool{}
	for _, value := range values {
		name, file, toFile := strings.Cut(value, "=")
		if err := cmdutil.OneOf("--format", name, formats); err != nil {
			return err
		}
		if toFile && file == "" {
			return cli.Usage(fmt.Sprintf("--format %s has no file name", value), "write --format "+name+"=FILE")
		}
		if file != "" {
			file = env.Path(file)
		}
		if used[file] {
			return cli.Usage(
				fmt.Sprintf("--format %s has the same output as another --format", value),
				"write one of them to a file: --format "+name+"=FILE",
			)
		}
		used[file] = true
		o.outputs = append(o.outputs, output{name, file})
	}
	return nil
}

// runApart runs the fixtures once, in a disposable process. For --watch, it returns what the process
// depends on, nothing if the app has not loaded.
func runApart(ctx context.Context, env *cli.Env, o *options) (projectfs.Inputs, error) {
	return cmdutil.ActingOnce(ctx, env, o.watch, func(ctx context.Context) (projectfs.Inputs, error) {
		heap.OneShot()
		return runOnce(ctx, env, o)
	})
}

// runWatch runs the fixtures after every change, until a signal arrives.
func runWatch(ctx context.Context, env *cli.Env, o *options) error {
	dir, err := env.Folder(o.dir)
	if err != nil {
		return err
	}
	var written []string
	for _, out := range o.outputs {
		written = append(written, out.file)
	}
	return cmdutil.Watch[projectfs.Inputs]{
		Env: env, Dir: dir, Written: written, Fix: "run 'svc test' without --watch",
		Round: func(ctx context.Context) (projectfs.Inputs, error) {
			if ctx.Err() == nil {
				env.ClearScreen()
			}
			return runApart(ctx, env, o)
		},
		Inputs: func(inputs projectfs.Inputs) projectfs.Inputs { return inputs },
		Show: func(_ projectfs.Inputs, err error) error {
			showRound(env, o, err)
			return nil
		},
	}.Run(ctx)
}
