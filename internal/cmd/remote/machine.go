package remote

import (
	"crypto/rand"
	"errors"
	"os"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/internal/deploy/port"
)

// Clock returns the time and the randomness of this machine, for engines that deploy.
func Clock(env *cli.Env) port.Clock {
	return port.Clock{Now: env.Now, Sleep: cmdutil.Sleep, Random: Random}
}

// Random fills data with random bytes.
func Random(data []byte) error {
	_, err := rand.Read(data)
	return err
}

// Hostname returns the name of this machine, which a lock shows to others.
func Hostname() string {
	name, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	return name
}

// OwnerError returns the error for what another app or deploy has: the lock of an environment, or something on a
// platform. It returns nil for other errors.
func OwnerError(err error) error {
	if locked, ok := errors.AsType[*owner.LockedError](err); ok {
		fix := "wait for it; if it crashed, take its lock with --force-unlock"
		if locked.Interrupted {
			env := " --env " + locked.Environment
			fix = "resume it with 'svc deploy" + env + "', or end it with 'svc rollback" + env + "'"
		}
		return &cli.Error{Code: cli.ExitMoved, What: locked.Error(), Why: locked.Why(), Err: err, Fix: fix}
	}
	if foreign, ok := errors.AsType[*port.ForeignError](err); ok {
		return &cli.Error{Code: cli.ExitMoved, What: foreign.What, Why: foreign.Why, Fix: foreign.Fix, Err: err}
	}
	return nil
}
