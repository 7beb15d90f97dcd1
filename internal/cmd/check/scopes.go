package check

import (
	"cmp"
	"context"
	"fmt"

	"github.com/appsvc/svc/internal/checker/rules"
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/heap"
	"github.com/appsvc/svc/internal/project"
)

// scopesDocument is the JSON of --scopes.
type scopesDocument struct {
	SchemaVersion int `json:"schemaVersion"`

	Scopes []scopeDocument `json:"scopes"`
	// Unreadable are calls whose scopes are not in the source.
	Unreadable []useDocument `json:"unreadable"`
	// Complete is false if a file could not be evaluated or a call can need any scope.
	Complete bool `json:"complete"`
}

type scopeDocument struct {
	Scope     string        `json:"scope"`
	Requested string        `json:"requested"` // "required", "optional" or "none"
	State     string        `json:"state"`     // "used", "unused", "missing" or "unknown"
	Uses      []useDocument `json:"uses"`
}

type useDocument struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Reason string `json:"reason"`
}

// completeScopes validates the flags beside --scopes.
func (o *options) completeScopes() error {
	if o.watch || o.baseline != "" || o.updateBaseline {
		return cli.Usage("--scopes excludes --watch and --baseline", "leave them out")
	}
	for _, format := range o.formats {
		if format != "json" && format != "text" {
			problem := fmt.Sprintf("invalid --format %q with --scopes: expected text or json", format)
			return cli.Usage(problem, "choose one of them")
		}
	}
	return nil
}

// runScopes prints the scopes that the app requests and needs.
func runScopes(ctx context.Context, env *cli.Env, o *options) error {
	heap.OneShot()
	loaded, err := project.Load(ctx, project.Options{Dir: o.dir, Profile: o.profile, Untrusted: o.untrusted})
	if err != nil {
		return cmdutil.LoadError(err)
	}
	document := scopesOf(loaded)
	document.SchemaVersion = 1
	for _, format := range o.formats {
		if format == "json" {
			return env.JSON(document)
		}
	}
	if err := env.Table([]string{"SCOPE", "REQUESTED", "STATE", "PLACE", "REASON"}, document.rows()); err != nil {
		return err
	}
	for _, use := range document.Unreadable {
		env.Notef("%s: %s needs scopes that svc check cannot read", use.place(), use.Reason)
	}
	if len(loaded.Faults()) > 0 {
		env.Notef("the table is incomplete: a file cannot be evaluated. Run 'svc check'")
	}
	return nil
}

func scopesOf(loaded *declared.Project) scopesDocument {
	table := rules.Scopes(loaded)
	document := scopesDocument{
		Scopes: []scopeDocument{}, Unreadable: usesOf(loaded, table.Unreadable), Complete: table.Complete,
	}
	for _, row := range table.Rows {
		one := scopeDocument{
			Scope: row.Scope, Requested: cmp.Or(row.Requested, "none"), State: row.State(table),
			Uses: usesOf(loaded, row.Uses),
		}
		document.Scopes = append(document.Scopes, one)
	}
	return document
}

func usesOf(loaded *declared.Project, uses []rules.ScopeUse) []useDocument {
	documents := []useDocument{}
	for _, use := range uses {
		span := loaded.Locator.Locate(use.At)
		documents = append(documents, useDocument{span.File, span.Line, span.Column, use.Reason})
	}
	return documents
}

func (u useDocument) place() string { return fmt.Sprintf("%s:%d:%d", u.File, u.Line, u.Column) }

// rows returns a row for each use of a scope, and one for a scope without uses.
func (d scopesDocument) rows() (rows [][]string) {
	for _, scope := range d.Scopes {
		for _, use := range scope.Uses {
			rows = append(rows, []string{scope.Scope, scope.Requested, scope.State, use.place(), use.Reason})
		}
		if len(scope.Uses) == 0 {
			rows = append(rows, []string{scope.Scope, scope.Requested, scope.State, "", ""})
		}
	}
	return rows
}
