package live

import (
	"slices"

	"github.com/appsvc/svc/internal/project"
)

// builds keeps the last build of each worker, so that a save builds only those that contain the file. Other changes
// than of the text of source files, such as a new file, may change what an import means: then all are built again.
type builds struct {
	// workers are the last builds by file, files the source files of the project at that time.
	workers map[string]*project.Worker
	files   []string
	// changed are the files that have changed since. unknown means that others may have, too.
	changed []string
	unknown bool
}

// note adds files that have changed; nil means any.
func (b *builds) note(changed []string) {
	b.changed = append(b.changed, changed...)
	b.unknown = b.unknown || changed == nil
}

// check drops what the changes affect. files are the source files of the project as it is now.
func (b *builds) check(files []string) {
	isText := func(file string) bool { return slices.Contains(b.files, file) && slices.Contains(files, file) }
	for _, file := range b.changed {
		b.unknown = b.unknown || !isText(file)
	}
	for path, worker := range b.workers {
		if b.unknown || slices.ContainsFunc(b.changed, worker.Contains) {
			delete(b.workers, path)
		}
	}
}

// current returns the last build of a worker file, nil if it has to be built.
func (b *builds) current(file string) *project.Worker { return b.workers[file] }

// keep replaces the builds.
func (b *builds) keep(files []string, built []*project.Worker) {
	*b = builds{workers: map[string]*project.Worker{}, files: files}
	for _, worker := range built {
		b.workers[worker.File()] = worker
	}
}
