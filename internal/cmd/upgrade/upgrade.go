// Package upgrade implements `svc upgrade`, which reports whether a newer version of svc exists.
package upgrade

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/semver"
)

// checkVariable is the variable that switches the check off.
const checkVariable = "SVC_UPGRADE_CHECK"

// New makes the command.
func New(env *cli.Env) *cobra.Command {
	var check bool
	cmd := &cobra.Command{
		Use:   "upgrade --check",
		Short: "Report whether a newer version of svc exists",
		Long: `Ask the npm registry for the newest version of svc and print one line to standard error. The command installs
nothing and leaves standard output empty, so a script or a shell profile can run it.

SVC_REGISTRY_URL is the address of the registry. It is optional in npm scripts, if npm's configuration names a
registry (npm_config_registry).
The registry is asked at most once a day. The command does nothing on a build server (CI) and with
SVC_UPGRADE_CHECK=off.

Exit codes: 0 success, 2 usage error, 3 internal error, 8 no valid response from the registry.`,
		Example: `  SVC_REGISTRY_URL=$(npm config get registry) svc upgrade --check
  SVC_REGISTRY_URL=https://npm.example.com svc upgrade --check`,
		Args: cmdutil.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !check {
				return cli.Usage(
					"svc does not replace its own binary",
					"run 'svc upgrade --check', then install the new version as 'svc docs install' describes",
				)
			}
			return run(cmd.Context(), env)
		},
	}
	cmd.Flags().BoolVar(&check, "check", false, "report the newest version, and change nothing")
	return cmd
}

func run(ctx context.Context, env *cli.Env) error {
	if env.CI() || env.Getenv(checkVariable) == "off" {
		return nil
	}
	registry, err := remote.Registry(env)
	if err != nil {
		return err
	}
	file := answerFile(env.Getenv)
	known := readAnswer(file)
	if !known.holds(registry, env.Now()) {
		newest, err := newestVersion(ctx, registry, env.Version)
		if err != nil {
			return err
		}
		known = answer{registry, newest, env.Now()}
		known.write(file)
	}
	if !semver.IsOlder(env.Version, known.Newest) {
		_, err = fmt.Fprintf(env.Err, "svc %s is the newest version\n", env.Version)
		return err
	}
	_, err = fmt.Fprintf(
		env.Err, "svc %[1]s is available, and this is %[2]s: run npm install @svc/cli@%[1]s @svc/sdk@%[1]s, or see "+
			"'svc docs install'\n", known.Newest, env.Version,
	)
	return err
}
