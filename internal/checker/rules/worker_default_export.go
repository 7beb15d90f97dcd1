package rules

import (
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var workerDefaultExport = &checker.Rule{
	ID:       "worker-default-export",
	Severity: diag.Error,
	Title:    "export one worker as the default of each file in src/workers",
	Why:      "svc deploys only workers that are the default export of a file in src/workers, one per file",
	Hint:     "export the worker: export default worker",
	Before:   `const worker = defineWorker('main');`,
	After: `const worker = defineWorker('main');
export default worker;`,
	Run: runWorkerDefaultExport,
}

func runWorkerDefaultExport(p *checker.Pass) {
	named := reportWorkersOutside(p)
	for _, file := range p.Workers {
		if file.Worker != nil || !file.Evaluated || named[file.Path] {
			continue // valid, reported already, or another rule reports why the file did not run
		}
		value, at := defaultExport(p, file.Path)
		if !slices.Contains(file.Exports, "default") {
			p.Reportf(at, "%s has no default export", file.Path).
				Hintf("export a worker as default; move other modules out of src/workers, or start their file names with \"_\"")
			continue
		}
		draft := p.Reportf(at, "the default export of %s is not a worker", file.Path)
		if isFunction(value) {
			draft.Hintf("export the result of defineWorker itself, not a function")
		} else {
			draft.Hintf("export the result of defineWorker as default")
		}
	}
}

// reportWorkersOutside reports workers that are not a default export in src/workers, and returns their files.
func reportWorkersOutside(p *checker.Pass) map[string]bool {
	named := map[string]bool{}
	for _, d := range ofKind(p, declared.Worker) {
		if isDefaultExport(p, d) {
			continue
		}
		file := p.Locator.Locate(d.At).File
		if failed(p, file) {
			continue // its exports are unknown
		}
		draft := p.Reportf(d.At, "%s is not the default export of a file in src/workers", describe(d))
		switch {
		case named[file] || !isWorkerFile(p, file):
		case exportsOther(p, file):
			draft.Hintf("export the result of defineWorker: tool and the other methods return the capability, not the worker")
		default:
			draft.ExportDefault()
		}
		named[file] = true
	}
	return named
}

func isDefaultExport(p *checker.Pass, d *declared.Declaration) bool {
	for _, file := range p.Workers {
		if file.Worker == d {
			return true
		}
	}
	return slices.ContainsFunc(p.Workers, func(file *declared.WorkerFile) bool {
		return file.Worker != nil && samePlace(p, file.Worker, d)
	})
}

// exportsOther reports whether a worker file has a default export that is not a worker.
func exportsOther(p *checker.Pass, path string) bool {
	return slices.ContainsFunc(p.Workers, func(file *declared.WorkerFile) bool {
		return file.Path == path && file.Worker == nil && slices.Contains(file.Exports, "default")
	})
}

func isWorkerFile(p *checker.Pass, path string) bool {
	return slices.ContainsFunc(p.Workers, func(file *declared.WorkerFile) bool { return file.Path == path })
}

// failed reports whether a worker file was not evaluated completely.
func failed(p *checker.Pass, path string) bool {
	return slices.ContainsFunc(p.Workers, func(file *declared.WorkerFile) bool {
		return file.Path == path && !file.Evaluated
	})
}
