// Package dashboard embeds the pages of the dashboard of `svc dev`. It has no behavior: internal/devserver/live serves
// Files, and internal/bundle/dashboarddist builds them from src.
package dashboard

import "embed"

// Files are index.html, dashboard.js and dashboard.css, in the folder dist.
//
//go:embed dist
var Files embed.FS
