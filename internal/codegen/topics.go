package codegen

import "github.com/appsvc/svc/internal/diag"

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
		ID: "card-package", Severity: diag.Error,
		Title: "list every package that a card imports in package.json, with a published version",
		Why:   "the platform builds cards and installs the packages of their package.json; it cannot read local packages",
		Hint:  "add the package to dependencies of the project's package.json",
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
