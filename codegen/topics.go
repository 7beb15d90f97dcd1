// This file explains the findings that only codegen has; svc explain prints them. The others carry the ids of
// rules of svc check, which look at the same things in the source.

package codegen

import "github.com/appsvc/svc/internal/diag"

// Topic is what there is to know about a finding.
type Topic struct {
	ID       string
	Severity diag.Severity
	Title    string
	Why      string
	Hint     string
}

// Topics are those of codegen, by id.
var Topics = []Topic{
	{
		ID: "app-object-reference", Severity: diag.Warning,
		Title: "a card, tool, event or trigger stands on an app object of the same project",
		Why:   "the vendor documents for associations alone that a component names an app object by its uid; svc does the same for the others",
		Hint:  "look at the build of the project on the platform: it refuses a type that it does not know",
	},
	{
		ID: "card-package", Severity: diag.Error,
		Title: "every package that a card imports is listed in package.json with a published version",
		Why:   "the platform builds cards itself: it installs what their package.json lists, and reaches no other folder",
		Hint:  "add the package to dependencies of the project's package.json",
	},
	{
		ID: "not-in-project", Severity: diag.Warning,
		Title: "something that the app declares has no place in the vendor's project",
		Why:   "the vendor's components have no key for it: an upload with an unknown key may be refused, so svc leaves it out",
		Hint:  "remove it, or keep it for profiles that take it",
	},
	{
		ID: "origin-placeholder", Severity: diag.Warning,
		Title: "the origin of a worker is made up until its first deploy",
		Why:   "cards, workflow actions and webhooks are given URLs of workers; an origin that ends in .invalid leads nowhere, and is not uploaded",
		Hint:  "run 'svc deploy'",
	},
}
