// Package platform holds what is known of the CRM platform and of the edge: versions of the project
// format, the features that need one, event types, limits, and the vendor profiles.
//
// It is data with parsers, imports nothing of ours and reads nothing from disk: a profile is decoded
// from bytes that the caller has. What an app declares is in internal/declared, what it deploys in
// internal/manifest. Start at Version (version.go), EventType (eventtype.go), Limit (limits.go) and
// Profile (profile.go).
package platform
