// This file prints installs.

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/control"
)

// What --json prints.
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
		rows[i] = []string{install.ID, install.State, timeText(install.Since)}
	}
	return env.Table([]string{"PORTAL", "STATE", "SINCE"}, rows)
}

func printInstall(env *cli.Env, install control.Install) error {
	state := install.State
	if install.Since > 0 {
		state += " since " + timeText(install.Since)
	}
	rows := [][]string{{"install", install.ID}, {"state", state}}
	for _, row := range [][]string{
		{"installed", timeText(install.InstalledAt)},
		{"scopes", strings.Join(install.Scopes, " ")},
		{"kept until", timeText(install.EraseAt)},
		{"config", compactJSON(install.Config)},
	} {
		if row[1] != "" {
			rows = append(rows, row)
		}
	}
	if err := env.Table(nil, rows); err != nil {
		return err
	}
	if install.State == "needs_reauth" {
		env.Notef("the CRM has taken back its consent: the app must be installed again, at /oauth-start of its app worker")
	}
	return nil
}

// timeText is "" for no time.
func timeText(ms int64) string {
	if ms == 0 {
		return ""
	}
	return time.UnixMilli(ms).UTC().Format(time.RFC3339)
}

func compactJSON(text json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, text) != nil {
		return ""
	}
	return b.String()
}

func installName(id string) string {
	if id == "static" {
		return "the install static"
	}
	return "portal " + id
}

// eraseQuestion names what is about to be lost.
func eraseQuestion(id, state, where string) string {
	if state == "" {
		state = "not installed"
	}
	return fmt.Sprintf("erase all that is kept for %s (%s) in %s? It cannot be undone.", installName(id), state, where)
}
