package check

import (
	"github.com/appsvc/svc/internal/disposable"
	"github.com/appsvc/svc/internal/project"
)

// Anticipate starts what each check does, whatever the project, if the arguments are those of a check in a disposable
// process, or the process waits for a request. The process builds the command tree and looks for the project meanwhile.
func Anticipate(args []string) {
	if disposable.StartedAhead() || disposable.Joined() && len(args) > 0 && args[0] == "check" {
		project.Anticipate()
	}
}
