package served

import (
	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
)

// Commands makes the commands.
func Commands(env *cli.Env) []*cobra.Command {
	return []*cobra.Command{
		newTickCommand(env), newInstallCommand(env), newFaultCommand(env), newSendCommand(env), newRunsCommand(env),
		newSchedulesCommand(env), newStoreCommand(env), newRecordsCommand(env), newBudgetCommand(env), newFlagsCommand(env),
		newBillingCommand(env),
	}
}
