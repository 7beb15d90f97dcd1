// Package build makes of a checked project everything that a deploy uploads: scripts for the edge, the CRM's
// project, the manifest and a report.
//
// It asks no network and no clock, and the same input gives the same bytes. It runs no checks: the caller has
// done so. It writes nothing: Output.Files are in memory, WriteFolder (folder.go) replaces a folder with them.
// Start at Options and Build.
package build

import (
	"github.com/appsvc/svc/codegen"
	"github.com/appsvc/svc/codegen/edge"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/link"
)

// Options say what to build.
type Options struct {
	// Dir is the app's folder, Profile the vendor profile.
	Dir, Profile string
	// Project is what Dir declares, loaded with the same profile and free of findings.
	Project *declared.Project
	// Environment is the name under which it will be deployed; link.Production when empty.
	Environment string
	// Link is what is deployed already; nil for a folder that is linked to no project.
	Link *link.Project
	// ControlKeys and SealKeys are the ids of the keys that the app worker will hold; one of each when empty.
	ControlKeys, SealKeys []string
}

// Output is everything that a deploy uploads.
type Output struct {
	// Files are all generated files, sorted by path: crm/…, edge/<worker>/…, edge/app/…, manifest.json and
	// report.json.
	Files []codegen.File
	// Scripts are the edge scripts: the app worker first, then the user workers by name.
	Scripts []edge.Script
	// Manifest is the project's, JSON.
	Manifest []byte
	Report   Report
}

// Report says what was built: report.json.
type Report struct {
	SchemaVersion int            `json:"schemaVersion"`
	Environment   string         `json:"environment"`
	Scripts       []ScriptReport `json:"scripts"`
	CRM           CRMReport      `json:"crm"`
	Warnings      []Warning      `json:"warnings"`
}

// ScriptReport is what is said of one script.
type ScriptReport struct {
	// Worker is the user worker's name, "" for the app worker.
	Worker string `json:"worker"`
	Script string `json:"script"`
	// Bytes and GzipBytes are the sizes of its modules, source maps aside.
	Bytes     int      `json:"bytes"`
	GzipBytes int      `json:"gzipBytes"`
	MapBytes  int      `json:"mapBytes"`
	Crons     []string `json:"crons"`
	Secrets   []string `json:"secrets"`
}

// CRMReport is what is said of the CRM's project.
type CRMReport struct {
	Files int `json:"files"`
	Bytes int `json:"bytes"`
}

// Warning is something that a deploy would stumble over, or that its user should know.
type Warning struct {
	// Code is stable, in kebab-case; Script names the script that it is about, "" when none.
	Code    string `json:"code"`
	Script  string `json:"script,omitempty"`
	Message string `json:"message"`
	Fix     string `json:"fix"`
}
