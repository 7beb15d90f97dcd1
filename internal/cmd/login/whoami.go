package login

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/remote"
)

// NewWhoami makes svc whoami.
func NewWhoami(env *cli.Env) *cobra.Command {
	o := &flags{}
	cmd := &cobra.Command{
		Use:   "whoami",
		Short: "Show and verify the accounts this machine deploys with",
		Long: `Whoami verifies the credentials that a deploy from this machine uses. It prints the account on each
platform and the place of the credential: the environment, the keyring or the file.

Exit codes: 0 both credentials are valid, 2 usage error, 3 internal error, 7 missing or rejected
credential, 8 platform unreachable.`,
		Example: `  svc whoami
  svc whoami --json --profile hubspot`,
		Args: cmdutil.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.whoami(cmd.Context(), env) },
	}
	o.addTo(cmd)
	return cmd
}

func (o *flags) whoami(ctx context.Context, env *cli.Env) error {
	found, profile, err := o.remotes(env, platformNames)
	if err != nil {
		return err
	}
	probe := prober{env, remote.NewStore(env), profile}
	var identities []*identity
	worst := 0
	for _, r := range found {
		known, err := probe.identify(ctx, r)
		if err != nil {
			return err
		}
		worst = max(worst, known.code)
		identities = append(identities, known)
	}
	if o.json {
		err = env.JSON(struct {
			SchemaVersion int         `json:"schemaVersion"`
			Platforms     []*identity `json:"platforms"`
		}{1, identities})
	} else {
		err = printIdentities(env, identities)
	}
	if err == nil && worst != 0 {
		err = cli.Exit(worst)
	}
	return err
}

func printIdentities(env *cli.Env, identities []*identity) error {
	var rows [][]string
	for _, known := range identities {
		account := ""
		if known.Account != nil {
			account = known.Account.String()
		}
		rows = append(rows, []string{known.Platform, known.State, account, string(known.From), known.ExpiresOn})
	}
	if err := env.Table([]string{"PLATFORM", "STATE", "ACCOUNT", "FROM", "EXPIRES"}, rows); err != nil {
		return err
	}
	for _, known := range identities {
		if known.Why != "" {
			env.Notef("%s: %s", known.Platform, known.Why)
			if known.Fix != "" {
				env.Notef("  fix: %s", known.Fix)
			}
		}
	}
	return nil
}
