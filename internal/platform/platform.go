// Package platform has facts about the CRM platform and the edge: versions of the project format and their features,
// event types, object types, limits, and vendor profiles.
//
// It has data and parsers, and reads no files. Start at Version (version.go), EventType (eventtype.go), Limit
// (limits.go) and Profile (profile.go).
package platform

// CompatibilityDate selects the behavior of the edge engine in production and in tests. It is the build date of the
// oldest supported engine: an engine rejects dates more than a week after its build (edge docs, compatibility dates).
const CompatibilityDate = "2026-04-26"
