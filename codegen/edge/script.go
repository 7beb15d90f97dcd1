// This file says what a script is: everything that the edge platform is told of one worker.

package edge

// Script is one worker as it is deployed.
type Script struct {
	// Name is the script's name at the platform, Worker the user worker's; "" for the app worker.
	Name, Worker string
	// Modules are its ES modules, the main one (MainModule) first. SourceMap belongs to it; the module names
	// it in its last line. Nil when there is none.
	Modules   []Module
	SourceMap []byte
	// Bindings are the reserved ones of the worker. A Secret has no value here, ever.
	Bindings []Binding
	// Crons are the distinct schedules that start it, as the platform writes them, in UTC.
	Crons []string
	// Migrations are the steps of the Durable Object classes that the script holds, oldest first. Only the
	// app worker has any.
	Migrations []Migration
	// Secrets are the names of all secrets that it needs, sorted: the reserved ones among Bindings, and those
	// that the app's declarations name.
	Secrets           []string
	CompatibilityDate string
	// Flags are compatibility flags.
	Flags []string
}

// SourceMapModule is the name under which a source map goes with its script.
const SourceMapModule = MainModule + ".map"

// Migration is one step of the history of Durable Object classes.
type Migration struct {
	Tag string
	// New are classes that the step makes, with SQLite storage; Deleted are removed with their state.
	New, Deleted []string
}

// IsApp reports whether it is the app worker.
func (s *Script) IsApp() bool { return s.Worker == "" }

// Folder is the script's folder below edge/: the worker's name, or AppFolder.
func (s *Script) Folder() string {
	if s.IsApp() {
		return AppFolder
	}
	return s.Worker
}

// AppFolder is the folder of the app worker. No user worker may have this name.
const AppFolder = "app"

// SetDeployID binds the id of the deploy that the script is a part of.
func (s *Script) SetDeployID(id string) {
	for i := range s.Bindings {
		if s.Bindings[i].Name == DeployID {
			s.Bindings[i].Value = id
		}
	}
}
