package secrets

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/secrets"
)

type deleteOptions struct {
	commonFlags
	yes bool
}

func newDeleteCommand(env *cli.Env) *cobra.Command {
	o := &deleteOptions{}
	cmd := &cobra.Command{
		Use:   "delete <name>",
		Short: "Delete a secret that no declaration names",
		Long: `Delete a secret from every deployed script of the environment, and its value that waits on this machine.
The command prints where the secret is set and asks for a confirmation. Without a terminal it requires
--yes. Each script gets a new version at once. Deleting twice has no further effect.

A secret that a declaration names is not deleted, because the app needs it: replace its value with
svc secrets set, or remove the declaration and deploy first.

Earlier versions of a script keep their secrets, and svc rollback can restore them. Revoke a value that
others may know where it was issued.

` + exitCodes("0 deleted, or nothing to delete", "1 findings in the project", "6 cancelled, or --yes is missing"),
		Example: `  svc secrets delete OLD_TOKEN
  svc secrets delete OLD_TOKEN --env staging --yes`,
		Args: cmdutil.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), env, args[0]) },
	}
	o.addTo(cmd)
	cmdutil.AddYesFlag(cmd.Flags(), &o.yes)
	return cmd
}

// deleteDocument is the output of --json.
type deleteDocument struct {
	SchemaVersion int    `json:"schemaVersion"`
	Secret        string `json:"secret"`
	Environment   string `json:"environment"`
	// Deleted, Absent and Undeployed are names of scripts. Absent scripts did not have the secret.
	Deleted    []string `json:"deleted"`
	Absent     []string `json:"absent"`
	Undeployed []string `json:"undeployed"`
	// Unstored reports whether a value on this machine was deleted.
	Unstored bool `json:"unstored"`
}

func (o *deleteOptions) run(ctx context.Context, env *cli.Env, name string) error {
	if err := secrets.CheckName(name); err != nil {
		return cli.Usage(err.Error(), "pass a name that 'svc secrets list' prints")
	}
	app, err := o.open(ctx, env)
	if err != nil {
		return err
	}
	if needing := app.Needing(name); len(needing) > 0 {
		return requiredError(name, needing)
	}
	plan, err := app.PlanDelete(ctx, name)
	if err != nil {
		return userError("delete", err)
	}
	if !o.json {
		if err := printDeletion(env, app.Scripts, plan); err != nil {
			return err
		}
	}
	deleted := []string{}
	if !plan.IsEmpty() {
		if err := o.confirm(env, name, plan); err != nil {
			return err
		}
		if deleted, err = app.Delete(ctx, name, plan); err != nil {
			if len(deleted) > 0 {
				env.Notef("deleted %s from %s only; run the command again", name, strings.Join(deleted, ", "))
			}
			return userError("delete", err)
		}
	}
	if o.json {
		return env.JSON(deleteDocument{1, name, o.environment, deleted, plan.Absent, plan.Undeployed, plan.Stored})
	}
	if plan.IsEmpty() {
		env.Notef("nothing to delete: no script of %s has %s", o.environment, name)
		return nil
	}
	env.Notef("deleted %s from %s", name, places(plan))
	return nil
}

// requiredError is the error for a secret that declarations name.
func requiredError(name string, needing []secrets.Script) error {
	var scripts []string
	for _, s := range needing {
		scripts = append(scripts, s.Name)
	}
	return &cli.Error{
		Code: cli.ExitUsage, What: "cannot delete " + name + ": the app declares it",
		Why: strings.Join(scripts, ", ") + " would run without it: until it is set again, " + withoutSecret(name),
		Fix: "replace its value with 'svc secrets set " + name + "', or remove its declaration and run 'svc deploy' first",
	}
}

// withoutSecret says what fails without a declared secret.
func withoutSecret(name string) string {
	switch name {
	case "CRM_CLIENT_SECRET":
		return "signed requests are answered 503 not_configured"
	case "CRM_CLIENT_ID":
		return "installs are answered 503 not_configured"
	case "CRM_ACCESS_TOKEN":
		return "calls of ctx.crm reject with not_configured"
	}
	return "push sources that verify requests with it answer 503 not_configured, and ctx.env." + name + " is undefined"
}

// printDeletion prints what happens to each script.
func printDeletion(env *cli.Env, scripts []secrets.Script, plan *secrets.Deletion) error {
	var rows [][]string
	for _, s := range scripts {
		change := "not set"
		switch {
		case slices.Contains(plan.Bound, s.Name):
			change = "delete"
		case slices.Contains(plan.Undeployed, s.Name):
			change = "not deployed"
		}
		rows = append(rows, []string{cmdutil.ScriptTitle(s.Worker), s.Name, change})
	}
	if plan.Stored {
		rows = append(rows, []string{"", "this machine", "delete"})
	}
	return env.Table([]string{"WORKER", "SCRIPT", "CHANGE"}, rows)
}

// places names what a plan deletes from.
func places(plan *secrets.Deletion) string {
	all := slices.Clone(plan.Bound)
	if plan.Stored {
		all = append(all, "this machine")
	}
	return strings.Join(all, ", ")
}

func (o *deleteOptions) confirm(env *cli.Env, name string, plan *secrets.Deletion) error {
	switch {
	case o.yes:
		return nil
	case !env.CanPrompt():
		return cli.ConfirmationRequired("review what is deleted, then add --yes")
	}
	return cli.NewPrompter(env).Confirm(
		fmt.Sprintf("Delete %s from %s (%s)? Its value cannot be read again.", name, places(plan), o.environment),
	)
}
