// This file pins the edge engine that everything is built for and tested on.

package platform

// CompatibilityDate decides which behaviour of the edge engine a worker gets, in production and in every
// test. It is the build date of the oldest engine that we support: no engine accepts a date that lies
// more than a week after its own (edge docs, compatibility dates).
const CompatibilityDate = "2026-04-26"
