// Package api holds what every part of the emulated CRM's API is written with: calls, routes, errors, batches,
// pages, times and the clock.
//
// Start at Handler and Call. Each part of the API is a sibling package with a table of Routes.
package api
