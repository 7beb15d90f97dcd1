package codegen

import (
	"strings"

	"github.com/appsvc/svc/internal/manifest"
	"github.com/appsvc/svc/internal/platform"
)

// Input is the input of Generate.
type Input struct {
	Project *manifest.Project
	Profile *platform.Profile
	// Name is the name of the platform's project. Default: the name of the app.
	Name string
	// Origins are the public origins of the user workers by worker name, without a trailing slash. Before its first
	// deploy, a worker has a placeholder (see Placeholder).
	Origins map[string]string
	// AppOrigin is the origin of the app worker, which receives webhooks and OAuth redirects.
	AppOrigin string
	// Cards are the bundled cards by id, made by internal/bundle.CardModule.
	Cards map[string]Card
}

// Card is the UI component of one card.
type Card struct {
	// Source is one ES module with local files and @svc/sdk/ui inlined, and imports of packages. If it calls
	// backendUrl, it reads BackendURLs, which codegen defines at its top.
	Source []byte
	// Packages are the imported packages with the version ranges of package.json.
	Packages map[string]string
}

// BackendURLs is the variable with the URLs of card backends in a bundled card (sdk/src/ui/backend-url.ts).
const BackendURLs = "__SVC_BACKEND_URLS__"

// placeholderDomain is a top-level domain without hosts (RFC 2606).
const placeholderDomain = ".invalid"

// Placeholder returns the origin of a script before its first deploy.
func Placeholder(script string) string { return "https://" + script + placeholderDomain }

// IsPlaceholder reports whether an origin or URL is a placeholder. A project with placeholders is not uploaded.
func IsPlaceholder(url string) bool {
	host, _, _ := strings.Cut(strings.TrimPrefix(url, "https://"), "/")
	return strings.HasSuffix(host, placeholderDomain)
}
