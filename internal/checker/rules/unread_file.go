package rules

import (
	"path"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/tsedit"
)

var unreadFile = &checker.Rule{
	ID:       "unread-file",
	Severity: diag.Warning,
	Title:    "keep declarations in files that svc reads",
	Why: "svc reads the config, the files directly in src/workers and everything that they import; it does not " +
		"check, build or deploy declarations in other files, such as src/worker/main.ts",
	Hint:   "import the file in a worker, and register what it exports with worker.use(...)",
	Before: `// src/workers/billing/main.ts: export default defineWorker('billing');`,
	After:  `// src/workers/billing.ts: export default defineWorker('billing');`,
	Run:    runUnreadFile,
}

func runUnreadFile(p *checker.Pass) {
	hasUnknownImports := slices.ContainsFunc(p.Faults(), func(problem declared.Problem) bool {
		return slices.Contains([]string{syntaxError.ID, unresolvedImport.ID, refusedImport.ID}, problem.Rule)
	})
	for _, file := range p.Unread {
		dir, name := path.Split(file.Path)
		extension := path.Ext(name)
		stem := strings.TrimSuffix(name, extension)
		switch {
		case file.Call == "defineApp":
			reportUnreadConfig(p, file)
		case dir == "src/workers/":
			p.Reportf(file.At, "svc does not read workers with the extension %s", extension).
				Hintf("rename the file to src/workers/%s.ts", stem)
		case file.Call == "defineWorker":
			if parent := path.Base(dir); stem == "index" || stem == "main" || stem == "worker" {
				if parent != "worker" && parent != "workers" && parent != "src" {
					stem = parent
				}
			}
			p.Reportf(file.At, "svc does not read this worker: it reads only the files directly in src/workers").
				Hintf("move the file to src/workers/%s.ts", stem)
		case file.Call == "":
			p.Reportf(file.At, "svc does not read this file: workers are the files directly in src/workers").
				Hintf("move the file to src/workers/%s.ts, or import it in a worker", stem)
		case hasUnknownImports: // a file that was not bundled may import it
		default:
			draft := p.Reportf(file.At, "svc does not read this call to %s: no worker or config imports the file", file.Call)
			offerRegistration(p, draft, file)
		}
	}
}

func reportUnreadConfig(p *checker.Pass, file declared.UnreadFile) {
	if p.ConfigFile == "" || strings.Contains(file.Path, "/") {
		p.Reportf(file.At, "svc does not read this call to defineApp: it reads only svc.config.ts in the app's folder").
			Hintf("move it to svc.config.ts")
		return
	}
	p.Reportf(file.At, "svc does not read %s, since %s exists", file.Path, p.ConfigFile).
		Hintf("delete one of the two")
}

// registrable are the calls whose result a worker registers with use.
var registrable = []string{"tool", "action", "cardBackend", "trigger", "sync"}

// offerRegistration offers to register a capability with the only worker, if the file exports it by name.
func offerRegistration(p *checker.Pass, draft *checker.Draft, file declared.UnreadFile) {
	if len(p.Workers) != 1 || p.Workers[0].Worker == nil || !slices.Contains(registrable, file.Call) {
		return
	}
	text, call := string(p.Source(file.Path)), p.Locator.Locate(file.At)
	name := tsedit.ExportedVariable(text, tsedit.Offset(text, call.Line, call.Column))
	if name == "" {
		return
	}
	// Workers are in src/workers, and unread files are elsewhere.
	module, inSource := strings.CutPrefix(file.Path, "src/")
	if !inSource {
		module = "../" + file.Path
	}
	draft.Register(p.Workers[0].Worker.At, name, "../"+strings.TrimSuffix(module, path.Ext(module)))
}
