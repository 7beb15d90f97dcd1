package build

import (
	"fmt"
	"time"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/platform"
)

// document is the output of --json.
type document struct {
	Out string `json:"out"`
	build.Report
}

// printResult prints one line per script to Out, and warnings and a summary to Err.
func printResult(env *cli.Env, output *build.Output, starts []build.StartTime, out string, took time.Duration) error {
	rows := make([][]string, len(output.Report.Scripts))
	for i, script := range output.Report.Scripts {
		worker := script.Worker
		if output.Scripts[i].IsApp() {
			worker = "(app worker)"
		}
		rows[i] = []string{
			worker, script.Script, kilobytes(script.Bytes), kilobytes(script.GzipBytes), fmt.Sprint(len(script.Crons)),
		}
	}
	if err := env.Table([]string{"WORKER", "SCRIPT", "SIZE", "GZIP", "CRONS"}, rows); err != nil {
		return err
	}
	for _, warning := range output.Report.Warnings {
		switch {
		case warning.File != "":
			env.Notef("%s:%d:%d: warning: %s [%s]", warning.File, warning.Line, warning.Column, warning.Message, warning.Code)
		case warning.Script != "":
			env.Notef("warning: %s: %s", warning.Script, warning.Message)
		default:
			env.Notef("warning: %s", warning.Message)
		}
	}
	for i, start := range starts {
		switch {
		case start.Slow:
			env.Notef(
				"warning: %s: start-up took %d ms in svc's engine; the edge's engine is faster, but rejects more than %d ms",
				start.Script, start.Took.Milliseconds(), platform.StartTime.Value,
			)
		case i == 0:
			env.Notef(
				"start-up: at most %d ms (%s), measured in svc's engine, which is slower than the edge's",
				start.Took.Milliseconds(), start.Script,
			)
		}
	}
	env.Notef(
		"built %s and a CRM project of %s in %s (%d ms)", cli.Count(len(output.Scripts), "script"),
		cli.Count(output.Report.CRM.Files, "file"), cli.ShellWord(out), took.Milliseconds(),
	)
	return nil
}

func kilobytes(bytes int) string { return fmt.Sprintf("%.1f kB", float64(bytes)/1000) }
