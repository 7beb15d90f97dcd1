// This file holds what a project is made of.

package codegen

import (
	"strings"

	"github.com/appsvc/svc/internal/manifest"
	"github.com/appsvc/svc/internal/platform"
)

// Input is everything that codegen knows.
type Input struct {
	Project *manifest.Project
	Profile *platform.Profile
	// Name is the name of the platform's project; the app's name when it is empty.
	Name string
	// Origins are the public origins of the user workers by the workers' names, without a slash at the end.
	// Until a deploy has fixed one, it is a placeholder (see Placeholder).
	Origins map[string]string
	// AppOrigin is the origin of the app worker: webhooks and OAuth arrive there.
	AppOrigin string
	// Cards are the bundled cards by id: internal/bundle.CardModule makes them.
	Cards map[string]Card
}

// Card is the UI component of one card.
type Card struct {
	// Source is one ES module: local files and @svc/sdk/ui inlined, packages left as imports. Where it asks for
	// backendUrl it reads BackendURLs, which codegen defines at its top.
	Source []byte
	// Packages are the packages that it imports, with the range of versions that the project asks for.
	Packages map[string]string
}

// BackendURLs is the name under which a bundled card finds the URLs of card backends (sdk/src/ui/backend-url.ts).
const BackendURLs = "__SVC_BACKEND_URLS__"

// placeholderDomain is what no origin of the internet ends in (RFC 2606).
const placeholderDomain = ".invalid"

// Placeholder is the origin of a script that no deploy has given one yet.
func Placeholder(script string) string { return "https://" + script + placeholderDomain }

// IsPlaceholder reports whether an origin, or an URL below it, is made up: such a project is not uploaded.
func IsPlaceholder(url string) bool {
	host, _, _ := strings.Cut(strings.TrimPrefix(url, "https://"), "/")
	return strings.HasSuffix(host, placeholderDomain)
}
