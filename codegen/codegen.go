// Package codegen writes the CRM platform's project: what a portal installs.
//
// It is pure: a manifest, a vendor profile and the bundled cards go in, files and findings come out, and the
// same input gives the same bytes. It reads no disk and runs no code: internal/build gathers the input and
// writes the output. What the edge platform runs is made in codegen/edge. The engine does not know the kinds
// of components: the caller passes the table, which is codegen/components.
// Start at Generate, then Input (input.go), Component and Pass (pass.go), Finding (finding.go).
package codegen

// Output is a project, and what there is to say about it.
type Output struct {
	// Files are sorted by path; empty when a finding is an error.
	Files []File
	// Findings are in the order of the table, errors and warnings as they came.
	Findings []Finding
	// RequiredScopes are the scopes that an install grants, those that components need included.
	RequiredScopes []string
	// Components are the components by uid, sorted: what a plan compares.
	Components []ComponentRef
}

// ComponentRef names one component of the project.
type ComponentRef struct {
	UID  string `json:"uid"`
	Type string `json:"type"`
	Path string `json:"path"` // of its metadata file
}
