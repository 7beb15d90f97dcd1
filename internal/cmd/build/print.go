package build

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/platform"
)

// document is the output of --json.
type document struct {
	build.Report
	Out string `json:"out"`
}

// printResult prints one line per script to Out, and warnings and a summary to Err.
func printResult(env *cli.Env, output *build.Output, starts []build.StartTime, out string, took time.Duration) error {
	rows := make([][]string, len(output.Report.Scripts))
	for i, script := range output.Report.Scripts {
		worker := script.Worker
		if output.Scripts[i].IsApp() {
			worker = cmdutil.ScriptTitle("")
		}
		rows[i] = []string{
			worker, script.Script, kilobytes(script.Bytes), kilobytes(script.GzipBytes), fmt.Sprint(len(script.Crons)),
		}
	}
	if err := env.Table([]string{"WORKER", "SCRIPT", "SIZE", "GZIP", "CRONS"}, rows); err != nil {
		return err
	}
	printWarnings(env, output.Report.Warnings)
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

// maxRepeated is how many warnings of one kind are printed in full, if they have no position.
const maxRepeated = 3

// printWarnings prints each warning on a line. Of warnings without a position that repeat, it prints the first one,
// with the number of the others and the first names.
func printWarnings(env *cli.Env, warnings []build.Warning) {
	repeated := map[string][]string{}
	for _, warning := range warnings {
		if warning.File == "" {
			repeated[warning.Code] = append(repeated[warning.Code], cmp.Or(warning.Script, warning.Name))
		}
	}
	for _, warning := range warnings {
		names, text := repeated[warning.Code], warning.Message
		if warning.Script != "" {
			text = warning.Script + ": " + text
		}
		switch {
		case warning.File != "":
			env.Notef("%s:%d:%d: warning: %s [%s]", warning.File, warning.Line, warning.Column, text, warning.Code)
		case len(names) <= maxRepeated:
			env.Notef("warning: %s", text)
		case names[0] == cmp.Or(warning.Script, warning.Name):
			shown := strings.Join(names[1:1+maxRepeated], ", ")
			env.Notef("warning: %s (and %d more: %s, …)", text, len(names)-1, shown)
		}
	}
}

func kilobytes(bytes int) string { return fmt.Sprintf("%.1f kB", float64(bytes)/1000) }
