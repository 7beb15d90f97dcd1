package installs

import (
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/control"
)

// The output of --json.
type (
	installsDocument struct {
		SchemaVersion int               `json:"schemaVersion"`
		Installs      []control.Install `json:"installs"`
	}
	installDocument struct {
		SchemaVersion int             `json:"schemaVersion"`
		Install       control.Install `json:"install"`
	}
	erasedDocument struct {
		SchemaVersion int `json:"schemaVersion"`
		control.Erased
	}
)

func printInstalls(env *cli.Env, installs []control.Install) error {
	rows := make([][]string, len(installs))
	for i, install := range installs {
		rows[i] = []string{install.ID, install.State, cmdutil.TimeText(install.Since)}
	}
	return env.Table([]string{"PORTAL", "STATE", "SINCE"}, rows)
}

func printInstall(env *cli.Env, install control.Install) error {
	state := install.State
	if install.Since > 0 {
		state += " since " + cmdutil.TimeText(install.Since)
	}
	rows := [][]string{{"install", install.ID}, {"state", state}}
	for _, row := range [][]string{
		{"installed", cmdutil.TimeText(install.InstalledAt)},
		{"scopes", strings.Join(install.Scopes, " ")},
		{"kept until", cmdutil.TimeText(install.EraseAt)},
		{"config", cmdutil.CompactJSON(install.Config)},
	} {
		if row[1] != "" {
			rows = append(rows, row)
		}
	}
	if err := env.Table(nil, rows); err != nil {
		return err
	}
	if install.State == "needs_reauth" {
		env.Notef("the CRM rejects its tokens: install the app again at /oauth-start of its app worker")
	}
	return nil
}

func installName(id string) string {
	if id == "static" {
		return "the install static"
	}
	return "portal " + id
}
