// Package codegen writes the project of the CRM platform, which a portal installs.
//
// It is pure: it turns a manifest, a vendor profile and the bundled cards into files and findings, and the same input
// gives the same bytes. internal/build gathers the input and writes the output. codegen/edge writes the scripts for the
// edge platform. The caller passes the table of components, which is in codegen/components.
// Start at Generate, then read Input, Component and Pass (pass.go), and Finding.
package codegen

import "github.com/appsvc/svc/internal/diag"

// Output is a project with its findings.
type Output struct {
	// Files are sorted by path. They are empty if a finding is an error.
	Files []File
	// Findings are in the order of the table.
	Findings []Finding
	// RequiredScopes are the scopes that an install grants, including those that components need.
	RequiredScopes []string
	// Components are the components for the comparison of a plan, sorted by uid.
	Components []ComponentRef
}

// ComponentRef names one component of the project.
type ComponentRef struct {
	UID  string `json:"uid"`
	Type string `json:"type"`
	Path string `json:"path"` // of its metadata file
}

// File is one generated file. Path is relative, with forward slashes.
type File struct {
	Path string
	Data []byte
	// Shared files have the same content as all others of their name that are shared.
	Shared bool
}

// Finding reports a declaration that codegen refuses, or that the project contains differently or not at all. codegen
// has no source, so a finding has a subject instead of a position. Callers with the declarations look up the position.
type Finding struct {
	// Rule is a rule id that svc explain knows.
	Rule     string        `json:"rule"`
	Severity diag.Severity `json:"severity"`
	Message  string        `json:"message"`
	Hint     string        `json:"hint,omitempty"`
	Subject  Subject       `json:"subject"`
}

// Subject is the declaration that a finding is about.
type Subject struct {
	// Kind is the kind of the declaration, as in internal/declared: "app", "card", "tool", "appObject".
	Kind string `json:"kind"`
	// Worker is the name of the worker of a capability, else "".
	Worker string `json:"worker,omitempty"`
	// ID is the declaration's id, "" for the app.
	ID string `json:"id,omitempty"`
	// Member is the path of the option, such as "mcpUrl" or "input.tone.type"; "" for the whole declaration.
	Member string `json:"member,omitempty"`
}

// Topic explains a rule for svc explain.
type Topic struct {
	ID       string
	Severity diag.Severity
	Title    string
	Why      string
	Hint     string
}

// Topics are the rules that only codegen reports, by id. Its other findings have the ids of rules of svc check.
var Topics = []Topic{
	{
		ID: "app-object-reference", Severity: diag.Warning,
		Title: "check references to app objects in the build of the project",
		Why: "the vendor documents references to app objects of the same project for associations only; " +
			"svc writes those of cards, tools, events and triggers in the same way",
		Hint: "read the build log of the project on the platform, which rejects unknown types",
	},
	{
		ID: "not-in-project", Severity: diag.Warning,
		Title: "declare only what the vendor's project format supports",
		Why: "the vendor's components have no key for it; svc omits it, because an upload with unknown keys may " +
			"be rejected",
		Hint: "remove it, or keep it for profiles that support it",
	},
	{
		ID: "origin-placeholder", Severity: diag.Warning,
		Title: "deploy each worker once to get its origin",
		Why: "cards, workflow actions and webhooks contain URLs of workers; before its first deploy, a worker has a " +
			"placeholder origin that ends in .invalid, and the project is not uploaded",
		Hint: "run 'svc deploy'",
	},
}
