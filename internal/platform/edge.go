package platform

// CompatibilityDate selects the behaviour of the edge engine in production and in tests. It is the build date of the
// oldest supported engine: an engine rejects dates more than a week after its build (edge docs, compatibility dates).
const CompatibilityDate = "2026-04-26"
