package live

import (
	"context"
	"maps"
	"runtime"
	"slices"
	"sync"

	"github.com/appsvc/svc/internal/devserver/host"
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

// build builds every worker, or takes its last build if nothing that it contains has changed. A worker that does not
// build is reported in the round.
func (s *Session) build(ctx context.Context, round *Round) (map[string]*project.Worker, error) {
	built := map[string]*project.Worker{}
	var mu sync.Mutex // guards built and round.Failed
	var all sync.WaitGroup
	turns := make(chan struct{}, runtime.GOMAXPROCS(0))
	together := s.buildTogether(round)
	for _, file := range round.loads.Workers {
		if file.Worker == nil || file.Worker.ID == "" {
			continue // 'svc check' reports why
		}
		all.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			worker, err := s.builds.current(file.Path), error(nil)
			if worker == nil {
				worker = together[file.Path]
			}
			if worker == nil {
				worker, err = host.BuildWorker(ctx, s.options.Project, round.loads, file.Path)
			}
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				round.Failed[file.Worker.ID] = err
			} else {
				built[file.Worker.ID] = worker
			}
		})
	}
	all.Wait()
	if ctx.Err() == nil {
		s.builds.keep(round.Project.Files, slices.Collect(maps.Values(built)))
	}
	return built, ctx.Err()
}

// buildTogether builds the workers that have no current build at once, if there are several. It may leave out some.
func (s *Session) buildTogether(round *Round) map[string]*project.Worker {
	var files []string
	for _, file := range round.loads.Workers {
		if file.Worker != nil && file.Worker.ID != "" && s.builds.current(file.Path) == nil {
			files = append(files, file.Path)
		}
	}
	if len(files) < 2 {
		return nil
	}
	return host.BuildWorkers(s.options.Project, round.loads, files)
}
