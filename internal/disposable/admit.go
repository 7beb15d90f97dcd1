package disposable

import (
	"errors"

	"github.com/appsvc/svc/internal/disposable/process"
)

// confined means that this process must not load a project.
var confined bool

// Confine makes Admit refuse this process, unless it is a child or the system has none.
func Confine() { confined = process.Supported && joined == nil }

var errConfined = errors.New("a command loads a project outside of a disposable process")

// Admit returns an error if this process must not load a project. A command that calls neither cmdutil.Disposable nor
// its siblings fails here, the first time that somebody runs it.
func Admit() error {
	if confined {
		return errConfined
	}
	return nil
}
