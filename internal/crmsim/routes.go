package crmsim

import (
	"strings"
	"time"
)

// routeLimits are the limits of the routes that do not count against the burst. Custom events count against no limit
// of calls, by the platform's documentation.
var routeLimits = map[string]rateLimit{
	"POST /crm/v3/objects/{type}/search": searchLimit,
	"POST /events/v3/send":               noLimit,
	"POST /events/v3/send/batch":         noLimit,
}

// datedPaths are the prefixes that precede a version, as in /crm/objects/2026-09/, and the prefixes of the routes.
var datedPaths = map[string]string{
	"/crm/objects/":                   "/crm/v3/objects/",
	"/crm-object-schemas/":            "/crm/v3/",
	"/crm/lists/":                     "/crm/v3/lists/",
	"/crm/owners/":                    "/crm/v3/owners/",
	"/crm/pipelines/":                 "/crm/v3/pipelines/",
	"/crm/associations/":              "/crm/v4/associations/",
	"/crm/properties/":                "/crm/v3/properties/",
	"/automation/actions/callbacks/":  "/automation/v4/actions/callbacks/",
	"/integrators/timeline/":          "/integrators/timeline/v4/",
	"/events/custom/":                 "/events/v3/",
	"/account-info/":                  "/account-info/v3/",
	"/appinstalls/":                   "/appinstalls/v3/",
	"/conversations/custom-channels/": "/conversations/v3/custom-channels/",
	"/visitor-identification/":        "/visitor-identification/v3/",
}

// undated returns the path with the version in the place where the routes have it. The version of a dated path is a
// month, v3 or v4.
func undated(path string) string {
	for dated, prefix := range datedPaths {
		rest, found := strings.CutPrefix(path, dated)
		version, rest, _ := strings.Cut(rest, "/")
		_, notDate := time.Parse("2006-01", version)
		if !found || notDate != nil && version != "v3" && version != "v4" {
			continue
		}
		segments := strings.Split(rest, "/")
		if dated == "/crm/objects/" && len(segments) > 2 && segments[2] == "associations" {
			prefix = "/crm/v4/objects/"
		}
		return prefix + rest
	}
	return path
}
