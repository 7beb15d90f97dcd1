package edge

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/manifest"
)

// Script is one worker for the edge platform.
type Script struct {
	// Name is the name of the script, Worker the name of the user worker; "" for the app worker.
	Name, Worker string
	// Modules are its ES modules, with MainModule first. SourceMap is the source map of MainModule, or nil.
	Modules   []Module
	SourceMap []byte
	// Bindings are the reserved bindings. Secrets never have values here.
	Bindings []Binding
	// Crons are its distinct cron triggers, in UTC.
	Crons []string
	// Migrations are the migrations of its Durable Object classes, oldest first. Only the app worker has any.
	Migrations []Migration
	// Secrets are the names of all secrets that it needs, sorted: those of Bindings and those that the app declares.
	Secrets           []string
	CompatibilityDate string
	// Flags are compatibility flags.
	Flags []string
}

// SourceMapModule is the name of the source map of a script.
const SourceMapModule = MainModule + ".map"

// Migration is one step of the history of Durable Object classes.
type Migration struct {
	Tag string
	// New are the classes that the step creates, with SQLite storage. Deleted are removed with their state.
	New, Deleted []string
}

// IsApp reports whether the script is the app worker.
func (s *Script) IsApp() bool { return s.Worker == "" }

// Folder returns the script's folder below edge/: the worker's name, or appFolder.
func (s *Script) Folder() string {
	if s.IsApp() {
		return appFolder
	}
	return s.Worker
}

// appFolder is the folder of the app worker. No user worker may have this name.
const appFolder = "app"

// SetDeployID sets the value of the DeployID binding.
func (s *Script) SetDeployID(id string) {
	for i := range s.Bindings {
		if s.Bindings[i].Name == DeployID {
			s.Bindings[i].Value = id
		}
	}
}

// NextMigrations returns the history of Durable Object classes, with one more step if it does not end with the given
// classes. Steps are only appended: the platform stores the last tag and runs the steps after it.
func NextMigrations(history []Migration, classes []string) []Migration {
	var live []string
	for _, step := range history {
		live = append(live, step.New...)
		live = slices.DeleteFunc(live, func(class string) bool { return slices.Contains(step.Deleted, class) })
	}
	without := func(all, excluded []string) (rest []string) {
		for _, class := range all {
			if !slices.Contains(excluded, class) {
				rest = append(rest, class)
			}
		}
		return rest
	}
	step := Migration{New: without(classes, live), Deleted: without(live, classes)}
	if len(step.New) == 0 && len(step.Deleted) == 0 {
		return history
	}
	used := map[string]bool{}
	for _, earlier := range history {
		used[earlier.Tag] = true
	}
	for n := len(history) + 1; step.Tag == ""; n++ {
		if tag := "v" + strconv.Itoa(n); !used[tag] {
			step.Tag = tag
		}
	}
	return append(slices.Clone(history), step)
}

// Crons returns the distinct cron triggers of a worker's syncs, sorted. The SDK writes weekdays as names, because the
// edge counts them from 1 = Sunday; a weekday number is an error.
func Crons(w *manifest.Worker) ([]string, error) {
	var crons []string
	for i := range w.Capabilities {
		if sync := w.Capabilities[i].Sync; sync != nil {
			crons = append(crons, sync.Schedule.Crons...)
		}
	}
	slices.Sort(crons)
	crons = slices.Compact(crons)
	for _, cron := range crons {
		fields := strings.Fields(cron)
		if len(fields) != 5 {
			return nil, fmt.Errorf("invalid schedule %q of worker %q: expected 5 fields", cron, w.Name)
		}
		if strings.ContainsAny(fields[4], "0123456789") {
			return nil, fmt.Errorf("invalid schedule %q of worker %q: expected weekdays as names", cron, w.Name)
		}
	}
	return crons, nil
}

// PlaceholderCode is the main module of a placeholder, which reserves the name of a user worker. The app worker and the
// user workers bind to each other, so one of them must exist first. It responds with 503.
const PlaceholderCode = `import { WorkerEntrypoint } from 'cloudflare:workers';
const body = JSON.stringify({ ok: false, error: 'not_configured', message: 'this worker is being deployed' });
export class ` + stepEntrypoint + ` extends WorkerEntrypoint {}
export default {
  fetch: () => new Response(body, { status: 503, headers: { ` +
	`'content-type': 'application/json', 'retry-after': '30' } }),
};
`

// Placeholder returns a placeholder for the script.
func (s *Script) Placeholder() Script {
	return Script{Name: s.Name, Worker: s.Worker, CompatibilityDate: s.CompatibilityDate, Modules: []Module{
		{Name: MainModule, Text: []byte(PlaceholderCode)},
	}}
}
