package edge

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

// Folder returns the script's folder below edge/: the worker's name, or AppFolder.
func (s *Script) Folder() string {
	if s.IsApp() {
		return AppFolder
	}
	return s.Worker
}

// AppFolder is the folder of the app worker. No user worker may have this name.
const AppFolder = "app"

// SetDeployID sets the value of the DeployID binding.
func (s *Script) SetDeployID(id string) {
	for i := range s.Bindings {
		if s.Bindings[i].Name == DeployID {
			s.Bindings[i].Value = id
		}
	}
}
