package port

import "fmt"

// ForeignError is a script, CRM project or folder that belongs to another project.
type ForeignError struct {
	What, Why, Fix string
}

// ForeignScript returns the error for a script of another project, which has an id. whose and own are the owners in
// words.
func ForeignScript(script, project, whose, own string) *ForeignError {
	return &ForeignError{
		What: fmt.Sprintf("script %q belongs to another project", script),
		Why:  fmt.Sprintf("its owner is %s, and this folder is %s", whose, own),
		Fix:  fmt.Sprintf("if this folder is that project, restore .svc/project.json with the projectId %q", project),
	}
}

func (e *ForeignError) Error() string { return e.What + ": " + e.Why }

// StaleError reports that the deployed state or the build has changed since the plan was made.
type StaleError struct{ Why string }

func (e *StaleError) Error() string { return "the plan is stale: " + e.Why }

// WorkerName returns a worker's name for messages. That of the app worker is "".
func WorkerName(worker string) string {
	if worker == "" {
		return "the app worker"
	}
	return fmt.Sprintf("the worker %q", worker)
}
