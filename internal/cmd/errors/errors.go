// Package errors implements `svc errors`, which lists uncaught errors by fingerprint, or shows one.
package errors

import (
	"context"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appworker"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/control"
)

type flags struct {
	appworker.Flags
	json bool
}

// New makes the command.
func New(env *cli.Env) *cobra.Command {
	f := &flags{}
	cmd := &cobra.Command{
		Use:   "errors [fingerprint]",
		Short: "List uncaught errors by fingerprint, or show one",
		Long: `List the uncaught errors of handlers, the latest first, with their fingerprint and how often and where they
occurred. Errors whose name and message are equal except for numbers share a fingerprint.

With a fingerprint, show the last of these errors with its stack trace and the input of its invocation,
redacted like logs. 'svc explain <fingerprint>' adds the line of source and how to repeat it. Positions are
those of the source, if the folder has the source map of the deploy that ran.

Records of a deployed app arrive within about a minute. They are kept for 30 days after the last error, for
at most 500 fingerprints.

` + appworker.ExitCodes("0 success", "1 unknown fingerprint, or the app does not load"),
		Example: `  svc errors
  svc errors 5ab2c0e9 --env production
  svc errors --json | jq -r '.errors[] | [.fingerprint, .count, .message] | @tsv'`,
		Args: cmdutil.MaximumArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.Run(cmd.Context(), env, func(t *appworker.Target) error {
				if len(args) > 0 {
					return f.show(cmd.Context(), env, t, args[0])
				}
				return f.list(cmd.Context(), env, t)
			})
		},
	}
	f.AddTo(cmd)
	cmdutil.AddJSONFlag(cmd.Flags(), &f.json)
	return cmd
}

func (f *flags) list(ctx context.Context, env *cli.Env, t *appworker.Target) error {
	if t.Refresh != nil {
		if err := t.Refresh(ctx); err != nil {
			return err
		}
	}
	failures, err := t.Client.Failures(ctx)
	switch {
	case err != nil:
		return t.Error(err)
	case f.json:
		return env.JSON(listDocument{1, failures})
	case len(failures) == 0:
		env.Notef("no errors %s", t.Place())
		return nil
	}
	rows := make([][]string, len(failures))
	for i, one := range failures {
		rows[i] = []string{
			one.Fingerprint, strconv.Itoa(one.Count), cmdutil.TimeText(int64(one.First)), cmdutil.TimeText(int64(one.Last)),
			one.Worker + "/" + one.CapabilityID, errorText(one),
		}
	}
	return env.Table([]string{"FINGERPRINT", "COUNT", "FIRST", "LAST", "CAPABILITY", "ERROR"}, rows)
}

func (f *flags) show(ctx context.Context, env *cli.Env, t *appworker.Target, fingerprint string) error {
	one, err := t.Failure(ctx, fingerprint)
	switch {
	case err != nil:
		return err
	case f.json:
		return env.JSON(showDocument{1, one})
	}
	rows := [][]string{
		{"fingerprint", one.Fingerprint}, {"error", errorText(one)}, {"count", strconv.Itoa(one.Count)},
		{"first", cmdutil.TimeText(int64(one.First))}, {"last", cmdutil.TimeText(int64(one.Last))},
		{"capability", one.Kind + " " + one.Worker + "/" + one.CapabilityID}, {"surface", one.Surface},
		{"portal", one.Portal}, {"deploy", one.DeployID},
	}
	if one.Invocation != "" {
		rows = append(rows, []string{"invocation", one.Invocation})
	}
	for _, line := range strings.Split(one.Stack, "\n") {
		if frame, isFrame := strings.CutPrefix(strings.TrimSpace(line), "at "); isFrame {
			rows = append(rows, []string{"at", frame})
		}
	}
	if one.Input != "" {
		rows = append(rows, []string{"input", one.Input})
	}
	return env.Table(nil, rows)
}

func errorText(one control.Failure) string { return one.Name + ": " + one.Message }

// The output of --json.
type (
	listDocument struct {
		SchemaVersion int               `json:"schemaVersion"`
		Errors        []control.Failure `json:"errors"`
	}
	showDocument struct {
		SchemaVersion int             `json:"schemaVersion"`
		Failure       control.Failure `json:"failure"`
	}
)
