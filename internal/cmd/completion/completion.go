// Package completion implements `svc completion`, which prints completion scripts, and has the table of what shells
// complete.
package completion

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

// shells are the shells that have a script.
var shells = []struct {
	name  string
	write func(root *cobra.Command, to io.Writer) error
}{
	{"bash", func(root *cobra.Command, to io.Writer) error { return root.GenBashCompletionV2(to, true) }},
	{"zsh", (*cobra.Command).GenZshCompletion},
	{"fish", func(root *cobra.Command, to io.Writer) error { return root.GenFishCompletion(to, true) }},
	{"powershell", (*cobra.Command).GenPowerShellCompletionWithDesc},
}

// New makes the command.
func New(env *cli.Env) *cobra.Command {
	var names []string
	for _, shell := range shells {
		names = append(names, shell.name)
	}
	return &cobra.Command{
		Use:   "completion <bash|zsh|fish|powershell>",
		Short: "Print the completion script of a shell",
		Long: `Print a script that makes a shell complete commands, flags, rules, formats and error codes, and the ids of
your app: capabilities, workers, fixtures, environments, secrets, installs, errors and deliveries. To
complete an id, the shell runs svc, which loads the app in a process with limits and without credentials.
With --env in the command line it asks the deployed app, for at most 3 seconds.

To load it in every new shell:

    bash        source <(svc completion bash) in ~/.bashrc, with the package bash-completion
    zsh         svc completion zsh > "${fpath[1]}/_svc", with compinit in ~/.zshrc
    fish        svc completion fish > ~/.config/fish/completions/svc.fish
    powershell  svc completion powershell | Out-String | Invoke-Expression in $PROFILE

Exit codes: 0 printed, 2 usage error, 3 internal error.`,
		Example: `  source <(svc completion bash)
  svc completion fish > ~/.config/fish/completions/svc.fish`,
		Args:      cmdutil.ExactArgs(1),
		ValidArgs: names,
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, shell := range shells {
				if shell.name == args[0] {
					return shell.write(cmd.Root(), env.Out)
				}
			}
			return cli.Usage(
				fmt.Sprintf("unknown shell %q: expected %s", args[0], cmdutil.AnyOf(names)), cli.Suggest(args[0], names, ""),
			)
		},
	}
}
