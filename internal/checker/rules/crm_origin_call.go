package rules

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/publicurl"
)

var crmOriginCall = &checker.Rule{
	ID:       "crm-origin-call",
	Severity: diag.Warning,
	Title:    "call the CRM's API through ctx.crm, not through fetch or ctx.http",
	Why: "ctx.crm authenticates its calls and keeps them within the portal's rate limits; other calls do not count " +
		"toward that budget, and your code must handle their 429 responses",
	Hint:   "use ctx.crm.objects and the other clients, or ctx.crm.request(method, path) for other paths",
	Before: `await fetch('https://api.crm.example/crm/v3/owners');`,
	After:  `await ctx.crm.request('GET', '/crm/v3/owners');`,
	Run:    runCrmOriginCall,
}

func runCrmOriginCall(p *checker.Pass) {
	origin, err := publicurl.Parse(p.Vendor.APIOrigin)
	if err != nil {
		return // a profile without an API
	}
	inCRM := map[string]bool{} // whether a URL is at the origin
	for _, call := range p.Calls {
		if !isHTTPCall(call.Path) || len(call.Args) == 0 {
			continue // another call, or its URL is unknown
		}
		text := call.Args[0].Text + hostOnly(call.Args[0])
		inside, known := inCRM[text]
		if !known {
			u, err := publicurl.Parse(text)
			inside = err == nil && u.Host == origin.Host
			inCRM[text] = inside
		}
		if inside {
			path := strings.Join(call.Path, ".")
			p.Reportf(call.At, "%s calls the CRM's API at %s outside the rate budget", path, origin.Host)
		}
	}
}

// hostOnly returns the scheme and host of a URL literal; "" if the known part does not include the whole host.
func hostOnly(l declared.Literal) string {
	scheme, rest, found := strings.Cut(l.Head, "://")
	if slash := strings.IndexAny(rest, "/?#"); found && slash > 0 {
		return scheme + "://" + rest[:slash]
	}
	return ""
}

// isHTTPCall reports whether a call is fetch or a method of an HTTP client.
func isHTTPCall(path []string) bool {
	if len(path) == 1 {
		return path[0] == "fetch"
	}
	return len(path) > 1 && path[len(path)-2] == "http" && !slices.Contains(path, "crm")
}
