package login

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/cmd/remote"
	"github.com/appsvc/svc/internal/platform"
)

type whoamiOptions struct {
	dir, profile string
	json         bool
}

func NewWhoami(env *cli.Env) *cobra.Command {
	o := &whoamiOptions{}
	cmd := &cobra.Command{
		Use:   "whoami",
		Short: "Say as whom this machine deploys, and try its credentials",
		Long: `Whoami asks both platforms for the account of the credential that a deploy from here would use, and says where
that credential comes from: the environment, the keyring, or the file.

Exit codes: 0 both credentials are good, 2 usage, 3 the tool failed, 7 one is missing or refused, 8 a platform gives
no answer.`,
		Example: `  svc whoami
  svc whoami --json --profile hubspot`,
		Args: cmdutil.UsageArgs(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), env) },
	}
	flags := cmd.Flags()
	flags.StringVarP(&o.dir, "dir", "C", ".", "the `folder` of the app, whose profile is taken")
	flags.StringVar(
		&o.profile, "profile", "",
		"vendor `profile`: "+strings.Join(platform.ProfileNames(), ", ")+" (default: profile in svc.platform.json, else crm)",
	)
	flags.BoolVar(&o.json, "json", false, "print one JSON document")
	return cmd
}

func (o *whoamiOptions) run(ctx context.Context, env *cli.Env) error {
	found, profile, err := remotes(env, platformNames, o.dir, o.profile)
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
			env.Notef("  fix: %s", known.Fix)
		}
	}
	return nil
}
