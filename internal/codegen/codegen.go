// Package codegen writes the project of the CRM platform, which a portal installs.
//
// It is pure: it turns a manifest, a vendor profile and the bundled cards into files and findings, and the same input
// gives the same bytes. internal/build gathers the input and writes the output. codegen/edge writes the scripts for the
// edge platform. The caller passes the table of components, which is in codegen/components.
// Start at Generate, then read Input (input.go), Component and Pass (pass.go), and Finding (finding.go).
package codegen

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
