package dev

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/localserver"
	"github.com/appsvc/svc/internal/taillog"
)

const (
	// defaultLogLines is how many lines svc dev logs prints: some screens, and little for a coding agent.
	defaultLogLines = 100
	// maxLogLines is how many lines the server keeps.
	maxLogLines = 10_000
)

type logOptions struct {
	dir, worker string
	filter      taillog.Filter
	limit       int
	asJSON      bool
}

func newLogsCommand(env *cli.Env) *cobra.Command {
	o := &logOptions{}
	cmd := &cobra.Command{
		Use:   "logs",
		Short: "Print the last log lines of the running server",
		Long: `Print the last log lines of the server that 'svc dev' runs in this folder, the oldest first: log lines of
handlers and cards, the end of each invocation, requests, schedules and reloads. Times are UTC. 'svc logs'
follows the workers that are deployed.

Exit codes: 0 success, 2 usage error, 3 internal error, 9 no running server.`,
		Example: `  svc dev logs
  svc dev logs --level warn --worker invoices
  svc dev logs --capability send-reminder --limit 20 --json`,
		Args: cmdutil.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.validate(); err != nil {
				return err
			}
			lines, err := o.read(cmd, env)
			if err != nil {
				return err
			}
			return o.print(env, lines)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.worker, "worker", "", "print lines of this `worker` only")
	f.StringVar(&o.filter.Level, "level", "", "print this `level` and above: "+strings.Join(taillog.Levels(), ", "))
	f.StringVar(&o.filter.Capability, "capability", "", "print lines of this capability only, an `id` or <worker>/<id>")
	f.IntVar(&o.limit, "limit", defaultLogLines, fmt.Sprintf("print this `number` of lines, up to %d", maxLogLines))
	cmdutil.AddDirFlag(f, &o.dir)
	cmdutil.AddJSONFlag(f, &o.asJSON)
	return cmd
}

func (o *logOptions) validate() error {
	if o.filter.Level != "" {
		if err := cmdutil.OneOf("--level", o.filter.Level, taillog.Levels()); err != nil {
			return err
		}
	}
	if o.limit < 1 || o.limit > maxLogLines {
		problem := fmt.Sprintf("invalid --limit %d: expected a number from 1 to %d", o.limit, maxLogLines)
		return cli.Usage(problem, "leave it out for the last 100 lines")
	}
	return nil
}

// read returns the last lines that the filters select.
func (o *logOptions) read(cmd *cobra.Command, env *cli.Env) (lines []taillog.Line, err error) {
	server, err := localserver.In(env, o.dir)
	if err == nil {
		err = server.History(cmd.Context(), func(text []byte) error {
			line, known := logLineOf(text)
			if known && o.filter.Matches(line) && (o.worker == "" || line.Worker == o.worker) {
				lines = append(lines, line)
			}
			if len(lines) > 2*o.limit {
				lines = append(lines[:0], lines[len(lines)-o.limit:]...)
			}
			return nil
		})
	}
	return lines[max(0, len(lines)-o.limit):], localserver.UserError(err, "svc dev logs", "")
}

// logsDocument is the output of --json.
type logsDocument struct {
	SchemaVersion int            `json:"schemaVersion"`
	Lines         []taillog.Line `json:"lines"`
}

func (o *logOptions) print(env *cli.Env, lines []taillog.Line) error {
	if o.asJSON {
		return env.JSON(logsDocument{1, append([]taillog.Line{}, lines...)})
	}
	for _, l := range lines {
		where := l.Worker
		if l.Capability != "" {
			where += "/" + l.Capability
		}
		row := cli.LogLine{
			At: time.UnixMilli(l.At), Level: l.Level, Where: where, Message: l.Message, Fields: string(l.Fields),
		}
		if err := env.LogRow(row); err != nil {
			return err
		}
	}
	switch {
	case len(lines) > 0:
	case o.worker != "" || o.filter != taillog.Filter{}:
		env.Notef("no log lines that the flags select")
	default:
		env.Notef("no log lines yet")
	}
	return nil
}
